"""Which scores count: what too few responses have, or what a benchmark itself holds against a model.

Whether a score counts may depend on the other models of a suite. A benchmark says so in its module ``counting``, by
``DECIDING``, names of stats, and ``uncounted(stats, baselines)``, which takes those stats, shape (n,) each, NaN where a
model has none, and which models are baselines, shape (n,); and returns n reasons, "" for a score that counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.benchmark.registry import import_part
from helm_creativity.psychometrics.composites import LEAST_SCORED, VALID, too_few_scored
from helm_creativity.results.comparable import find_benchmark


def deciding_stats(group: str) -> tuple[str, ...]:
    """Names of the stats that decide whether a score of a benchmark counts."""
    part = _counting_module(group)
    return (VALID, *(part.DECIDING if part else ()))


def uncounted_scores(
    group: str, stats: Mapping[str, ArrayLike], baselines: ArrayLike, least_scored: float = LEAST_SCORED
) -> tuple[str, ...]:
    """Why scores of a benchmark do not count, "" for one that does: n reasons, from stats of n models.

    They are shown, but have no rank and enter no z-score and no composite.
    """
    unknown = np.full(len(np.asarray(baselines)), np.nan)
    found = too_few_scored(stats.get(VALID, unknown), least_scored)
    part = _counting_module(group)
    return tuple(
        few or why for few, why in zip(found, part.uncounted(stats, baselines) if part else found, strict=True)
    )


def _counting_module(group: str) -> ModuleType | None:
    entry = find_benchmark(group)
    part = import_part(entry, "counting") if entry else None
    return part if hasattr(part, "uncounted") else None
