"""Who stands where: one table a benchmark, and the composite over them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.composites import by_domain, overall, standardised
from helm_creativity.psychometrics.stability import interval, rank_intervals
from helm_creativity.results.analysis.options import LEVEL
from helm_creativity.results.analysis.uncertainty import Draws
from helm_creativity.results.findings import Absent, Board, Composite, Standing
from helm_creativity.results.study import Numbers, Study

ROUNDING = 1e-12
"""Scores that lie no further apart are equal."""
SHOWN = ("score_failures_as_zero", "valid_rate", "num_instances", "num_answers", "judge_coverage")
"""Stats that stand beside a score where runs have them."""


def boards_of(study: Study, draws: Sequence[Draws]) -> tuple[Board, ...]:
    """One leaderboard a column, in the order of columns."""
    return tuple(_board(study, place, one) for place, one in enumerate(draws))


def _board(study: Study, place: int, draws: Draws) -> Board:
    column = study.columns[place]
    standings = _standings(study, study.scores[:, place], draws.values, draws.known, lower=column.lower_is_better)
    rows = {model: row for row, model in enumerate(study.models)}
    facets = {}
    for name in SHOWN:
        values = [study.stats[name][rows[one.model], place] for one in standings] if name in study.stats else []
        if any(math.isfinite(value) for value in values):
            facets[name] = tuple(float(value) if math.isfinite(value) else None for value in values)
    return Board(column, standings, draws.how, facets)


def composite_of(study: Study, draws: Sequence[Draws]) -> Composite | Absent:
    """Mean of z over the primary columns that tell models apart, with the errors of all of them carried through."""
    if study.pool.sum() < 2:
        return Absent("z-scores need at least two models, and these suites hold one")
    z_of_all = standardised(study.oriented, study.pool)
    places = [place for place in study.primary if np.isfinite(z_of_all[:, place]).any()]
    left_out = tuple(study.columns[place].title for place in study.primary if place not in places)
    if len(places) < 2:
        return Absent(
            f"a composite needs two benchmarks that tell models apart, and these suites hold {len(places)}"
            + (f" (not {', '.join(left_out)})" if left_out else "")
        )
    columns, z = [study.columns[place] for place in places], z_of_all[:, places]
    names, domain_means = by_domain(z, [column.domain or column.title for column in columns])
    missing = [
        tuple(column.title for column, value in zip(columns, row, strict=True) if not math.isfinite(value)) for row in z
    ]
    of_draws, known = _drawn(study, draws, places)
    standings = _standings(study, overall(z), of_draws, known, missing=missing)
    return Composite(tuple(column.key for column in columns), z, names, domain_means, standings, left_out)


def _drawn(study: Study, draws: Sequence[Draws], places: list[int]) -> tuple[Numbers, NDArray[np.bool_]]:
    """Shape (draws, n): the composite of every draw; and of which models the draws say anything.

    Each draw is taken around its own mean, since harder items are harder for all, but in the standard deviations that
    were observed: noise widens those of the draws, and would draw every model towards the mean. They say something of a
    model only where the error of every benchmark is known: with some of the errors an interval would be too narrow.
    """
    own = study.scores[study.pool][:, places]
    _, powers = np.frexp(np.nanmax(np.abs(own), axis=0))  # so that no sum overflows and no square vanishes
    drawn = np.ldexp(np.stack([draws[place].values for place in places], axis=2), -powers) * study.signs[places]
    around = drawn - np.nanmean(drawn[:, study.pool], axis=1, keepdims=True)
    spread = np.nanstd(np.ldexp(own, -powers), axis=0, ddof=1)
    known = np.stack([draws[place].known for place in places], axis=1).all(axis=1)
    composites: Numbers = np.asarray((around / spread).mean(axis=2))
    return composites, np.asarray(known, dtype=np.bool_)


def _standings(
    study: Study,
    scores: Numbers,
    draws: Numbers,
    known: NDArray[np.bool_],
    *,
    lower: bool = False,
    missing: Sequence[tuple[str, ...]] = (),
) -> tuple[Standing, ...]:
    """Models by score; baselines stand where their score puts them, without a rank."""
    sign = -1.0 if lower else 1.0
    ranked = study.pool & np.isfinite(scores)
    drawn = ranked & np.isfinite(draws).all(axis=0)
    low, high = (np.full(len(scores), np.nan) for _ in range(2))
    some = np.isfinite(scores) & known & np.isfinite(draws).any(axis=0)
    if some.any():
        low[some], high[some] = interval(draws[:, some], LEVEL)
    best, worst = (np.full(len(scores), np.nan) for _ in range(2))
    if drawn.sum() > 1 and known[drawn].any():
        best[drawn], worst[drawn] = rank_intervals(sign * draws[:, drawn], LEVEL)
        best[~known] = worst[~known] = np.nan
    values: list[float] = (sign * scores).tolist()
    of_ranked = sign * scores[ranked]
    ranks = {row: int((of_ranked > values[row] + ROUNDING).sum()) + 1 for row in np.flatnonzero(ranked).tolist()}
    order = sorted(
        range(len(values)),
        key=lambda row: (not math.isfinite(values[row]), -_or_zero(values[row]), study.models[row]),
    )
    return tuple(
        Standing(
            model=study.models[row],
            baseline=bool(study.baselines[row]),
            score=_or_none(scores[row]),
            low=_or_none(low[row]),
            high=_or_none(high[row]),
            rank=ranks.get(row),
            rank_low=_whole(best[row]),
            rank_high=_whole(worst[row]),
            missing=missing[row] if missing else (),
        )
        for row in order
    )


def _or_none(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _or_zero(value: float) -> float:
    return value if math.isfinite(value) else 0.0


def _whole(value: float) -> int | None:
    return round(value) if math.isfinite(value) else None
