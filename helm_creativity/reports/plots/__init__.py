"""Plots of a report: each draws on axes that it is given, and returns them.

Matplotlib is loaded when something is drawn. Make axes of the size that ``sizes`` proposes with ``output.new``, draw,
and hand the figure to ``output.inline_svg`` together with a caption that says the same (``captions``).
"""

from helm_creativity.reports.plots import captions, sizes
from helm_creativity.reports.plots.curves import rank_stability, scree
from helm_creativity.reports.plots.heatmap import heatmap
from helm_creativity.reports.plots.output import inline_svg, new, save
from helm_creativity.reports.plots.radar import radar
from helm_creativity.reports.plots.row_plots import failures, forest, leaderboard, severity
from helm_creativity.reports.plots.scatter import frontier, pareto

__all__ = [
    "captions",
    "failures",
    "forest",
    "frontier",
    "heatmap",
    "inline_svg",
    "leaderboard",
    "new",
    "pareto",
    "radar",
    "rank_stability",
    "save",
    "scree",
    "severity",
    "sizes",
]
