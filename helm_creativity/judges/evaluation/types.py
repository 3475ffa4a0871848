"""What an exam of a judge is made of: texts that people judged, the question about each, and the scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.sources import ExamCard


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
    """The scale on which people and judges rate."""

    kind: ScaleKind
    low: float
    high: float
    names: Mapping[float, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ExamResponse:
    """One text that people judged."""

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
    """Texts with ratings by people."""

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
