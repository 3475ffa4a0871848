"""Scores DAT answers, a run at a time: parse, resolve all words, embed each distinct one once, average distances."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from helm_creativity import __version__
from helm_creativity.embeddings.builtin import BuiltinEmbedding, builtin
from helm_creativity.embeddings.catalogue import CATALOGUE
from helm_creativity.embeddings.lexicon import Dictionary, Lexicon, Selection, read_dictionary
from helm_creativity.embeddings.registry import check_embeddings, load_embeddings, require_embeddings
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.files import find
from helm_creativity.responses import Answer, Unscored, headword, olson_candidates, parse_list, too_long, unanswered
from helm_creativity.rooms import Outcome, Row, load_card, render
from helm_creativity.rooms.rows import words_of
from helm_creativity.scenarios.dat.measure import dat_of_lists, human_percentile
from helm_creativity.scenarios.dat.protocols import PROTOCOLS, Protocol

HERE = Path(__file__).parent
CARD = load_card(HERE)
OLSON_WORDS = next(file for file in CARD.files if file.name == "olson2021-words")
# The largest sample of the instrument's authors, and the vectors for which it holds.
NORMS = next(baseline for baseline in CARD.human_baselines if baseline.n == 8572)
NORMED_EMBEDDING = f"glove-840b@sha256:{(CATALOGUE['glove-840b'].unpacked_sha256 or '')[:12]}/300d"
NOT_ASKED = "not asked here"
# Facets and details of an answer in which no words were found: the same columns, all undefined.
NO_FACETS: dict[str, float | None] = {facet.name: None for facet in CARD.facets}
NO_DETAILS: dict[str, list[str]] = {"scored_words": [], "unknown_entries": [], "repeated_entries": []}
DICTIONARIES = ("olson2021", "none")


def default_dictionary(protocol: Protocol, embedding: str) -> str:
    """The protocol's dictionary; the built-in table is one itself, of nouns."""
    return "none" if embedding == "builtin" else protocol.dictionary


def find_dictionary(name: str) -> Dictionary | None:
    """The dictionary of that name, None for ``none``.

    Raises:
        FileProblem: when it is not on this machine; the message gives the command that brings it.
    """
    if name == "none":
        return None
    path = find(OLSON_WORDS)
    if path is None:
        raise FileProblem(
            f"the dictionary {name!r} is not on this machine; bring it with "
            f"`helm-creativity items fetch {OLSON_WORDS.name}`, or use dictionary=none"
        )
    return read_dictionary(path, name)


def prompts_of(protocol: str) -> str:
    """Number and checksum of the protocol's prompts, as they are asked."""
    rule = PROTOCOLS[protocol]
    texts = [render(HERE, prompt_id, n_words=rule.asked).sha256 for prompt_id in rule.prompts]
    return f"{len(texts)}@sha256:{hashlib.sha256(''.join(texts).encode()).hexdigest()[:12]}"


