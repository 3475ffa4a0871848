"""Perfect responses: words that have nothing to do with one another, one per response; what the baselines respond."""

from __future__ import annotations

from functools import cache

from helm_creativity.baselines.word_choosers import GreedyChooser
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.lexicon.word_files import FUNCTION_WORDS
from helm_creativity.scenarios.hivemind.benchmark import Hivemind

MOST = 50
"""Responses to a prompt for which there are words; as many as the paper draws."""

CEILING = 85.0
"""Responses at right angles are at 100, and no n responses are further apart on average than 100·n/(n-1).

The words are those that a greedy search takes under the built-in table. Each is at 92 or more from the other 49 under
all-mpnet-base-v2 and the table, and at 87 or more under all-MiniLM-L6-v2.
"""

CHATTER = "an open response cannot be separated from remarks around it, which are embedded with it, as in the paper"


def reference_response(fields: Fields) -> Sample:
    """The word for response number ``fields["trial"]``, the same for every prompt."""
    return Sample(Response(_words()[fields.get("trial", 0) % MOST], "stop"), fields)


@cache
def _words() -> list[str]:
    return GreedyChooser("builtin", 0).unrelated(MOST, spelt=lambda word: len(word) > 2 and word not in FUNCTION_WORDS)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """A sentence of three nouns that have nothing to do with the prompt; None to any other prompt."""
    hivemind = get_benchmark("hivemind")
    assert isinstance(hivemind, Hivemind)
    if hivemind.entry_in(prompt) is None:
        return None
    first, second, third = baseline.unrelated(3)
    return f"A {first}, a {second} and a {third}."
