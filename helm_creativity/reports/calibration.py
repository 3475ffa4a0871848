"""Calibrations of judges as tables: judges, their agreement, every two of them, and models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from helm_creativity.psychometrics.agreement import (
    IntervalEstimate,
    bland_altman,
    kendall_interval,
    kendall_w,
    krippendorff_alpha,
    krippendorff_interval,
    spearman_pairs,
)
from helm_creativity.psychometrics.intraclass import intraclass_correlation
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import ranges_apart
from helm_creativity.reports.tables import record_row
from helm_creativity.results.calibration import (
    Calibration,
    RatingCell,
    calibrate_panels,
    judgings_apart,
    rating_cells,
)
from helm_creativity.results.calibration import Table as Ratings
from helm_creativity.results.numbers import between, count, fixed, percent, positive, signed
from helm_creativity.results.ratings import RatingRow
from helm_creativity.results.table import Column, Table, Undefined, or_undefined
from helm_creativity.safe_text import counted

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
_JUDGES = (
    Column("judge", "judge", left=True),
    Column("asked", "asked", count),
    Column("missing", "missing", percent(1)),
    Column("mean", "mean", fixed(2)),
    Column("mean_of_all", "mean of all", fixed(2)),
    Column("severity", "severity", fixed(2)),
    Column("severity_se", "± se", positive(2)),
    Column("discrimination", "discrimination", fixed(2)),
    Column("discrimination_se", "± se", positive(2)),
)
_ASSUMED = Column("assumed", "", lambda assumed: "*" if assumed else "")
_AGREEMENT = (
    Column("agreement", "agreement", left=True),
    Column("value", "value", fixed(2)),
    Column("interval", "95 % interval", between(fixed(2)), parts=("low", "high")),
    Column("units", "units", count),
)
_PAIRS = (
    Column("judge", "judge", left=True),
    Column("other", "compared with", left=True),
    Column("units", "units", count),
    Column("spearman", "Spearman", fixed(2)),
    Column("bias", "bias", signed(2)),
    Column("limits", "limits of agreement", between(signed(2)), parts=("low", "high")),
)
_MODELS = (
    Column("model", "model", left=True),
    Column("units", "units", count),
    Column("rated", "rated", count),
    Column("raw", "raw mean", fixed(2)),
    Column("raw_se", "± se", positive(2)),
    Column("calibrated", "calibrated", fixed(2)),
    Column("calibrated_se", "± se", positive(2)),
)


def calibrations(rows: Iterable[RatingRow]) -> list[Table]:
    """The tables of all cells, and what their numbers mean; [] without ratings."""
    cells = rating_cells(rows)
    found = calibrate_panels(cells)
    notes = [LEGEND] if any(calibration.calibrated for calibration in found) else []
    if any(judge.unused for calibration in found for judge in calibration.judges):
        notes.append(STARRED)
    if any(len(calibration.rated) > 1 for calibration in found):
        notes.append(RESAMPLED)
    tables = [
        table
        for calibration, apart in zip(found, judgings_apart(cells), strict=True)
        for table in calibration_tables(calibration, apart)
    ]
    return [*tables, *([Table("legend", notes=notes)] if notes else [])]


def cell_facts(cell: RatingCell) -> dict[str, str]:
    """What tables about a cell are about."""
    judging = {"judging": cell.judging} if cell.judging else {}
    return {"benchmark": cell.benchmark, "dimension": cell.dimension, "rubric": cell.rubric, **judging}


def calibration_tables(calibration: Calibration, apart: str = "") -> Iterator[Table]:
    """The tables of one cell."""
    cell = calibration.cell
    facts = cell_facts(cell)
    undefined = Undefined(calibration.problem) if calibration.problem and not calibration.calibrated else None
    head = "\n".join(_head(calibration, apart))
    missing = [
        f"missing from {judge.name}: {', '.join(f'{why} {n:,}' for why, n in judge.reasons.items())}"
        for judge in calibration.judges
        if judge.reasons
    ]
    problem = [calibration.problem] if calibration.problem and calibration.calibrated else []
    problem += [
        f"the ratings of {judge.name} are from {ranges[0]}, the others' from {ranges[1]}: are they on one scale?"
        for place, judge in enumerate(calibration.judges)
        if (ranges := ranges_apart(calibration.table[:, place], np.delete(calibration.table, place, axis=1)))
    ]
    starred = any(judge.unused for judge in calibration.judges)
    columns = (*_JUDGES[:6], *([_ASSUMED] if starred else []), *_JUDGES[6:])
    judges = [
        record_row(
            columns,
            {
                **judge._asdict(),
                "judge": judge.name,
                "mean": or_undefined(judge.mean, NO_RATING),
                "severity": undefined if judge.severity is None else judge.severity,
                "assumed": bool(judge.unused),
            },
        )
        for judge in calibration.judges
    ]
    yield Table("judges", columns, judges, head, facts, [*problem, *missing])
    if len(calibration.rated) > 1:
        ratings = calibration.table[:, calibration.rated]
        yield Table("agreement", _AGREEMENT, list(_coefficients(ratings)), facts=facts)
        names = [calibration.judges[place].name for place in calibration.rated]
        yield Table("pairs", _PAIRS, list(_pairs(ratings, names)), facts=facts)
    notes = []
    if calibration.rank_correlation is not None:
        n = sum(model.calibrated is not None for model in calibration.models)
        what = "models" if len(calibration.models) == calibration.n_models else "runs"
        notes = [
            f"Spearman correlation of raw and calibrated means: {calibration.rank_correlation:.3f} over {n} {what}; "
            f"reference judge: {calibration.reference}"
        ]
    models = [
        (name, units, rated, or_undefined(raw, NO_RATING), raw_se, undefined if theta is None else theta, theta_se)
        for name, units, rated, raw, raw_se, theta, theta_se in calibration.models
    ]
    yield Table("models", _MODELS, models, facts=facts, notes=notes)


def _head(calibration: Calibration, apart: str) -> Iterator[str]:
    cell = calibration.cell
    asked_as = f", asked as {cell.rubric}" if cell.rubric else ""
    yield f"{cell.benchmark}: {cell.dimension}{asked_as}" + (f" ({apart})" if apart else "")
    units, judges = len(calibration.table), len(calibration.judges)
    asked = sum(judge.asked for judge in calibration.judges) / units
    silent = judges - len(calibration.rated)
    of_judges = counted(judges, "judge") + (f" ({silent} without a rating)" if silent else "")
    facts = [f"{counted(units, 'unit')} of {counted(calibration.n_models, 'model')}", of_judges]
    fewest, most = cell.design()
    several = f" on average ({fewest} to {most})" if fewest < most else ""
    facts += [f"{asked:.3g} per unit{several}"] if judges > 1 else []
    used = calibration.categories
    ends = f"{used[0]:g} to {used[-1]:g}" if len(used) > 1 else "".join(f"{value:g}" for value in used)
    facts += [f"{counted(len(used), 'category', 'categories')} in use: {ends}"] if used else []
    yield ", ".join(facts)


def _coefficients(ratings: Ratings) -> Iterator[tuple[Any, ...]]:
    paired = int(((~np.isnan(ratings)).sum(axis=1) > 1).sum())
    for level in ("ordinal", "interval"):
        ends = krippendorff_interval(ratings, np.random.default_rng(SEED), level, RESAMPLES)
        yield f"Krippendorff's alpha, {level}", krippendorff_alpha(ratings, level), _ends(ends), paired
    single, panel = (intraclass_correlation(ratings, kind) for kind in ("2,1", "2,k"))
    yield "ICC(2,1), one judge", single.value, (single.low, single.high), single.n_units
    yield "ICC(2,k), mean of judges", panel.value, (panel.low, panel.high), single.n_units
    ends = kendall_interval(ratings, np.random.default_rng(SEED), RESAMPLES)
    yield "Kendall's W", kendall_w(ratings).value, _ends(ends), single.n_units
    alpha = cronbach_alpha(ratings)
    yield "Cronbach's alpha", or_undefined(alpha.value, alpha.problem), (alpha.low, alpha.high), alpha.min_pair_units


def _ends(interval: IntervalEstimate | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)


def _pairs(ratings: Ratings, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    for pair in spearman_pairs(ratings):
        compared = bland_altman(ratings[:, pair.first].tolist(), ratings[:, pair.second].tolist())
        bias = None if compared is None else compared.bias.value
        limits = None if compared is None else (compared.lower.value, compared.upper.value)
        yield names[pair.first], names[pair.second], pair.n_units, pair.rho, bias, limits
