"""Scores answers to the S-DAT, a run at a time, in all languages at once."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from helm_creativity.embeddings.registry import check_embeddings, require_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.responses import word_candidates
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, checksum_of, load_card, render, signature
from helm_creativity.scenarios.sdat.measure import sdat_of_lists
from helm_creativity.scenarios.sdat.protocols import ASKED, LANGUAGES, rule_of
from helm_creativity.vocabulary import Measured, WordListScorer
from helm_creativity.vocabulary.command import add_embedding, fields_of

HERE = Path(__file__).parent
CARD = load_card(HERE)


def prompts_of(languages: Sequence[str], asked: int, constraint: str) -> str:
    """Number and checksum of the prompts, as they are asked."""
    return checksum_of(render(HERE, language, n_words=asked, constraint=constraint) for language in languages)


def signature_of(asked: int, embedding: str, prompts: str = NOT_ASKED) -> str:
    """Everything that moves an S-DAT score. ``prompts`` is from ``prompts_of`` where a model was asked."""
    return signature(
        CARD,
        protocol=CARD.default_protocol,
        prompts=prompts,
        words=rule_of(asked),
        embedding="+".join(check_embeddings(embedding)),
    )


class SdatScorer(WordListScorer):
    """The mean over scored answers is the score; every language has a facet of its own."""

    def __init__(self, asked: int, embedding: str, prompts: str = NOT_ASKED) -> None:
        super().__init__(
            CARD, rule_of(asked), signature_of(asked, embedding, prompts), embedding, candidates=word_candidates
        )

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """See ``WordListScorer``; ``BadArguments`` for languages that the built-in table does not know."""
        others = sorted({row.fields["language"] for row in rows} - {"en"})
        if self.lemmatises and others:
            raise BadArguments(f"the built-in table knows English only, got {', '.join(others)}")
        return super().score(rows)

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """The mean of the languages' means, if every language that was asked has one."""
        by_language: dict[str, list[float]] = {str(row.fields["language"]): [] for row in rows}
        for row, outcome in zip(rows, outcomes, strict=True):
            if outcome.score is not None:
                by_language[row.fields["language"]].append(outcome.score)
        means = [mean(scores) for scores in by_language.values() if scores]
        return {"mean_of_languages": mean(means) if len(means) == len(by_language) else None}

    def measure(self, rows: Sequence[Row], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The distance, also under the name of the answer's language."""
        scores = self.mean_over_embeddings(lambda table: sdat_of_lists(table.rows(lists), table.vectors))
        return [
            Measured(score, {f"score_{row.fields['language']}": score})
            for row, score in zip(rows, scores.tolist(), strict=True)
        ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score sdat`` takes beside files."""
    add_embedding(parser)
    parser.add_argument("--asked", type=int, default=ASKED[0], choices=ASKED, help="words asked for (default: 10)")


def scorer_of(arguments: argparse.Namespace) -> SdatScorer:
    """The scorer for the command line."""
    require_embeddings(arguments.embedding)
    return SdatScorer(arguments.asked, arguments.embedding)


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``language`` (a code such as ``de``) and ``words`` or ``response``."""
    row = fields_of(record, ("language",))
    if row.fields["language"] not in LANGUAGES:
        raise BadArguments(f"language must be one of {', '.join(LANGUAGES)}, got {row.fields['language']!r}")
    return row
