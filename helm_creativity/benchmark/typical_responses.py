"""TypicalResponse responses, with which plans of cost reckon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helm_creativity.benchmark.follow_ups import AskJudges, AskModel

CHARACTERS_PER_TOKEN = 4
"""As judges' tokens are counted in a run, too."""
RESPONSE_TOKENS = 200
"""Of a usual response where the benchmark does not say."""

REFUSAL = "I'm sorry, but I can't help with that."
"""A response that refuses."""

_SENTENCES = (
    "A careful arrangement of ordinary materials produces a pattern that nobody expected.",
    "Somebody notices the difference between two familiar instruments and describes it patiently.",
    "Nothing depends on expensive equipment, so that another person repeats every observation afterwards.",
    "Finally the neighbours compare their measurements, and the explanation surprises everybody present.",
)


@dataclass(frozen=True)
class TypicalResponse:
    """A response that a plan reckons with."""

    text: str
    further: Callable[[AskModel], str] | None = None
    rating: Callable[[AskJudges], float] | None = None
    parts: int = 1


def prose(tokens: int, number: int = 0) -> str:
    """A text of so many tokens that is a response to an open question; another one for each number."""
    length = tokens * CHARACTERS_PER_TOKEN
    sentences = islice(cycle(_SENTENCES), length // len(min(_SENTENCES, key=len)) + 1)
    text = " ".join([f"Proposal {number + 1}.", *sentences])
    return f"{text[: length - 1].rstrip()}."
