"""What the judges of a suite are like, and what models are worth when their severity is taken out.

Ratings on one dimension of one rubric, asked in one way, are one cell; each is calibrated alone, as AGC-Bench does
(appendix H.2).
"""

from __future__ import annotations

import math
import warnings
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.natural_order import natural_key
from helm_creativity.psychometrics.agreement import spearman_pairs
from helm_creativity.psychometrics.graded_response import (
    ConvergenceWarning,
    GradedResponseModel,
    JudgeWarning,
    UnitScores,
    reference_order,
)
from helm_creativity.psychometrics.rating_categories import MAX_CATEGORIES, distinct_ratings, rating_text
from helm_creativity.psychometrics.tables import known_means
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.results.comparable import arguments_apart
from helm_creativity.results.options import Absent, finite_or_none
from helm_creativity.results.ratings import NOT_RATED, RatingRow, ratings_of_all
from helm_creativity.results.runs import Run, split_comparable_key

Table = NDArray[np.float64]
"""Shape (n_units, n_judges), NaN where there is no rating."""


class RatedUnit(NamedTuple):
    """What is rated: one response, two that are compared, or one of several texts in a response."""

    run: str
    item: str
    trial: str


class CellKey(NamedTuple):
    """What is rated how, as in ``RatingCell``."""

    benchmark: str
    rubric: str
    dimension: str
    judging: str


@dataclass
class RatingCell:
    """The ratings of one dimension, as they arrive."""

    benchmark: str
    rubric: str
    dimension: str
    judging: str
    runs: dict[str, str] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    missing: dict[str, Counter[str]] = field(default_factory=dict)
    _units: dict[tuple[str, str, str], int] = field(default_factory=dict)
    _judges: dict[str, int] = field(default_factory=dict)
    _asked_about: Counter[int] = field(default_factory=Counter)
    # Place of the unit, place of the judge and rating, one after the other: numbers alone, since there may be millions.
    _places: array[int] = field(default_factory=lambda: array("q"))
    _ratings: array[float] = field(default_factory=lambda: array("d"))

    @property
    def key(self) -> CellKey:
        """What tells it from other cells."""
        return CellKey(self.benchmark, self.rubric, self.dimension, self.judging)

    @property
    def judging_parts(self) -> dict[str, str]:
        """Settings of its judging by name."""
        return split_comparable_key(f"|{self.judging}") if self.judging else {}

    def add(self, row: RatingRow) -> None:
        """Takes one rating, or the absence of one."""
        self.runs[row.run] = row.model
        unit = self._units.setdefault((row.run, row.instance, row.trial), len(self._units))
        judge = self._judges.setdefault(row.judge, len(self._judges))
        if row.rating is None and row.reason == NOT_RATED:
            return
        self.asked[row.judge] += 1
        self._asked_about[unit] += 1
        if row.rating is None:
            self.missing.setdefault(row.judge, Counter())[row.reason] += 1
        else:
            self._places.extend((unit, judge))
            self._ratings.append(row.rating)

    def design(self) -> tuple[int, int]:
        """The fewest and the most judges that were asked about a unit."""
        counts = [self._asked_about[unit] for unit in self._units.values()]
        return min(counts), max(counts)

    def panel(self) -> list[str]:
        """Who was asked, by name."""
        return sorted(self._judges, key=natural_key)

    def units(self) -> list[RatedUnit]:
        """What was to be rated, by run, item and trial."""
        return [RatedUnit(*unit) for unit in sorted(self._units)]

    def table(self) -> Table:
        """The ratings of ``units`` by ``panel``: the same in whatever order they arrived."""
        arrived = np.full((len(self._units), len(self._judges)), np.nan)
        units, judges = np.array(self._places, dtype=np.int64).reshape(-1, 2).T
        arrived[units, judges] = self._ratings
        rows = [self._units[unit] for unit in sorted(self._units)]
        columns = [self._judges[judge] for judge in self.panel()]
        return arrived[np.ix_(rows, columns)]


def run_labels(models: Mapping[str, str]) -> dict[str, str]:
    """What stands for each run: its model, and where a model has several runs what makes them different."""
    of_model: dict[str, list[str]] = defaultdict(list)
    for run, model in models.items():
        of_model[model].append(run)
    apart = {run: own for runs in of_model.values() for run, own in zip(runs, arguments_apart(runs), strict=True)}
    return {run: f"{model} ({', '.join(apart[run])})" if apart[run] else model for run, model in models.items()}


def rating_cells(rows: Iterable[RatingRow]) -> list[RatingCell]:
    """Ratings sorted into cells, in the order in which these first occur."""
    cells: dict[CellKey, RatingCell] = {}
    for row in rows:
        key = CellKey(row.benchmark, row.rubric, row.dimension, row.judging)
        if key not in cells:
            cells[key] = RatingCell(*key)
        cells[key].add(row)
    return list(cells.values())


