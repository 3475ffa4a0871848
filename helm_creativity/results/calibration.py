"""What the judges of a suite are like, and what models are worth when their severity is taken out.

Ratings on one dimension of one rubric, asked in one way, are one cell; each is calibrated alone, as AGC-Bench does
(appendix H.2), by a graded response model over all models' responses.
"""

from __future__ import annotations

import math
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.names import natural_key
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics import agreement, graded_response
from helm_creativity.psychometrics.graded_response import ConvergenceWarning, GradedResponseModel, UnitScores
from helm_creativity.psychometrics.intraclass import intraclass_correlation
from helm_creativity.psychometrics.rating_categories import distinct_ratings
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers, known_means, ranges_apart
from helm_creativity.psychometrics.uncertainty import Z, standard_error
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.columns import JUDGE, TITLE, differences, error, interval, numbers, texts
from helm_creativity.results.comparable import arguments_apart, cards
from helm_creativity.results.numbers import between, count, fixed, percent, signed
from helm_creativity.results.ratings import NOT_RATED, RatingRow, ratings_of_all
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import MODEL, Column, Plot, Table, Tables, Undefined, or_undefined
from helm_creativity.safe_text import counted

JUDGED = "judge_coverage"
"""The stat of runs whose responses judges rated."""
STARRED = "*: the judge never used some of the ratings that others used; compare its mean of all, not its severity"
SEED, RESAMPLES = 42, 1000
NO_RATING = "it has no rating"
SCALE = "severity, in standard deviations of what is rated"
TWO, SIGNED = fixed(2), signed(2)
UNUSED = Column("unused", "", lambda unused: "*" if unused else "")
SEVERITY = Column("severity", "severity", SIGNED, mark="main"), UNUSED, error("severity")
SEVERITIES = (JUDGE, TITLE, Column("asked_about", "dimension", left=True), *SEVERITY, *numbers(count, "ratings"))
JUDGES = (
    *(JUDGE, *numbers(count, "asked"), *numbers(percent(1), "missing"), *numbers(TWO, "mean", "mean_of_all")),
    *(*SEVERITY, *numbers(TWO, "discrimination"), error("discrimination")),
)
AGREEMENT = (*texts("agreement"), *numbers(TWO, "value"), interval("", TWO), *numbers(count, "units"))
PAIRS = (
    *(JUDGE, Column("other", "compared with", left=True), *numbers(count, "units")),
    *(Column("spearman", "Spearman", TWO), *numbers(SIGNED, "bias")),
    Column("limits", "limits of agreement", between(SIGNED), of=("limits_low", "limits_high")),
)
MODELS = (
    *(MODEL, *numbers(count, "units", "rated"), Column("raw", "raw mean", TWO), error("raw")),
    *(*numbers(TWO, "calibrated"), error("calibrated")),
)


class RatedUnit(NamedTuple):
    """What is rated: one response, two that are compared, or one of several texts in a response."""

    run: str
    item: str
    trial: str


CellKey = tuple[str, str, str, str]
"""Benchmark, rubric, dimension and judging."""


