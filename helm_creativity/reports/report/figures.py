"""The plots of a report, drawn from its findings: into the page, and as files for a paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from helm_creativity.errors import FileProblem
from helm_creativity.psychometrics.tables import known_means
from helm_creativity.reports import plots
from helm_creativity.reports.plots.style import SERIES
from helm_creativity.reports.reasons import reason_title
from helm_creativity.reports.report.leaderboards import FAR
from helm_creativity.reports.report.statistics import trade_off_title
from helm_creativity.reports.report.wording import clean, stat_title
from helm_creativity.results.findings import Findings
from helm_creativity.results.leaderboard import (
    LEAST_PARTS,
    CompositeScores,
    LeaderboardRow,
    composite_parts,
)
from helm_creativity.results.options import Absent
from helm_creativity.results.submetrics import TradeOff
from helm_creativity.results.validity import Prediction

if TYPE_CHECKING:
    import matplotlib.figure
    from matplotlib.axes import Axes

    from helm_creativity.reports.plots.captions import Caption

FORMATS = (".png", ".pdf")
MOST_MODELS = 40
"""Rows of a plot of failures; the table has all."""
MOST_FRONTIERS = 6
"""Frontiers on the page, those with the most predictors; the table has all."""


class Plot(NamedTuple):
    """A plot before it is drawn."""

    key: str
    caption: Caption
    draw: Callable[[Axes], Axes]
    size: tuple[float, float]
    polar: bool = False
    inline: bool = True

    def drawn(self) -> matplotlib.figure.Figure:
        """The plot on axes of its own."""
        fig, ax = plots.new(*self.size, polar=self.polar)
        self.draw(ax)
        return fig


class Figure(NamedTuple):
    """A plot on a page: SVG, and what it shows in words."""

    key: str
    title: str
    caption: str
    svg: str


def draw_figures(findings: Findings) -> dict[str, Figure]:
    """The plots that the page shows, by key; those of statistics that are absent are not there."""
    return {plot.key: _inline(plot) for plot in list_plots(findings) if plot.inline}


def save_figures(findings: Findings, folder: Path) -> int:
    """Writes every plot as PNG and PDF; returns how many plots these are."""
    every = list(list_plots(findings))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for plot in every:
            fig = plot.drawn()
            for ending in FORMATS:
                plots.save(fig, folder / f"{plot.key}{ending}")
    except OSError as error:
        raise FileProblem(f"cannot write the plots into {folder}: {error.strerror or error}") from error
    return len(every)


def _inline(plot: Plot) -> Figure:
    svg = plots.inline_svg(plot.drawn(), plot.caption.title, plot.caption.text, f"plot-{plot.key}")
    return Figure(plot.key, plot.caption.title, plot.caption.text, svg)


def list_plots(findings: Findings) -> Iterator[Plot]:
    """All plots for which there is something to draw."""
    if isinstance(composite := findings.composite, CompositeScores):
        label = f"mean z over {len(composite.columns)} benchmarks"
        yield from _leaderboard("leaderboard", composite.rows, label, cap=FAR)
        yield _heatmap(composite, findings)
        yield from _profiles(composite, findings)
    for place, leaderboard in enumerate(findings.leaderboards, start=1):
        column, people = leaderboard.column, leaderboard.comparable_means
        label = clean(f"{column.title}: {stat_title(column.stat, column.group).lower()}")
        yield from _leaderboard(f"benchmark-{place}", leaderboard.rows, label, column.lower_is_better, people=people)
    yield from (_trade_off(f"trade-{place}", trade_off) for place, trade_off in enumerate(findings.trade_offs, start=1))
    yield from _scree(findings)
    yield from _stability(findings)
    yield from _frontiers(findings)
    yield from _severity(findings)
    yield from _failures(findings)


def _leaderboard(
    key: str,
    placed: tuple[LeaderboardRow, ...],
    label: str,
    lower: bool = False,
    cap: float | None = None,
    people: tuple[float, ...] = (),
) -> Iterator[Plot]:
    if all(row.score is None for row in placed):
        return
    values = (
        [clean(row.model) + " (does not count)" * bool(row.uncounted) for row in placed],
        [row.score for row in placed],
        [row.low for row in placed],
        [row.high for row in placed],
        [row.baseline for row in placed],
        label,
    )
    yield Plot(
        key,
        plots.captions.leaderboard(*values, lower_is_better=lower, people=people),
        lambda ax: plots.leaderboard(ax, *values, lower_is_better=lower, cap=cap, people=people),
        plots.sizes.leaderboard(len(placed)),
        inline=False,
    )


def _heatmap(composite: CompositeScores, findings: Findings) -> Plot:
    study = findings.study
    rows = {model: row for row, model in enumerate(study.models)}
    titles = {column.key: clean(column.title) for column in study.columns}
    names = [row.model for row in composite.rows]
    table = composite.z[[rows[name] for name in names]].tolist()
    values = ([clean(name) for name in names], [titles[key] for key in composite.columns], table)
    size = plots.sizes.heatmap(len(names), len(composite.columns))
    return Plot("heatmap", plots.captions.heatmap(*values), lambda ax: plots.heatmap(ax, *values), size, inline=False)


def _profiles(composite: CompositeScores, findings: Findings) -> Iterator[Plot]:
    axes = composite_parts(composite, findings.study)
    rows = {model: row for row, model in enumerate(findings.study.models)}
    ranked = [row.model for row in composite.rows if row.rank is not None][: len(SERIES)]
    if len(axes.names) < LEAST_PARTS or not ranked:
        return
    names = [clean(name) for name in axes.names]
    profiles = {clean(model): axes.values[rows[model]].tolist() for model in ranked}
    yield Plot(
        "profiles",
        plots.captions.radar(names, profiles),
        lambda ax: plots.radar(ax, names, profiles),
        plots.sizes.radar(len(profiles)),
        polar=True,
    )


def _trade_off(key: str, trade_off: TradeOff) -> Plot:
    x_label, y_label = map(clean, trade_off_title(trade_off))
    names, x, y, front = map(list, zip(*trade_off.points, strict=True))
    values = (x, y, [clean(name) for name in names], front, x_label, y_label)
    return Plot(key, plots.captions.pareto(*values), lambda ax: plots.pareto(ax, *values), plots.sizes.PARETO)


def _scree(findings: Findings) -> Iterator[Plot]:
    if isinstance(findings.factors, Absent):
        return
    noise = findings.factors.noise
    values = (noise.eigenvalues.tolist(), noise.noise_mean.tolist(), noise.noise_95.tolist())
    yield Plot("scree", plots.captions.scree(*values), lambda ax: plots.scree(ax, *values), plots.sizes.SCREE)


def _stability(findings: Findings) -> Iterator[Plot]:
    curves = {
        clean(reliability.column.title): reliability.stability
        for reliability in findings.reliability
        if not isinstance(reliability.stability, Absent)
    }
    if curves:
        caption = plots.captions.rank_stability(curves)
        yield Plot("stability", caption, lambda ax: plots.rank_stability(ax, curves), plots.sizes.RANK_STABILITY)


def _frontiers(findings: Findings) -> Iterator[Plot]:
    """One frontier for every outcome and capability that predictors share; R differs where they have other models."""
    if isinstance(findings.validity, Absent):
        return
    frontiers: dict[tuple[str, float, int], list[Prediction]] = {}
    for prediction in findings.validity:
        if prediction.capability is not None and not isinstance(prediction.specificity, Absent):
            frontiers.setdefault((prediction.outcome, round(prediction.capability, 6), prediction.n), []).append(
                prediction
            )
    fullest = sorted(frontiers.items(), key=lambda frontier: -len(frontier[1]))
    for place, ((outcome, r, n), predictions) in enumerate(fullest, start=1):
        plot = _frontier(f"frontier-{place}", f"{clean(outcome)}, {n} models", r, predictions)
        yield plot._replace(inline=place <= MOST_FRONTIERS)


def _frontier(key: str, outcome: str, r: float, predictions: list[Prediction]) -> Plot:
    points = [
        (clean(prediction.predictor), prediction.validity.r, prediction.specificity.r)
        for prediction in predictions
        if not isinstance(prediction.specificity, Absent)
    ]
    caption = plots.captions.frontier(r, points)
    caption = caption._replace(title=f"{caption.title}: {outcome}")
    return Plot(key, caption, lambda ax: plots.frontier(ax, r, points), plots.sizes.FRONTIER)


def _severity(findings: Findings) -> Iterator[Plot]:
    if isinstance(findings.severities, Absent) or not findings.severities:
        return
    severities = findings.severities
    values = (
        [clean(severity.judge) for severity in severities],
        [severity.severity for severity in severities],
        [severity.error for severity in severities],
        [clean(f"{severity.benchmark}: {severity.dimension}") for severity in severities],
    )
    size = plots.sizes.severity(values[3])
    yield Plot("severity", plots.captions.severity(*values), lambda ax: plots.severity(ax, *values), size)


def _failures(findings: Findings) -> Iterator[Plot]:
    """Models by mean share over their columns, those with the most failures."""
    if not findings.failures:
        return
    rates = {reason: known_means(values) for reason, values in findings.failures.items()}
    totals = np.sum([np.nan_to_num(values) for values in rates.values()], axis=0)
    failing = [row for row in np.argsort(-totals, kind="stable").tolist() if totals[row] > 0]
    order = failing[:MOST_MODELS]
    if not order:
        return
    models = [clean(findings.study.models[row]) for row in order]
    shown: Mapping[str, list[float]] = {
        clean(reason_title(name)): values[order].tolist() for name, values in rates.items()
    }
    caption = plots.captions.failures(models, shown)
    if len(failing) > len(order):
        caption = caption._replace(
            text=f"The {len(order)} of {len(failing)} models with the most failures. {caption.text}"
        )
    size = plots.sizes.failures(len(models))
    yield Plot("failures", caption, lambda ax: plots.failures(ax, models, shown), size)
