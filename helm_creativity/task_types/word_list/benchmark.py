"""The family of benchmarks whose responses are lists of words, scored under an embedding and perhaps a dictionary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.types import IdeaDetails, Item
from helm_creativity.task_types.word_list.scorer import MeanDistanceScorer, WordListScorer
from helm_creativity.task_types.word_list.settings import (
    EmbeddingSettings,
    WordEmbeddingSettings,
    WordListSettings,
    WordTaskSettings,
)

__all__ = ["EmbeddingSettings", "WordEmbeddingSettings", "WordListBenchmark", "WordListSettings", "WordTaskSettings"]

E = TypeVar("E", bound=WordEmbeddingSettings)


class WordListBenchmark(Benchmark[E]):
    """Each prompt of the protocol is an item, and the mean distance of the words the score; a subclass may differ."""

    settings_type: ClassVar[type[WordEmbeddingSettings]] = WordTaskSettings
    record = "helm_creativity.task_types.word_list.rows:WordsRow"
    ideas = IdeaDetails("scored_words")

    def items(self, settings: E) -> Iterable[Item]:
        """The protocol's prompts; responses to one prompt are trials."""
        asked = settings.rule.asked
        for prompt_id in settings.source.prompts:
            yield Item(prompt_id, self.render(prompt_id, settings, n_words=asked), {"asked": asked})

    def scorer(self, settings: E) -> WordListScorer[E]:
        """See ``MeanDistanceScorer``."""
        return MeanDistanceScorer(self.card, settings)
