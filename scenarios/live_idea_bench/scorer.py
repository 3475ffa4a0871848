"""Scores ideas from what judges said of them: an answer at a time, then the run as a whole."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from helm_creativity.errors import BadArguments
from helm_creativity.judging import Judgement, JudgeSettings, complaints, panel_stats
from helm_creativity.judging.given import given_ratings, judgement_of_row, mean_or_none
from helm_creativity.judging.neighbours import pair_name
from helm_creativity.responses import Answer, Unscored, answer_in
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, checksum_of, load_card, render, signature
from helm_creativity.scenarios.live_idea_bench.ideas import Idea, read_idea
from helm_creativity.scenarios.live_idea_bench.keywords import slug
from helm_creativity.scenarios.live_idea_bench.measure import average, bootstrap_se, category_means, live_idea_scores
from helm_creativity.scenarios.live_idea_bench.protocols import (
    FALLBACKS,
    FLUENCY,
    FORMS,
    HERE,
    KEYWORDS,
    PROTOCOLS,
    SCALE,
)
from helm_creativity.scenarios.live_idea_bench.table import KeywordTable, tabulate

logger = logging.getLogger(__name__)

CARD = load_card(HERE)
BOOTSTRAP_SEED = 42


def prompts_of(keywords: str, form: str) -> str:
    """Number and checksum of the prompts with every keyword, and of the form of the fallback."""
    asked = [render(HERE, FORMS[form], keyword=one.keyword) for one in KEYWORDS[keywords]()]
    return checksum_of([*asked, render(HERE, FALLBACKS[form], keyword="KEYWORD")])


def instruments_of(protocol: str) -> str:
    """Number and checksum of what judges are asked."""
    critic = PROTOCOLS[protocol].critic.forms(idea="IDEA")
    return checksum_of([*critic, *FLUENCY.forms(keyword="KEYWORD", idea_a="FIRST", idea_b="SECOND")])


def run_signature(protocol: str, keywords: str, form: str, judges: JudgeSettings) -> str:
    """Everything that moves the score of a run."""
    prompts = prompts_of(keywords, form)
    asked = {"keywords": keywords, "form": form, "prompts": prompts, **judges.signed(instruments_of(protocol))}
    return signature(CARD, protocol=protocol, **asked)


def given_signature(protocol: str) -> str:
    """Everything that moves the score of ideas whose ratings are given."""
    return signature(CARD, protocol=protocol, prompts=NOT_ASKED, judges="given")


class LiveIdeaScorer:
    """See ``RunScorer``. An idea's score is the mean of its ratings' means, a run's that of four facets or five."""

    def __init__(self, protocol: str, form: str, signature: str = "") -> None:
        self._dimensions = PROTOCOLS[protocol].dimensions
        self._form = form
        self.signature = signature or given_signature(protocol)

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each idea: from ``fields["ratings"]`` where given, otherwise from its judges."""
        return [self._outcome(row) for row in rows]

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """Fluency, flexibility, the score and its uncertainty, categories, and what the judges did."""
        table = self._table(rows, outcomes)
        scores = live_idea_scores(table)
        judgements = [judgement_of_row(row) for row in rows]
        for complaint in complaints(judgements):
            logger.warning("%s: %s", CARD.group, complaint)
        if scores.score is None:
            lacking = ", ".join(name for name, value in scores.facets.items() if value is None)
            logger.warning("%s: no score, for want of %s; fluency needs num_trials of 2 or more", CARD.group, lacking)
        errors = bootstrap_se(table, np.random.default_rng(BOOTSTRAP_SEED))
        categories = {str(row.fields["keyword"]): str(row.fields.get("category") or "none") for row in rows}
        return {
            **dict.fromkeys(one.name for one in CARD.facets if one.of == "run"),
            "score": scores.score,
            "score_se": errors["score"] if scores.score is not None else None,
            "score_failures_as_zero": live_idea_scores(self._table(rows, outcomes, as_zero=True)).score,
            "fluency": scores.facets["fluency"],
            "fluency_se": errors["fluency"],
            "flexibility": scores.facets["flexibility"],
            "flexibility_se": errors["flexibility"],
            "compared_pairs": float(scores.n_values["fluency"]),
            "flexible_keywords": float(scores.n_keywords),
            **{f"category_{slug(name)}": value for name, value in category_means(table, categories).items()},
            **panel_stats(judgements),
        }

    def _outcome(self, row: Row) -> Outcome:
        given = row.fields.get("ratings")
        judgement = judgement_of_row(row)
        idea, fallback = (None, False) if given else self._idea(row, judgement)
        values = {one: mean_or_none(given[one] if given else judgement.values(one)) for one in self._dimensions}
        facets: dict[str, float | None] = {
            **{one: values.get(one) for one in ("originality", "feasibility", "clarity")},
            "idea_words": float(idea.n_words) if idea and idea.unscored in (None, Unscored.TOO_LONG) else None,
            "fallback_rate": float(fallback) if idea else None,
            "unmarked_rate": float(not idea.marked) if idea and self._form == "reasoning" else None,
        }
        details = {"idea": idea.text if idea else None}
        if idea is not None and idea.unscored is not None:
            return Outcome(None, idea.unscored, {**facets, **dict.fromkeys(self._dimensions)}, details)
        score = average(values.values())
        return Outcome(score, Unscored.UNJUDGED if score is None else None, facets, details)

    def _idea(self, row: Row, judgement: Judgement) -> tuple[Idea, bool]:
        """The idea of an answer, and whether it took the fallback to get one."""
        idea, note = read_idea(row.answer or Answer(""), self._form), judgement.extra
        if "fallback_reply" not in note:
            return idea, False
        answer = answer_in(note, "fallback")
        return read_idea(answer, self._form), True

    def _table(self, rows: Sequence[Row], outcomes: Sequence[Outcome], as_zero: bool = False) -> KeywordTable:
        """What judges said, by keyword; with ``as_zero`` the answers that the model is to blame for count 0."""
        keywords = [str(row.fields["keyword"]) for row in rows]
        ratings = {one: [outcome.facets[one] for outcome in outcomes] for one in self._dimensions}
        pairs, fluency = _pairs(rows)
        failed = [outcome.unscored not in (None, Unscored.UNJUDGED) for outcome in outcomes]
        fluency = [
            None if failed[one] or failed[other] else letter
            for (one, other), letter in zip(pairs, fluency, strict=True)
        ]
        return tabulate(keywords, ratings, pairs, fluency, failed if as_zero else None)


def _pairs(rows: Sequence[Row]) -> tuple[list[tuple[int, int]], list[float | None]]:
    """Answers of consecutive trials to one keyword, by position, and what the letters on each pair are worth."""
    place = {(row.fields["keyword"], row.fields.get("trial", 0)): i for i, row in enumerate(rows)}
    said: dict[tuple[str, str], float | None] = {}
    for row in rows:
        judgement = judgement_of_row(row)
        for about in judgement.abouts:
            said[row.fields["keyword"], about] = mean_or_none(judgement.values("fluency", about))
    pairs, fluency = [], []
    for (keyword, trial), i in sorted(place.items(), key=lambda one: one[1]):
        if (keyword, trial + 1) in place:
            pairs.append((i, place[keyword, trial + 1]))
            fluency.append(said.get((keyword, pair_name(trial))))
    return pairs, fluency


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score live_idea_bench`` takes beside files."""
    parser.add_argument("--protocol", choices=list(PROTOCOLS), default=CARD.default_protocol)


def scorer_of(arguments: argparse.Namespace) -> LiveIdeaScorer:
    """The scorer for the command line."""
    return LiveIdeaScorer(arguments.protocol, "plain")


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``keyword`` and ratings: ``originality``, ``feasibility``, perhaps ``clarity``.

    Each is a number from 1 to 10 or a list of them, one a judge.

    Raises:
        BadArguments: when one is missing or wrong.
    """
    keyword = record.get("keyword")
    if not isinstance(keyword, str) or not keyword.strip():
        raise BadArguments(f"expected a text keyword, got {keyword!r}")
    ratings = {one: given_ratings(record, one, SCALE) for one in ("originality", "feasibility")}
    ratings["clarity"] = given_ratings(record, "clarity", SCALE) if record.get("clarity") not in (None, "") else []
    return Row(None, {"keyword": keyword, "ratings": ratings})
