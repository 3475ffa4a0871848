"""Scores lists of words, a run at a time: parse, look all words up, embed each distinct one once, measure in one batch.

A benchmark says which words are refused beyond the common rule and what the others are worth. Everything before and
after that is here, once.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from statistics import mean
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.names import NEUTRAL, SCORE
from helm_creativity.benchmark.norms import human_percentile, known_norms
from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.benchmark.types import FailureReason, Response, Sample, SampleScore
from helm_creativity.embeddings.builtin import BuiltinEmbedding, builtin
from helm_creativity.embeddings.builtin.estimates import with_estimates, without_estimates
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.embeddings.similarity import WordTable
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.classes import lemmatised_rate, word_classes
from helm_creativity.lexicon.lexicon import Candidates, Lexicon
from helm_creativity.parsing.lists import headword, parse_list, too_long, usual_list
from helm_creativity.parsing.response import marked, unanswered
from helm_creativity.parsing.words import olson_candidates, plain_spelling, word_candidates
from helm_creativity.safe_text import listed, quoted
from helm_creativity.task_types.word_list.scoring import distances_with_given, mean_distances
from helm_creativity.task_types.word_list.settings import WordEmbeddingSettings

E = TypeVar("E", bound=WordEmbeddingSettings)


@lru_cache(maxsize=1024)
def spellings(words: tuple[str, ...]) -> frozenset[str]:
    """The words as they are written and as they are looked up."""
    return frozenset(spelling for word in words for spelling in (word, *olson_candidates(word)))


class Measured(NamedTuple):
    """What the words of one response are worth: the benchmark's own numbers."""

    score: float | None
    submetrics: Mapping[str, float | None] = {}
    details: Mapping[str, Any] = {}