class RatingCell:
    """The ratings of one dimension of one rubric, asked in one way, of n ``units`` by m ``judges``.

    Shape (n, m) have ``table``, NaN where there is no rating, and ``asked``, whether there is one or should be.
    ``missing`` counts by judge and reason, ``rated`` are the places of judges who gave a rating, and ``apart`` sets it
    apart from other cells of its dimension. ``calibrate`` makes ``fitted`` of the judges who gave a rating, ``scores``
    (θ of units) and ``reference``, the judge whose thresholds make ratings of θ; or ``problem`` says why there is none.
    """

    def __init__(self, key: CellKey, rows: Sequence[RatingRow]) -> None:
        self.key = key
        self.benchmark, self.rubric, self.dimension, self.judging = key
        self.judging_parts = split_comparable_key(f"|{self.judging}") if self.judging else {}
        self.facts = {"benchmark": self.benchmark, "dimension": self.dimension, "rubric": self.rubric}
        self.facts |= {"judging": self.judging} if self.judging else {}
        self.title = cards()[self.benchmark].short_title if self.benchmark in cards() else self.benchmark
        self.apart = self.problem = self.reference = ""
        self.runs = {row.run: row.model for row in rows}
        places = [(RatedUnit(row.run, row.instance, row.trial), row.judge) for row in rows]
        self.units = sorted({unit for unit, _ in places})
        self.judges = sorted({judge for _, judge in places}, key=natural_key)
        self.items, self.models = [unit.item for unit in self.units], [self.runs[unit.run] for unit in self.units]
        self.missing = Counter((row.judge, row.reason) for row in rows if row.rating is None)
        self.table = np.full((len(self.units), len(self.judges)), np.nan)
        self.asked = np.zeros(self.table.shape, dtype=bool)
        at: dict[Any, int] = {name: place for names in (self.units, self.judges) for place, name in enumerate(names)}
        for row, (unit, judge) in zip(rows, places, strict=True):
            cell = at[unit], at[judge]
            self.table[cell] = self.table[cell] if row.rating is None else row.rating
            self.asked[cell] |= row.rating is not None or row.reason != NOT_RATED
        self.rated: list[int] = np.flatnonzero(~np.isnan(self.table).all(axis=0)).tolist()
        self.fitted: GradedResponseModel | None = None
        self.scores: UnitScores | None = None

    @property
    def full_dimension(self) -> str:
        """The dimension with what sets it apart."""
        return f"{self.dimension} ({self.apart})" if self.apart else self.dimension

    @property
    def labels(self) -> list[str]:
        """What stands for each unit: its model, and where a model has several runs what makes them different."""
        labels = {}
        for model in set(self.models):
            runs = [run for run in self.runs if self.runs[run] == model]
            for run, apart in zip(runs, arguments_apart(runs), strict=True):
                labels[run] = f"{model} ({', '.join(apart)})" if apart else model
        return [labels[unit.run] for unit in self.units]

    @property
    def on_scale(self) -> Numbers | None:
        """The rating that the reference judge gives at each θ, shape (n,)."""
        if self.fitted is None or self.scores is None:
            return None
        return self.fitted.to_scale(self.scores.theta, self.fitted.feature_names_in_.index(self.reference))

    def calibrate(self) -> None:
        """Fits the model, if that is possible; the reference judge is that of the cell alone."""
        import polars as pl

        names = [self.judges[place] for place in self.rated]
        if len(names) < 2:
            alone = "severity cannot be separated from response quality"
            self.problem = (
                f"{names[0]} alone gave ratings; with one judge, {alone}" if names else "no judge gave a rating"
            )
            return
        ratings = pl.DataFrame(self.table[:, self.rated], names)
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self.fitted = GradedResponseModel().fit(ratings)
                self.scores = self.fitted.scores(ratings)
        except ValueError as error:
            self.problem = str(error)
            return
        before = ["unreliable: " * issubclass(each.category, ConvergenceWarning) for each in caught]
        self.problem = "; ".join(f"{word}{each.message}" for word, each in zip(before, caught, strict=True))
        self.reference = names[self.fitted.reference_judge_]

    def judge_rows(self) -> Iterator[dict[str, Any]]:
        """Of ``JUDGES``: one for each judge that was asked."""
        for place, judge in enumerate(self.judges):
            asked, given = int(self.asked[:, place].sum()), int(np.isfinite(self.table[:, place]).sum())
            row: dict[str, Any] = {"judge": judge, "asked": asked, "missing": (asked - given) / max(asked, 1)}
            row |= {"ratings": given, "severity": None if self.fitted else Undefined(self.problem), "unused": []}
            row["mean"] = float(np.nanmean(self.table[:, place])) if given else Undefined(NO_RATING)
            if self.fitted and given:
                at = self.rated.index(place)
                row |= {"mean_of_all": float(self.fitted.mean_rating_[at]), "unused": list(self.fitted.unused_[at])}
                for key in ("severity", "severity_se", "discrimination", "discrimination_se"):
                    row[key] = finite_or_none(getattr(self.fitted, f"{key}_")[at])
                reach = Z * float(self.fitted.severity_se_[at])
                row |= {"severity_low": row["severity"] - reach, "severity_high": row["severity"] + reach}
            yield row

    def mean_rows(self, columns: Mapping[str, Numbers]) -> list[dict[str, Any]]:
        """For each of ``labels`` the means of numbers, shape (n,) each, over the units that have all of them.

        Standard errors are clustered by item; the highest mean of the first column comes first.
        """
        labels, items, rows = np.array(self.labels), np.array(self.items), []
        known = ~np.isnan([*columns.values()]).any(axis=0)
        for label in sorted(set(labels.tolist()), key=natural_key):
            own = (labels == label) & known
            row: dict[str, Any] = {"model": label, "units": int((labels == label).sum()), "rated": int(own.sum())}
            for key, values in columns.items() if own.any() else ():
                se = standard_error(values[own].tolist(), items[own].tolist())
                row |= {key: float(values[own].mean()), f"{key}_se": se}
            rows.append(row)
        return sorted(rows, key=lambda row: -row[next(iter(columns))] if row["rated"] else math.inf)


