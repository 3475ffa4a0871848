"""How the scores of comparable runs stand beside one another: which score, whether it counts, what must be known."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from helm_creativity.core.names import SCORE
from helm_creativity.core.pooling import is_baseline
from helm_creativity.psychometrics.composites import LEAST_SCORED
from helm_creativity.results.all_items import runs_over_all_items
from helm_creativity.results.cautions import ComparedScore, score_cautions
from helm_creativity.results.comparable import ComparableGroup
from helm_creativity.results.counting import deciding_stats, uncounted_scores
from helm_creativity.results.runs import Run
from helm_creativity.results.study import AllItems


class Standing(NamedTuple):
    """One run among comparable ones."""

    run: Run
    score: float | None
    uncounted: str
    caution: str
    all_items: AllItems | None


def standings(
    alike: ComparableGroup, runs: Sequence[Run], tell: Callable[[str], None], least_scored: float = LEAST_SCORED
) -> list[Standing]:
    """How runs of a group stand, in their order."""
    lacking = runs_over_all_items(runs, tell)
    stats = {name: [run.stats.get(name, math.nan) for run in runs] for name in deciding_stats(alike.group)}
    reasons = uncounted_scores(alike.group, stats, [is_baseline(run.model) for run in runs], least_scored)
    uncounted = {run.name: why for run, why in zip(runs, reasons, strict=True) if SCORE in run.stats}
    compared = []
    for run in runs:
        known = lacking.get(run.name)
        score = run.stats.get(SCORE) if known is None or known.score is None else known.score
        compared.append(ComparedScore(run.model, score, not uncounted.get(run.name), run.stats, known))
    cautions = score_cautions(
        alike.group, alike.comparable, alike.items, compared, lower_is_better=alike.metric.lower_is_better
    )
    return [
        Standing(run, found.score, uncounted.get(run.name, ""), caution, found.all_items)
        for run, found, caution in zip(runs, compared, cautions, strict=True)
    ]
