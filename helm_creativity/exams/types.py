"""What an exam of a judge is made of: texts that people judged, the question about each, and the scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from helm_creativity.core.exam_cards import ExamCard
from helm_creativity.core.rubrics import Question, Rubric


class ScaleKind(str, Enum):
    """What the numbers of a scale are, and so which statistics fit them.

    ``PAIRED``: numbers that are compared with the same judge's ratings of other texts, and not with people's.
    """

    BINARY = "binary"
    CLASSES = "classes"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    PAIRED = "paired"


MOST_ORDINAL = 10
"""A scale of whole numbers with more steps than this is taken for an interval scale, as a slider is."""


def infer_scale_kind(values: Iterable[float], low: float, high: float) -> ScaleKind:
    """What ratings from ``low`` to ``high`` are: 0 and 1, few whole numbers, or any numbers."""
    whole = all(float(value).is_integer() for value in (*values, low, high))
    if not whole or high - low > MOST_ORDINAL:
        return ScaleKind.INTERVAL
    return ScaleKind.BINARY if (low, high) == (0, 1) else ScaleKind.ORDINAL


@dataclass(frozen=True)
class ExamScale:
    """The scale on which people and judges rate.

    Attributes:
        kind: what its numbers are.
        low: the lowest rating.
        high: the highest.
        names: of the numbers, where they stand for something: yes and no, or classes, the best first.
    """

    kind: ScaleKind
    low: float
    high: float
    names: Mapping[float, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ExamResponse:
    """One text that people judged.

    Attributes:
        id: the same whenever the set is read.
        item: what it answers; responses to one item resemble each other, and intervals resample whole items.
        text: the response.
        question: what a judge is asked about it.
        ratings: by rater, on the set's scale; one rater ``people`` where only their mean or majority is public.
        source: who wrote it: a model's name, ``people``, a study; "" where that is unknown.
        fields: what else a table should show.
        group: among which responses a judge is to tell better from worse; "" for those to its item. It differs from the
            item where each text is judged under several criteria, or in groups that have raters of their own.
        control: what the judge is asked for the rating that stands in people's place; None where people rated.
    """

    id: str
    item: str
    text: str
    question: Question
    ratings: Mapping[str, float]
    source: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    group: str = ""
    control: Question | None = None


@dataclass(frozen=True)
class ExamSet:
    """Texts with ratings by people.

    Attributes:
        name: of the set.
        title: for people.
        licence: of the data.
        citation: whom to cite.
        scale: of the ratings.
        rubric: what judges are asked; of one dimension.
        responses: in an order that does not change.
        skipped: how many were left out, by reason.
        notes: what a reader must know of the ratings.
    """

    name: str
    title: str
    licence: str
    citation: str
    scale: ExamScale
    rubric: Rubric
    responses: tuple[ExamResponse, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @classmethod
    def from_card(
        cls,
        card: ExamCard,
        scale: ExamScale,
        rubric: Rubric,
        responses: Iterable[ExamResponse],
        skipped: Mapping[str, int] | None = None,
        notes: tuple[str, ...] = (),
    ) -> ExamSet:
        """A public set."""
        known = card.name, card.title, card.licence, card.citation
        return cls(*known, scale, rubric, tuple(responses), skipped or {}, notes)
