"""Scores HardDAT answers, a run at a time."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.embeddings.registry import require_embeddings
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.errors import BadArguments
from helm_creativity.responses import olson_candidates
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, checksum_of, load_card, signature
from helm_creativity.rooms.rows import words_of
from helm_creativity.scenarios.hard_dat.draws import Items, nouns_signature
from helm_creativity.scenarios.hard_dat.measure import HardDat, hard_dat_of_lists
from helm_creativity.scenarios.hard_dat.protocols import PROTOCOLS
from helm_creativity.vocabulary import Measured, WordListScorer
from helm_creativity.vocabulary.command import add_word_arguments, fields_of
from helm_creativity.vocabulary.dictionaries import own_dictionary, word_signature

CARD = load_card(Path(__file__).parent)
ROWS = "in the rows"


def signature_of(protocol: str, embedding: str, dictionary: Dictionary | None, items: Items | None = None) -> str:
    """Everything that moves a score. ``items`` are those that a model was asked; None where rows bring their own."""
    return signature(
        CARD,
        protocol=protocol,
        prompts=checksum_of(items.prompts(protocol).values()) if items else NOT_ASKED,
        words=PROTOCOLS[protocol].rule,
        given=nouns_signature() if items else ROWS,
        draw=items.draw if items else ROWS,
        **word_signature(embedding, dictionary),
    )


def initial_of(word: str) -> str:
    """First letter of a word, ``""`` for what begins with none."""
    first = word.lstrip("- ")[:1]
    return first if first.isalpha() else ""


class HardDatScorer(WordListScorer):
    """Given words, and words with another initial than the letter asked for, do not count as new words."""

    refusals = ("given", "letter")

    def __init__(
        self, protocol: str, embedding: str, dictionary: Dictionary | None, items: Items | None = None
    ) -> None:
        rule = PROTOCOLS[protocol].rule
        super().__init__(CARD, rule, signature_of(protocol, embedding, dictionary, items), embedding, dictionary)

    def refuse(self, row: Row, word: str) -> str | None:
        """``given`` for a given word, ``letter`` for one with another initial."""
        if word in row.fields["given"]:
            return "given"
        return None if initial_of(word) == row.fields["letter"] else "letter"

    def measure(self, rows: Sequence[Row], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The score, and its part among the new words and between new and given ones."""
        given = [row.fields["given"] for row in rows]
        self.require_known((word for words in given for word in words), "given words")

        def values(table: WordTable) -> NDArray[np.float64]:
            numbers = table.rows([*lists, *given])
            return hard_dat_of_lists(numbers[: len(lists)], numbers[len(lists) :], table.vectors)

        found = [HardDat(*three) for three in self.mean_over_embeddings(values).tolist()]
        return [
            Measured(one.score, {"novelty_within": one.novelty_within, "distance_to_given": one.distance_to_given})
            for one in found
        ]

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """See ``WordListScorer``; counts of the entries that break the rules of the task are added."""
        outcomes = super().score(rows)
        return [
            replace(outcome, facets={**outcome.facets, **self._counts(row, outcome)})
            for row, outcome in zip(rows, outcomes, strict=True)
        ]

    def _counts(self, row: Row, outcome: Outcome) -> dict[str, float]:
        """Entries with another initial, known words or not, and those that had come before or are given words.

        No word is in two of the four lists, and those that are in none are new and have the right initial.
        """
        if outcome.facets["n_valid"] is None:
            return {}
        unknown, repeated, given, letter = (
            list(map(self._word, outcome.details[f"{name}_entries"]))
            for name in ("unknown", "repeated", "given", "letter")
        )
        initials = [initial_of(word) for word in (*unknown, *given, *letter)]
        again = sum(len(words) - len(set(words)) for words in (unknown, letter))
        return {
            "letter_violations": float(sum(initial not in ("", row.fields["letter"]) for initial in initials)),
            "repeats": float(len(repeated) + len(given) + again),
        }

    def _word(self, entry: str) -> str:
        """The word that an entry was taken for, or how it is spelt."""
        return self.lexicon.word(entry) or (*olson_candidates(entry), entry.strip().lower())[0]


def require_given(embedding: str, items: Items) -> bool:
    """Makes sure, before a request is paid for, that given words have vectors; ``BadArguments`` names the others."""
    scorer = HardDatScorer(CARD.default_protocol, embedding, None)
    scorer.require_known((word for words in items.given.values() for word in words), "given words")
    return True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score hard_dat`` takes beside files."""
    add_word_arguments(parser, CARD)


def scorer_of(arguments: argparse.Namespace) -> HardDatScorer:
    """The scorer for the command line: people's answers come with the dictionary that the user names, or with none."""
    require_embeddings(arguments.embedding)
    return HardDatScorer(arguments.protocol, arguments.embedding, own_dictionary(arguments.dictionary))


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``letter``, ``given`` (a list, or text separated by commas) and the words or answer."""
    row = fields_of(record, ("letter",))
    letter = row.fields["letter"].lower()
    if len(letter) != 1 or not letter.isascii() or not letter.isalpha():
        raise BadArguments(f"expected one letter from a to z in the field letter, got {record['letter']!r}")
    return replace(row, fields={**row.fields, "letter": letter, "given": _given(record.get("given"))})


def _given(value: object) -> list[str]:
    """Given words as they are looked up: trimmed, lower-case, each once."""
    given = list(dict.fromkeys(word.strip().lower() for word in words_of(value, "given") if word.strip()))
    if not given:
        raise BadArguments(f"given must have at least one word, got {value!r}")
    return given
