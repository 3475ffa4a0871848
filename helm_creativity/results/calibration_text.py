"""Calibrations as text: one block a cell."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from helm_creativity.psychometrics import (
    IntraclassCorrelation,
    bland_altman,
    cronbach_alpha,
    intraclass_correlation,
    kendall_w,
    krippendorff_alpha,
    spearman_pairs,
)
from helm_creativity.results.calibration import Calibration, Judge, Model, calibrate
from helm_creativity.results.cells import Table, cells_of
from helm_creativity.results.leaderboard import aligned
from helm_creativity.results.ratings import RatingRow

WIDTH = 120
JUDGE_COLUMNS = ("judge", "asked", "missing", "mean", "mean of all", "severity", "± se", "discrimination", "± se")
AGREEMENT_COLUMNS = ("agreement", "value", "95% interval", "units")
PAIR_COLUMNS = ("judges", "units", "Spearman", "bias", "limits of agreement")
MODEL_COLUMNS = ("model", "units", "rated", "raw mean", "± se", "calibrated", "± se")
LEGEND = (
    "Mean of all: what a judge would give to all units of its block on average, by the model; the higher, the milder. "
    "Severity and calibrated means are in standard deviations of the units of their block, 0 being the mean of all of "
    "them; calibrated means are drawn towards 0, the more the less the ratings say. Standard errors of models' means "
    "are clustered by item and take the judges' parameters as known."
)
STARRED = (
    "* never used some of the ratings that others gave, so that a part of this severity is an assumption: compare by "
    "the mean of all."
)


def calibrations(rows: Iterable[RatingRow]) -> str:
    """The blocks of all cells, and what their numbers mean; "" without ratings."""
    found = [calibrate(cell) for cell in cells_of(rows)]
    legend = _wrapped(LEGEND) if any(one.calibrated for one in found) else []
    if any(judge.unused for one in found for judge in one.judges):
        legend += _wrapped(STARRED)
    return "\n\n".join([*map(block, found), *(["\n".join(legend)] if legend else [])])


def block(one: Calibration) -> str:
    """What there is to say of one cell."""
    parts = [[*_head(one), *_wrapped(one.problem)], [*_judges(one.judges)], *_agreement(one), [*_models(one)]]
    return "\n\n".join("\n".join(part) for part in parts)


def _head(one: Calibration) -> Iterator[str]:
    cell = one.cell
    yield f"{cell.benchmark}: {cell.dimension}, asked as {cell.instrument}"
    units, judges = len(one.table), len(one.judges)
    asked = sum(judge.asked for judge in one.judges) / units
    facts = [f"{_count(units, 'unit')} of {_count(len(one.models), 'model')}", _count(judges, "judge")]
    facts += [f"{asked:.3g} to a unit"] if judges > 1 else []
    used = one.categories
    ends = f"{used[0]:g} to {used[-1]:g}" if len(used) > 1 else "".join(f"{value:g}" for value in used)
    facts += [f"{_count(len(used), 'category', 'categories')} in use: {ends}"] if used else []
    yield ", ".join(facts)


def _judges(judges: Sequence[Judge]) -> Iterator[str]:
    rows = [
        (
            f"{number} {judge.name}",
            f"{judge.asked:,}",
            f"{judge.missing:.1%}",
            _number(judge.mean),
            _number(judge.mean_of_all),
            _number(judge.severity) + "*" * bool(judge.unused),
            _error(judge.severity_se),
            _number(judge.discrimination),
            _error(judge.discrimination_se),
        )
        for number, judge in enumerate(judges, start=1)
    ]
    yield from aligned([JUDGE_COLUMNS, *rows])
    for number, judge in enumerate(judges, start=1):
        if judge.reasons:
            yield from _wrapped(
                f"missing from {number}: {', '.join(f'{why} {n:,}' for why, n in judge.reasons.items())}"
            )


def _agreement(one: Calibration) -> Iterator[list[str]]:
    """Agreement of the judges who rated: of all of them, and of every two."""
    if len(one.heard) > 1:
        ratings = one.table[:, one.heard]
        yield aligned([AGREEMENT_COLUMNS, *_coefficients(ratings)])
        yield aligned([PAIR_COLUMNS, *_pairs(ratings, [place + 1 for place in one.heard])])


def _coefficients(ratings: Table) -> Iterator[tuple[str, ...]]:
    """Each with the number of units on which it rests."""
    paired = f"{int(((~np.isnan(ratings)).sum(axis=1) > 1).sum()):,}"
    for level in ("ordinal", "interval"):
        yield f"Krippendorff's alpha, {level}", _number(krippendorff_alpha(ratings, level)), "", paired
    single, panel = (intraclass_correlation(ratings, kind) for kind in ("2,1", "2,k"))
    complete = f"{single.n_units:,}"
    yield "ICC(2,1), one judge", _number(single.value), _interval(single), complete
    yield "ICC(2,k), mean of judges", _number(panel.value), _interval(panel), complete
    yield "Kendall's W", _number(kendall_w(ratings).value), "", complete
    alpha = cronbach_alpha(ratings)
    yield "Cronbach's alpha", _number(alpha.value), "", f"{alpha.min_pair_units:,}"


def _interval(icc: IntraclassCorrelation) -> str:
    return "" if icc.low is None or icc.high is None else f"{icc.low:.2f} to {icc.high:.2f}"


def _pairs(ratings: Table, numbers: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Every two judges, the first less the second."""
    for pair in spearman_pairs(ratings):
        compared = bland_altman(ratings[:, pair.first].tolist(), ratings[:, pair.second].tolist())
        limits = "-" if compared is None else f"{_signed(compared.lower.value)} to {_signed(compared.upper.value)}"
        bias = "-" if compared is None else _signed(compared.bias.value)
        title = f"{numbers[pair.first]} - {numbers[pair.second]}"
        yield title, f"{pair.n_units:,}", _number(pair.rho), bias, limits


def _models(one: Calibration) -> Iterator[str]:
    yield from aligned([MODEL_COLUMNS, *map(_model, one.models)])
    if one.rank_correlation is not None:
        n = sum(model.calibrated is not None for model in one.models)
        yield f"Spearman's correlation of raw and calibrated means: {one.rank_correlation:.3f} over {n} models"


def _model(model: Model) -> tuple[str, ...]:
    return (
        model.name,
        f"{model.units:,}",
        f"{model.rated:,}",
        _number(model.raw),
        _error(model.raw_se),
        _number(model.calibrated),
        _error(model.calibrated_se),
    )


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def _number(value: float | None) -> str:
    """Two decimals, never "-0.00"."""
    return "-" if value is None else f"{round(value, 2) + 0.0:.2f}"


def _signed(value: float) -> str:
    return f"{round(value, 2) + 0.0:+.2f}"


def _error(value: float | None) -> str:
    """A standard error, which two decimals must not make 0 of."""
    return "<0.01" if value is not None and 0 < value < 0.005 else _number(value)
