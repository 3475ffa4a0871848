"""Scores lists of words, a run at a time: parse, look all words up, embed each distinct one once, measure in one batch.

A benchmark says which words are refused beyond the common rule and what the others are worth. Everything before and
after that is here, once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.names import NEUTRAL, SCORE
from helm_creativity.benchmark.norms import human_percentile, known_norms
from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.benchmark.types import FailureReason, Response, Sample, SampleScore
from helm_creativity.embeddings.builtin import BuiltinEmbedding
from helm_creativity.embeddings.builtin.estimates import with_estimates, without_estimates
from helm_creativity.embeddings.registry import are_tables, load_embeddings
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.classes import lemmatised_rate, word_classes
from helm_creativity.lexicon.lexicon import Candidates, Lexicon
from helm_creativity.task_types.word_list.scoring import mean_distances
from helm_creativity.task_types.word_list.settings import WordEmbeddingSettings
from helm_creativity.text.lists import headword, parse_list, too_long
from helm_creativity.text.response import unanswered
from helm_creativity.text.words import olson_candidates, plain_spelling

E = TypeVar("E", bound=WordEmbeddingSettings)


class WordsRead(NamedTuple):
    """One response on its way to a score; entries that are too many are only kept."""

    entries: tuple[str, ...] = ()
    failure_reason: FailureReason | None = None
    too_many: tuple[str, ...] = ()


def read_words(row: Sample, asked: int) -> WordsRead:
    """The entries of a row: ``fields["words"]`` where given, otherwise what is found in the response's text."""
    if "words" in row.fields:
        entries: tuple[str, ...] = tuple(row.fields["words"])
        if not entries:
            return WordsRead(failure_reason=FailureReason.EMPTY)
    else:
        response = row.response or Response("")
        reason = unanswered(response, asked)
        if reason is not None:
            return WordsRead(failure_reason=reason)
        found = parse_list(response.text, asked)
        if found is None:
            return WordsRead(failure_reason=FailureReason.UNPARSABLE)
        entries = tuple(map(headword, found.items))
    if too_long(len(entries), asked):
        return WordsRead(failure_reason=FailureReason.TOO_LONG, too_many=entries)
    return WordsRead(entries)


@lru_cache(maxsize=1024)
def spellings(words: tuple[str, ...]) -> frozenset[str]:
    """The words as they are written and as they are looked up."""
    return frozenset(spelling for word in words for spelling in (word, *olson_candidates(word)))


