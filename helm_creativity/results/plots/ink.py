"""Colours, sizes of type and the one way in which words are put on a plot.

Hues are four of Okabe and Ito's, which people with any kind of colour vision tell apart; all stand out from white and
from near-black (about 3:1 or more), so that a plot needs no second version for dark pages. All that is no data is INK,
at an opacity that says how much it matters. Colour is never the only carrier: shape, position or words say the same.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

INK = "#1b1b1b"
BLUE = "#0072b2"
ORANGE = "#d55e00"
GREEN = "#009e73"
PINK = "#cc79a7"
VARIABLES = {BLUE: "--plot-blue", ORANGE: "--plot-orange", GREEN: "--plot-green", PINK: "--plot-pink"}
"""CSS variables by which a page may set the hues of inline plots."""

SERIES = (
    (BLUE, "o", "-"),
    (ORANGE, "s", "--"),
    (GREEN, "^", "-."),
    (PINK, "D", ":"),
    (INK, "v", (0, (5, 1, 1, 1, 1, 1))),
)
"""Colour, marker and line of the first five things that share axes."""

Settings = dict[str, Any]
"""Of one of matplotlib's artists."""
Given = ParamSpec("Given")
Result = TypeVar("Result")

MUTED = 0.72
FAINT = 0.16
TEXT = 9.0
SMALL = 8.0
FAMILY = "DejaVu Sans"
TOOLTIP = "tooltip:"
"""Begins the group ids of marks that say something when pointed at."""
FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def own_style(draw: Callable[Given, Result]) -> Callable[Given, Result]:
    """Draws with matplotlib's own defaults, whatever the user's style: a plot depends on its values alone."""

    @wraps(draw)
    def drawn(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        import matplotlib as mpl

        with mpl.rc_context(), any_glyph():
            mpl.rcdefaults()
            return draw(*args, **kwargs)

    return drawn


def write(ax: Axes, text: str, x: float, y: float, **settings: Any) -> Annotation:  # noqa: ANN401 - matplotlib's own
    """Puts words at a point; ``shift`` in points, ``coords`` as in ``annotate``, and any setting of a text.

    Names of models are shown as they are: a dollar sign starts no formula.
    """
    shift = settings.pop("shift", (0.0, 0.0))
    coords = settings.pop("coords", "data")
    values: Settings = {"fontsize": SMALL, "color": INK, "va": "center", "annotation_clip": False, **settings}
    return ax.annotate(
        visible(text), (x, y), shift, coords, "offset points", parse_math=False, fontfamily=FAMILY, **values
    )


def tooltip(mark: Artist, text: str) -> None:
    """Says ``text`` when someone points at ``mark`` on a page."""
    mark.set_gid(TOOLTIP + visible(text))


def visible(text: str) -> str:
    """In one line, with a sign in the place of those that no XML file can hold."""
    return FORBIDDEN.sub("\ufffd", " ".join(text.split()))


@contextmanager
def any_glyph() -> Iterator[None]:
    """Names in scripts that the measuring font lacks are no reason to warn: a page has fonts for them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from")
        warnings.filterwarnings("ignore", message=r"Matplotlib currently does not support .* natively")
        yield


def text_width(text: str, size: float) -> float:
    """Points that a line takes in the measuring font, which is wider than most."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    if not text:
        return 0.0
    font = FontProperties(family=FAMILY, size=size)
    with any_glyph():
        width, _, _ = text_to_path.get_text_width_height_descent(visible(text), font, ismath=False)
    return float(width)
