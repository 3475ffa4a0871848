"""Leaderboards: models by score in one column, and by the composite over the columns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.card import Norm
from helm_creativity.core.names import SCORE
from helm_creativity.psychometrics.composites import by_domain, overall, z_scores
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.uncertainty import interval, rank_intervals
from helm_creativity.results.cautions import column_cautions
from helm_creativity.results.norms import norms_for
from helm_creativity.results.options import LEVEL, Absent, finite_or_none
from helm_creativity.results.people import PeopleScores
from helm_creativity.results.rescoring import RAW_SCORE
from helm_creativity.results.shipped_baselines import ShippedBaseline, shipped_baselines
from helm_creativity.results.study import AllItems, ScoreColumn, ScoreMatrix
from helm_creativity.results.uncertainty import ScoreDraws


class LeaderboardRow(NamedTuple):
    """One model in one table."""

    model: str
    baseline: bool
    score: float | None
    low: float | None
    high: float | None
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    missing: tuple[str, ...] = ()
    uncounted: str = ""
    caution: str = ""
    over_all: float | None = None
    over_all_low: float | None = None
    over_all_high: float | None = None
    all_items: AllItems | None = None


@dataclass(frozen=True)
class Leaderboard:
    """The leaderboard of one column."""

    column: ScoreColumn
    rows: tuple[LeaderboardRow, ...]
    interval: str
    submetrics: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    norms: tuple[Norm, ...] = ()
    people: tuple[PeopleScores, ...] = ()
    shipped: tuple[ShippedBaseline, ...] = ()

    @property
    def comparable_means(self) -> tuple[float, ...]:
        """Means of people in this column's stat, measured as the models were."""
        return tuple(norm.mean for norm in self.norms if norm.stat == self.column.stat and not norm.differs)


@dataclass(frozen=True)
class CompositeScores:
    """z-scores over the benchmarks (Beaty et al. 2026, AGC-Bench, section 3.4).

    Attributes:
        columns: keys of the m columns that enter, one per benchmark.
        z: shape (n, m): scores standardised over the pool, more is better; NaN where a model has none.
        domains: names of the d domains, AGC-Bench's six where a benchmark is of one of them.
        by_domain: shape (n, d): means of z, NaN unless a model has all of the domain's benchmarks.
        rows: by overall mean; models that lack a benchmark have no score.
        left_out: titles of the benchmarks without z-scores: all models have one score there, or fewer than three any.
    """

    columns: tuple[str, ...]
    z: Numbers
    domains: tuple[str, ...]
    by_domain: Numbers
    rows: tuple[LeaderboardRow, ...]
    left_out: tuple[str, ...] = ()


class CompositeParts(NamedTuple):
    """What a composite is a mean of.

    Attributes:
        names: of the p parts.
        of: "domains", or "benchmarks" where there are fewer than three domains.
        values: shape (n, p), z-scores by model of the study; NaN where unknown.
    """

    names: tuple[str, ...]
    of: str
    values: Numbers


LEAST_PARTS = 3
"""One factor always fits two variables, and fewer axes make no polygon."""
TIE = 1e-12
"""Scores that lie no further apart are equal."""
LEAST_RANKED = 2
"""One score has no rank."""
BESIDE = (
    RAW_SCORE,
    "length_free_score",
    "score_failures_as_zero",
    "valid_rate",
    "num_instances",
    "num_answers",
    "judge_coverage",
    "unknown_rate",
    "estimated_rate",
)
"""Stats that stand beside a score where runs have them."""


def build_leaderboards(
    study: ScoreMatrix,
    draws: Sequence[ScoreDraws],
    ranking: Sequence[ScoreDraws] | None = None,
    *,
    norms: bool = False,
    people: Mapping[int, tuple[PeopleScores, ...]] = MappingProxyType({}),
) -> tuple[Leaderboard, ...]:
    """One leaderboard a column, in the order of columns, with ``norms`` of people or without."""
    return tuple(
        _leaderboard(study, place, draw, ranked, norms, people.get(place, ()))
        for place, (draw, ranked) in enumerate(zip(draws, ranking or draws, strict=True))
    )


