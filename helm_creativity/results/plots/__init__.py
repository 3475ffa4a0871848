"""Plots of a report: each draws on axes that it is given, and returns them.

Matplotlib is loaded when something is drawn. Make axes of the size that ``sizes`` proposes with ``output.new``, draw,
and hand the figure to ``output.inline_svg`` together with the words that say the same (``words``).
"""

from helm_creativity.results.plots import sizes, words
from helm_creativity.results.plots.bars import failures
from helm_creativity.results.plots.curves import rank_stability
from helm_creativity.results.plots.dots import leaderboard, severity
from helm_creativity.results.plots.eigen import scree
from helm_creativity.results.plots.heat import heatmap
from helm_creativity.results.plots.lens import frontier
from helm_creativity.results.plots.output import inline_svg, new, save
from helm_creativity.results.plots.scatter import pareto
from helm_creativity.results.plots.spokes import radar

__all__ = [
    "failures",
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
    "words",
]