def rating_cells(rows: Iterable[RatingRow]) -> list[RatingCell]:
    """Ratings sorted into cells, in the order in which these first occur."""
    of_key: dict[CellKey, list[RatingRow]] = defaultdict(list)
    for row in rows:
        of_key[row.benchmark, row.rubric, row.dimension, row.judging].append(row)
    cells = [RatingCell(key, own) for key, own in of_key.items()]
    dimensions: dict[tuple[str, str], list[RatingCell]] = defaultdict(list)
    for cell in cells:
        dimensions[cell.benchmark, cell.dimension].append(cell)
    for alike in dimensions.values():
        apart = differences([{"asked as": cell.rubric, **cell.judging_parts} for cell in alike])
        for cell, text in zip(alike, apart, strict=True):
            cell.apart = text
    return cells


def cells_of_suite(suite: Suite) -> tuple[list[RatingCell], list[str]]:
    """All ratings of a suite by cell, and a line for each run whose ratings cannot be read."""

    def read() -> tuple[list[RatingCell], list[str]]:
        problems: list[str] = []
        return rating_cells(ratings_of_all([run for run in suite.runs if JUDGED in run.stats], problems)), problems

    found: tuple[list[RatingCell], list[str]] = suite.once("rating cells", read)
    return found


def calibrate_panels(cells: Iterable[RatingCell]) -> None:
    """Calibrates cells, with one reference judge for all that a panel rates of a benchmark in one way.

    Where no judge has a severity in all of a panel's cells, those that lack its judge have the next one.
    """
    panels: dict[tuple[str, str], list[RatingCell]] = defaultdict(list)
    for cell in cells:
        cell.calibrate()
        panels[cell.benchmark, cell.judging].append(cell)
    for panel in panels.values():
        severities = []
        for cell in panel:  # that of a judge that used one category alone is an assumption
            fitted, most = cell.fitted, len(distinct_ratings(cell.table)) - 1
            known = zip(fitted.feature_names_in_, fitted.severity_, fitted.unused_, strict=True) if fitted else ()
            severities.append({name: float(severity) for name, severity, unused in known if len(unused) < most})
        names = sorted(set().union(*severities), key=natural_key)
        order = graded_response.reference_order([[own.get(name, math.nan) for name in names] for own in severities])
        for cell, own in zip(panel, severities, strict=True):
            cell.reference = next((names[judge] for judge in order if names[judge] in own), cell.reference)


