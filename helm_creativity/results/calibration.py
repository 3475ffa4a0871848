"""What the judges of a suite are like, and what models are worth when their severity is taken out.

Ratings on one dimension of one instrument are one cell; each is calibrated alone, as AGC-Bench does (appendix H.2).
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics import (
    ConvergenceWarning,
    GradedResponseModel,
    JudgeWarning,
    spearman_pairs,
    standard_error,
)
from helm_creativity.psychometrics.scale import MOST_CATEGORIES, distinct, shown
from helm_creativity.results.cells import Cell, Table, Unit


class Judge(NamedTuple):
    """One judge in one cell.

    Attributes:
        name: of the deployment.
        asked: ratings asked of it.
        missing: share of them that are missing, 0 to 1.
        reasons: how many are missing for which reason.
        mean: of its ratings, in their units; None without any.
        severity: how high it sets the bar, in standard deviations of the units; None where nothing was calibrated.
        severity_se: its standard error; None also where the fit found no maximum.
        discrimination: how well it tells units apart, positive.
        discrimination_se: its standard error.
        mean_of_all: the mean rating that it would give to all units, in the units of its ratings.
        unused: the ratings that others gave and it never did, which leave a part of its severity to the prior.
    """

    name: str
    asked: int
    missing: float
    reasons: dict[str, int]
    mean: float | None
    severity: float | None = None
    severity_se: float | None = None
    discrimination: float | None = None
    discrimination_se: float | None = None
    mean_of_all: float | None = None
    unused: tuple[float, ...] = ()


class Model(NamedTuple):
    """One model in one cell; one that was run under several settings stands there once for each.

    Attributes:
        name: of the model, with the arguments that tell its runs apart where there are several.
        units: what judges were asked to rate.
        rated: those with at least one rating, of which all of the following are.
        raw: mean over them of the mean of their ratings; None without any.
        raw_se: its standard error, clustered by item.
        calibrated: mean over them of θ; None where nothing was calibrated.
        calibrated_se: its standard error, clustered by item.
    """

    name: str
    units: int
    rated: int
    raw: float | None
    raw_se: float | None
    calibrated: float | None = None
    calibrated_se: float | None = None


@dataclass(frozen=True)
class Calibration:
    """One cell, calibrated.

    Attributes:
        cell: where the ratings are.
        table: its ratings, shape (n_units, n_judges).
        judges: by name, as in the table.
        models: by raw mean, the best first; without one last.
        categories: the different ratings that occur, ascending; those that rounding alone tells apart are one.
        calibrated: whether a model could be fitted.
        rank_correlation: Spearman's of the models' raw and calibrated means; None with fewer than two models.
        problem: why nothing was calibrated, or what to know of how it was; "" if there is nothing.
    """

    cell: Cell
    table: Table
    judges: Sequence[Judge]
    models: Sequence[Model]
    categories: Sequence[float]
    calibrated: bool
    rank_correlation: float | None
    problem: str

    @property
    def heard(self) -> list[int]:
        """Places of the judges who gave a rating."""
        return [place for place, judge in enumerate(self.judges) if judge.mean is not None]


def calibrate(cell: Cell) -> Calibration:
    """Judges and models of a cell, by a graded response model over all models' answers."""
    table = cell.table()
    heard = np.asarray(~np.isnan(table).all(axis=0))
    names = [name for name, one in zip(cell.panel(), heard, strict=True) if one]
    categories = distinct(table)
    problem = _obstacle(categories, names)
    fitted, theta = None, None
    if not problem:
        fitted, theta, problem = _fit(_Named(table[:, heard], names))
    models = sorted(_models(cell, table, theta), key=lambda one: (one.raw is None, -(one.raw or 0.0), one.name))
    means = [(one.raw, one.calibrated) for one in models if one.raw is not None and one.calibrated is not None]
    return Calibration(
        cell,
        table,
        _judges(cell, table, heard, fitted),
        models,
        categories.tolist(),
        fitted is not None,
        spearman_pairs(means)[0].rho if len(means) > 1 else None,
        problem,
    )


