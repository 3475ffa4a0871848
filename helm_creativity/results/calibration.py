"""What the judges of a suite are like, and what models are worth when their severity is taken out.

Ratings on one dimension of one rubric, asked in one way, are one cell; each is calibrated alone, as AGC-Bench does
(appendix H.2), by a graded response model over all models' responses.
"""

from __future__ import annotations

import math
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.core.natural_order import natural_key
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics import agreement
from helm_creativity.psychometrics.graded_response import (
    ConvergenceWarning,
    GradedResponseModel,
    UnitScores,
    reference_order,
)
from helm_creativity.psychometrics.intraclass import intraclass_correlation
from helm_creativity.psychometrics.rating_categories import MAX_CATEGORIES, distinct_ratings, rating_text
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers, known_means, ranges_apart
from helm_creativity.psychometrics.uncertainty import Z, standard_error
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.comparable import arguments_apart, cards
from helm_creativity.results.numbers import between, count, fixed, percent, positive, signed
from helm_creativity.results.ratings import NOT_RATED, RatingRow, ratings_of_all
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import Column, Plot, Table, Tables, Undefined, or_undefined
from helm_creativity.safe_text import counted

JUDGED = "judge_coverage"
"""The stat of runs whose responses judges rated."""
STARRED = "*: the judge never used some of the ratings that others used; compare its mean of all, not its severity"
SEED, RESAMPLES = 42, 1000
TITLE = "severity, in standard deviations of what is rated"
JUDGE, UNITS = Column("judge", "judge", left=True), Column("units", "units", count)
SEVERITY = (
    Column("severity", "severity", signed(2), mark="main"),
    Column("unused", "", lambda unused: "*" if unused else ""),
    Column("severity_se", "± se", positive(2)),
)
SEVERITIES = (
    JUDGE,
    Column("title", "benchmark", left=True),
    Column("asked_about", "dimension", left=True),
    *SEVERITY,
    Column("ratings", "ratings", count),
)
JUDGES = (
    JUDGE,
    Column("asked", "asked", count),
    Column("missing", "missing", percent(1)),
    Column("mean", "mean", fixed(2)),
    Column("mean_of_all", "mean of all", fixed(2)),
    *SEVERITY,
    Column("discrimination", "discrimination", fixed(2)),
    Column("discrimination_se", "± se", positive(2)),
)
AGREEMENT = (
    Column("agreement", "agreement", left=True),
    Column("value", "value", fixed(2)),
    Column("interval", "95 % interval", between(fixed(2)), of=("low", "high")),
    UNITS,
)
PAIRS = (
    JUDGE,
    Column("other", "compared with", left=True),
    UNITS,
    Column("spearman", "Spearman", fixed(2)),
    Column("bias", "bias", signed(2)),
    Column("limits", "limits of agreement", between(signed(2)), of=("limits_low", "limits_high")),
)
MODELS = (
    Column("model", "model", left=True),
    UNITS,
    Column("rated", "rated", count),
    Column("raw", "raw mean", fixed(2)),
    Column("raw_se", "± se", positive(2)),
    Column("calibrated", "calibrated", fixed(2)),
    Column("calibrated_se", "± se", positive(2)),
)


class RatedUnit(NamedTuple):
    """What is rated: one response, two that are compared, or one of several texts in a response."""

    run: str
    item: str
    trial: str


CellKey = tuple[str, str, str, str]