class WordListScorer(ABC, Generic[E]):
    """See ``Scorer``. In an ensemble a word counts if every member knows it, and every number is the members' mean."""

    #: Names of the benchmark's own reasons to refuse a word; each is a detail ``<name>_entries``.
    refusals: tuple[str, ...] = ()

    def __init__(self, card: Card, settings: E, candidates: Candidates = olson_candidates) -> None:
        embeddings = self.open(settings.embedding)
        if settings.estimates:
            embeddings = with_estimates(embeddings)
        self.card, self.settings, self.rule = card, settings, settings.rule
        self.fewest = self.rule.minimum  # valid words that a score needs
        self.lexicon = Lexicon(embeddings, settings.words, candidates)
        self.tables = [WordTable(embedding) for embedding in embeddings]
        named = load_embeddings(settings.embedding)
        self.lemmatises = any(isinstance(embedding, BuiltinEmbedding) for embedding in named)
        self.estimates = self.lemmatises and settings.estimates
        self.submetric_names = tuple(submetric.name for submetric in card.submetrics if submetric.of == "answer")

    def open(self, embedding: str) -> tuple[Embedding, ...]:
        """The embeddings of a name."""
        return load_embeddings(embedding)

    def read(self, sample: Sample) -> tuple[tuple[str, ...], FailureReason | None]:
        """The entries of a response, or those that ``fields["words"]`` has, and why none of them can be scored."""
        asked = self.rule.asked
        if "words" in sample.fields:
            entries, reason = tuple(sample.fields["words"]), None if sample.fields["words"] else FailureReason.EMPTY
        else:
            response = sample.response or Response("")
            # A reply that is nothing but the list asked for is no refusal.
            usual = None if response.echo or marked(response) else usual_list(response.text.strip())
            if usual and len(usual.items) == asked:
                return usual.items, None
            reason = unanswered(response, asked)
            found = None if reason else parse_list(response.text, asked)
            entries = tuple(map(headword, found.items)) if found else ()
            reason = reason or (FailureReason.UNPARSABLE if found is None else None)
        return entries, reason or (FailureReason.TOO_LONG if too_long(len(entries), asked) else None)

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
            raise BadArguments(f"{names} has no vector for the {what} {listed(map(quoted, missing))}")

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """One score for each sample, whose ``fields["words"]`` or response holds the words."""
        reads = [self._read(sample) for sample in samples]
        self.lexicon.resolve([entry for _, counted, _ in reads for entry in counted])
        lists = [self._valid(sample, counted) for sample, (_, counted, _) in zip(samples, reads, strict=True)]
        reasons = [
            reason or (FailureReason.TOO_FEW_VALID if len(words) < self.fewest else None)
            for (_, _, reason), words in zip(reads, lists, strict=True)
        ]
        scored = [i for i, reason in enumerate(reasons) if reason is None]
        worth: list[Measured] = [Measured(None, {}, self.no_details())] * len(samples)
        measured = self.measure([samples[i] for i in scored], [lists[i] for i in scored]) if scored else []
        for i, its in zip(scored, measured, strict=True):
            worth[i] = its
        teller = copy(self)
        teller.tables = []  # a score that is kept must not keep all vectors
        whole = teller._whole
        return [
            SampleScore.later(its.score, reason, whole, sample, reason, its)
            for sample, reason, its in zip(samples, reasons, worth, strict=True)
        ]

    def _read(self, sample: Sample) -> tuple[tuple[str, ...], tuple[str, ...], FailureReason | None]:
        """The entries of a response, those of them that are looked up, and why there are none of use."""
        entries, reason = self.read(sample)
        return entries, () if reason is FailureReason.TOO_LONG else self.lexicon.in_one_language(entries), reason

    def _valid(self, sample: Sample, entries: Sequence[str]) -> list[str]:
        """The words that are scored."""
        if self.refusals:
            return self._select(sample, entries)["valid"][: self.rule.maximum]
        words, _ = self.lexicon.find(entries)
        return list(dict.fromkeys(filter(None, words)))[: self.rule.maximum]

    def _select(self, sample: Sample, entries: Sequence[str]) -> dict[str, list[str]]:
        """The valid words, and which entries are estimated, unknown, repeated or refused, by reason."""
        words, estimated = self.lexicon.find(entries)
        found: dict[str, list[str]] = {name: [] for name in ("valid", "unknown", "repeated", *self.refusals)}
        for entry, word in zip(entries, words, strict=True):
            reason = "unknown" if word is None else self.refuse(sample, word)
            if reason is not None:
                found[reason].append(entry)
            if word is not None and (reason is None or reason in self.tolerated):
                is_new = word not in found["valid"]
                found["valid" if is_new else "repeated"].append(word if is_new else entry)
        return {**found, "estimated": list(estimated)}

    def _whole(self, sample: Sample, reason: FailureReason | None, measured: Measured) -> SampleScore:
        """The score with all that is known of the response, which is read again: few are ever asked for."""
        given, entries, _ = self._read(sample)
        not_counted = () if entries else given
        found = self._select(sample, entries)
        words = found["valid"][: self.rule.maximum]
        kinds = ["unknown", *(["estimated"] if self.estimates else []), "repeated", *self.refusals]
        submetrics = dict.fromkeys(self.submetric_names)
        if entries:
            common = {
                "n_valid": float(len(found["valid"])),
                "wrong_count_rate": float(len(entries) != self.rule.asked),
                **{f"{kind}_rate": len(found[kind]) / len(entries) for kind in kinds},
                **word_classes(list(map(plain_spelling, entries)) if self.lemmatises else entries),
                "lemmatised_rate": lemmatised_rate(words) if self.lemmatises else None,
                **self.counts(sample, found),
            }
            submetrics |= {name: common[name] for name in submetrics.keys() & common.keys()}
        details: dict[str, Any] = {"scored_words": words if reason is None else []}
        details |= {f"{kind}_entries": found[kind] for kind in kinds}
        refused = [entry for kind in self.refusals for entry in found[kind]]
        by_text: dict[str, str] = {}
        for text in filter(str.strip, (*found["valid"], *not_counted, *found["unknown"], *refused)):
            by_text.setdefault(text.casefold(), text)
        submetrics |= {**measured.submetrics, **self.among_people(measured.score)}
        return SampleScore(measured.score, reason, submetrics, {**details, **measured.details}, tuple(by_text.values()))

    def among_people(self, score: float | None) -> Mapping[str, float | None]:
        """Where people's scores of the same settings are known, the score's place among them."""
        return {}

    def counts(self, sample: Sample, found: Mapping[str, Sequence[str]]) -> Mapping[str, float | None]:
        """The benchmark's own numbers of any response with entries, by what became of these."""
        return {}

    def no_details(self) -> Mapping[str, Any]:
        """The benchmark's own details of a response that was not scored: the same columns, empty."""
        return {}


class MeanDistanceScorer(WordListScorer[E]):
    """The mean distance of the words, and among people where the card has norms of the same settings."""

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """See ``scoring``; the embeddings of an ensemble each score the same words."""
        scores = self.mean_over_embeddings(lambda table: mean_distances(table.rows(lists), table.vectors)).tolist()
        return list(map(Measured, scores))

    def among_people(self, score: float | None) -> Mapping[str, float | None]:
        """Where the score is among people's."""
        people = self._quantiles
        return {"human_percentile": human_percentile(score, people)} if people and score is not None else {}

    @cached_property
    def _quantiles(self) -> Sequence[float]:
        """Of people whose words are public, scored as these responses are; no instruction was theirs."""
        if "human_percentile" not in self.submetric_names or self.settings.instruction != NEUTRAL:
            return ()
        compared = self.settings.compared(asked=False)
        norms = (norm for norm in known_norms(self.card) if norm.quantiles and norm.stat == SCORE)
        return next((norm.quantiles for norm in norms if norm.holds_for(compared)), ())


