"""What papers print about the sets on which judges are examined, and how it is recomputed; one module for each set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.core.claims import Recomputed
from helm_creativity.exams.sets import load_exam_set
from helm_creativity.psychometrics.agreement import krippendorff_alpha


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
