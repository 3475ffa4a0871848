"""Responses that people have labelled: what a judge's agreement with people is measured on.

A benchmark offers them by a module ``labels.py`` with ``labelled() -> LabelledSet``, which reads files of its card.
The question about each response is the one that the benchmark's judges are asked in a run, with the same rubric.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from helm_creativity.benchmark.rubrics import Question, Rubric


@dataclass(frozen=True)
class LabelledAnswer:
    """One response."""

    id: str
    cluster: str
    question: Question
    rating: float
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class LabelledSet:
    """All labelled responses of a benchmark."""

    rubric: Rubric
    classes: Mapping[float, str]
    right: frozenset[float]
    answers: tuple[LabelledAnswer, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