def _leaderboard(
    study: ScoreMatrix,
    place: int,
    draws: ScoreDraws,
    ranking: ScoreDraws,
    norms: bool,
    people: tuple[PeopleScores, ...],
) -> Leaderboard:
    column = study.columns[place]
    reasons = {row: why for (row, at), why in study.uncounted.items() if at == place}
    lower = column.lower_is_better
    over_all = study.over_all_items[:, place]
    cells = [study.all_items.get((row, place)) for row in range(len(study.models))]
    adjusted = np.array([cell is not None and cell.score is not None for cell in cells], dtype=bool)
    # A score that is the same has the same interval.
    ends = np.where(adjusted, ranking.low, draws.low), np.where(adjusted, ranking.high, draws.high)
    placed = _rows(study, over_all, ranking.values, ranking.known, ends, lower=lower, uncounted=reasons)
    rows = {model: row for row, model in enumerate(study.models)}
    cautions = column_cautions(study, place)
    placed = tuple(row._replace(caution=cautions[rows[row.model]]) for row in placed)
    if any(cells):  # the means of what has a score stand beside the scores over all items, which placed the rows
        placed = tuple(
            row._replace(
                score=finite_or_none(study.scores[at, place]),
                low=finite_or_none(draws.low[at]),
                high=finite_or_none(draws.high[at]),
                over_all=row.score,
                over_all_low=row.low,
                over_all_high=row.high,
                all_items=cells[at],
            )
            for row, at in zip(placed, (rows[row.model] for row in placed), strict=True)
        )
    submetrics = {}
    for name in BESIDE:
        values = [study.stats[name][rows[row.model], place] for row in placed] if name in study.stats else []
        if any(math.isfinite(value) for value in values):
            submetrics[name] = tuple(map(finite_or_none, values))
    found = norms_for(column.group, column.comparable) if norms else ()
    here = {study.models[row] for row, at in study.runs if at == place}
    here |= {row.model for row in placed if row.score is not None}
    shipped = shipped_baselines(column.group, column.comparable, column.items, here) if column.stat == SCORE else ()
    return Leaderboard(column, placed, draws.how, submetrics, found, people, shipped)


def compute_composite(study: ScoreMatrix, draws: Sequence[ScoreDraws]) -> CompositeScores | Absent:
    """Mean of z over the primary columns that distinguish models, with the errors of all of them carried through."""
    found = z_scores(
        study.oriented[:, study.primary], [study.columns[place].title for place in study.primary], ~study.baselines
    )
    if found.problem:
        return Absent(found.problem)
    places = [study.primary[place] for place in found.places]
    columns, z = [study.columns[place] for place in places], found.z
    left_out = tuple(study.columns[place].title for place in study.primary if place not in places)
    names, domain_means = by_domain(z, [column.mean_domain for column in columns])
    missing = [tuple(_lacking(study, row, places)) for row in range(len(study.models))]
    of_draws, known = _drawn(study, draws, places)
    placed = _rows(study, overall(z), of_draws, known, missing=missing)
    return CompositeScores(tuple(column.key for column in columns), z, names, domain_means, placed, left_out)


def raw_composite(study: ScoreMatrix) -> dict[str, float]:
    """The composite by model with raw scores in the place of corrected ones; nothing where no score is corrected."""
    raw = study.stats.get(RAW_SCORE)
    if raw is None:
        return {}
    scores = np.where(np.isfinite(raw), raw, study.over_all_items)
    before = replace(study, scores=scores, all_items={}).oriented[:, study.primary]
    found = z_scores(before, [study.columns[place].title for place in study.primary], ~study.baselines)
    return {} if found.problem else dict(zip(study.models, overall(found.z).tolist(), strict=True))


