"""What the other stats of the runs say: why responses have no score, and which submetrics pull against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from helm_creativity.core.types import FailureReason, rate_name
from helm_creativity.psychometrics.composites import pareto_front
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.study import ScoreColumn, ScoreMatrix

RATES = {name.removesuffix("_rate"): name for name in map(rate_name, FailureReason)}
"""The stat that counts a reason, by reason."""


@dataclass(frozen=True)
class TradeOff:
    """Two submetrics that pull against each other, such as originality and feasibility."""

    column: ScoreColumn
    x: str
    y: str
    points: tuple[tuple[str, float, float, bool], ...]


def failure_rates(study: ScoreMatrix) -> dict[str, Numbers]:
    """Share of responses without a score, by reason; reasons that never occur are left out."""
    return {
        reason: study.stats[name]
        for reason, name in RATES.items()
        if name in study.stats and np.nansum(study.stats[name]) > 0
    }


def find_trade_offs(study: ScoreMatrix, pairs: Mapping[str, tuple[tuple[str, str], ...]]) -> tuple[TradeOff, ...]:
    """The pairs of submetrics that cards name, for every column whose runs have both.

    Baselines stand beside the models: they beat no model, and are not on the front.
    """
    found = []
    for place, column in enumerate(study.columns):
        for x, y in pairs.get(column.group, ()):
            if x in study.stats and y in study.stats:
                points = np.stack([study.stats[x][:, place], study.stats[y][:, place]], axis=1)
                rows = np.flatnonzero(np.isfinite(points).all(axis=1))
                if len(rows):
                    pool = study.pool[rows] & [(row, place) not in study.uncounted for row in rows.tolist()]
                    front = pareto_front(np.where(pool[:, None] & (pool.sum() > 1), points[rows], np.nan))
                    shown = tuple(
                        (study.models[row], float(points[row, 0]), float(points[row, 1]), bool(on))
                        for row, on in zip(rows, front, strict=True)
                    )
                    found.append(TradeOff(column, x, y, shown))
    return tuple(found)
