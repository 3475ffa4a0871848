"""Colours, sizes of type, numbers, and the one way in which text is put on a plot.

Hues are four of Okabe and Ito's, which people with any kind of colour vision can distinguish; all stand out from white
and from near-black (about 3:1 or more), so that a plot needs no second version for dark pages. All that is no data is
DARK, at an opacity that says how much it matters. Colour is never the only carrier: shape, position or text says the
same.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from helm_creativity.results.numbers import DASH, fixed, signed, typeset
from helm_creativity.results.numbers import percent as share_text

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

DARK = "#1b1b1b"
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
    (DARK, "v", (0, (5, 1, 1, 1, 1, 1))),
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
    values: Settings = {"fontsize": SMALL, "color": DARK, "va": "center", "annotation_clip": False, **settings}
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


def known(values: Iterable[float | None]) -> list[float]:
    """The finite ones."""
    return [float(value) for value in values if value is not None and math.isfinite(value)]


def plot_decimals(values: Iterable[float | None]) -> int:
    """Decimals, 0 to 4, that tell values apart which differ by a hundredth to a thousandth of the range of all."""
    numbers = known(values)
    if not numbers:
        return 0
    width = max(numbers) - min(numbers) or abs(numbers[0]) or 1.0
    return min(4, max(0, 2 - math.floor(math.log10(width) + 1e-9)))


def shown(value: float | None, decimals: int = 2, sign: bool = False) -> str:
    """A number as it is printed, or a dash."""
    if value is None or not math.isfinite(value):
        return DASH
    return typeset((signed if sign else fixed)(decimals)(value))


def percent(share: float | None) -> str:
    """A share, 0 to 1, in whole per cent, or a dash."""
    return DASH if share is None or not math.isfinite(share) else share_text()(share)


def span(values: Iterable[float | None], margin: float = 0.04) -> tuple[float, float]:
    """A range that holds the finite ``values`` with some air; around one value a twentieth of it on both sides."""
    numbers = known(values)
    if not numbers:
        return 0.0, 1.0
    low, high = min(numbers), max(numbers)
    # Values that differ in their last bits only are one value, or an axis would be labelled by rounding errors.
    single = high - low <= 1e-12 * max(abs(low), abs(high))
    air = abs(low) / 20 or 0.5 if single else margin * (high - low)
    return low - air, high + air
