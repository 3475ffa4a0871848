"""What the other stats of the runs say: why responses have no score, and which submetrics pull against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from helm_creativity.analysis.helm_schema import VALIDITY
from helm_creativity.analysis.study import Numbers, Study
from helm_creativity.psychometrics import pareto_front

if TYPE_CHECKING:
    from helm_creativity.analysis.study import Numbers, ScoreColumn, Study


@dataclass(frozen=True)
class TradeOff:
    """Two submetrics that pull against each other, such as originality and feasibility.

    Attributes:
        column: of which benchmark.
        x: name of the first submetric.
        y: name of the second.
        points: (model, x, y, whether no other model is better in both).
    """

    column: ScoreColumn
    x: str
    y: str
    points: tuple[tuple[str, float, float, bool], ...]


VALID = "valid_rate"


def failures_of(study: Study) -> dict[str, Numbers]:
    """Share of answers without a score, by reason; reasons that never occur are left out."""
    return {
        name.removesuffix("_rate"): study.stats[name]
        for name in VALIDITY
        if name != VALID and name in study.stats and np.nansum(study.stats[name]) > 0
    }


def trade_offs_of(study: Study, pairs: Mapping[str, tuple[tuple[str, str], ...]]) -> tuple[TradeOff, ...]:
    """The pairs of submetrics that cards name, for every column whose runs have both.

    Baselines stand beside the models: they beat no model, and are not on the front.

    Args:
        study: the scores.
        pairs: names of two submetrics, of both of which more is better, by run group.
    """
    return tuple(_trade_offs(study, pairs))


def _trade_offs(study: Study, pairs: Mapping[str, tuple[tuple[str, str], ...]]) -> Iterator[TradeOff]:
    for place, column in enumerate(study.columns):
        for x, y in pairs.get(column.group, ()):
            if x in study.stats and y in study.stats:
                points = np.stack([study.stats[x][:, place], study.stats[y][:, place]], axis=1)
                rows = np.flatnonzero(np.isfinite(points).all(axis=1))
                if len(rows):
                    front = pareto_front(np.where(study.pool[rows, None], points[rows], np.nan))
                    yield TradeOff(
                        column,
                        x,
                        y,
                        tuple(
                            (study.models[row], float(points[row, 0]), float(points[row, 1]), bool(on))
                            for row, on in zip(rows, front, strict=True)
                        ),
                    )