class RatingCell:
    """The ratings of one dimension of one rubric, asked in one way, in whatever order they came.

    Attributes:
        key: benchmark, rubric, dimension and judging.
        runs: the model of each run, by the run's name.
        units: n units, by run, item and trial.
        judges: m names.
        table: shape (n, m), NaN where there is no rating.
        asked: shape (n, m), whether there is one or should be.
        missing: for each judge how many are missing, by reason.
        rated: places of the judges who gave a rating.
        categories: the different ratings that occur, ascending; those that differ by rounding alone are one.
        title: of the benchmark.
        apart: what sets it apart from other cells of its dimension; "" where it is alone.
    """

    def __init__(self, key: CellKey, rows: Sequence[RatingRow]) -> None:
        self.key = key
        self.benchmark, self.rubric, self.dimension, self.judging = key
        self.runs = {row.run: row.model for row in rows}
        self.units = sorted({RatedUnit(row.run, row.instance, row.trial) for row in rows})
        self.judges = sorted({row.judge for row in rows}, key=natural_key)
        self.missing: dict[str, Counter[str]] = {judge: Counter() for judge in self.judges}
        self.table = np.full((len(self.units), len(self.judges)), np.nan)
        self.asked = np.zeros(self.table.shape, dtype=bool)
        units = {unit: place for place, unit in enumerate(self.units)}
        judges = {judge: place for place, judge in enumerate(self.judges)}
        for row in rows:
            cell = units[RatedUnit(row.run, row.instance, row.trial)], judges[row.judge]
            if row.rating is not None:
                self.table[cell] = row.rating
            elif row.reason != NOT_RATED:
                self.missing[row.judge][row.reason] += 1
            self.asked[cell] |= row.rating is not None or row.reason != NOT_RATED
        self.rated: list[int] = np.flatnonzero(~np.isnan(self.table).all(axis=0)).tolist()
        self.categories: list[float] = distinct_ratings(self.table).tolist()
        card = cards().get(self.benchmark)
        self.title, self.apart = card.short_title if card else self.benchmark, ""

    @property
    def facts(self) -> dict[str, str]:
        """What tables about it are about."""
        facts = {"benchmark": self.benchmark, "dimension": self.dimension, "rubric": self.rubric}
        return {**facts, "judging": self.judging} if self.judging else facts

    @property
    def full_dimension(self) -> str:
        """The dimension with what sets it apart."""
        return f"{self.dimension} ({self.apart})" if self.apart else self.dimension

    @property
    def judging_parts(self) -> dict[str, str]:
        """Settings of its judging by name."""
        return split_comparable_key(f"|{self.judging}") if self.judging else {}

    @property
    def items(self) -> list[str]:
        """Of each unit."""
        return [unit.item for unit in self.units]

    @property
    def labels(self) -> list[str]:
        """What stands for each unit: its model, and where a model has several runs what makes them different."""
        of_model: dict[str, list[str]] = defaultdict(list)
        for run, model in self.runs.items():
            of_model[model].append(run)
        apart = {run: own for runs in of_model.values() for run, own in zip(runs, arguments_apart(runs), strict=True)}
        labels = {
            run: f"{model} ({', '.join(apart[run])})" * bool(apart[run]) or model for run, model in self.runs.items()
        }
        return [labels[unit.run] for unit in self.units]


def rating_cells(rows: Iterable[RatingRow]) -> list[RatingCell]:
    """Ratings sorted into cells, in the order in which these first occur."""
    of_key: dict[CellKey, list[RatingRow]] = defaultdict(list)
    for row in rows:
        of_key[row.benchmark, row.rubric, row.dimension, row.judging].append(row)
    cells = [RatingCell(key, own) for key, own in of_key.items()]
    for cell in cells:
        alike = [other for other in cells if other.key[::2] == cell.key[::2]]
        others = [{"asked as": other.rubric, **other.judging_parts} for other in alike]
        parts = {"asked as": cell.rubric, **cell.judging_parts}.items()
        different = [(name, value) for name, value in parts if any(other.get(name) != value for other in others)]
        cell.apart = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in different)
    return cells


def cells_of_suite(suite: Suite) -> tuple[list[RatingCell], list[str]]:
    """All ratings of a suite by cell, and a line for each run whose ratings cannot be read."""

    def read() -> tuple[list[RatingCell], list[str]]:
        problems: list[str] = []
        return rating_cells(ratings_of_all([run for run in suite.runs if JUDGED in run.stats], problems)), problems

    found: tuple[list[RatingCell], list[str]] = suite.once("rating cells", read)
    return found


