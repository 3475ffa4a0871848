"""The conditional DAT: its protocols, how responses are scored, and how a run compares with random nouns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.word_choosers import make_seed
from helm_creativity.core.settings import PromptSettings, Requirement
from helm_creativity.core.types import Item, Sample, SampleScore
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.families.word_lists.benchmark import WordListBenchmark, WordListSettings
from helm_creativity.families.word_lists.rules import WordProtocol, WordRule
from helm_creativity.families.word_lists.scorer import Measured, WordListScorer
from helm_creativity.psychometrics.group_comparison import welch
from helm_creativity.scenarios.cdat.scoring import appropriateness_of_lists, novelty_of_lists, specificity_of_lists
from helm_creativity.text.words import nakajima_candidates, olson_candidates
from helm_creativity.words.cues import CUE_WORDS
from helm_creativity.words.inflections import is_inflection
from helm_creativity.words.lexicon import Candidates


@dataclass(frozen=True)
class CdatProtocol(WordProtocol):
    """How a source takes words."""

    candidates: Candidates = olson_candidates
    refuses_cue: bool = True


PROTOCOLS = {
    "schapiro2026": CdatProtocol(WordRule(10, 7, 7), ("schapiro2026",), "sbert-mpnet", "none", trials=1),
    "nakajima2026": CdatProtocol(
        WordRule(10, 7, 7),
        ("nakajima2026",),
        "sbert-minilm",
        "nakajima2026",
        trials=1,
        candidates=nakajima_candidates,
        refuses_cue=False,
    ),
}


@dataclass(frozen=True)
class CdatSettings(WordListSettings, PromptSettings):
    """Settings of the conditional DAT."""

    protocols = PROTOCOLS

    @property
    def source(self) -> CdatProtocol:
        """What the protocol's source says."""
        return PROTOCOLS[self.protocol]

    @property
    def has_own_prompts(self) -> bool:
        """Not of schapiro2026, whose paper prints its prompt."""
        return self.protocol != "schapiro2026"


class Cdat(WordListBenchmark[CdatSettings]):
    """Novelty of the words of a response, and how they fit their cue."""

    settings_type = CdatSettings
    response_tokens = 35
    record = "rows:CdatRow"

    def items(self, settings: CdatSettings) -> Iterator[Item]:
        """The protocol's prompt with every cue."""
        (prompt_id,) = settings.source.prompts
        for cue in CUE_WORDS:
            yield Item(cue, self.render(prompt_id, settings, cue=cue), {"cue": cue})

    def scorer(self, settings: CdatSettings) -> CdatScorer:
        """See ``CdatScorer``."""
        return CdatScorer(self.card, settings, settings.source.rule, settings.source.candidates)

    def requirements(self, settings: CdatSettings, asked: bool) -> Iterator[Requirement]:
        """The cues must have vectors."""
        yield from super().requirements(settings, asked)
        if asked:
            yield ("embedding", "dictionary"), lambda: self.scorer(settings).require_known(CUE_WORDS, "cues")


class CdatScorer(WordListScorer[CdatSettings]):
    """Novelty and appropriateness. The cue and its inflections are counted, and refused where the protocol says so."""

    refusals = ("cue",)

    @property
    def tolerated(self) -> tuple[str, ...]:
        """The cue, where the protocol takes it for a word like others."""
        return () if self.settings.source.refuses_cue else self.refusals

    def refuse(self, sample: Sample, word: str) -> str | None:
        """``cue`` for the cue and its inflections."""
        return "cue" if is_inflection(word, sample.fields["cue"]) else None

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """Novelty is the score; both scales of appropriateness are submetrics."""
        cues = [str(sample.fields["cue"]) for sample in samples]
        self.require_known(cues, "cue")

        def both(table: WordTable) -> NDArray[np.float64]:
            numbers = table.rows([*lists, cues])
            words, cue_rows = numbers[:-1], numbers[-1]
            return np.stack(
                [novelty_of_lists(words, table.vectors), appropriateness_of_lists(words, cue_rows, table.vectors)]
            )

        return [
            Measured(new, {"novelty": new, "appropriateness": fit, "appropriateness_200": 100 + fit})
            for new, fit in self.mean_over_embeddings(both).T.tolist()
        ]

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Whether the words fit their cues better than random nouns do, and better than they fit the other cues."""
        by_cue: dict[str, list[float]] = defaultdict(list)
        for sample, score in zip(samples, scores, strict=True):
            if (value := score.submetrics["appropriateness"]) is not None:
                by_cue[str(sample.fields["cue"])].append(value)
        expected = self._random_noun_scores(by_cue)
        found = welch([float(np.mean(values)) for values in by_cue.values()], expected)
        return {
            "random_appropriateness": float(np.mean(expected)) if expected else None,
            "specificity": self._specificity(samples, scores),
            "gate_difference": found.difference if found else None,
            "gate_p_value": found.p if found else None,
        }

    def _specificity(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> float | None:
        """How much closer the words are to their own cue than to the others."""
        scored = [
            (str(sample.fields["cue"]), score.details["scored_words"])
            for sample, score in zip(samples, scores, strict=True)
            if score.score is not None
        ]
        cues = [cue for cue, _ in scored]
        if len(set(cues)) < 2:
            return None

        def values(table: WordTable) -> NDArray[np.float64]:
            *lists, cue_rows = table.rows([*(words for _, words in scored), cues])
            return specificity_of_lists(lists, cue_rows, table.vectors)

        by_cue: dict[str, list[float]] = defaultdict(list)
        for cue, value in zip(cues, self.mean_over_embeddings(values).tolist(), strict=True):
            by_cue[cue].append(value)
        return float(np.mean([np.mean(of_cue) for of_cue in by_cue.values()]))

    def _random_noun_scores(self, cues: Iterable[str]) -> list[float]:
        cues = list(cues)
        if not cues or len(self._nouns) < self.rule.maximum:
            return []
        lists = [self._random_nouns(cue) for cue in cues]

        def values(table: WordTable) -> NDArray[np.float64]:
            numbers = table.rows([*lists, cues])
            return appropriateness_of_lists(numbers[:-1], numbers[-1], table.vectors)

        return [float(value) for value in self.mean_over_embeddings(values)]

    @cached_property
    def _nouns(self) -> list[str]:
        return self.known(builtin().nouns)

    def _random_nouns(self, cue: str) -> list[str]:
        # Hashes are equal under every version of numpy, whose draws may change; no comparable key names them.
        places = (make_seed(cue, str(i)) % len(self._nouns) for i in count())
        drawn: dict[str, None] = {}
        while len(drawn) < self.rule.maximum:
            drawn[self._nouns[next(places)]] = None
        return list(drawn)