@analysis("calibration", title="Judge severity")
def calibration(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """How severe and consistent judges are, how far they agree, and what models are worth without their severity.

    A graded response model is fitted to each dimension that two judges or more rated.
    """
    cells, problems = cells_of_suite(suite)
    calibrate_panels(cells)
    if not any(cell.fitted for cell in cells):
        raise NothingToSay("; ".join([*(_obstacles(cells) or ["no judge gave a rating in these suites"]), *problems]))
    return _tables(cells, problems)


def calibration_tables(rows: Iterable[RatingRow]) -> Tables:
    """The severities of all cells, then judges, agreement, pairs and models of each; none without ratings."""
    cells = rating_cells(rows)
    calibrate_panels(cells)
    return Tables(_tables(cells, ()))


def _tables(cells: Sequence[RatingCell], problems: Sequence[str]) -> Iterator[Table]:
    severities = []
    for cell in (cell for cell in cells if cell.fitted):
        about = {"title": cell.title, "asked_about": cell.full_dimension}
        about |= {**cell.facts, "panel": ": ".join(about.values())}
        severities += [{**about, **row} for row in cell.judge_rows() if row["severity"] is not None]
    notes = [f"left out: {problem}" for problem in problems]
    if severities:
        starred = [STARRED] if any(row["unused"] for row in severities) else []
        obstacles = [f"no severity: {obstacle}" for obstacle in _obstacles(cells)]
        notes = [f"Calibrated means are on the scale of {SCALE}.", *starred, *obstacles, *notes]
    plot = Plot("interval", "judge", "severity", "panel", "severity_low", "severity_high", x_title=SCALE)
    if cells:
        yield Table("severity", SEVERITIES, severities, "Judge severity", notes=notes, plot=plot)
    for cell in cells:
        yield from _cell_tables(cell)


def _obstacles(cells: Iterable[RatingCell]) -> list[str]:
    """Why cells are not calibrated, and which: a line for each reason."""
    reasons: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for cell in cells:
        if not cell.fitted:
            reasons[cell.problem][cell.title].append(cell.full_dimension)
    return [
        f"{reason}: " + ", ".join(f"{title} ({', '.join(dimensions)})" for title, dimensions in where.items())
        for reason, where in reasons.items()
    ]


def _cell_tables(cell: RatingCell) -> Iterator[Table]:
    notes = [cell.problem] if cell.problem and cell.fitted else []
    for place, judge in enumerate(cell.judges):
        if apart := ranges_apart(cell.table[:, place], np.delete(cell.table, place, axis=1)):
            where = f"from {apart[0]}, the others' from {apart[1]}"
            notes.append(f"the ratings of {judge} are {where}: are they on one scale?")
        missing = sorted((why, n) for (name, why), n in cell.missing.items() if name == judge and why != NOT_RATED)
        notes += [f"missing from {judge}: {', '.join(f'{why} {n:,}' for why, n in missing)}"] * bool(missing)
    sizes = {"unit": cell.units, "model": set(cell.models), "judge": cell.judges}
    units, models, judges = (counted(len(some), word) for word, some in sizes.items())
    per_unit = " to ".join(dict.fromkeys(str(end(cell.asked.sum(axis=1))) for end in (np.min, np.max)))
    title = f"{cell.benchmark}: {cell.full_dimension}\n{units} of {models}, {judges}, {per_unit} per unit"
    yield Table("judges", JUDGES, list(cell.judge_rows()), title, cell.facts, notes)
    if len(cell.rated) > 1:
        ratings, names = cell.table[:, cell.rated], [cell.judges[place] for place in cell.rated]
        yield Table("agreement", AGREEMENT, list(_coefficients(ratings)), facts=cell.facts)
        yield Table("pairs", PAIRS, list(_pairs(ratings, names)), facts=cell.facts)
    # A raw mean is that of units' means, so that one that more judges rated counts as others do.
    means = {"raw": known_means(cell.table), **({"calibrated": cell.scores.theta} if cell.scores else {})}
    undefined = {"raw": Undefined(NO_RATING), "calibrated": None if cell.fitted else Undefined(cell.problem)}
    rows = [undefined | row for row in cell.mean_rows(means)]
    notes = [f"reference judge: {cell.reference}"] if cell.reference else []
    yield Table("models", MODELS, rows, facts=cell.facts, notes=notes)


def _coefficients(ratings: Numbers) -> Iterator[tuple[Any, ...]]:
    paired = int(((~np.isnan(ratings)).sum(axis=1) > 1).sum())
    (single, panel), alpha = (intraclass_correlation(ratings, kind) for kind in ("2,1", "2,k")), cronbach_alpha(ratings)
    found: list[tuple[str, Any, Any, int]] = []
    for level in ("ordinal", "interval"):
        ends = agreement.krippendorff_interval(ratings, np.random.default_rng(SEED), level, RESAMPLES)
        found.append((f"Krippendorff's alpha, {level}", agreement.krippendorff_alpha(ratings, level), ends, paired))
    found.append(("ICC(2,1), one judge", single.value, single, single.n_units))
    found.append(("ICC(2,k), mean of judges", panel.value, panel, single.n_units))
    ends = agreement.kendall_interval(ratings, np.random.default_rng(SEED), RESAMPLES)
    found.append(("Kendall's W", agreement.kendall_w(ratings).value, ends, single.n_units))
    found.append(("Cronbach's alpha", or_undefined(alpha.value, alpha.problem), alpha, alpha.min_pair_units))
    for name, value, ends, units in found:
        yield name, value, (ends.low, ends.high) if ends else None, units


def _pairs(ratings: Numbers, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    for pair in agreement.spearman_pairs(ratings):
        compared = agreement.bland_altman(ratings[:, pair.first].tolist(), ratings[:, pair.second].tolist())
        bias, limits = (compared.bias.value, (compared.lower.value, compared.upper.value)) if compared else (None, None)
        yield names[pair.first], names[pair.second], pair.n_units, pair.rho, bias, limits