@dataclass
class Calibration:
    """One cell, calibrated.

    Attributes:
        fitted: of the judges who gave a rating; None where nothing was calibrated.
        units: θ of each unit with its standard error.
        problem: why nothing was calibrated, or what to know of how it was; "" if there is nothing.
        reference: the judge whose thresholds make ratings of θ; "" where nothing was calibrated.
    """

    cell: RatingCell
    fitted: GradedResponseModel | None = None
    units: UnitScores | None = None
    problem: str = ""
    reference: str = ""

    @property
    def on_scale(self) -> Numbers | None:
        """The rating that the reference judge gives at each θ, shape (n_units,)."""
        if self.fitted is None or self.units is None:
            return None
        return self.fitted.to_scale(self.units.theta, self.fitted.feature_names_in_.tolist().index(self.reference))

    @property
    def severities(self) -> dict[str, float]:
        """By name, of the judges that used several categories: that of any other is an assumption."""
        own = zip(self.cell.rated, self.fitted.severity_, self.fitted.unused_, strict=True) if self.fitted else ()
        most = len(self.cell.categories) - 1
        return {self.cell.judges[place]: float(value) for place, value, unused in own if len(unused) < most}

    def judges(self) -> Iterator[dict[str, Any]]:
        """A row for each judge that was asked."""
        for place, judge in enumerate(self.cell.judges):
            asked, lost = int(self.cell.asked[:, place].sum()), self.cell.missing[judge].total()
            row: dict[str, Any] = {"judge": judge, "asked": asked, "missing": lost / max(asked, 1)}
            row |= {"ratings": asked - lost, "mean": Undefined("it has no rating"), "unused": []}
            row["severity"] = None if self.fitted else Undefined(self.problem)
            if place in self.cell.rated:
                row["mean"] = float(np.nanmean(self.cell.table[:, place]))
            if self.fitted and place in self.cell.rated:
                at = self.cell.rated.index(place)
                row |= {"mean_of_all": float(self.fitted.mean_rating_[at]), "unused": list(self.fitted.unused_[at])}
                for key in ("severity", "severity_se", "discrimination", "discrimination_se"):
                    row[key] = finite_or_none(getattr(self.fitted, f"{key}_")[at])
                reach = Z * (math.nan if row["severity_se"] is None else row["severity_se"])
                row |= {"severity_low": row["severity"] - reach, "severity_high": row["severity"] + reach}
            yield row

    def models(self) -> list[dict[str, Any]]:
        """A row for each model by raw mean, those without one last; several where it has runs under several settings.

        A raw mean is that of the units' means, so that a unit that more judges rated does not count more.
        """
        means = {"raw": known_means(self.cell.table), **({"calibrated": self.units.theta} if self.units else {})}
        labels, items, rows = np.array(self.cell.labels), np.array(self.cell.items), []
        for label in sorted(set(self.cell.labels), key=natural_key):
            own = (labels == label) & ~np.isnan(means["raw"])
            row: dict[str, Any] = {"model": label, "units": int((labels == label).sum()), "rated": int(own.sum())}
            row |= {"raw": Undefined("it has no rating"), "calibrated": None if self.units else Undefined(self.problem)}
            for key, values in means.items() if own.any() else ():
                se = standard_error(values[own].tolist(), items[own].tolist())
                row |= {key: float(values[own].mean()), f"{key}_se": se}
            rows.append(row)
        return sorted(rows, key=lambda row: -row["raw"] if row["rated"] else math.inf)


def calibrate(cell: RatingCell) -> Calibration:
    """Judges and models of a cell; the reference judge is that of the cell alone, see ``calibrate_panels``."""
    if obstacle := _obstacle(cell):
        return Calibration(cell, problem=obstacle)
    import polars as pl

    ratings = pl.DataFrame(cell.table[:, cell.rated], [cell.judges[place] for place in cell.rated])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fitted = GradedResponseModel().fit(ratings)
        units = fitted.scores(ratings)
    notes = [f"{'unreliable: ' * issubclass(each.category, ConvergenceWarning)}{each.message}" for each in caught]
    return Calibration(cell, fitted, units, "; ".join(notes), ratings.columns[fitted.reference_judge_])