def judgings_apart(cells: Sequence[RatingCell]) -> list[str]:
    """For each cell the parts of its judging that set it apart from others of its dimension, "" where it is alone."""
    same: dict[tuple[str, ...], list[dict[str, str]]] = defaultdict(list)
    for cell in cells:
        same[cell.key[:3]].append(cell.judging_parts)
    return [_apart(cell.judging_parts, same[cell.key[:3]]) for cell in cells]


def _apart(own: Mapping[str, str], others: Sequence[Mapping[str, str]]) -> str:
    different = (name for name in own if any(other.get(name) != own[name] for other in others))
    return ", ".join(f"{name.replace('_', ' ')} {own[name]}" for name in different)


class JudgeSummary(NamedTuple):
    """One judge in one cell."""

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


class ModelSummary(NamedTuple):
    """One model in one cell; one that was run under several settings stands there once for each."""

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
        categories: the different ratings that occur, ascending; those that differ by rounding alone are one.
        fitted: the judges' parameters; None where nothing was calibrated.
        rank_correlation: Spearman's of the models' raw and calibrated means; None with fewer than two models.
        problem: why nothing was calibrated, or what to know of how it was; "" if there is nothing.
        units: θ of each unit with its standard error; None where nothing was calibrated.
        reference: the judge whose thresholds make ratings of θ; "" where nothing was calibrated.
    """

    cell: RatingCell
    table: Table
    judges: Sequence[JudgeSummary]
    models: Sequence[ModelSummary]
    categories: Sequence[float]
    fitted: GradedResponseModel | None
    rank_correlation: float | None
    problem: str
    units: UnitScores | None = None
    reference: str = ""

    @property
    def calibrated(self) -> bool:
        """Whether a model could be fitted."""
        return self.fitted is not None

    @property
    def on_scale(self) -> NDArray[np.float64] | None:
        """The rating that the reference judge gives at each θ, shape (n_units,)."""
        if self.fitted is None or self.units is None:
            return None
        return self.fitted.to_scale(self.units.theta, self.fitted.feature_names_in_.tolist().index(self.reference))

    @property
    def severities(self) -> dict[str, float]:
        """By name, of the judges that used several categories: that of any other is an assumption."""
        known = [judge for judge in self.judges if len(judge.unused) < len(self.categories) - 1]
        return {judge.name: judge.severity for judge in known if judge.severity is not None}

    @property
    def n_models(self) -> int:
        """How many different models there are; one that was run under several settings counts once."""
        return len(set(self.cell.runs.values()))

    @property
    def rated(self) -> list[int]:
        """Places of the judges who gave a rating."""
        return [place for place, judge in enumerate(self.judges) if judge.mean is not None]


def calibrate(cell: RatingCell) -> Calibration:
    """Judges and models of a cell, by a graded response model over all models' responses.

    The reference judge is that of the cell alone; see ``calibrate_panels``.
    """
    table = cell.table()
    rated = np.asarray(~np.isnan(table).all(axis=0))
    names = [name for name, has_ratings in zip(cell.panel(), rated, strict=True) if has_ratings]
    categories = distinct_ratings(table)
    problem = _obstacle(categories, names)
    fitted, units = None, None
    if not problem:
        fitted, units, problem = _fit(_Named(table[:, rated], names))
    found = _models(cell, table, None if units is None else units.theta)
    models = sorted(found, key=lambda model: (model.raw is None, -(model.raw or 0.0), natural_key(model.name)))
    means = [
        (model.raw, model.calibrated) for model in models if model.raw is not None and model.calibrated is not None
    ]
    return Calibration(
        cell,
        table,
        _judges(cell, table, rated, fitted),
        models,
        categories.tolist(),
        fitted,
        spearman_pairs(means)[0].rho if len(means) > 1 else None,
        problem,
        units,
        "" if fitted is None else names[fitted.reference_judge_],
    )


def calibrate_panels(cells: Iterable[RatingCell]) -> list[Calibration]:
    """Cells calibrated, with one reference judge for all that a panel rates of a benchmark in one way.

    Where no judge has a severity in all of a panel's cells, those that lack its judge have the next one.
    """
    found = [calibrate(cell) for cell in cells]
    panels: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    for each in found:
        panels[each.cell.benchmark, each.cell.judging].append(each.severities)
    orders = {}
    for panel, severities in panels.items():
        names = sorted({name for own in severities for name in own}, key=natural_key)
        order = reference_order([[own.get(name, math.nan) for name in names] for own in severities])
        orders[panel] = [names[judge] for judge in order]
    firsts = (filter(each.severities.__contains__, orders[each.cell.benchmark, each.cell.judging]) for each in found)
    return [replace(each, reference=next(first, each.reference)) for each, first in zip(found, firsts, strict=True)]


def _obstacle(categories: NDArray[np.float64], names: Sequence[str]) -> str:
    """Why a cell cannot be calibrated; "" if it can."""
    if not names:
        return "not calibrated: no judge gave a rating"
    if len(names) < 2:
        return (
            f"not calibrated: {names[0]} alone gave ratings; with one judge, severity cannot be "
            "separated from response quality"
        )
    if len(categories) < 2:
        return f"not calibrated: all ratings are {rating_text(categories[0])}, so nothing distinguishes units or judges"
    if len(categories) > MAX_CATEGORIES:
        return (
            f"not calibrated: {len(categories)} different ratings occur and the model takes at most {MAX_CATEGORIES}; "
            "round them (helm-creativity export ratings writes them as a table) and fit GradedResponseModel"
        )
    return ""


class _Named:
    """A table whose columns have the judges' names, as the model asks for them."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        self.columns = tuple(names)
        self._table = table

    def __array__(self, dtype: object = None, copy: object = None) -> Table:
        return self._table