def composite_parts(composite: CompositeScores, study: ScoreMatrix) -> CompositeParts:
    """Domains where there are enough of them, else benchmarks."""
    if len(composite.domains) >= LEAST_PARTS:
        return CompositeParts(composite.domains, "domains", composite.by_domain)
    titles = {column.key: column.title for column in study.columns}
    return CompositeParts(tuple(titles[key] for key in composite.columns), "benchmarks", composite.z)


def _lacking(study: ScoreMatrix, row: int, places: Sequence[int]) -> Iterator[str]:
    for place in places:
        if (row, place) in study.uncounted:
            yield f"{study.columns[place].title} ({study.uncounted[row, place]})"
        elif not math.isfinite(study.scores[row, place]):
            yield study.columns[place].title


def _drawn(study: ScoreMatrix, draws: Sequence[ScoreDraws], places: list[int]) -> tuple[Numbers, NDArray[np.bool_]]:
    """Around the mean of each draw, whose items may be harder, but in the observed standard deviations."""
    counted = study.counted[:, places]
    own = counted[study.pool]
    _, powers = np.frexp(np.nanmax(np.abs(own), axis=0))  # so that no sum overflows and no square vanishes
    values = np.where(np.isfinite(counted), np.stack([draws[place].values for place in places], axis=2), np.nan)
    drawn = np.ldexp(values, -powers) * study.signs[places]
    around = drawn - np.nanmean(drawn[:, study.pool], axis=1, keepdims=True)
    spread = np.nanstd(np.ldexp(own, -powers), axis=0, ddof=1)
    known = np.stack([draws[place].known for place in places], axis=1).all(axis=1)
    composites: Numbers = np.asarray((around / spread).mean(axis=2))
    return composites, np.asarray(known, dtype=np.bool_)


def _rows(
    study: ScoreMatrix,
    scores: Numbers,
    draws: Numbers,
    known: NDArray[np.bool_],
    ends: tuple[Numbers, Numbers] | None = None,
    *,
    lower: bool = False,
    missing: Sequence[tuple[str, ...]] = (),
    uncounted: Mapping[int, str] | None = None,
) -> tuple[LeaderboardRow, ...]:
    """Baselines stand where their score puts them, without a rank. Without ``ends`` the intervals are of the draws."""
    sign, reasons = -1.0 if lower else 1.0, uncounted or {}
    ranked = study.pool & np.isfinite(scores)
    ranked[list(reasons)] = False
    if ranked.sum() < LEAST_RANKED:
        ranked[:] = False
    drawn = ranked & np.isfinite(draws).all(axis=0)
    low, high = ends or (np.full(len(scores), np.nan) for _ in range(2))
    some = np.isfinite(scores) & known & np.isfinite(draws).any(axis=0)
    if ends is None and some.any():
        low[some], high[some] = interval(draws[:, some], LEVEL)
    best, worst = (np.full(len(scores), np.nan) for _ in range(2))
    if drawn.sum() >= LEAST_RANKED and known[drawn].any():
        best[drawn], worst[drawn] = rank_intervals(sign * draws[:, drawn], LEVEL)
        best[~known] = worst[~known] = np.nan
    values: list[float] = (sign * scores).tolist()
    falling: list[float] = np.where(np.isfinite(scores), -sign * scores, 0.0).tolist()
    of_ranked = sign * scores[ranked]
    ranks = {row: int((of_ranked > values[row] + TIE).sum()) + 1 for row in np.flatnonzero(ranked).tolist()}
    order = sorted(
        range(len(values)),
        key=lambda row: (not math.isfinite(values[row]), row in reasons, falling[row], study.models[row]),
    )
    return tuple(
        LeaderboardRow(
            model=study.models[row],
            baseline=bool(study.baselines[row]),
            score=finite_or_none(scores[row]),
            low=finite_or_none(low[row]),
            high=finite_or_none(high[row]),
            rank=ranks.get(row),
            rank_low=_whole(best[row]),
            rank_high=_whole(worst[row]),
            missing=missing[row] if missing else (),
            uncounted=reasons.get(row, ""),
        )
        for row in order
    )


def _whole(value: float) -> int | None:
    return round(value) if math.isfinite(value) else None