def _obstacle(cell: RatingCell) -> str:
    """Why a cell cannot be calibrated; "" if it can."""
    if not cell.rated:
        return "no judge gave a rating"
    if len(cell.rated) == 1:
        alone = f"{cell.judges[cell.rated[0]]} alone gave ratings"
        return f"{alone}; with one judge, severity cannot be separated from response quality"
    if len(cell.categories) == 1:
        return f"all ratings are {rating_text(cell.categories[0])}, so nothing distinguishes units or judges"
    n, most = len(cell.categories), f"the model takes at most {MAX_CATEGORIES}"
    return f"{n} different ratings occur and {most}; round them and fit GradedResponseModel" * (n > MAX_CATEGORIES)


def calibrate_panels(cells: Iterable[RatingCell]) -> list[Calibration]:
    """Cells calibrated, with one reference judge for all that a panel rates of a benchmark in one way.

    Where no judge has a severity in all of a panel's cells, those that lack its judge have the next one.
    """
    found = [calibrate(cell) for cell in cells]
    panels: dict[tuple[str, str], list[Calibration]] = defaultdict(list)
    for each in found:
        panels[each.cell.benchmark, each.cell.judging].append(each)
    for panel in panels.values():
        names = sorted({name for each in panel for name in each.severities}, key=natural_key)
        order = reference_order([[each.severities.get(name, math.nan) for name in names] for each in panel])
        for each in panel:
            known = (names[judge] for judge in order if names[judge] in each.severities)
            each.reference = next(known, each.reference)
    return found