class Measured(NamedTuple):
    """What the words of one response are worth: the benchmark's own numbers."""

    score: float
    submetrics: Mapping[str, float | None] = {}
    details: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Selected:
    """What became of the entries of one response."""

    valid: tuple[str, ...] = ()
    estimated: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    refused: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class WordListScorer(ABC, Generic[E]):
    """See ``Scorer``. In an ensemble a word counts if every member knows it, and every number is the members' mean."""

    #: Names of the benchmark's own reasons to refuse a word; each is a detail ``<name>_entries``.
    refusals: tuple[str, ...] = ()

    def __init__(self, card: Card, settings: E, candidates: Candidates = olson_candidates) -> None:
        embeddings = self.open(settings.embedding)
        if settings.estimates:
            embeddings = with_estimates(embeddings)
        self.card, self.settings, self.rule = card, settings, settings.rule
        self.lexicon = Lexicon(embeddings, settings.words, candidates)
        self.tables = [WordTable(embedding) for embedding in embeddings]
        named = load_embeddings(settings.embedding)
        self.lemmatises = any(isinstance(embedding, BuiltinEmbedding) for embedding in named)
        self.estimates = self.lemmatises and settings.estimates
        self.independent = are_tables(named)
        self.submetric_names = tuple(submetric.name for submetric in card.submetrics if submetric.of == "answer")

    def open(self, embedding: str) -> tuple[Embedding, ...]:
        """The embeddings of a name."""
        return load_embeddings(embedding)

    def read(self, sample: Sample) -> WordsRead:
        """The entries of a response, or the reason why there are none."""
        return read_words(sample, self.rule.asked)

    def refuse(self, sample: Sample, word: str) -> str | None:
        """Name of the benchmark's own reason why ``word`` does not count in this response, None if it does."""
        return None

    @property
    def tolerated(self) -> tuple[str, ...]:
        """Those of ``refusals`` that are only counted, as a protocol may have it: the word counts all the same."""
        return ()

    @abstractmethod
    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """What m responses are worth."""

    def mean_over_embeddings(self, value: Callable[[WordTable], NDArray[np.float64]]) -> NDArray[np.float64]:
        """The mean of ``value(table)`` over the members of the ensemble; values are averaged, never vectors."""
        return np.asarray(np.mean([value(table) for table in self.tables], axis=0))

    def known(self, texts: Iterable[str]) -> list[str]:
        """Those of the texts that every embedding knows, without estimates."""
        texts = list(texts)
        mask = np.ones(len(texts), dtype=bool)
        for table in self.tables:
            mask &= without_estimates(table.embedding).knows(texts)
        return [text for text, there in zip(texts, mask, strict=True) if there]

    def require_known(self, texts: Iterable[str], what: str) -> None:
        """Raises ``BadArguments`` for texts of the task itself that an embedding has no vector for."""
        texts = dict.fromkeys(texts)
        if missing := sorted(set(texts) - set(self.known(texts))):
            names = "+".join(table.embedding.name for table in self.tables)
            shown = ", ".join(repr(text[:40]) for text in missing[:5])
            more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
            raise BadArguments(f"{names} has no vector for the {what} {shown}{more}")

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """One score for each sample, whose ``fields["words"]`` or response holds the words."""
        reads = [self.read(sample) for sample in samples]
        reads = [read._replace(entries=self.lexicon.in_one_language(read.entries)) for read in reads]
        self.lexicon.resolve(entry for read in reads for entry in read.entries)
        selections = [self._select(sample, read.entries) for sample, read in zip(samples, reads, strict=True)]
        lists = [selected.valid[: self.rule.maximum] for selected in selections]
        reasons = [
            FailureReason.TOO_FEW_VALID
            if read.failure_reason is None and len(words) < self.rule.minimum
            else read.failure_reason
            for read, words in zip(reads, lists, strict=True)
        ]
        scored = [i for i, reason in enumerate(reasons) if reason is None]
        found = self.measure([samples[i] for i in scored], [lists[i] for i in scored]) if scored else []
        measured = dict(zip(scored, found, strict=True))
        return [
            self._sample_score(read, selected, reason, measured.get(i))
            for i, (read, selected, reason) in enumerate(zip(reads, selections, reasons, strict=True))
        ]

    def _select(self, sample: Sample, entries: Sequence[str]) -> Selected:
        words, estimated = self.lexicon.find(entries)
        refuses = type(self).refuse is not WordListScorer.refuse
        if not refuses and None not in words and len(set(words)) == len(words):
            return Selected(tuple(word for word in words if word is not None), estimated)
        valid: dict[str, None] = {}
        unknown: list[str] = []
        repeated: list[str] = []
        refused: dict[str, list[str]] = {name: [] for name in self.refusals}
        for entry, word in zip(entries, words, strict=True):
            if word is None:
                unknown.append(entry)
                continue
            name = self.refuse(sample, word)
            if name is not None:
                refused[name].append(entry)
            if name in (None, *self.tolerated):
                if word in valid:
                    repeated.append(entry)
                else:
                    valid[word] = None
        return Selected(
            tuple(valid),
            estimated,
            tuple(unknown),
            tuple(repeated),
            {name: tuple(which) for name, which in refused.items()},
        )

    def _sample_score(
        self, read: WordsRead, selected: Selected, reason: FailureReason | None, measured: Measured | None
    ) -> SampleScore:
        submetrics = dict.fromkeys(self.submetric_names)
        words = selected.valid[: self.rule.maximum]
        if read.entries:
            common = self.common_submetrics(read.entries, selected, words)
            submetrics |= {name: common[name] for name in submetrics.keys() & common.keys()}
        details: dict[str, Any] = {
            "scored_words": list(words) if measured else [],
            "unknown_entries": list(selected.unknown),
            **({"estimated_entries": list(selected.estimated)} if self.estimates else {}),
            "repeated_entries": list(selected.repeated),
            **{f"{name}_entries": list(selected.refused.get(name, ())) for name in self.refusals},
        }
        others = [*read.too_many, *selected.unknown, *(entry for its in selected.refused.values() for entry in its)]
        by_text: dict[str, str] = {}
        for text in filter(str.strip, (*selected.valid, *others)):
            by_text.setdefault(text.casefold(), text)
        listed = tuple(by_text.values())
        if measured is None:
            return SampleScore(None, reason, submetrics, {**details, **self.no_details()}, listed)
        found = {**submetrics, **measured.submetrics}
        return SampleScore(measured.score, None, found, {**details, **measured.details}, listed)

    def no_details(self) -> Mapping[str, Any]:
        """The benchmark's own details of a response that was not scored: the same columns, empty."""
        return {}

    def common_submetrics(
        self, entries: Sequence[str], selected: Selected, words: Sequence[str]
    ) -> dict[str, float | None]:
        """How far the response kept to the form; those that the card names are reported."""
        n = len(entries)
        return {
            "n_valid": float(len(selected.valid)),
            "unknown_rate": len(selected.unknown) / n,
            "estimated_rate": len(selected.estimated) / n if self.estimates else None,
            "repeated_rate": len(selected.repeated) / n,
            **{f"{name}_rate": len(selected.refused[name]) / n for name in self.refusals},
            "wrong_count_rate": float(n != self.rule.asked),
            **word_classes(list(map(plain_spelling, entries)) if self.lemmatises else entries),
            "lemmatised_rate": lemmatised_rate(words) if self.lemmatises else None,
        }


class MeanDistanceScorer(WordListScorer[E]):
    """The mean distance of the words, and among people where the card has norms of the same settings."""

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """See ``scoring``; the embeddings of an ensemble each score the same words."""
        scores = self.mean_over_embeddings(lambda table: mean_distances(table.rows(lists), table.vectors))
        people = self._quantiles
        return [
            Measured(score, {"human_percentile": human_percentile(score, people)} if people else {})
            for score in scores.tolist()
        ]

    @cached_property
    def _quantiles(self) -> Sequence[float]:
        """Of people whose words are public, scored as these responses are; no instruction was theirs."""
        if "human_percentile" not in self.submetric_names or self.settings.instruction != NEUTRAL:
            return ()
        compared = self.settings.compared(asked=False)
        norms = (norm for norm in known_norms(self.card) if norm.quantiles and norm.stat == SCORE)
        return next((norm.quantiles for norm in norms if norm.holds_for(compared)), ())
