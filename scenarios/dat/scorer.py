"""Scores DAT answers, a run at a time."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helm_creativity.embeddings.catalogue import CATALOGUE
from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.embeddings.registry import require_embeddings
from helm_creativity.rooms import NOT_ASKED, Row, checksum_of, load_card, render, signature
from helm_creativity.scenarios.dat.measure import dat_of_lists, human_percentile
from helm_creativity.scenarios.dat.protocols import PROTOCOLS
from helm_creativity.vocabulary import Measured, WordListScorer
from helm_creativity.vocabulary.command import add_word_arguments, fields_of
from helm_creativity.vocabulary.dictionaries import olson_words, own_dictionary, word_signature

HERE = Path(__file__).parent
CARD = load_card(HERE)
# The largest sample of the instrument's authors, and the vectors for which it holds.
NORMS = next(baseline for baseline in CARD.human_baselines if baseline.n == 8572)
NORMED_EMBEDDING = f"glove-840b@sha256:{(CATALOGUE['glove-840b'].unpacked_sha256 or '')[:12]}/300d"


def prompts_of(protocol: str) -> str:
    """Number and checksum of the protocol's prompts, as they are asked."""
    one = PROTOCOLS[protocol]
    return checksum_of(render(HERE, prompt_id, n_words=one.rule.asked) for prompt_id in one.prompts)


def signature_of(protocol: str, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> str:
    """Everything that moves a DAT score. ``prompts`` is from ``prompts_of`` where a model was asked."""
    return signature(
        CARD,
        protocol=protocol,
        prompts=prompts,
        words=PROTOCOLS[protocol].rule,
        **word_signature(embedding, dictionary),
    )


class DatScorer(WordListScorer):
    """The embeddings of an ensemble each score the same words; the score is the mean of theirs."""

    def __init__(self, protocol: str, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> None:
        rule = PROTOCOLS[protocol].rule
        super().__init__(CARD, rule, signature_of(protocol, embedding, dictionary, prompts), embedding, dictionary)
        self._normed = (
            rule.minimum == rule.maximum == 7
            and [table.embedding.signature for table in self.tables] == [NORMED_EMBEDDING]
            and dictionary is not None
            and dictionary.signature == f"olson2021@sha256:{olson_words().sha256[:12]}"
        )

    def measure(self, rows: Sequence[Row], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """DAT of the lists, and whom it exceeds where there are norms."""
        scores = self.mean_over_embeddings(lambda table: dat_of_lists(table.rows(lists), table.vectors))
        return [Measured(score, {"human_percentile": self._percentile(score)}) for score in scores.tolist()]

    def _percentile(self, score: float) -> float | None:
        return human_percentile(score, NORMS.mean, NORMS.sd) if self._normed else None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score dat`` takes beside files."""
    add_word_arguments(parser, CARD)


def scorer_of(arguments: argparse.Namespace) -> DatScorer:
    """The scorer for the command line: people's answers come with the dictionary that the user names, or with none."""
    require_embeddings(arguments.embedding)
    return DatScorer(arguments.protocol, arguments.embedding, own_dictionary(arguments.dictionary))


def row_of(record: dict[str, Any]) -> Row:
    """See ``fields_of``."""
    return fields_of(record)
