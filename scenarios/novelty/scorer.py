"""Scores the k answers to each prompt together: every answer to it has the prompt's score."""

from __future__ import annotations

import argparse
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.judging import complaints, panel_stats
from helm_creativity.judging.given import given_ratings, judgement_of_row, mean_or_none
from helm_creativity.psychometrics import standard_error
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, signature
from helm_creativity.scenarios.novelty.measure import PATIENCE, Classes, classes, distinct, first_repeated, utility
from helm_creativity.scenarios.novelty.prompt_sets import CARD, CATEGORIES
from helm_creativity.scenarios.novelty.protocols import GIVEN, JUDGES, PROTOCOLS, SCALE, K, Way, way_of
from helm_creativity.scenarios.novelty.sameness import LABEL, MEMBER_OF, Item, item_of, sameness

logger = logging.getLogger(__name__)

FACETS = ("distinct", "utility", "first_repeated", "quality")


class NoveltyScorer:
    """See ``RunScorer``. Ratings of a row, ``fields["ratings"]``, take the place of what its judges said."""

    def __init__(self, way: Way, signature: str) -> None:
        self._way, self.signature = way, signature

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each answer; its details hold the class of an answer that counts.

        A prompt with fewer than k answers has no score, nor has one of which judges did not say enough; its answers
        then bear that reason, and those that are none their own.
        """
        groups = self._grouped(rows)
        items = [item_of([rows[i] for i in group], self._way.k) for group in groups]
        same = sameness(self._way, items)
        outcomes: dict[int, Outcome] = {}
        for group, item, decide in zip(groups, items, same, strict=True):
            outcomes.update(zip(group, self._outcomes(item, classes(len(item.places), decide)), strict=True))
        return [outcomes[i] for i in range(len(rows))]

    def group(self, row: Row) -> str:
        """See ``GroupScorer``: the prompt, by its id where it has one."""
        return str(row.fields.get("id") or row.fields["prompt"])

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """Means over prompts, by category too, and what the judges did."""
        groups = self._grouped(rows)
        scores, kinds = [], defaultdict[str, list[float]](list)
        for group in groups:
            one = next((outcomes[i] for i in group if outcomes[i].score is not None), None)
            if one is not None and one.score is not None and (different := one.facets["distinct"]) is not None:
                scores.append(one.score)
                kinds[str(rows[group[0]].fields.get("category"))].append(different)
        zeroed = [value for group in groups if (value := self._as_zero([outcomes[i] for i in group])) is not None]
        judgements = [judgement_of_row(row) for row in rows]
        for complaint in complaints(judgements):
            logger.warning("%s: %s", CARD.group, complaint)
        return {
            "score": mean_or_none(scores),
            "score_se": standard_error(scores, range(len(scores))),
            "score_failures_as_zero": mean_or_none(zeroed),
            **{f"distinct_{kind}": mean_or_none(kinds[kind]) for kind in CATEGORIES},
            **panel_stats(judgements),
        }

    def _grouped(self, rows: Sequence[Row]) -> list[list[int]]:
        """Rows of each prompt, by position, in the order of their trials, or as they came where no trials are given."""
        groups: dict[str, list[int]] = {}
        for i, row in enumerate(rows):
            groups.setdefault(self.group(row), []).append(i)
        return [sorted(group, key=lambda i: rows[i].fields.get("trial", 0)) for group in groups.values()]

    def _outcomes(self, item: Item, found: Sequence[int] | None) -> list[Outcome]:
        """Those of one item, given the classes of the answers that count."""
        way = self._way
        values = [_quality(row) for row in item.rows]
        its: dict[str, float | None] = dict.fromkeys(FACETS)
        reason = Unscored.TOO_FEW_VALID if len(item.places) < way.k else None
        if reason is None and found is not None:
            worth = utility(found, [values[place] for place in item.places], way.patience)
            its |= {"distinct": float(distinct(found)), "utility": worth, "first_repeated": first_repeated(found)}
        score = its[PROTOCOLS[way.protocol]]
        reason = reason or (Unscored.UNJUDGED if score is None else None)
        member = dict(zip(item.places, found or (), strict=False))
        outcomes = []
        for place, own in enumerate(item.reasons):
            counts = place in item.places
            facets = its if counts and reason is None else dict.fromkeys(FACETS)
            facets = {**facets, "quality": values[place] if counts else None}
            why = own or reason
            outcomes.append(Outcome(None if why else score, why, facets, {MEMBER_OF: member.get(place)}))
        return outcomes

    def _as_zero(self, outcomes: Sequence[Outcome]) -> float | None:
        """The score of an item's first k answers where each that failed keeps its place and is worth nothing.

        None for an item that was asked fewer than k times, or of which judges did not say enough.
        """
        first = outcomes[: self._way.k]
        found: Classes = [one.details[MEMBER_OF] for one in first]
        answered = [one.unscored in (None, Unscored.TOO_FEW_VALID, Unscored.UNJUDGED) for one in first]
        unjudged = any(there and one is None for there, one in zip(answered, found, strict=True))
        if len(first) < self._way.k or unjudged:
            return None
        if PROTOCOLS[self._way.protocol] == "distinct":
            return float(distinct(found))
        return utility(found, [one.facets["quality"] for one in first], self._way.patience)


def _quality(row: Row) -> float | None:
    """What an answer is worth by itself: the mean of its ratings."""
    given = row.fields.get("ratings")
    return mean_or_none(given["quality"] if given else judgement_of_row(row).values("quality"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score novelty`` takes beside files."""
    parser.add_argument("--protocol", choices=list(PROTOCOLS), default=CARD.default_protocol)
    parser.add_argument("--k", type=int, default=K, help=f"answers to a prompt that count (default: {K})")
    parser.add_argument("--patience", type=float, default=PATIENCE, help=f"of a reader (default: {PATIENCE})")
    parser.add_argument("--same", metavar="EMBEDDING", default=GIVEN, help="decides where no field class does")
    parser.add_argument("--threshold", type=float, help="cosine from which answers are the same")


def scorer_of(arguments: argparse.Namespace) -> NoveltyScorer:
    """The scorer for the command line.

    Raises:
        BadArguments: for a number that cannot be.
        CreativityError: as ``way_of``.
    """
    k, patience, same = arguments.k, arguments.patience, arguments.same
    if k < 1 or not 0 <= patience <= 1 or same == JUDGES:
        raise BadArguments(
            f"k must be 1 or more, patience from 0 to 1, and --same an embedding, got {k}, {patience} and {same}"
        )
    way = way_of(arguments.protocol, k, patience, same, "" if arguments.threshold is None else arguments.threshold)
    signed = signature(CARD, protocol=way.protocol, prompts=NOT_ASKED, **way.signed, judges="given")
    return NoveltyScorer(way, signed)


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``prompt`` and ``response``, perhaps ``class`` and ratings ``quality``, 1 to 10.

    The answers to a prompt count in the order of the file.

    Raises:
        BadArguments: when something is missing or wrong.
    """
    fields: dict[str, Any] = {}
    for name in ("prompt", "response"):
        if not isinstance(record.get(name), str):
            raise BadArguments(f"expected a text in the field {name}, got {record.get(name)!r}")
    fields["prompt"] = record["prompt"]
    if record.get(LABEL) not in (None, ""):
        fields[LABEL] = str(record[LABEL])
    if record.get("quality") not in (None, ""):
        fields["ratings"] = {"quality": given_ratings(record, "quality", SCALE)}
    return Row(Answer(record["response"]), fields)
