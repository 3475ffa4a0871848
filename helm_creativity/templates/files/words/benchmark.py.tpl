"""<< title >>: << kind.example >>."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from helm_creativity.core.types import Item, Sample
from helm_creativity.embeddings.similarity import mean_pairwise_distances
from helm_creativity.families.word_lists.benchmark import WordListBenchmark, WordListSettings
from helm_creativity.families.word_lists.rules import WordProtocol, WordRule
from helm_creativity.families.word_lists.scorer import Measured, WordListScorer
from helm_creativity.io.yaml_files import read_items

# The prompt asks for ten words; with fewer than five valid ones a response has no score.
RULE = WordRule(asked=10, minimum=5, maximum=10)
PROTOCOLS = {"first": WordProtocol(RULE, ("task",), embedding="builtin", dictionary="none", trials=1)}


@dataclass(frozen=True)
class << camel >>Settings(WordListSettings):
    """An embedding, by default the built-in table, which needs no download, and a dictionary."""

    protocols = PROTOCOLS


class << camel >>Benchmark(WordListBenchmark[<< camel >>Settings]):
    """<< kind.score >>."""

    settings_type = << camel >>Settings
    record = "records:<< camel >>Row"
    response_tokens = 30

    @cached_property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """The items, as their file has them."""
        return read_items(self.folder / "items" / "own.yaml")

    def items(self, settings: << camel >>Settings) -> Iterator[Item]:
        """One prompt for each length."""
        for entry in self.entries:
            yield Item(str(entry["id"]), self.render("task", **entry), entry)

    def scorer(self, settings: << camel >>Settings) -> << camel >>Scorer:
        """See ``<< camel >>Scorer``."""
        return << camel >>Scorer(self.card, settings, RULE)


class << camel >>Scorer(WordListScorer[<< camel >>Settings]):
    """100 times the mean distance between two words of a response, 1 - cos, over all pairs: 0 to 100·n/(n-1)."""

    refusals = ("length",)

    def refuse(self, sample: Sample, word: str) -> str | None:
        """``length`` for a word with another number of letters than the item asks for."""
        return None if len(word) == int(sample.fields["letters"]) else "length"

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The scores of the valid words of some responses."""
        means = self.mean_over_embeddings(lambda table: mean_pairwise_distances(table.rows(lists), table.vectors))
        return [Measured(100 * mean) for mean in means.tolist()]