class LanguagesScorer(MeanDistanceScorer[E]):
    """The same of words in any script; every language has a submetric of its own.

    ``obeying`` are the English nouns that obey the constraint; None where no list says it.
    """

    obeying: frozenset[str] | None = None

    def __init__(self, card: Card, settings: E) -> None:
        super().__init__(card, settings, word_candidates)

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """``BadArguments`` for languages that the built-in table does not know."""
        others = sorted({sample.fields["language"] for sample in samples} - {"en"})
        if self.lemmatises and others:
            raise BadArguments(f"the built-in table knows English only, got {', '.join(others)}")
        return super().score(samples)

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """The mean of the languages' means, if every language that was asked has one."""
        by_language: dict[str, list[float]] = {str(sample.fields["language"]): [] for sample in samples}
        for sample, score in zip(samples, scores, strict=True):
            if score.score is not None:
                by_language[sample.fields["language"]].append(score.score)
        return {"mean_of_languages": mean(map(mean, by_language.values())) if all(by_language.values()) else None}

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The distance, also under the name of the response's language, and how far it keeps to the constraint."""
        found = []
        for sample, words, measured in zip(samples, lists, super().measure(samples, lists), strict=True):
            language, nouns, obeying = sample.fields["language"], self.obeying, None
            if nouns is not None and language == "en":
                obeying = mean(word in nouns or builtin().lemma(word) in nouns for word in words)
            found.append(Measured(measured.score, {f"score_{language}": measured.score, "obeying_rate": obeying}))
        return found


LETTER = re.compile(r"\b[a-z]\b")
"""One letter, or several of which each is right: "either v or x or z", "v, x or z"."""


def first_letter(word: str) -> str:
    """First letter of a word, ``""`` for what begins with none."""
    first = word.lstrip("- ")[:1]
    return first if first.isalpha() else ""


class GivenWordsScorer(WordListScorer[E]):
    """Given words, and words with another initial than the letter asked for, do not count as new words.

    Given words need no dictionary. Those that an embedding lacks are in no distance; without any there is no score.
    """

    refusals = ("given", "letter")

    @cached_property
    def _given(self) -> Lexicon:
        return Lexicon([table.embedding for table in self.tables])

    def _known_given(self, sample: Sample) -> list[str]:
        self._given.resolve(sample.fields["given"])
        return list(dict.fromkeys(filter(None, map(self._given.word, sample.fields["given"]))))

    def read(self, sample: Sample) -> tuple[tuple[str, ...], FailureReason | None]:
        """Too few words are valid where no given word is known."""
        entries, reason = super().read(sample)
        return entries, reason or (None if self._known_given(sample) else FailureReason.TOO_FEW_VALID)

    def refuse(self, sample: Sample, word: str) -> str | None:
        """``given`` for a given word, with a vector or without; ``letter`` for one with another initial."""
        if word in spellings(tuple(sample.fields["given"])):
            return "given"
        return None if first_letter(word) in LETTER.findall(sample.fields["letter"]) else "letter"

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The score, and its part among the new words and between new and given ones."""
        given = list(map(self._known_given, samples))

        def values(table: WordTable) -> NDArray[np.float64]:
            rows = table.rows([*lists, *given])
            return distances_with_given(rows[: len(lists)], rows[len(lists) :], table.vectors)

        found = []
        for sample, (score, within, between) in zip(samples, self.mean_over_embeddings(values).tolist(), strict=True):
            unknown = [word for word in sample.fields["given"] if self._given.word(word) is None]
            submetrics = {"novelty_within": within, "distance_to_given": between, "given_unknown": float(len(unknown))}
            found.append(Measured(score, submetrics, {"unknown_given": unknown}))
        return found

    def no_details(self) -> dict[str, list[str]]:
        """No given words of a response that was not scored."""
        return {"unknown_given": []}

    def counts(self, sample: Sample, found: Mapping[str, Sequence[str]]) -> dict[str, float]:
        """No word is in two of the four lists; those in none are new and have the right initial."""
        unknown, repeated, given, letter = (
            [self.lexicon.word(entry) or (*olson_candidates(entry), entry.strip().lower())[0] for entry in found[name]]
            for name in ("unknown", "repeated", *self.refusals)
        )
        initials, right = map(first_letter, (*unknown, *given, *letter)), LETTER.findall(sample.fields["letter"])
        again = sum(len(words) - len(set(words)) for words in (unknown, letter))
        return {
            "letter_violations": float(sum(initial not in ("", *right) for initial in initials)),
            "repeats": float(len(repeated) + len(given) + again),
        }
