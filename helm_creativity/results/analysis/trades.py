"""What goes wrong in answers, and which facets pull against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from helm_creativity.psychometrics.pareto import pareto_front
from helm_creativity.results.findings import Trade
from helm_creativity.results.schema import VALIDITY
from helm_creativity.results.study import Numbers, Study

VALID = "valid_rate"


def failures_of(study: Study) -> dict[str, Numbers]:
    """Share of answers without a score, by reason; reasons that never occur are left out."""
    return {
        name.removesuffix("_rate"): study.stats[name]
        for name in VALIDITY
        if name != VALID and name in study.stats and np.nansum(study.stats[name]) > 0
    }


def trades_of(study: Study, pairs: Mapping[str, tuple[tuple[str, str], ...]]) -> tuple[Trade, ...]:
    """The pairs of facets that cards name, for every column whose runs have both.

    Baselines stand beside the models: they beat nobody, and are not on the front.

    Args:
        study: the scores.
        pairs: names of two facets, of both of which more is better, by run group.
    """
    return tuple(_trades(study, pairs))


def _trades(study: Study, pairs: Mapping[str, tuple[tuple[str, str], ...]]) -> Iterator[Trade]:
    for place, column in enumerate(study.columns):
        for x, y in pairs.get(column.group, ()):
            if x in study.stats and y in study.stats:
                points = np.stack([study.stats[x][:, place], study.stats[y][:, place]], axis=1)
                rows = np.flatnonzero(np.isfinite(points).all(axis=1))
                if len(rows):
                    front = pareto_front(np.where(study.pool[rows, None], points[rows], np.nan))
                    yield Trade(
                        column,
                        x,
                        y,
                        tuple(
                            (study.models[row], float(points[row, 0]), float(points[row, 1]), bool(on))
                            for row, on in zip(rows, front, strict=True)
                        ),
                    )
