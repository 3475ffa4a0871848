"""What the judges of a suite are like, and what models are worth when their severity is taken out.

Ratings on one dimension of one rubric, asked in one way, are one cell; each is calibrated alone, as AGC-Bench does
(appendix H.2), by a graded response model over all models' responses.
"""

from __future__ import annotations

import math
import warnings
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.core.natural_order import natural_key
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.agreement import (
    bland_altman,
    kendall_interval,
    kendall_w,
    krippendorff_alpha,
    krippendorff_interval,
    spearman_pairs,
)
from helm_creativity.psychometrics.graded_response import (
    ConvergenceWarning,
    GradedResponseModel,
    JudgeWarning,
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
LEGEND = (
    "Mean of all: the mean rating that a judge is expected to give to all units of its block; higher is more lenient. "
    "Severity and calibrated means are in standard deviations of the units of their block, whose mean is 0; calibrated "
    "means are shrunk towards 0, more so when there are few ratings. Standard errors of models' means are clustered by "
    "item and take the judges' parameters as known."
)
STARRED = (
    "*: the judge never used some of the ratings that others used, so part of this severity is an assumption: "
    "compare judges by the mean of all. Where it is the reference judge, the places of those ratings are assumed, too."
)
RESAMPLES, SEED = 1000, 42
RESAMPLED = f"Intervals of Krippendorff's alpha and Kendall's W: {RESAMPLES:,} resamples of the units, seed {SEED}."
NO_RATING = "it has no rating"
JUDGE, SEVERITY = Column("judge", "judge", left=True), Column("severity", "severity", signed(2), mark="main")
SEVERITY_SE, UNITS = Column("severity_se", "± se", positive(2)), Column("units", "units", count)
UNUSED = Column("unused", "", lambda unused: "*" if unused else "")
SEVERITIES = (
    JUDGE,
    Column("title", "benchmark", left=True),
    Column("asked_about", "dimension", left=True),
    SEVERITY,
    UNUSED,
    SEVERITY_SE,
    Column("ratings", "ratings", count),
)
JUDGES = (
    JUDGE,
    Column("asked", "asked", count),
    Column("missing", "missing", percent(1)),
    Column("mean", "mean", fixed(2)),
    Column("mean_of_all", "mean of all", fixed(2)),
    SEVERITY,
    UNUSED,
    SEVERITY_SE,
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


class CellKey(NamedTuple):
    """What is rated how, as in ``RatingCell``."""

    benchmark: str
    rubric: str
    dimension: str
    judging: str


class RatingCell:
    """The ratings of one dimension, as they arrive."""

    def __init__(self, key: CellKey) -> None:
        self.key = key
        self.benchmark, self.rubric, self.dimension, self.judging = key
        self.runs: dict[str, str] = {}
        self.asked: Counter[str] = Counter()
        self.missing: dict[str, Counter[str]] = defaultdict(Counter)
        self._units: dict[tuple[str, str, str], int] = {}
        self._judges: dict[str, int] = {}
        self.asked_about: Counter[int] = Counter()
        # Places of unit and judge, and ratings, one after the other: numbers alone, since there may be millions.
        self._places, self._ratings = array("q"), array("d")

    @property
    def facts(self) -> dict[str, str]:
        """What tables about it are about."""
        facts = {"benchmark": self.benchmark, "dimension": self.dimension, "rubric": self.rubric}
        return {**facts, **({"judging": self.judging} if self.judging else {})}

    @property
    def judging_parts(self) -> dict[str, str]:
        """Settings of its judging by name."""
        return split_comparable_key(f"|{self.judging}") if self.judging else {}

    def add(self, row: RatingRow) -> None:
        """Takes one rating, or the absence of one."""
        self.runs[row.run] = row.model
        unit = self._units.setdefault((row.run, row.instance, row.trial), len(self._units))
        judge = self._judges.setdefault(row.judge, len(self._judges))
        asked = row.rating is not None or row.reason != NOT_RATED
        self.asked[row.judge] += asked
        self.asked_about[unit] += asked
        if row.rating is not None:
            self._places.extend((unit, judge))
            self._ratings.append(row.rating)
        elif asked:
            self.missing[row.judge][row.reason] += 1

    def panel(self) -> list[str]:
        """Who was asked, by name."""
        return sorted(self._judges, key=natural_key)

    def units(self) -> list[RatedUnit]:
        """What was to be rated, by run, item and trial."""
        return [RatedUnit(*unit) for unit in sorted(self._units)]

    def table(self) -> Numbers:
        """Shape (n_units, n_judges), NaN where there is no rating: the same in whatever order ratings arrived."""
        arrived = np.full((len(self._units), len(self._judges)), np.nan)
        units, judges = np.array(self._places, dtype=np.int64).reshape(-1, 2).T
        arrived[units, judges] = self._ratings
        rows = [self._units[unit] for unit in sorted(self._units)]
        columns = [self._judges[judge] for judge in self.panel()]
        return arrived[np.ix_(rows, columns)]


def rating_cells(rows: Iterable[RatingRow]) -> list[RatingCell]:
    """Ratings sorted into cells, in the order in which these first occur."""
    cells: dict[CellKey, RatingCell] = {}
    for row in rows:
        key = CellKey(row.benchmark, row.rubric, row.dimension, row.judging)
        if key not in cells:
            cells[key] = RatingCell(key)
        cells[key].add(row)
    return list(cells.values())


def run_labels(models: Mapping[str, str]) -> dict[str, str]:
    """What stands for each run: its model, and where a model has several runs what makes them different."""
    of_model: dict[str, list[str]] = defaultdict(list)
    for run, model in models.items():
        of_model[model].append(run)
    apart = {run: own for runs in of_model.values() for run, own in zip(runs, arguments_apart(runs), strict=True)}
    return {run: f"{model} ({', '.join(apart[run])})" if apart[run] else model for run, model in models.items()}


def judgings_apart(cells: Sequence[RatingCell]) -> list[str]:
    """For each cell the parts of its judging that set it apart from others of its dimension, "" where it is alone."""
    same: dict[tuple[str, ...], list[dict[str, str]]] = defaultdict(list)
    for cell in cells:
        same[cell.key[:3]].append(cell.judging_parts)
    return [
        ", ".join(
            f"{name.replace('_', ' ')} {value}"
            for name, value in cell.judging_parts.items()
            if any(other.get(name) != value for other in same[cell.key[:3]])
        )
        for cell in cells
    ]


@dataclass(frozen=True)
class Calibration:
    """One cell, calibrated.

    Attributes:
        rated: places of the judges who gave a rating, which are those of ``fitted``.
        categories: the different ratings that occur, ascending; those that differ by rounding alone are one.
        units: θ of each unit with its standard error; None where nothing was calibrated.
        problem: why nothing was calibrated, or what to know of how it was; "" if there is nothing.
        reference: the judge whose thresholds make ratings of θ; "" where nothing was calibrated.
        dimension: that of the cell, with what sets it apart from others of its name.
    """

    cell: RatingCell
    table: Numbers
    rated: list[int]
    categories: list[float]
    fitted: GradedResponseModel | None = None
    units: UnitScores | None = None
    problem: str = ""
    reference: str = ""
    dimension: str = ""

    @property
    def named(self) -> dict[str, str]:
        """Short title of the benchmark and what judges were asked about, for people."""
        card = cards().get(self.cell.benchmark)
        return {"title": card.short_title if card else self.cell.benchmark, "asked_about": self.dimension}

    @property
    def on_scale(self) -> Numbers | None:
        """The rating that the reference judge gives at each θ, shape (n_units,)."""
        if self.fitted is None or self.units is None:
            return None
        return self.fitted.to_scale(self.units.theta, self.fitted.feature_names_in_.tolist().index(self.reference))

    @property
    def severities(self) -> dict[str, float]:
        """By name, of the judges that used several categories: that of any other is an assumption."""
        own = zip(self.rated, self.fitted.severity_.tolist(), self.fitted.unused_, strict=True) if self.fitted else ()
        panel = self.cell.panel()
        return {panel[place]: value for place, value, unused in own if len(unused) < len(self.categories) - 1}

    def judges(self) -> list[dict[str, Any]]:
        """A row for each judge that was asked."""
        rows = []
        for place, name in enumerate(self.cell.panel()):
            asked, lost = self.cell.asked[name], self.cell.missing[name].total()
            row: dict[str, Any] = {"judge": name, "asked": asked, "missing": lost / max(asked, 1)}
            row |= {"ratings": asked - lost, "mean": Undefined(NO_RATING), "unused": []}
            row["severity"] = None if self.fitted else Undefined(self.problem)
            if place in self.rated:
                row["mean"] = float(np.nanmean(self.table[:, place]))
            if self.fitted and place in self.rated:
                at = self.rated.index(place)
                row |= {"mean_of_all": float(self.fitted.mean_rating_[at]), "unused": list(self.fitted.unused_[at])}
                for key in ("severity", "severity_se", "discrimination", "discrimination_se"):
                    row[key] = finite_or_none(getattr(self.fitted, f"{key}_")[at])
                if row["severity_se"] is not None:
                    reach = Z * row["severity_se"]
                    row |= {"severity_low": row["severity"] - reach, "severity_high": row["severity"] + reach}
            rows.append(row)
        return rows

    def models(self) -> list[dict[str, Any]]:
        """A row for each model by raw mean, those without one last; several where it has runs under several settings.

        A raw mean is that of the units' means, so that a unit that more judges rated does not count more.
        """
        of = {"raw": known_means(self.table), **({"calibrated": self.units.theta} if self.units else {})}
        labels, groups = run_labels(self.cell.runs), defaultdict(list)
        for place, unit in enumerate(self.cell.units()):
            groups[labels[unit.run]].append((place, unit.item))
        rows = []
        for name, units in sorted(groups.items(), key=lambda group: natural_key(group[0])):
            own = [(place, item) for place, item in units if not math.isnan(of["raw"][place])]
            row: dict[str, Any] = {"model": name, "units": len(units), "rated": len(own)}
            row |= {"raw": Undefined(NO_RATING), "calibrated": None if self.units else Undefined(self.problem)}
            for key, values in of.items() if own else ():
                values = values[[place for place, _ in own]].tolist()
                row |= {key: float(np.mean(values)), f"{key}_se": standard_error(values, [item for _, item in own])}
            rows.append(row)
        return sorted(rows, key=lambda row: -row["raw"] if row["rated"] else math.inf)


def calibrate(cell: RatingCell) -> Calibration:
    """Judges and models of a cell; the reference judge is that of the cell alone, see ``calibrate_panels``."""
    table, panel = cell.table(), cell.panel()
    rated = np.flatnonzero(~np.isnan(table).all(axis=0)).tolist()
    ratings = _Named(table[:, rated], [panel[place] for place in rated])
    found = Calibration(cell, table, rated, distinct_ratings(table).tolist())
    if problem := _obstacle(found.categories, ratings.columns):
        return replace(found, problem=problem)
    with warnings.catch_warnings(record=True) as caught:
        for kind in (ConvergenceWarning, JudgeWarning):
            warnings.simplefilter("always", kind)
        fitted = GradedResponseModel().fit(ratings)
        units = fitted.scores(ratings)
    notes = []
    for warning in caught:
        if issubclass(warning.category, (ConvergenceWarning, JudgeWarning)):
            unreliable = issubclass(warning.category, ConvergenceWarning)
            notes.append(f"{'unreliable: ' * unreliable}{warning.message}")
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    reference = ratings.columns[fitted.reference_judge_]
    return replace(found, fitted=fitted, units=units, problem="; ".join(notes), reference=reference)


@dataclass
class _Named:
    """A table whose columns have the judges' names, as the model asks for them."""

    table: Numbers
    columns: Sequence[str]

    def __array__(self, dtype: object = None, copy: object = None) -> Numbers:
        return self.table


def _obstacle(categories: Sequence[float], names: Sequence[str]) -> str:
    """Why a cell cannot be calibrated; "" if it can."""
    if not names:
        return "no judge gave a rating"
    if len(names) < 2:
        return f"{names[0]} alone gave ratings; with one judge, severity cannot be separated from response quality"
    if len(categories) < 2:
        return f"all ratings are {rating_text(categories[0])}, so nothing distinguishes units or judges"
    if len(categories) <= MAX_CATEGORIES:
        return ""
    return (
        f"{len(categories)} different ratings occur and the model takes at most {MAX_CATEGORIES}; round them "
        "(helm-creativity export ratings writes them as a table) and fit GradedResponseModel"
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
    named = []
    for each, apart in zip(found, judgings_apart([each.cell for each in found]), strict=True):
        known = filter(each.severities.__contains__, orders[each.cell.benchmark, each.cell.judging])
        dimension = f"{each.cell.dimension} ({apart})" if apart else each.cell.dimension
        named.append(replace(each, reference=next(known, each.reference), dimension=dimension))
    return named


def cells_of_suite(suite: Suite) -> tuple[list[RatingCell], list[str]]:
    """All ratings of a suite by cell, and a line for each run whose ratings cannot be read."""

    def read() -> tuple[list[RatingCell], list[str]]:
        problems: list[str] = []
        return rating_cells(ratings_of_all([run for run in suite.runs if JUDGED in run.stats], problems)), problems

    cells, problems = suite.once("rating cells", read)
    return cells, list(problems)


@analysis("calibration", title="Judge severity")
def calibration(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """How severe and consistent judges are, how far they agree, and what models are worth without their severity.

    A graded response model is fitted to each dimension that two judges or more rated.
    """
    cells, problems = cells_of_suite(suite)
    found = calibrate_panels(cells)
    if not any(each.fitted for each in found):
        raise NothingToSay("; ".join([*(_obstacles(found) or ["no judge gave a rating in these suites"]), *problems]))
    first, *others = _tables(found)
    return [replace(first, notes=[*first.notes, *(f"left out: {problem}" for problem in problems)]), *others]


def calibration_tables(rows: Iterable[RatingRow]) -> Tables:
    """The severities of all cells, then judges, agreement, pairs and models of each; none without ratings."""
    return Tables(_tables(calibrate_panels(rating_cells(rows))))


def _tables(found: Sequence[Calibration]) -> Iterator[Table]:
    severities = [
        {**each.cell.facts, **each.named, "panel": ": ".join(each.named.values()), **judge}
        for each in found
        for judge in each.judges()
        if isinstance(judge["severity"], float)
    ]
    notes = [LEGEND] if severities else []
    notes += [STARRED] if any(judge["unused"] for judge in severities) else []
    notes += [RESAMPLED] if any(len(each.rated) > 1 for each in found) else []
    notes += [f"no severity: {obstacle}" for obstacle in _obstacles(found)] if severities else []
    title = "severity, in standard deviations of what is rated"
    plot = Plot("interval", "judge", "severity", "panel", "severity_low", "severity_high", x_title=title)
    if found:
        yield Table(
            "severity", _with_stars(SEVERITIES, severities), severities, "Judge severity", notes=notes, plot=plot
        )
    for each in found:
        yield from _cell_tables(each)


def _with_stars(columns: Iterable[Column], judges: Iterable[Mapping[str, Any]]) -> list[Column]:
    starred = any(judge["unused"] for judge in judges)
    return [column for column in columns if column is not UNUSED or starred]


def _obstacles(found: Iterable[Calibration]) -> list[str]:
    """Why cells are not calibrated, and which: a line for each reason."""
    reasons: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        if not each.fitted:
            reasons[each.problem][each.named["title"]].append(each.dimension)
    return [
        f"{reason}: " + ", ".join(f"{title} ({', '.join(dimensions)})" for title, dimensions in where.items())
        for reason, where in reasons.items()
    ]


def _cell_tables(found: Calibration) -> Iterator[Table]:
    cell, judges, models, names = found.cell, found.judges(), found.models(), found.cell.panel()
    notes = [found.problem] if found.problem and found.fitted else []
    for place, name in enumerate(names):
        if ranges := ranges_apart(found.table[:, place], np.delete(found.table, place, axis=1)):
            apart = f"from {ranges[0]}, the others' from {ranges[1]}: are they on one scale?"
            notes.append(f"the ratings of {name} are {apart}")
    for name in names:
        if reasons := sorted(cell.missing[name].items()):
            notes.append(f"missing from {name}: {', '.join(f'{why} {n:,}' for why, n in reasons)}")
    yield Table("judges", _with_stars(JUDGES, judges), judges, _head(found), cell.facts, notes)
    if len(found.rated) > 1:
        ratings = found.table[:, found.rated]
        yield Table("agreement", AGREEMENT, list(_coefficients(ratings)), facts=cell.facts)
        yield Table("pairs", PAIRS, list(_pairs(ratings, [names[place] for place in found.rated])), facts=cell.facts)
    means = [(model["raw"], model["calibrated"]) for model in models if isinstance(model["calibrated"], float)]
    rho = spearman_pairs(means)[0].rho if len(means) > 1 else None
    what = "models" if len(models) == len(set(cell.runs.values())) else "runs"
    order = f"Spearman correlation of raw and calibrated means: {rho or 0:.3f} over {len(means)} {what}"
    notes = [] if rho is None else [f"{order}; reference judge: {found.reference}"]
    yield Table("models", MODELS, models, facts=cell.facts, notes=notes)


def _head(found: Calibration) -> str:
    cell, (units, judges), used = found.cell, found.table.shape, found.categories
    silent, fewest, most = judges - len(found.rated), min(cell.asked_about.values()), max(cell.asked_about.values())
    facts = [f"{counted(units, 'unit')} of {counted(len(set(cell.runs.values())), 'model')}"]
    facts.append(counted(judges, "judge") + (f" ({silent} without a rating)" if silent else ""))
    if judges > 1:
        several = f" on average ({fewest} to {most})" if fewest < most else ""
        facts.append(f"{cell.asked.total() / units:.3g} per unit{several}")
    if used:
        ends = " to ".join(f"{value:g}" for value in dict.fromkeys((used[0], used[-1])))
        facts.append(f"{counted(len(used), 'category', 'categories')} in use: {ends}")
    asked_as = f", asked as {cell.rubric}" if cell.rubric else ""
    return f"{cell.benchmark}: {found.dimension}{asked_as}\n{', '.join(facts)}"


def _coefficients(ratings: Numbers) -> Iterator[dict[str, Any]]:
    def row(name: str, value: float | Undefined | None, ends: Any, units: int) -> dict[str, Any]:  # noqa: ANN401
        low, high = (ends.low, ends.high) if ends else (None, None)
        return {"agreement": name, "value": value, "low": low, "high": high, "units": units}

    paired = int(((~np.isnan(ratings)).sum(axis=1) > 1).sum())
    for level in ("ordinal", "interval"):
        ends = krippendorff_interval(ratings, np.random.default_rng(SEED), level, RESAMPLES)
        yield row(f"Krippendorff's alpha, {level}", krippendorff_alpha(ratings, level), ends, paired)
    single, panel = (intraclass_correlation(ratings, kind) for kind in ("2,1", "2,k"))
    yield row("ICC(2,1), one judge", single.value, single, single.n_units)
    yield row("ICC(2,k), mean of judges", panel.value, panel, single.n_units)
    ends = kendall_interval(ratings, np.random.default_rng(SEED), RESAMPLES)
    yield row("Kendall's W", kendall_w(ratings).value, ends, single.n_units)
    alpha = cronbach_alpha(ratings)
    yield row("Cronbach's alpha", or_undefined(alpha.value, alpha.problem), alpha, alpha.min_pair_units)


def _pairs(ratings: Numbers, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    for pair in spearman_pairs(ratings):
        row = {"judge": names[pair.first], "other": names[pair.second], "units": pair.n_units, "spearman": pair.rho}
        if compared := bland_altman(ratings[:, pair.first].tolist(), ratings[:, pair.second].tolist()):
            ends = {"limits_low": compared.lower.value, "limits_high": compared.upper.value}
            row |= {"bias": compared.bias.value, **ends}
        yield row
