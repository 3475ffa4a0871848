"""Scores sets of paths, a run at a time: every distinct text of a path is embedded once."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
from helm_creativity.judging import complaints, panel_stats
from helm_creativity.judging.given import judgement_of_row
from helm_creativity.responses import Unscored
from helm_creativity.rooms import Outcome, Row
from helm_creativity.scenarios.create.given import row_of
from helm_creativity.scenarios.create.judged import JudgedAnswer, judged_answer
from helm_creativity.scenarios.create.pool import further_answers
from helm_creativity.scenarios.create.protocols import PROTOCOLS
from helm_creativity.scenarios.create.ranking import Ranking, rank, texts_of
from helm_creativity.scenarios.create.settings import CARD, given_signature
from helm_creativity.scenarios.create.space import PathSpace
from helm_creativity.scenarios.create.structure import Fault
from helm_creativity.vocabulary.command import add_embedding

__all__ = ["CARD", "CreateScorer", "add_arguments", "row_of", "scorer_of"]

logger = logging.getLogger(__name__)

CHARACTERS_A_TOKEN = 4


class CreateScorer:
    """See ``RunScorer``. An answer's score is the creative utility of its paths at a patience of 0.9."""

    def __init__(self, protocol: str, embedding: str, signature: str = "") -> None:
        self._protocol = PROTOCOLS[protocol]
        self._embeddings = load_embeddings(embedding)
        self.signature = signature or given_signature(protocol, embedding)

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each answer, or for each pool of answers to one query.

        Raises:
            BadArguments: for given judgements that are not one for each path.
        """
        answers = [judged_answer(row, self._protocol) for row in rows]
        space = PathSpace(self._embeddings, (text for answer in answers for text in texts_of(answer)))
        return [
            self._outcome(row, answer, rank(answer, space, self._protocol))
            for row, answer in zip(rows, answers, strict=True)
        ]

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """What was asked beside the first prompts, which HELM's own counts leave out."""
        judgements = [judgement_of_row(row) for row in rows]
        for complaint in complaints(judgements):
            logger.warning("%s: %s", CARD.group, complaint)
        failed = [answer.failed for row in rows for answer in further_answers(row)]
        more = {"further_answers": float(len(failed)), "further_failed": float(sum(failed))}
        return {**more, **panel_stats(judgements)}

    def _outcome(self, row: Row, answer: JudgedAnswer, ranking: Ranking) -> Outcome:
        facets: dict[str, float | None] = {facet.name: None for facet in CARD.facets if facet.of == "answer"}
        facets |= {"cut_answers": float(answer.pool.cut), "answer_tokens": _tokens(row)}
        details = {**_details(answer), **ranking.details}
        if answer.unscored is not None:
            return Outcome(None, answer.unscored, facets, details)
        facets |= {**_counts(answer), "unjudged_paths": float(ranking.n_unjudged)}
        if ranking.score is None:
            return Outcome(None, Unscored.UNJUDGED, facets, details)
        return Outcome(ranking.score, None, {**facets, **ranking.facets}, details)


def _tokens(row: Row) -> float | None:
    """About how many tokens the answers had; None for paths without one."""
    if row.answer is None:
        return None
    texts = [row.answer.text, *(answer.text for answer in further_answers(row))]
    return sum(map(len, texts)) / CHARACTERS_A_TOKEN


def _counts(answer: JudgedAnswer) -> dict[str, float | None]:
    """What can be counted without judges."""
    faulty = {f"paths_{fault.value}": float(sum(fault in path.faults for path in answer.paths)) for fault in Fault}
    return {
        "stated_paths": float(len(answer.paths) + answer.pool.malformed),
        "valid_paths": float(sum(path.valid for path in answer.paths)),
        "paths_malformed": float(answer.pool.malformed),
        **faulty,
    }


def _details(answer: JudgedAnswer) -> dict[str, Any]:
    """What a reader wants to see of the paths, an entry each."""
    return {
        "stated": [[list(triple) for triple in path.path] for path in answer.paths],
        "path_probability": list(answer.pool.probabilities) or [None] * len(answer.paths),
        "path_faults": [[fault.value for fault in path.faults] for path in answer.paths],
        "path_specificity": [path.specificity for path in answer.paths],
        "path_factual_share": [path.factual_share for path in answer.paths],
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score create`` takes beside files."""
    add_embedding(parser)
    parser.add_argument("--protocol", choices=list(PROTOCOLS), default=CARD.default_protocol)


def scorer_of(arguments: argparse.Namespace) -> CreateScorer:
    """The scorer for the command line."""
    require_embeddings(arguments.embedding)
    return CreateScorer(arguments.protocol, arguments.embedding)
