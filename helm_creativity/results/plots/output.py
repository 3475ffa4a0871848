"""Figures made and written: files with a white ground, and SVG that takes the colours of the page around it."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.results.plots.ink import own_style
from helm_creativity.results.plots.svg import slimmed, standalone

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DOTS_PER_INCH = 200
PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
SUFFIXES = (".pdf", ".png", ".svg")
# Nothing of the moment or of the machine enters a file.
NO_DATE: dict[str, dict[str, Any]] = {
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    ".png": {"Software": None},
}


@own_style
def new(width: float, height: float, polar: bool = False) -> tuple[Figure, Axes]:
    """A white figure of so many inches with one pair of axes, free of any window and of a user's own style."""
    from matplotlib.figure import Figure

    fig = Figure((width, height), facecolor="white", layout="constrained")
    return fig, fig.add_subplot(projection="polar") if polar else fig.add_subplot()


@own_style
def save(fig: Figure, path: Path | str) -> None:
    """Writes PNG (200 dots an inch), PDF or SVG, as the suffix says.

    Raises:
        ValueError: for another suffix.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"a plot is written as one of {', '.join(SUFFIXES)}, got {path.name!r}")
    if suffix == ".svg":
        path.write_text(standalone(_svg(fig, path.stem, "", "plot")), encoding="utf-8")
        return
    import matplotlib as mpl

    mpl.rcParams["pdf.fonttype"] = 42
    fig.savefig(path, dpi=DOTS_PER_INCH, metadata=NO_DATE[suffix])


@own_style
def inline_svg(fig: Figure, title: str, description: str, prefix: str) -> str:
    """SVG to stand in a page: words are words, ink is the page's colour of text, nothing but the figure decides.

    Args:
        fig: to draw.
        title: its name for those who do not see it.
        description: what it shows, for the same.
        prefix: begins every id; unique on the page, of letters, digits, "-" and "_".

    Raises:
        ValueError: for a prefix that ids cannot begin with.
    """
    if not PREFIX.fullmatch(prefix):
        raise ValueError(f"ids begin with a letter and have letters, digits, '-' and '_' only, got prefix {prefix!r}")
    return _svg(fig, title, description, prefix)


def _svg(fig: Figure, title: str, description: str, prefix: str) -> str:
    import matplotlib as mpl

    mpl.rcParams["svg.fonttype"] = "none"
    buffer = io.StringIO()
    fig.savefig(buffer, format="svg", metadata={"Date": None})
    return slimmed(buffer.getvalue(), title, description, prefix)