def _obstacle(categories: NDArray[np.float64], names: Sequence[str]) -> str:
    """Why a cell cannot be calibrated; "" if it can."""
    if not names:
        return "not calibrated: no judge gave a rating"
    if len(names) < 2:
        return (
            f"not calibrated: {names[0]} alone gave ratings, and whether one judge is severe or what it rates is poor "
            "cannot be told apart"
        )
    if len(categories) < 2:
        return f"not calibrated: all ratings are {shown(categories[0])}, so nothing tells units or judges apart"
    if len(categories) > MOST_CATEGORIES:
        return (
            f"not calibrated: {len(categories)} different ratings occur and the model takes at most {MOST_CATEGORIES}; "
            "round them (helm-creativity ratings writes them as a table) and fit GradedResponseModel"
        )
    return ""


class _Named:
    """A table whose columns have the judges' names, as the model asks for them."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        self.columns = tuple(names)
        self._table = table

    def __array__(self, dtype: object = None, copy: object = None) -> Table:
        return self._table


def _fit(table: _Named) -> tuple[GradedResponseModel, NDArray[np.float64], str]:
    """The model, the units' scores, and what to know of both."""
    with warnings.catch_warnings(record=True) as said:
        for kind in (ConvergenceWarning, JudgeWarning):
            warnings.simplefilter("always", kind)
        fitted = GradedResponseModel().fit(table)
        theta = fitted.transform(table)
    notes = []
    for one in said:
        if issubclass(one.category, ConvergenceWarning):
            notes.append(f"not to be relied on: {one.message}")
        elif issubclass(one.category, JudgeWarning):
            notes.append(str(one.message))
        else:
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
    return fitted, theta, "; ".join(notes)


def _judges(cell: Cell, table: Table, heard: NDArray[np.bool_], fitted: GradedResponseModel | None) -> list[Judge]:
    place = np.cumsum(heard) - 1
    judges = []
    for column, name in enumerate(cell.panel()):
        ratings = table[:, column][~np.isnan(table[:, column])]
        reasons = dict(sorted(cell.missing.get(name, {}).items()))
        missing = sum(reasons.values()) / cell.asked[name]
        judge = Judge(name, cell.asked[name], missing, reasons, float(ratings.mean()) if len(ratings) else None)
        if fitted is not None and heard[column]:
            i = place[column]
            judge = judge._replace(
                severity=float(fitted.severity_[i]),
                severity_se=_finite(fitted.severity_se_[i]),
                discrimination=float(fitted.discrimination_[i]),
                discrimination_se=_finite(fitted.discrimination_se_[i]),
                mean_of_all=float(fitted.mean_rating_[i]),
                unused=fitted.unused_[i],
            )
        judges.append(judge)
    return judges


def _finite(value: float) -> float | None:
    """NaN, which stands for no standard error, as None."""
    return float(value) if math.isfinite(value) else None


def _models(cell: Cell, table: Table, theta: NDArray[np.float64] | None) -> list[Model]:
    counts = (~np.isnan(table)).sum(axis=1)
    means = np.divide(np.nansum(table, axis=1), counts, out=np.full(len(table), np.nan), where=counts > 0)
    labels = cell.labels()
    groups: dict[str, list[tuple[int, Unit]]] = {}
    for place, unit in enumerate(cell.units()):
        groups.setdefault(labels[unit.run], []).append((place, unit))
    return [_model(name, units, means, theta) for name, units in groups.items()]


def _model(
    name: str, units: Sequence[tuple[int, Unit]], means: NDArray[np.float64], theta: NDArray[np.float64] | None
) -> Model:
    """One model from its units and their places in the table."""
    rated = [(place, unit.item) for place, unit in units if not math.isnan(means[place])]
    if not rated:
        return Model(name, len(units), 0, None, None)
    places, items = (list(part) for part in zip(*rated, strict=True))
    raw = means[places].tolist()
    model = Model(name, len(units), len(rated), float(np.mean(raw)), standard_error(raw, items))
    if theta is None:
        return model
    own = theta[places].tolist()
    return model._replace(calibrated=float(np.mean(own)), calibrated_se=standard_error(own, items))
