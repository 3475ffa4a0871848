"""The plots of a report, drawn from its findings: into the page, and as files for a paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from helm_creativity.errors import FileProblem
from helm_creativity.results import plots
from helm_creativity.results.findings import Absent, Board, Composite, Findings, Predicted, Standing, Trade
from helm_creativity.results.plots.ink import SERIES
from helm_creativity.results.report.conduct import trade_title
from helm_creativity.results.report.profiles import LEAST_AXES, facets_of
from helm_creativity.results.report.titles import reason_title, stat_title
from helm_creativity.results.report.writing import clean
from helm_creativity.results.study import Numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from helm_creativity.results.plots.words import Words

FORMATS = (".png", ".pdf")
MOST_MODELS = 40
"""Rows of a plot of failures; the table has all."""
MOST_LENSES = 6
"""Lenses on the page, those with the most predictors; the table has all."""


class Plate(NamedTuple):
    """A plot before it is drawn.

    Attributes:
        key: its name in file names and on the page.
        words: title and text that say the same.
        draw: draws it on axes.
        size: in inches.
        polar: whether it needs polar axes.
        inline: whether the page shows it; the others say what a table of the page shows already.
    """

    key: str
    words: Words
    draw: Callable[[Axes], Axes]
    size: tuple[float, float]
    polar: bool = False
    inline: bool = True


class Figure(NamedTuple):
    """A plot on a page: SVG, and what it shows in words."""

    key: str
    title: str
    caption: str
    svg: str


def figures_of(findings: Findings) -> dict[str, Figure]:
    """The plots that the page shows, by key; those of statistics that are absent are not there."""
    return {plate.key: _inline(plate) for plate in plates_of(findings) if plate.inline}


def save_figures(findings: Findings, folder: Path) -> int:
    """Writes every plot as PNG and PDF; returns how many plots these are.

    Raises:
        FileProblem: when a file cannot be written.
    """
    plates = list(plates_of(findings))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for plate in plates:
            fig, ax = plots.new(*plate.size, polar=plate.polar)
            plate.draw(ax)
            for ending in FORMATS:
                plots.save(fig, folder / f"{plate.key}{ending}")
    except OSError as error:
        raise FileProblem(f"cannot write the plots into {folder}: {error}") from error
    return len(plates)


def _inline(plate: Plate) -> Figure:
    fig, ax = plots.new(*plate.size, polar=plate.polar)
    plate.draw(ax)
    svg = plots.inline_svg(fig, plate.words.title, plate.words.text, f"plot-{plate.key}")
    return Figure(plate.key, plate.words.title, plate.words.text, svg)


def plates_of(findings: Findings) -> Iterator[Plate]:
    """All plots for which there is something to draw."""
    if isinstance(findings.composite, Composite):
        yield from _of_composite(findings.composite, findings)
    for place, board in enumerate(findings.boards, start=1):
        yield from _leaderboard(f"benchmark-{place}", board.standings, _label(board), board.column.lower_is_better)
    yield from (_trade(f"trade-{place}", trade) for place, trade in enumerate(findings.trades, start=1))
    yield from _scree(findings)
    yield from _stability(findings)
    yield from _frontiers(findings)
    yield from _severity(findings)
    yield from _failures(findings)


def _of_composite(composite: Composite, findings: Findings) -> Iterator[Plate]:
    yield from _leaderboard("leaderboard", composite.standings, f"mean z over {len(composite.columns)} benchmarks")
    yield _heatmap(composite, findings)
    yield from _profiles(composite, findings)


def _label(board: Board) -> str:
    column = board.column
    return clean(f"{column.title}: {stat_title(column.stat, column.group).lower()}")


def _leaderboard(key: str, standings: tuple[Standing, ...], label: str, lower: bool = False) -> Iterator[Plate]:
    if all(one.score is None for one in standings):
        return
    values = (
        [clean(one.model) for one in standings],
        [one.score for one in standings],
        [one.low for one in standings],
        [one.high for one in standings],
        [one.baseline for one in standings],
        label,
    )
    yield Plate(
        key,
        plots.words.leaderboard(*values, lower_is_better=lower),
        lambda ax: plots.leaderboard(ax, *values, lower_is_better=lower),
        plots.sizes.leaderboard(len(standings)),
        inline=False,
    )


def _heatmap(composite: Composite, findings: Findings) -> Plate:
    study = findings.study
    rows = {model: row for row, model in enumerate(study.models)}
    titles = {column.key: clean(column.title) for column in study.columns}
    names = [one.model for one in composite.standings]
    table = composite.z[[rows[name] for name in names]].tolist()
    values = ([clean(name) for name in names], [titles[key] for key in composite.columns], table)
    size = plots.sizes.heatmap(len(names), len(composite.columns))
    return Plate("heatmap", plots.words.heatmap(*values), lambda ax: plots.heatmap(ax, *values), size, inline=False)


def _profiles(composite: Composite, findings: Findings) -> Iterator[Plate]:
    """The first models of the composite in one plot."""
    facets = facets_of(composite, findings)
    rows = {model: row for row, model in enumerate(findings.study.models)}
    ranked = [one.model for one in composite.standings if one.rank is not None][: len(SERIES)]
    if len(facets.names) < LEAST_AXES or not ranked:
        return
    names = [clean(name) for name in facets.names]
    profiles = {clean(model): facets.values[rows[model]].tolist() for model in ranked}
    yield Plate(
        "profiles",
        plots.words.radar(names, profiles),
        lambda ax: plots.radar(ax, names, profiles),
        plots.sizes.radar(len(profiles)),
        polar=True,
    )


def _trade(key: str, trade: Trade) -> Plate:
    x_label, y_label = map(clean, trade_title(trade))
    names, x, y, front = map(list, zip(*trade.points, strict=True))
    values = (x, y, [clean(name) for name in names], front, x_label, y_label)
    return Plate(key, plots.words.pareto(*values), lambda ax: plots.pareto(ax, *values), plots.sizes.PARETO)


def _scree(findings: Findings) -> Iterator[Plate]:
    if isinstance(findings.factors, Absent):
        return
    noise = findings.factors.noise
    values = (noise.eigenvalues.tolist(), noise.noise_mean.tolist(), noise.noise_95.tolist())
    yield Plate("scree", plots.words.scree(*values), lambda ax: plots.scree(ax, *values), plots.sizes.SCREE)


def _stability(findings: Findings) -> Iterator[Plate]:
    curves = {
        clean(one.column.title): one.stability for one in findings.reliability if not isinstance(one.stability, Absent)
    }
    if curves:
        words = plots.words.rank_stability(curves)
        yield Plate("stability", words, lambda ax: plots.rank_stability(ax, curves), plots.sizes.RANK_STABILITY)


def _frontiers(findings: Findings) -> Iterator[Plate]:
    """One lens for every outcome and capability that predictors share; R differs where they have other models."""
    if isinstance(findings.validity, Absent):
        return
    lenses: dict[tuple[str, float, int], list[Predicted]] = {}
    for one in findings.validity:
        if one.capability is not None and not isinstance(one.specificity, Absent):
            lenses.setdefault((one.outcome, round(one.capability, 6), one.n), []).append(one)
    fullest = sorted(lenses.items(), key=lambda lens: -len(lens[1]))
    for place, ((outcome, r, n), some) in enumerate(fullest, start=1):
        plate = _frontier(f"frontier-{place}", f"{clean(outcome)}, {n} models", r, some)
        yield plate._replace(inline=place <= MOST_LENSES)


def _frontier(key: str, outcome: str, r: float, some: list[Predicted]) -> Plate:
    points = [
        (clean(one.predictor), one.validity.r, one.specificity.r)
        for one in some
        if not isinstance(one.specificity, Absent)
    ]
    words = plots.words.frontier(r, points)
    words = words._replace(title=f"{words.title}: {outcome}")
    return Plate(key, words, lambda ax: plots.frontier(ax, r, points), plots.sizes.FRONTIER)


def _severity(findings: Findings) -> Iterator[Plate]:
    if isinstance(findings.severities, Absent) or not findings.severities:
        return
    some = findings.severities
    values = (
        [clean(one.judge) for one in some],
        [one.severity for one in some],
        [one.error for one in some],
        [clean(f"{one.benchmark}: {one.dimension}") for one in some],
    )
    size = plots.sizes.severity(values[3])
    yield Plate("severity", plots.words.severity(*values), lambda ax: plots.severity(ax, *values), size)


def _failures(findings: Findings) -> Iterator[Plate]:
    """Models by mean share over their columns, those with the most failures."""
    if not findings.failures:
        return
    rates = {reason: row_means(values) for reason, values in findings.failures.items()}
    totals = np.sum([np.nan_to_num(values) for values in rates.values()], axis=0)
    failing = [row for row in np.argsort(-totals, kind="stable").tolist() if totals[row] > 0]
    order = failing[:MOST_MODELS]
    if not order:
        return
    models = [clean(findings.study.models[row]) for row in order]
    shown: Mapping[str, list[float]] = {
        clean(reason_title(name)): values[order].tolist() for name, values in rates.items()
    }
    words = plots.words.failures(models, shown)
    if len(failing) > len(order):
        words = words._replace(text=f"The {len(order)} of {len(failing)} models with the most failures. {words.text}")
    size = plots.sizes.failures(len(models))
    yield Plate("failures", words, lambda ax: plots.failures(ax, models, shown), size)


def row_means(values: Numbers) -> Numbers:
    """Shape (n,): means over what is known of a row, NaN where nothing is."""
    counts = np.isfinite(values).sum(axis=1)
    means: Numbers = np.divide(np.nansum(values, axis=1), counts, out=np.full(len(values), np.nan), where=counts > 0)
    return means
