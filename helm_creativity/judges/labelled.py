"""Responses that people have labelled: what a judge's agreement with people is measured on.

A benchmark offers them by a module ``labels.py`` with::

    FILES: Mapping[str, str]
        # further files as options of ``helm-creativity judges agreement BENCHMARK``, with one line of help each
    def labelled(source: Path | None, **files: Path | None) -> LabelledSet
        # the responses; ``source`` is the file of --from, or None for the one that the card names

The question about each response is the one that the benchmark's judges are asked in a run, with the same rubric.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from helm_creativity.core.rubrics import Question, Rubric


@dataclass(frozen=True)
class LabelledAnswer:
    """One response.

    Attributes:
        id: the same whenever the file is read.
        cluster: what it answers; responses of one cluster resemble each other.
        question: what a judge is asked about it.
        rating: what people rated it, on the scale of the rubric.
        fields: what else a table of the responses should show: its source, the label in people's words.
    """

    id: str
    cluster: str
    question: Question
    rating: float
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class LabelledSet:
    """All labelled responses of a benchmark.

    Attributes:
        rubric: what judges are asked; of one dimension.
        classes: names of the classes by rating, best first.
        right: the ratings that count as right where there are but two classes.
        answers: in an order that does not change.
        skipped: how many were left out, by reason.
        notes: what a reader must know of the labels.
    """

    rubric: Rubric
    classes: Mapping[float, str]
    right: frozenset[float]
    answers: tuple[LabelledAnswer, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
