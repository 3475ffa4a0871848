"""What papers print about the sets on which judges are examined, and how it is recomputed; one module for each set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.core.claims import Recomputed
from helm_creativity.core.exam_cards import exam_cards
from helm_creativity.core.registry import find_source
from helm_creativity.exams.sets import load_exam_set
from helm_creativity.exams.taking import rated_responses
from helm_creativity.exams.types import ExamResponse, ExamSet
from helm_creativity.io.files import SourceFile
from helm_creativity.psychometrics.agreement import krippendorff_alpha
from helm_creativity.psychometrics.tables import Numbers


def set_files(name: str) -> tuple[SourceFile, ...]:
    """All files of a set."""
    return tuple(map(find_source, exam_cards()[name].requires))


def people_ratings(exam: ExamSet, responses: Sequence[ExamResponse]) -> Numbers:
    """People's ratings of responses of a set, shape (responses, raters)."""
    return rated_responses(exam, responses, [None] * len(responses)).people


def count_responses(name: str, paths: Sequence[Path]) -> Recomputed:
    """How many responses of a set judges are asked about."""
    return Recomputed.counted(len(load_exam_set(name).responses))


def people_alpha(ratings: ArrayLike, level: str, of: str = "") -> Recomputed:
    """Krippendorff's.

    Args:
        ratings: shape (responses, raters).
        level: of measurement.
        of: behind "alpha" in a message.

    Raises:
        ValueError: where it is undefined.
    """
    found = krippendorff_alpha(ratings, level)
    if found is None:
        raise ValueError(f"no alpha{of}")
    return Recomputed(found, len(np.asarray(ratings)))
