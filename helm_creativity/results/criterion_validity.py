"""What scores say of criteria of the user's own beyond covariates, and how they change with dates and steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from helm_creativity.core.names import did_you_mean
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.composites import LEAST_SCORED
from helm_creativity.psychometrics.nested_regressions import Increment, LineSlope, increment, least_squares_slope
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.validity import Correlation, mean_deviations, partial, pearson, spearman
from helm_creativity.results.all_items import with_all_items
from helm_creativity.results.criteria import read_criteria
from helm_creativity.results.mean_z import with_mean_z
from helm_creativity.results.options import RELEASE_DATE, Absent, Options, aligned_with
from helm_creativity.results.study import ScoreColumn, ScoreMatrix, uncounted_lines, with_uncounted
from helm_creativity.safe_text import quoted

LEAST = 4
"""Models with which a statistic is given."""
IN_FILE = " (file)"
"""Behind the name of a column of the file that a column of the suite has, too."""
TAKEN = frozenset({"table", "method", "number", "variable", "undefined"})
"""Names of other fields of the table of correlations."""
PURPOSE = 7


class ColumnPair(NamedTuple):
    """Two variables over the models that have both."""

    first: str
    second: str
    n: int
    pearson: Correlation | Absent
    spearman: Correlation | Absent


class Association(NamedTuple):
    """A score and a criterion, over the models that have both and all covariates."""

    column: ScoreColumn
    criterion: str
    pair: ColumnPair
    partial: Correlation | Absent
    increment: Increment | Absent


class Trend(NamedTuple):
    """A score by a number of the models."""

    column: ScoreColumn
    by: str
    pair: ColumnPair
    slope: LineSlope | Absent
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class CriterionValidity:
    """What the scores of a suite say of the columns of a table."""

    criteria: tuple[str, ...]
    covariates: tuple[str, ...]
    associations: tuple[Association, ...]
    variables: tuple[str, ...]
    pairs: tuple[ColumnPair, ...]
    trends: tuple[Trend, ...]
    notes: tuple[str, ...]


def criterion_validity(
    study: ScoreMatrix,
    table: object,
    covariates: Sequence[str] = (),
    curve: str = "",
    *,
    mean_z: bool = False,
) -> CriterionValidity:
    """Correlations, partial correlations and increments of all scores for all criteria."""
    study = with_uncounted(with_all_items(study), LEAST_SCORED)
    notes: list[str] = []
    if mean_z:
        study = with_mean_z(study, notes.append)
    models = [model for model, counts in zip(study.models, study.pool, strict=True) if counts]
    found = read_criteria(table, models)
    scores = dict(zip((column.title for column in study.columns), study.oriented.T, strict=True))
    own = {name: aligned_with(study.models, values) for name, values in found.values.items()}
    for option, name in [*(("covariates", name) for name in covariates), *([("curve", curve)] if curve else [])]:
        if name not in own:
            raise BadArguments(f"{option}: {quoted(name)} is no column of numbers{did_you_mean(name, own)}")
    if curve in covariates and curve:
        raise BadArguments(f"{quoted(curve)} cannot be both a covariate and the curve")
    steps = own.pop(curve, None)
    if not (own.keys() - set(covariates)) and steps is None and not found.released:
        why = "; ".join(problem for problem in found.problems if problem.startswith("column "))
        raise BadArguments(
            "expected a column of numbers that is no covariate, a release_date or a curve, got none"
            + (f": {why}" if why else "")
        )
    shown = {name: name + IN_FILE * (name in scores or name in TAKEN) for name in own}
    taken = {shown[name]: own[name] for name in dict.fromkeys(covariates)}
    criteria = {shown[name]: values for name, values in own.items() if name not in covariates}
    variables = {**scores, **criteria, **taken}
    options = Options()
    return CriterionValidity(
        tuple(criteria),
        tuple(taken),
        tuple(
            _association(column, scores[column.title], name, values, taken, options)
            for name, values in criteria.items()
            for column in study.columns
        ),
        tuple(variables),
        tuple(_pair(*first, *second) for first, second in combinations(variables.items(), 2)),
        tuple(
            _trend(column, scores[column.title], by, numbers)
            for by, numbers in ((RELEASE_DATE, aligned_with(study.models, found.released)), (curve, steps))
            if numbers is not None and (by != RELEASE_DATE or found.released)
            for column in study.columns
        ),
        (
            *([f"left out: {found.unused:,} of {found.rows:,} rows of the table"] if found.unused else []),
            *(f"left out: {problem}" for problem in found.problems),
            *uncounted_lines(study),
            *notes,
        ),
    )


def _pair(first: str, x: Numbers, second: str, y: Numbers) -> ColumnPair:
    rows = np.isfinite(x) & np.isfinite(y)
    n = int(rows.sum())
    if n < LEAST:
        few = Absent(f"fewer than {LEAST} models have both values")
        return ColumnPair(first, second, n, few, few)
    constant = [name for name, values in ((first, x), (second, y)) if not mean_deviations(values[rows]).any()]
    same = Absent(f"all models have the same value of {' and '.join(constant)}")
    return ColumnPair(first, second, n, pearson(x[rows], y[rows]) or same, spearman(x[rows], y[rows]) or same)


def _association(
    column: ScoreColumn, x: Numbers, name: str, y: Numbers, covariates: Mapping[str, Numbers], options: Options
) -> Association:
    known = np.column_stack([np.empty((len(x), 0)), *covariates.values()])
    complete = np.isfinite(known).all(axis=1)
    x, y = np.where(complete, x, np.nan), np.where(complete, y, np.nan)
    pair = _pair(column.title, x, name, y)
    if isinstance(pair.pearson, Absent):
        few = pair.pearson if pair.n >= LEAST else Absent(f"fewer than {LEAST} models have all values")
        return Association(column, name, pair._replace(pearson=few, spearman=few), few, few)
    k = known.shape[1]
    if pair.n < k + 3:
        why = Absent(f"{pair.n} models are too few for {k} covariate{'s' * (k > 1)}: expected at least {k + 3}")
        return Association(column, name, pair, why, why)
    why = Absent("the covariates determine the score or the criterion")
    # The same draws whatever else is in the table.
    added = increment(x, y, known, options.generator(PURPOSE), options.draws) or why
    alone = Absent("no covariate was named")
    return Association(column, name, pair, (partial(x, y, known) or why) if k else alone, added)


def _trend(column: ScoreColumn, x: Numbers, by: str, numbers: Numbers) -> Trend:
    pair = _pair(column.title, x, by, numbers)
    rows = np.isfinite(x) & np.isfinite(numbers)
    slope = pair.pearson if isinstance(pair.pearson, Absent) else least_squares_slope(numbers, x)
    points = sorted(zip(numbers[rows].tolist(), x[rows].tolist(), strict=True))
    return Trend(column, by, pair, slope or Absent("it does not vary"), tuple(points))
