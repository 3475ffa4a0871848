"""The conditional DAT: how responses are scored, how a run compares with random nouns, and how baselines respond."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns
from helm_creativity.baselines.word_choosers import make_seed
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.settings import Requirement
from helm_creativity.benchmark.types import Sample, SampleScore
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.similarity import WordTable
from helm_creativity.lexicon.inflections import inflected_forms, is_inflection
from helm_creativity.lexicon.word_files import CUE_WORDS
from helm_creativity.parsing.words import nakajima_candidates, olson_candidates
from helm_creativity.psychometrics.group_comparison import welch
from helm_creativity.scenarios.cdat.scoring import appropriateness, specificity
from helm_creativity.task_types.word_list.benchmark import WordListBenchmark, WordListSettings
from helm_creativity.task_types.word_list.scorer import Measured, WordListScorer
from helm_creativity.task_types.word_list.scoring import mean_distances

NAKAJIMA = "nakajima2026"
"""The protocol that cleans words in its own way and takes the cue for a word like others."""
NEAR = 100
"""So many of the nouns count as near a cue: on average a quarter of a percent of WordNet's."""


class Cdat(WordListBenchmark[WordListSettings]):
    """Novelty of the words of a response, and how they fit their cue."""

    def item_fields(self, settings: WordListSettings) -> Iterator[tuple[str, dict[str, Any]]]:
        """The cues."""
        return ((cue, {"cue": cue}) for cue in CUE_WORDS)

    def scorer(self, settings: WordListSettings) -> CdatScorer:
        """See ``CdatScorer``."""
        candidates = nakajima_candidates if settings.protocol == NAKAJIMA else olson_candidates
        return CdatScorer(self.card, settings, candidates)

    def requirements(self, settings: WordListSettings, asked: bool) -> Iterator[Requirement]:
        """The cues must have vectors."""
        yield from super().requirements(settings, asked)
        if asked:
            yield ("embedding", "dictionary"), lambda: self.scorer(settings).require_known(CUE_WORDS, "cues")

    def choose(self, found: Mapping[str, Any], baseline: Baseline) -> list[str]:
        """Unrelated nouns but for the cue itself, for the greedy baseline among those nearest to it."""
        forbidden = inflected_forms(found["cue"])

        def near(nouns: Nouns) -> NDArray[np.bool_]:
            order = np.argsort(-nouns.sums([found["cue"]]), kind="stable")
            return np.isin(np.arange(len(nouns.words)), order[:NEAR])

        return baseline.unrelated(found["n_words"], spelt=lambda word: word not in forbidden, meaning=near)


class CdatScorer(WordListScorer[WordListSettings]):
    """Novelty and appropriateness. The cue and its inflections are counted, and refused where the protocol says so."""

    refusals = ("cue",)

    @property
    def tolerated(self) -> tuple[str, ...]:
        """The cue, where the protocol takes it for a word like others."""
        return self.refusals if self.settings.protocol == NAKAJIMA else ()

    def refuse(self, sample: Sample, word: str) -> str | None:
        """``cue`` for the cue and its inflections."""
        return "cue" if is_inflection(word, sample.fields["cue"]) else None

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """Novelty is the score; both scales of appropriateness are submetrics."""
        cues = [str(sample.fields["cue"]) for sample in samples]
        self.require_known(cues, "cue")
        fits = self._mean_of(appropriateness, lists, cues)
        new = self.mean_over_embeddings(lambda table: mean_distances(table.rows(lists), table.vectors)).tolist()
        return [
            Measured(novelty, {"novelty": novelty, "appropriateness": fit, "appropriateness_200": 100 + fit})
            for novelty, fit in zip(new, fits, strict=True)
        ]

    def _mean_of(
        self, measure: Callable[..., NDArray[np.float64]], lists: Iterable[Sequence[str]], cues: Sequence[str]
    ) -> list[float]:
        """The mean over the embeddings of a measure of rows, the cues' rows, and the vectors."""

        def values(table: WordTable) -> NDArray[np.float64]:
            *words, cue_rows = table.rows([*lists, cues])
            return measure(words, cue_rows, table.vectors)

        found: list[float] = self.mean_over_embeddings(values).tolist()
        return found

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Whether the words fit their cues better than random nouns do, and better than they fit the other cues."""
        pairs = zip(samples, scores, strict=True)
        scored = [(str(sample.fields["cue"]), score) for sample, score in pairs if score.score is not None]
        cues, nouns = [cue for cue, _ in scored], self.known(builtin().nouns) if scored else []
        fits = _mean_by_cue(cues, [score.submetrics["appropriateness"] for _, score in scored])
        expected: list[float] = []
        if fits and len(nouns) >= self.rule.maximum:
            drawn = [_random_nouns(cue, nouns, self.rule.maximum) for cue in fits]
            expected = self._mean_of(appropriateness, drawn, list(fits))
        specific: Mapping[str, float] = {}
        if len(fits) > 1:
            lists = [score.details["scored_words"] for _, score in scored]
            specific = _mean_by_cue(cues, self._mean_of(specificity, lists, cues))
        found = welch(list(fits.values()), expected)
        return {
            "random_appropriateness": float(np.mean(expected)) if expected else None,
            "specificity": float(np.mean(list(specific.values()))) if specific else None,
            "gate_difference": found.difference if found else None,
            "gate_p_value": found.p if found else None,
        }


def _random_nouns(cue: str, nouns: Sequence[str], n: int) -> list[str]:
    """Hashes are equal under every version of numpy, whose draws may change; no comparable key names them."""
    drawn = (nouns[make_seed(cue, str(i)) % len(nouns)] for i in count())
    different: dict[str, None] = {}
    while len(different) < n:
        different[next(drawn)] = None
    return list(different)


def _mean_by_cue(cues: Sequence[str], values: Sequence[Any]) -> dict[str, float]:
    by_cue: dict[str, list[float]] = defaultdict(list)
    for cue, value in zip(cues, values, strict=True):
        by_cue[cue].append(value)
    return {cue: float(np.mean(of_cue)) for cue, of_cue in by_cue.items()}
