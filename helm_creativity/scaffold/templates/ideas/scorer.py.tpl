"""Scores lists of ideas by what judges said of each."""

from __future__ import annotations

import argparse
from typing import Any

from helm_creativity.judging import Judgement, JudgeSettings, place_name
from helm_creativity.judging.given import given_each, mean_or_none
from helm_creativity.judging.scorer import JudgedScorer
from helm_creativity.responses import Unscored
from helm_creativity.rooms import Fields, Graded, ItemRoom, Row, checksum_of
<< gap >>from << here >>.ideas import DIMENSIONS, HERE, INSTRUMENTS, ideas_in, ideas_of

ROOM = ItemRoom(HERE, "task")
CARD = ROOM.card


def run_signature(protocol: str, judges: JudgeSettings) -> str:
    """Everything that moves the score of a run."""
    forms = [form for one in INSTRUMENTS for form in one.forms(problem="PROBLEM", ideas=["FIRST", "SECOND"])]
    return ROOM.signed(protocol, **judges.signed(checksum_of(forms)))


class << camel >>Scorer(JudgedScorer[tuple[str, ...]]):
    """The mean of the dimensions, 1 to 5, each the mean over an answer's ideas of the mean over an idea's judges.

    An idea that nobody rated in a dimension is left out of its mean. How many ideas there are is in no score.
    """

    def read(self, text: str, fields: Fields) -> tuple[str, ...] | None:
        """The answer's ideas."""
        return ideas_in(text)

    def rated(self, said: tuple[str, ...], judgement: Judgement, fields: Fields) -> Graded:
        """Unjudged where a dimension has no rating at all."""
        means = {name: _mean(judgement, name, len(said)) for name in DIMENSIONS}
        known = [mean for mean in means.values() if mean is not None]
        score = sum(known) / len(known) if len(known) == len(DIMENSIONS) else Unscored.UNJUDGED
        return Graded(score, {**means, "fluency": float(len(said))}, {"ideas": list(said)})

    def details(self, fields: Fields) -> Fields:
        """No idea was found."""
        return {"ideas": []}


def _mean(judgement: Judgement, dimension: str, n: int) -> float | None:
    """The mean over n ideas, None where none has a rating."""
    means = [mean_or_none(judgement.values(dimension, place_name(number))) for number in range(1, n + 1)]
    return mean_or_none([mean for mean in means if mean is not None])


add_arguments = ROOM.add_arguments


def scorer_of(arguments: argparse.Namespace) -> << camel >>Scorer:
    """The scorer for the command line."""
    return << camel >>Scorer(CARD, ROOM.not_asked(arguments, judges="given"))


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with a ``response`` and, under each dimension, a list of ratings, one an idea.

    Raises:
        BadArguments: when there is no response, no item, or another number of ratings than ideas.
    """
    row = ROOM.row_of(record)
    return Row(row.answer, {**row.fields, "annotations": given_each(record, INSTRUMENTS, len(ideas_of(row.answer)))})
