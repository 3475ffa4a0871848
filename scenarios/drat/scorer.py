"""Scores answers to the DRAT, a run at a time."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.protocol import Embedding
from helm_creativity.embeddings.registry import require_embeddings
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.errors import BadArguments
from helm_creativity.responses import olson_candidates
from helm_creativity.rooms import NOT_ASKED, Row, checksum_of, load_card, render, signature
from helm_creativity.rooms.rows import words_of
from helm_creativity.scenarios.drat.measure import Drat, Settings, drat_of_lists
from helm_creativity.scenarios.drat.protocols import NOUNS, PROMPT, Rule, anchor_sets, pool_signature, pool_words
from helm_creativity.vocabulary import Measured, WordListScorer
from helm_creativity.vocabulary.command import add_word_arguments, fields_of
from helm_creativity.vocabulary.dictionaries import own_dictionary, word_signature

HERE = Path(__file__).parent
CARD = load_card(HERE)


def prompts_of(bank: str, k: int) -> str:
    """Number and checksum of the prompts of a bank, as they are asked."""
    return checksum_of(render(HERE, PROMPT, anchors=anchors) for anchors in anchor_sets(bank, k).values())


def signature_of(rule: Rule, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> str:
    """Everything that moves a DRAT score. ``prompts`` is from ``prompts_of`` where a model was asked."""
    return signature(
        CARD,
        protocol=CARD.default_protocol,
        prompts=prompts,
        words=rule.words,
        utility=rule.utility,
        quantile=f"{rule.quantile:.12g}",
        n_min=rule.n_min,
        pool=pool_signature(rule.pool),
        **word_signature(embedding, dictionary),
    )


class DratScorer(WordListScorer):
    """The members of an ensemble each have thresholds and survivors of their own; the numbers are their means."""

    def __init__(
        self, rule: Rule, embedding: str, dictionary: Dictionary | None = None, prompts: str = NOT_ASKED
    ) -> None:
        super().__init__(CARD, rule.words, signature_of(rule, embedding, dictionary, prompts), embedding, dictionary)
        self._settings = Settings(rule.utility, rule.quantile, rule.n_min)
        self._pool = self._pool_of(rule.pool)

    def _pool_of(self, pool: str) -> list[str]:
        if pool == "nouns":
            return list(islice(self.known(pool_words(pool)), NOUNS))
        words = list(pool_words(pool))
        self.require_known(words, "noun pool's")
        return words

    def open(self, embedding: str) -> tuple[Embedding, ...]:
        """With vectors for anchors of two words."""
        return tuple(WithPhrases(one) for one in super().open(embedding))

    def measure(self, rows: Sequence[Row], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """Eq. 6-9."""
        anchors = [list(row.fields["anchors"]) for row in rows]
        self.require_known((anchor for one in anchors for anchor in one), "anchors")
        by_table = [self._measure(table, lists, anchors) for table in self.tables]
        return [self._measured(words, anchors[i], [one[i] for one in by_table]) for i, words in enumerate(lists)]

    def _measure(
        self, table: WordTable, lists: Sequence[Sequence[str]], anchors: Sequence[Sequence[str]]
    ) -> list[Drat]:
        numbers = table.rows([*lists, *anchors, self._pool])
        m = len(lists)
        return drat_of_lists(
            numbers[:m], [tuple(one) for one in numbers[m : 2 * m]], numbers[-1], table.vectors, self._settings
        )

    def _measured(self, words: Sequence[str], anchors: Sequence[str], found: Sequence[Drat]) -> Measured:
        survivors = [int(one.survivors.sum()) for one in found]
        spelt = {spelling for anchor in anchors for spelling in (anchor, *olson_candidates(anchor))}
        facets: dict[str, Sequence[float]] = {
            "tau": [one.tau for one in found],
            "survivors": survivors,
            "relevance_collapse_rate": [n < self._settings.n_min for n in survivors],
            "dat_of_all": [one.dat for one in found],
            "anchor_rate": [sum(word in spelt for word in words) / len(words)],
        }
        relevant = {
            table.embedding.name: [word for word, there in zip(words, one.survivors, strict=True) if there]
            for table, one in zip(self.tables, found, strict=True)
        }
        return Measured(
            float(np.mean([one.score for one in found])),
            {name: float(np.mean(values)) for name, values in facets.items()},
            {"surviving_words": next(iter(relevant.values())) if len(relevant) == 1 else relevant},
        )

    def no_details(self) -> dict[str, list[str]]:
        """No word of an unscored answer survives."""
        return {"surviving_words": []}


def require_task(rule: Rule, embedding: str, bank: str, k: int) -> bool:
    """Makes sure, before a request is paid for, that pool and anchors have vectors; ``BadArguments`` if not."""
    anchors = [anchor for one in anchor_sets(bank, k).values() for anchor in one]
    DratScorer(rule, embedding).require_known(anchors, "anchors")
    return True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score drat`` takes beside files."""
    standard = Rule()
    add_word_arguments(parser, CARD)
    parser.add_argument("--utility", default=standard.utility, help="max, min or avg over the anchors (default: max)")
    parser.add_argument("--quantile", type=float, default=standard.quantile, help="of the pool (default: 0.9)")
    parser.add_argument("--n-min", type=int, default=standard.n_min, help="fewer survivors score 0 (default: 3)")
    parser.add_argument("--pool", default=standard.pool, help="cue_words, nouns, or a file with one word a line")


def scorer_of(arguments: argparse.Namespace) -> DratScorer:
    """The scorer for the command line."""
    require_embeddings(arguments.embedding)
    rule = Rule(arguments.utility, arguments.quantile, arguments.n_min, arguments.pool)
    return DratScorer(rule, arguments.embedding, own_dictionary(arguments.dictionary))


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``anchors`` (a list, or text separated by commas) and ``words`` or ``response``."""
    anchors = [anchor.strip().lower() for anchor in words_of(record.get("anchors"), "anchors")]
    if not anchors or not all(anchors):
        raise BadArguments(
            f"expected at least one anchor in the field anchors, got {json.dumps(record.get('anchors'))}"
        )
    row = fields_of(record)
    return Row(row.answer, {**row.fields, "anchors": anchors})