def _fit(table: _Named) -> tuple[GradedResponseModel, UnitScores, str]:
    with warnings.catch_warnings(record=True) as caught:
        for kind in (ConvergenceWarning, JudgeWarning):
            warnings.simplefilter("always", kind)
        fitted = GradedResponseModel().fit(table)
        units = fitted.scores(table)
    notes = []
    for warning in caught:
        if issubclass(warning.category, ConvergenceWarning):
            notes.append(f"unreliable: {warning.message}")
        elif issubclass(warning.category, JudgeWarning):
            notes.append(str(warning.message))
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    return fitted, units, "; ".join(notes)


def _judges(
    cell: RatingCell, table: Table, rated: NDArray[np.bool_], fitted: GradedResponseModel | None
) -> list[JudgeSummary]:
    place = np.cumsum(rated) - 1
    judges = []
    for column, name in enumerate(cell.panel()):
        ratings = table[:, column][~np.isnan(table[:, column])]
        reasons = dict(sorted(cell.missing.get(name, {}).items()))
        missing = sum(reasons.values()) / max(cell.asked[name], 1)
        judge = JudgeSummary(name, cell.asked[name], missing, reasons, float(ratings.mean()) if len(ratings) else None)
        if fitted is not None and rated[column]:
            i = place[column]
            judge = judge._replace(
                severity=float(fitted.severity_[i]),
                severity_se=finite_or_none(fitted.severity_se_[i]),
                discrimination=float(fitted.discrimination_[i]),
                discrimination_se=finite_or_none(fitted.discrimination_se_[i]),
                mean_of_all=float(fitted.mean_rating_[i]),
                unused=fitted.unused_[i],
            )
        judges.append(judge)
    return judges


def _models(cell: RatingCell, table: Table, theta: NDArray[np.float64] | None) -> list[ModelSummary]:
    means = known_means(table)
    labels = run_labels(cell.runs)
    groups: dict[str, list[tuple[int, RatedUnit]]] = {}
    for place, unit in enumerate(cell.units()):
        groups.setdefault(labels[unit.run], []).append((place, unit))
    return [_model(name, units, means, theta) for name, units in groups.items()]


def _model(
    name: str, units: Sequence[tuple[int, RatedUnit]], means: NDArray[np.float64], theta: NDArray[np.float64] | None
) -> ModelSummary:
    rated = [(place, unit.item) for place, unit in units if not math.isnan(means[place])]
    if not rated:
        return ModelSummary(name, len(units), 0, None, None)
    places, items = (list(part) for part in zip(*rated, strict=True))
    raw = means[places].tolist()
    model = ModelSummary(name, len(units), len(rated), float(np.mean(raw)), standard_error(raw, items))
    if theta is None:
        return model
    own = theta[places].tolist()
    return model._replace(calibrated=float(np.mean(own)), calibrated_se=standard_error(own, items))


class Severity(NamedTuple):
    """One judge on one dimension."""

    benchmark: str
    dimension: str
    judge: str
    severity: float
    error: float | None
    ratings: int


JUDGED = "judge_coverage"
UNCALIBRATED = "not calibrated: "
"""What a calibration's problem begins with."""


def estimate_severities(
    runs: Sequence[Run], titles: dict[str, str], problems: list[str]
) -> tuple[Severity, ...] | Absent:
    """Severity of every judge on every dimension that could be calibrated."""
    cells = rating_cells(ratings_of_all([run for run in runs if JUDGED in run.stats], problems))
    if not cells:
        return Absent("no judge gave a rating in these suites")
    found: list[Severity] = []
    obstacles: dict[str, dict[str, list[str]]] = {}
    for cell, apart in zip(cells, judgings_apart(cells), strict=True):
        calibration = calibrate(cell)
        title = titles.get(cell.benchmark, cell.benchmark)
        dimension = f"{cell.dimension} ({apart})" if apart else cell.dimension
        if not calibration.calibrated:
            obstacles.setdefault(calibration.problem, {}).setdefault(title, []).append(dimension)
        for judge in calibration.judges:
            if judge.severity is not None:
                n_ratings = round(judge.asked * (1 - judge.missing))
                found.append(Severity(title, dimension, judge.name, judge.severity, judge.severity_se, n_ratings))
    return tuple(found) or Absent("; ".join(_why_uncalibrated(problem, where) for problem, where in obstacles.items()))


def _why_uncalibrated(problem: str, where: Mapping[str, Sequence[str]]) -> str:
    listed = ", ".join(f"{title} ({', '.join(dimensions)})" for title, dimensions in where.items())
    return f"{problem.removeprefix(UNCALIBRATED)}: {listed}"
