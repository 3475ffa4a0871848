"""HardDAT and its scorer, without HELM."""

from __future__ import annotations

from support.benchmarks import scorer_of

from helm_creativity.benchmark.loading import get_benchmark

BENCHMARK = get_benchmark("hard_dat")


def scorer_under(embedding="builtin", dictionary="none"):
    """The scorer for responses from a file, by default to all words that the embedding knows."""
    return scorer_of("hard_dat", embedding=embedding, dictionary=str(dictionary))


def items_by_letter(**settings):
    """The items that a run with these settings asks, by letter."""
    found = BENCHMARK.items(BENCHMARK.settings(embedding="builtin", prompts="own", **settings))
    return {item.fields["letter"]: item for item in found}