@analysis("calibration", title="Judge severity")
def calibration(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """How severe and consistent judges are, how far they agree, and what models are worth without their severity.

    A graded response model is fitted to each dimension that two judges or more rated.
    """
    cells, problems = cells_of_suite(suite)
    found = calibrate_panels(cells)
    if not any(each.fitted for each in found):
        raise NothingToSay("; ".join([*(_obstacles(found) or ["no judge gave a rating in these suites"]), *problems]))
    return _tables(found, problems)


def calibration_tables(rows: Iterable[RatingRow]) -> Tables:
    """The severities of all cells, then judges, agreement, pairs and models of each; none without ratings."""
    return Tables(_tables(calibrate_panels(rating_cells(rows)), ()))


def _tables(found: Sequence[Calibration], problems: Sequence[str]) -> Iterator[Table]:
    severities = []
    for each in found:
        about = {"title": each.cell.title, "asked_about": each.cell.full_dimension}
        about |= {**each.cell.facts, "panel": ": ".join(about.values())}
        severities += [{**about, **row} for row in each.judges() if isinstance(row["severity"], float)]
    notes = [f"left out: {problem}" for problem in problems]
    if severities:
        starred = [STARRED] if any(row["unused"] for row in severities) else []
        notes = [
            f"Calibrated means are on the scale of {TITLE}.",
            *starred,
            *_obstacles(found, "no severity: "),
            *notes,
        ]
    plot = Plot("interval", "judge", "severity", "panel", "severity_low", "severity_high", x_title=TITLE)
    if found:
        yield Table("severity", SEVERITIES, severities, "Judge severity", notes=notes, plot=plot)
    for each in found:
        yield from _cell_tables(each)


def _obstacles(found: Iterable[Calibration], before: str = "") -> list[str]:
    """Why cells are not calibrated, and which: a line for each reason."""
    reasons: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        if not each.fitted:
            reasons[each.problem][each.cell.title].append(each.cell.full_dimension)
    return [
        f"{before}{reason}: " + ", ".join(f"{title} ({', '.join(dimensions)})" for title, dimensions in where.items())
        for reason, where in reasons.items()
    ]


def _cell_tables(found: Calibration) -> Iterator[Table]:
    cell, models = found.cell, found.models()
    notes = [found.problem] if found.problem and found.fitted else []
    for place, judge in enumerate(cell.judges):
        if ranges := ranges_apart(cell.table[:, place], np.delete(cell.table, place, axis=1)):
            apart = f"from {ranges[0]}, the others' from {ranges[1]}: are they on one scale?"
            notes.append(f"the ratings of {judge} are {apart}")
        if reasons := sorted(cell.missing[judge].items()):
            notes.append(f"missing from {judge}: {', '.join(f'{why} {n:,}' for why, n in reasons)}")
    asked, used = cell.asked.sum(axis=1), dict.fromkeys((*cell.categories[:1], *cell.categories[-1:]))
    basis = [
        f"{counted(len(cell.units), 'unit')} of {counted(len(set(cell.runs.values())), 'model')}",
        counted(len(cell.judges), "judge"),
        f"{' to '.join(map(str, dict.fromkeys((asked.min(), asked.max()))))} per unit",
        f"{counted(len(cell.categories), 'category', 'categories')} in use: {' to '.join(f'{end:g}' for end in used)}",
    ]
    asked_as = f", asked as {cell.rubric}" if cell.rubric else ""
    title = f"{cell.benchmark}: {cell.full_dimension}{asked_as}\n{', '.join(basis)}"
    yield Table("judges", JUDGES, list(found.judges()), title, cell.facts, notes)
    if len(cell.rated) > 1:
        ratings, names = cell.table[:, cell.rated], [cell.judges[place] for place in cell.rated]
        yield Table("agreement", AGREEMENT, list(_coefficients(ratings)), facts=cell.facts)
        yield Table("pairs", PAIRS, list(_pairs(ratings, names)), facts=cell.facts)
    means = [(row["raw"], row["calibrated"]) for row in models if isinstance(row["calibrated"], float)]
    rho = agreement.spearman_pairs(means)[0].rho if len(means) > 1 else None
    order = f"Spearman correlation of raw and calibrated means: {rho or 0:.3f} over {counted(len(means), 'row')}"
    notes = [] if rho is None else [f"{order}; reference judge: {found.reference}"]
    yield Table("models", MODELS, models, facts=cell.facts, notes=notes)


def _coefficients(ratings: Numbers) -> Iterator[tuple[Any, ...]]:
    def row(name: str, value: float | Undefined | None, ends: Any, units: int) -> tuple[Any, ...]:  # noqa: ANN401
        return name, value, (ends.low, ends.high) if ends else None, units

    paired = int(((~np.isnan(ratings)).sum(axis=1) > 1).sum())
    for level in ("ordinal", "interval"):
        ends = agreement.krippendorff_interval(ratings, np.random.default_rng(SEED), level, RESAMPLES)
        yield row(f"Krippendorff's alpha, {level}", agreement.krippendorff_alpha(ratings, level), ends, paired)
    single, panel = (intraclass_correlation(ratings, kind) for kind in ("2,1", "2,k"))
    yield row("ICC(2,1), one judge", single.value, single, single.n_units)
    yield row("ICC(2,k), mean of judges", panel.value, panel, single.n_units)
    concordance = agreement.kendall_interval(ratings, np.random.default_rng(SEED), RESAMPLES)
    yield row("Kendall's W", agreement.kendall_w(ratings).value, concordance, single.n_units)
    alpha = cronbach_alpha(ratings)
    yield row("Cronbach's alpha", or_undefined(alpha.value, alpha.problem), alpha, alpha.min_pair_units)


def _pairs(ratings: Numbers, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    for pair in agreement.spearman_pairs(ratings):
        compared = agreement.bland_altman(ratings[:, pair.first].tolist(), ratings[:, pair.second].tolist())
        bias, limits = (compared.bias.value, (compared.lower.value, compared.upper.value)) if compared else (None, None)
        yield names[pair.first], names[pair.second], pair.n_units, pair.rho, bias, limits