def signature_of(protocol: str, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> str:
    """Everything that moves a DAT score. ``prompts`` is from ``prompts_of`` where a model was asked."""
    rule = PROTOCOLS[protocol]
    words = str(rule.minimum) if rule.minimum == rule.maximum else f"{rule.minimum}-{rule.maximum}"
    parts = {
        "protocol": protocol,
        "prompts": prompts,
        "words": f"{words} of {rule.asked}",
        "embedding": "+".join(check_embeddings(embedding)),
        "dictionary": dictionary.signature if dictionary else "none",
        "card": CARD.version,
        "helm-creativity": __version__,
    }
    return "|".join([CARD.name, *(f"{key}:{value}" for key, value in parts.items())])


@dataclass(frozen=True)
class Read:
    """One answer on its way to a score: its entries, or why there are none."""

    entries: tuple[str, ...] = ()
    unscored: Unscored | None = None


class DatScorer:
    """See ``Scorer``. The embeddings of an ensemble each score the same words; the score is the mean of theirs."""

    def __init__(self, protocol: str, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> None:
        self.signature = signature_of(protocol, embedding, dictionary, prompts)
        self._rule = PROTOCOLS[protocol]
        embeddings = load_embeddings(embedding)
        self._lexicon = Lexicon(embeddings, dictionary)
        self._tables = [WordTable(one) for one in embeddings]
        vectors = [one.signature for one in embeddings]
        self._normed = (
            vectors == [NORMED_EMBEDDING]
            and self._rule.maximum == 7
            and dictionary is not None
            and dictionary.signature == f"olson2021@sha256:{OLSON_WORDS.sha256[:12]}"
        )
        self._lemmatises = any(isinstance(one, BuiltinEmbedding) for one in embeddings)

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each row: ``fields["words"]`` where given, otherwise the words found in the answer's text."""
        reads = [self._read(row) for row in rows]
        self._lexicon.resolve(entry for read in reads for entry in read.entries)
        selections = [self._lexicon.select(read.entries) for read in reads]
        reasons = [self._reason(read, selection) for read, selection in zip(reads, selections, strict=True)]
        lists = [
            selection.valid[: self._rule.maximum]
            for selection, reason in zip(selections, reasons, strict=True)
            if reason is None
        ]
        scores = iter(self._scores(lists))
        return [
            self._outcome(read, selection, reason, None if reason else next(scores))
            for read, selection, reason in zip(reads, selections, reasons, strict=True)
        ]

    def _read(self, row: Row) -> Read:
        if "words" in row.fields:
            entries: tuple[str, ...] = tuple(row.fields["words"])
            if not entries:
                return Read(unscored=Unscored.EMPTY)
        else:
            answer = row.answer or Answer("")
            reason = unanswered(answer, self._rule.asked)
            if reason is not None:
                return Read(unscored=reason)
            found = parse_list(answer.text, self._rule.asked)
            if found is None:
                return Read(unscored=Unscored.UNPARSABLE)
            entries = tuple(map(headword, found.items))
        if too_long(len(entries), self._rule.asked):
            return Read(unscored=Unscored.TOO_LONG)
        return Read(entries)

    def _reason(self, read: Read, selection: Selection) -> Unscored | None:
        if read.unscored is None and len(selection.valid) < self._rule.minimum:
            return Unscored.TOO_FEW_VALID
        return read.unscored

    def _scores(self, lists: Sequence[Sequence[str]]) -> list[float]:
        each = [dat_of_lists(table.rows(lists), table.vectors) for table in self._tables]
        return [float(score) for score in np.mean(each, axis=0)]

    def _outcome(self, read: Read, selection: Selection, reason: Unscored | None, score: float | None) -> Outcome:
        if read.unscored is not None:
            return Outcome(None, reason, NO_FACETS, NO_DETAILS)
        facets: dict[str, float | None] = {
            "n_valid": float(len(selection.valid)),
            "unknown_rate": len(selection.unknown) / len(read.entries),
            "repeated_rate": len(selection.repeated) / len(read.entries),
            "wrong_count_rate": float(len(read.entries) != self._rule.asked),
            **word_classes(read.entries),
            "lemmatised_rate": self._lemmatised_rate(selection.valid[: self._rule.maximum]),
            "human_percentile": self._percentile(score),
        }
        details: dict[str, Any] = {
            "scored_words": list(selection.valid[: self._rule.maximum]) if score is not None else [],
            "unknown_entries": list(selection.unknown),
            "repeated_entries": list(selection.repeated),
        }
        return Outcome(score, reason, facets, details)

    def _percentile(self, score: float | None) -> float | None:
        if score is None or not self._normed:
            return None
        return human_percentile(score, NORMS.mean, NORMS.sd)

    def _lemmatised_rate(self, words: Sequence[str]) -> float | None:
        if not self._lemmatises or not words:
            return None
        return sum(builtin().lemma(word) != word for word in words) / len(words)


class WordClass(NamedTuple):
    """What WordNet 3.0 says of an entry."""

    noun: bool
    plural: bool
    proper: bool


@lru_cache(maxsize=100_000)
def word_class(entry: str) -> WordClass | None:
    """Classes of an entry's word, None for an entry without letters."""
    candidates = olson_candidates(entry)
    if not candidates:
        return None
    lemma = builtin().lemma(candidates[0])
    return WordClass(lemma is not None, lemma not in (None, candidates[0]), builtin().is_proper_noun(candidates[0]))


def word_classes(entries: Sequence[str]) -> dict[str, float | None]:
    """Shares of nouns, plurals and proper nouns among the entries that are words. None of them is in the score."""
    classes = [found for entry in entries if (found := word_class(entry)) is not None]
    if not classes:
        return {"noun_rate": None, "plural_rate": None, "proper_noun_rate": None}
    nouns, plurals, proper = map(sum, zip(*classes, strict=True))
    n = len(classes)
    return {"noun_rate": nouns / n, "plural_rate": plurals / n, "proper_noun_rate": proper / n}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score dat`` takes beside files."""
    parser.add_argument("--embedding", required=True, help="builtin, glove-840b, sbert-mpnet, a+b for an ensemble, ...")
    parser.add_argument("--protocol", default=CARD.default_protocol, choices=sorted(PROTOCOLS))
    parser.add_argument(
        "--dictionary",
        metavar="FILE",
        default="none",
        help="only words of this file count, one a line; olson2021 is the authors' own (default: all with a vector)",
    )


def scorer_of(arguments: argparse.Namespace) -> DatScorer:
    """The scorer for the command line: people's answers come with the dictionary that the user names, or with none."""
    require_embeddings(arguments.embedding)
    return DatScorer(arguments.protocol, arguments.embedding, own_dictionary(arguments.dictionary))


def own_dictionary(name: str) -> Dictionary | None:
    """A dictionary by name or by file; the authors' own is known by its checksum, wherever it lies."""
    if name in DICTIONARIES:
        return find_dictionary(name)
    dictionary = read_dictionary(Path(name), Path(name).stem)
    official = OLSON_WORDS.sha256[:12]
    known = official in dictionary.signature
    return replace(dictionary, signature=f"olson2021@sha256:{official}") if known else dictionary


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``words`` (a list, or text separated by commas) or ``response`` (text).

    Raises:
        BadArguments: when neither is there, or it is of the wrong kind.
    """
    if record.get("words") not in (None, ""):
        return Row(None, {"words": words_of(record["words"])})
    if "response" not in record and "words" not in record:
        raise BadArguments(f"expected a field response or words, got {sorted(record)}")
    response = record.get("response")
    if response is not None and not isinstance(response, str):
        raise BadArguments(f"response must be text, got {response!r}")
    return Row(Answer(response or ""))
