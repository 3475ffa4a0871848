"""What a benchmark knows beforehand about the cost of a response: its length, and what is asked because of it.

``Benchmark.response_tokens`` says how long a usual response is, ``Benchmark.follow_ups`` what is asked because of one,
and ``Benchmark.assumptions`` what those numbers rest on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

CHARACTERS_A_TOKEN = 4
"""As judges' tokens are counted in a run, too."""


@dataclass(frozen=True)
class Times:
    """How often something happens.

    Attributes:
        least: whatever the answers are.
        typical: where they are as they should be.
        most: whatever the answers are.

    Raises:
        ValueError: when the three are not in that order, or below 0.
    """

    least: int = 0
    typical: int = 0
    most: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.typical <= self.most:
            raise ValueError(f"expected 0 <= least <= typical <= most, got {self}")

    @classmethod
    def exactly(cls, n: int) -> Times:
        """That often, whatever the answers are."""
        return cls(n, n, n)

    @classmethod
    def up_to(cls, n: int) -> Times:
        """That often where the answers are as they should be, and not more often."""
        return cls(0, n, n)

    def __add__(self, other: Times) -> Times:
        return Times(self.least + other.least, self.typical + other.typical, self.most + other.most)


class PlannedResponse(NamedTuple):
    """One answer that is going to be asked for.

    Attributes:
        prompt: as the model gets it, an instruction before it included.
        before: what stands before the item's own prompt: an instruction, or "".
        fields: of the item, as the scorer will get them.
        trial: which answer to the item, from 0.
        trials: answers to the item.
        max_tokens: of the answer.
        settings: of the benchmark.
    """

    prompt: str
    before: str
    fields: Mapping[str, Any]
    trial: int
    trials: int
    max_tokens: int
    settings: Mapping[str, Any]

    @property
    def task(self) -> str:
        """The item's own prompt."""
        return self.prompt[len(self.before) :]


class PlannedTurn(NamedTuple):
    """A further question to the model.

    Attributes:
        times: how often it is asked because of one answer.
        characters: of the whole request, whatever of the conversation it repeats included.
        reply: tokens of a usual answer to it.
    """

    times: Times
    characters: int
    reply: int


class Rating(NamedTuple):
    """A question to every judge whom the design seats on an answer.

    Attributes:
        times: how often each of them is asked because of one answer.
        characters: of the question, a usual answer in it.
        reply: tokens of a usual reply.
        about: "" where the answer's own judges are asked, otherwise the name of the unit whose judges are (a pair).
    """

    times: Times
    characters: int
    reply: int
    about: str = ""


class PlannedFollowUps(NamedTuple):
    """All that is asked because of one answer."""

    turns: tuple[PlannedTurn, ...] = ()
    ratings: tuple[Rating, ...] = ()
