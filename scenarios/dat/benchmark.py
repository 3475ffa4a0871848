"""The Divergent Association Task: how it has been given to models, and how responses are scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from helm_creativity.core.card import Norm
from helm_creativity.core.names import NEUTRAL, SCORE
from helm_creativity.core.norms import human_percentile, known_norms
from helm_creativity.core.settings import PromptSettings
from helm_creativity.core.types import Item, Sample
from helm_creativity.families.word_lists.benchmark import WordListBenchmark, WordListSettings
from helm_creativity.families.word_lists.rules import WordProtocol, WordRule
from helm_creativity.families.word_lists.scorer import Measured, WordListScorer
from helm_creativity.scenarios.dat.scoring import dat_of_lists

PROTOCOLS = {
    "olson2021": WordProtocol(WordRule(10, 7, 7), ("olson2021",), "glove-840b", "olson2021", trials=10),
    "schapiro2026": WordProtocol(WordRule(10, 7, 7), ("schapiro2026",), "glove-840b", "none", trials=40),
    "mctb2025": WordProtocol(
        WordRule(20, 7, 12),
        ("olson2021", "mctb_variant2", "mctb_variant3", "mctb_variant4", "mctb_variant5"),
        "glove-840b+bert-layer6",
        "olson2021",
        trials=10,
    ),
}


@dataclass(frozen=True)
class DatSettings(WordListSettings, PromptSettings):
    """Settings of the DAT."""

    protocols = PROTOCOLS

    @property
    def has_own_prompts(self) -> bool:
        """Only of the five prompts of mctb2025, of which its report prints one."""
        return self.protocol == "mctb2025"


class Dat(WordListBenchmark[DatSettings]):
    """Mean distance between the words of a response, 0 to 100 and beyond."""

    settings_type = DatSettings
    response_tokens = 30

    def items(self, settings: DatSettings) -> Iterator[Item]:
        """The protocol's prompts; responses to one prompt are trials."""
        asked = settings.source.rule.asked
        for prompt_id in settings.source.prompts:
            yield Item(prompt_id, self.render(prompt_id, settings, n_words=asked), {"asked": asked})

    def scorer(self, settings: DatSettings) -> DatScorer:
        """See ``DatScorer``."""
        return DatScorer(self.card, settings, settings.source.rule)


class DatScorer(WordListScorer[DatSettings]):
    """The embeddings of an ensemble each score the same words; the score is the mean of theirs."""

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """DAT of the lists, and the share of people below it where there are norms."""
        scores = self.mean_over_embeddings(lambda table: dat_of_lists(table.rows(lists), table.vectors))
        people = self._norm.quantiles if self._norm else None
        return [
            Measured(score, {"human_percentile": human_percentile(score, people) if people else None})
            for score in scores
        ]

    @cached_property
    def _norm(self) -> Norm | None:
        """People whose words are public, so that their scores can be computed anew, scored as these responses are."""
        if self.settings.instruction != NEUTRAL:
            return None
        compared = self.settings.compared(asked=False)
        norms = (norm for norm in known_norms(self.card) if norm.quantiles and norm.stat == SCORE)
        return next((norm for norm in norms if norm.holds_for(compared)), None)
