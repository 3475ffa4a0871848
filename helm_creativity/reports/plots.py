"""Tables drawn, as their ``plot`` says: intervals, points with a front, shaded cells, curves; as files and in a page.

A plot depends on its table alone: not on the user's style, the moment or the machine. Values are positions along a
common scale (Cleveland 1984). Hues are four of Okabe and Ito's, which people with any kind of colour vision can tell
apart; all stand out from white and from near-black, so that a plot needs no second version for dark pages. Colour is
never the only carrier: shape, position or text says the same. What is no data has the colour of text. ``caption`` says
in words what a plot shows, with no number that it does not show.

A row's ``baseline`` says that it is one, as do the names of ours; ``uncounted`` that it does not count. Names are drawn
as they are: a dollar sign starts no formula, and what would steer, hide or turn text is escaped.
"""

from __future__ import annotations

import io
import math
import re
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.numbers import DASH, typeset
from helm_creativity.results.table import Column, Row, Table, as_cell, cell_text, defined_or_none, is_undefined
from helm_creativity.safe_text import counted, escaped_line, listed, quoted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

SUFFIXES = (".pdf", ".png", ".svg")
DARK, BLUE, ORANGE, GREEN, PINK = "#1b1b1b", "#0072b2", "#d55e00", "#009e73", "#cc79a7"
HUES = {"blue": BLUE, "orange": ORANGE, "green": GREEN, "pink": PINK}
"""By the names of the CSS variables (``--plot-blue``) with which a page may set them."""
LINES, MARKERS = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))), "os^DvPX"
MUTED, FAINT, DEEPEST = 0.72, 0.16, 0.7
"""Opacity of words beside the data, of the grid, and of the farthest cells, on which words stay legible."""
TEXT, SMALL, WIDTH, POINTS = 9.0, 8.0, 5.2, 72.0
"""Sizes of type, the inches of width that are legible on a telephone, and points in an inch."""
LONG, FEW, MOST_BANDS, MOST_NAMES = 25, 20, 3, 5
"""Rows from which the scale stands on top too; points up to which those off the front are named and curves have dots;
curves up to which bands are drawn; names in a row of a caption."""
FAR, TIP = 0.95, "tip:"
"""Quantile of distances from which shades are deepest (an outlier pales no others), and what begins ids of tooltips."""
RADIUS, DISTANCES = 3.5, (5.0, 11.0, 18.0, 27.0, 38.0)
# Where better lies in both directions there are few points, so names try that side first.
SIDES = ((0.8, 0.8), (1.0, 0.0), (0.0, 1.0), (-0.8, 0.8), (-1.0, 0.0), (0.8, -0.8), (0.0, -1.0), (-0.8, -0.8))
FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"


def drawable(table: Table) -> bool:
    """Whether a table has a plot, and a value in it."""
    return table.plot is not None and _View(table).any


def draw(table: Table) -> Figure:
    """A white figure of a table, free of any window."""
    view = _View(table)
    with _own_style():
        from matplotlib.figure import Figure

        figure = Figure((WIDTH, 4.2), facecolor="white", layout="constrained")
        axes = figure.add_subplot()
        axes.tick_params(which="both", length=0, labelcolor=DARK)
        KINDS[view.plot.kind][0](axes, view)
        return figure


def caption(table: Table) -> str:
    """What the plot of a table shows, in words."""
    view = _View(table)
    says = KINDS[view.plot.kind][1](view) if view.any else ["There is no value."]
    text = _visible(view.plot.caption)
    return " ".join(filter(None, (text + "." * (text[-1:] not in ("", ".")), *says)))


def svg(table: Table, key: str = "") -> str:
    """SVG to stand in a page: words are words, and dark marks take the page's colour of text.

    Its ids begin with the table's name, or with ``key`` where a page has two tables of a name.
    """
    figure, buffer = draw(table), io.StringIO()
    with _own_style():
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    prefix, (width, height) = f"plot-{_plain(key or table.name)}", figure.get_size_inches() * POINTS
    unread = r"(?s)^.*?(?=<defs)|</svg>\s*$|<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>"
    body = re.sub(r'(?s)<g id="patch_1">.*?</g>', "", re.sub(unread, "", buffer.getvalue()))  # the ground
    used = dict.fromkeys(re.findall(r'<[^>]*(?:xlink:href="#|url\(#)([\w.-]+)', body))
    ids = {old: f"{prefix}-{number}" for number, old in enumerate(used, 1)}
    # What stands between tags are names, of which nothing is changed.
    body = re.sub(r"<[^>]*>", lambda tag: _slimmed(tag[0], ids), body)
    body = re.sub(r"<g>\s*(<[^<]*/>|<text[^<]*</text>)?\s*</g>", r"\1", re.sub(r"(?<=>)\s+(?=<)", "", body))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" aria-labelledby="{prefix}-title"'
        f' aria-describedby="{prefix}-desc" viewBox="0 0 {width:g} {height:g}" fill="currentColor"'
        f' style="display:block;width:100%;max-width:{1.7 * width:.0f}px;height:auto" font-family="{FONTS}">'
        f'<title id="{prefix}-title">{escape(_visible(table.title or table.name))}</title>'
        f'<desc id="{prefix}-desc">{escape(caption(table))}</desc>{body}</svg>'
    )


def _slimmed(tag: str, ids: Mapping[str, str]) -> str:
    """A tag with ids and colours of a page, without its font and what is usual; a tooltip is a title."""
    rules: tuple[tuple[str, Any], ...] = (
        (rf'^<g id="{TIP}([^"]*)">$', r"<g><title>\1</title>"),
        (r' id="([^"]*)"', lambda found: f' id="{ids[found[1]]}"' if found[1] in ids else ""),
        (r'xlink:href="#([^"]*)"', lambda found: f'href="#{ids[found[1]]}"'),
        (r"url\(#([^)]*)\)", lambda found: f"url(#{ids[found[1]]})"),
        (r"(font-family|text-anchor: start|opacity: 1(?=[;\"])|stroke-line(join|cap))[^;\"]*(; )?", ""),
        (r'; ?(?=")|(?<=[;:]) | style=""| transform="rotate\(-0 [^"]*"', ""),
        (r"-?\d+\.\d+", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip(".")),
        (DARK, "currentColor"),
        *((hue, f"var(--plot-{name},{hue})") for name, hue in HUES.items()),
        (r"\s+(?=\")|(?<=\s)\s+", ""),
    )
    for pattern, new in rules:
        tag = re.sub(pattern, new, tag)
        if tag.startswith("<g><title>"):
            break
    return "" if tag == "<g/>" else tag


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", name)


def save(table: Table, path: Path | str) -> None:
    """Writes the plot of a table as PNG (200 dots an inch), PDF or SVG, as the path ends; its folder is made."""
    path = Path(path)
    nothing = {".pdf": {"CreationDate": None, "Creator": None, "Producer": None}, ".png": {"Software": None}}
    if (suffix := path.suffix.lower()) not in SUFFIXES:
        raise BadArguments(f"a plot is written as one of {', '.join(SUFFIXES)}, got {quoted(path.name)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if suffix == ".svg":
            ground = '</desc><rect width="100%" height="100%" fill="#fff"/>'
            text = svg(table).replace("<svg ", f'<svg color="{DARK}" ', 1).replace("</desc>", ground, 1)
            path.write_text(text, encoding="utf-8")
        else:
            figure = draw(table)
            with _own_style():
                figure.savefig(path, dpi=200, metadata=nothing[suffix])
    except OSError as error:
        raise FileProblem(f"cannot write the plot {path}: {error.strerror or error}") from error


def save_all(tables: Iterable[Table], folder: Path | str) -> int:
    """Writes every plot that there is into a folder as PNG and PDF, by the tables' names; how many plots these are."""
    names = Counter[str]()
    for table in filter(drawable, tables):
        names[name := _plain(table.name)] += 1
        for suffix in (".png", ".pdf"):
            save(table, Path(folder) / f"{name}{f'-{names[name]}' * (names[name] > 1)}{suffix}")
    return names.total()


@contextmanager
def _own_style() -> Iterator[None]:
    """Not the user's style, and no warnings of scripts that the font lacks: a page has fonts for them."""
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        # Nothing of the box around the data, quiet ticks at round numbers, each written in full, and a faint grid.
        mpl.rc("text", parse_math=False, color=DARK)
        mpl.rc("font", size=SMALL)
        mpl.rc("axes", facecolor="none", axisbelow=True, grid=True)
        mpl.rc("axes.spines", left=False, right=False, top=False, bottom=False)
        mpl.rc("axes.formatter", useoffset=False, limits=(-9, 12))
        mpl.rc("grid", color=DARK, alpha=FAINT, linewidth=0.5)
        mpl.rc("svg", fonttype="none", hashsalt="plot")
        mpl.rc("pdf", fonttype=42)
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from|Matplotlib currently does not support")
        yield


class _View:
    """What a plot shows of a table: texts, and arrays with NaN where there is no number."""

    def __init__(self, table: Table) -> None:
        if table.plot is None:
            raise BadArguments(f"the table {quoted(table.name)} has no plot; print it, or write it as a file of data")
        if table.plot.kind not in KINDS:
            raise BadArguments(f"a plot is one of {', '.join(KINDS)}, got {quoted(table.plot.kind)}")
        plot, keys = table.plot, (table.plot.x, table.plot.y) if table.plot.kind in ("scatter", "curve") else ()
        self.plot, self.columns = plot, table.columns
        self.rows = [row for row in table.rows if all(math.isfinite(_number(row, key)) for key in keys)]
        if plot.kind == "curve":
            self.rows.sort(key=lambda row: _number(row, plot.x))
        self.x, self.y, self.low, self.high = map(self.numbers, plot[2:6])
        uncounted = (" (does not count)" * bool(row.get("uncounted")) for row in self.rows)
        self.names = [self.text(row, plot.label) + mark for row, mark in zip(self.rows, uncounted, strict=True)]
        said = [row.get("baseline", is_baseline(str(as_cell(row.get(plot.label)).value))) for row in self.rows]
        self.baseline = np.array(said, dtype=bool)
        self.cells = [c for c in table.columns if c.printed and not c.left and not c.of and c.key != plot.label]
        self.table = np.array([self.numbers(c.key) for c in self.cells])
        self.table = self.table.reshape(len(self.cells), len(self.rows)).T
        self.any = bool(np.isfinite(self.table if plot.kind == "heatmap" else self.x).any())
        self.x_title = _visible(plot.x_title or self.column(plot.x).title)
        self.y_title = _visible(plot.y_title or self.column(plot.y).title)
        self.levels = ", ".join(_visible(f"{name} {typeset(f'{at:.4g}')}".strip()) for name, at in plot.levels)
        self.interval = _visible(next((c.title for c in table.columns if c.of == (plot.low, plot.high)), "intervals"))
        # Differences from 0 are written with signs, or stand in panels; 0 then stays in view.
        self.signed = bool(plot.y) or self.column(plot.x).format(1.0).startswith("+")

    def numbers(self, key: str) -> NDArray[np.float64]:
        # Values that differ in their last bits only are one value, or an axis would be labelled by rounding errors.
        return np.array([float(f"{_number(row, key):.12g}") for row in self.rows], dtype=float)

    def column(self, key: str) -> Column:
        return next((column for column in self.columns if column.key == key), Column(key, key.replace("_", " ")))

    def text(self, row: Row, key: str) -> str:
        cell = as_cell(row.get(key))
        text = DASH if is_undefined(cell.value) else _visible(cell_text(self.column(key), cell))
        return text if isinstance(cell.value, str) else typeset(text)

    def groups(self, key: str) -> dict[str, list[int]]:
        """Places of rows by the text of a column."""
        found: dict[str, list[int]] = {}
        for place, row in enumerate(self.rows):
            found.setdefault(self.text(row, key) if key else "", []).append(place)
        return found

    def front(self) -> list[int]:
        """Of points, from the best in the vertical value to the best in the horizontal one."""
        on = [place for place, row in enumerate(self.rows) if defined_or_none(as_cell(row.get(self.plot.series)).value)]
        return sorted(on, key=lambda place: self.x[place])

    def reached(self, places: list[int]) -> list[int]:
        """The first point of a curve, before its end, that reaches the level, if there is one."""
        return [i for i in places[:-1] for _, level in self.plot.levels[:1] if self.y[i] >= level][:1]

    def counted(self, places: Sequence[int]) -> str:
        beside = int(self.baseline[places].sum())
        noun = "model" if self.column(self.plot.label).title in ("model", "models") else "row"
        models = [counted(len(places) - beside, noun)] * (beside < len(places))
        return " and ".join([*models, *[counted(beside, "baseline")] * bool(beside)])


def _number(row: Row, key: str) -> float:
    value = as_cell(row.get(key)).value
    return math.nan if is_undefined(value) or not isinstance(value, (int, float, np.number)) else float(value)


def _visible(text: str) -> str:
    """In one line, with escapes for what steers, turns or hides text, and a sign for what no XML can hold."""
    return re.sub("[\ufffe\uffff]", "\ufffd", escaped_line(" ".join(text.split())))


def _interval(ax: Axes, view: _View) -> None:
    """A dot per row with a thin line for its interval and its number at the right; bold heads begin panels."""
    plot, order, names = view.plot, list[int](), list[str]()
    for head, places in view.groups(plot.y).items():
        order += [-1] * bool(plot.y) + places
        names += [head] * bool(plot.y) + [view.names[place] for place in places]
    x, low, high = (np.append(values, np.nan)[order] for values in (view.x, view.low, view.high))
    baseline, rows = np.append(view.baseline, False)[order], np.arange(len(order))
    size = _name_rows(ax, names, 58 if len(names) <= LONG else 78)
    cap = np.where(baseline, plot.cap, np.inf)
    beyond = np.abs(x) > cap
    x, low, high = (np.clip(values, -cap, cap) for values in (x, low, high))
    ax.hlines(rows, low, high, color=DARK, alpha=0.6, lw=1, clip_on=False, zorder=2)
    models = (~baseline, "o", BLUE)
    arrows = (beyond & (x > 0), ">", BLUE), (beyond & (x < 0), "<", BLUE)
    for chosen, marker, face in (models, (baseline & ~beyond, "D", "none"), *arrows):
        ax.plot(x[chosen], rows[chosen], marker, ms=4.8, mfc=face, mec=BLUE, clip_on=False, zorder=3)
    for _, level in plot.levels:
        ax.axvline(level, color=DARK, alpha=MUTED, lw=0.8, ls="--")
    if view.signed or ax.get_xlim()[0] < 0 < ax.get_xlim()[1]:
        ax.axvline(0, color=DARK, alpha=MUTED, lw=0.8)
    ax.tick_params(axis="x", labeltop=len(names) > LONG)
    for label, place in zip(ax.get_yticklabels(), order, strict=True):
        label.set_fontweight("bold" if place < 0 else "normal")
    texts = ["" if place < 0 else view.text(view.rows[place], plot.x) for place in order]
    longest = max(map(len, texts), default=0)
    right: dict[str, Any] = {"coords": ("axes fraction", "data"), "shift": (8 + 0.62 * size * longest, 0)}
    for row, text in enumerate(texts):  # one of the longest makes room for all
        _write(ax, text, 1, row, quiet=len(text) < longest, fontsize=size, **right)
    key = [f"lines: {view.interval}"] * bool(np.isfinite(low + high).any())
    key += ["◇ baseline"] * bool(baseline.any()) + [f"▶ baseline beyond ±{plot.cap:g}"] * bool(beyond.any())
    _titles(ax, view.x_title, "", [*key, *[f"dashed: {view.levels}"] * bool(plot.levels)], right["shift"][0])


def _say_intervals(view: _View) -> Iterator[str]:
    scored = np.flatnonzero(np.isfinite(view.x)).tolist()
    ranked = [place for place in scored if not view.baseline[place]] or scored
    said = [f"{name} with {view.text(row, view.plot.x)}" for name, row in zip(view.names, view.rows, strict=True)]
    for head, places in view.groups(view.plot.y).items() if view.plot.y else ():
        inside = sorted(set(places) & set(ranked), key=lambda place: -view.x[place])
        yield f"{head}: highest {said[inside[0]]}, lowest {said[inside[-1]]}." if len(inside) > 1 else ""
    if not view.plot.y:
        last = f", last {said[ranked[-1]]}" if len(ranked) > 1 else ""
        yield f"{view.counted(scored)}; first is {said[ranked[0]]}{last}."
    low, high = view.low[ranked], view.high[ranked]
    if np.isfinite(low + high).all():
        meeting = int(((low <= high[0]) & (high >= low[0])).sum()) - 1
        others = f"{meeting or 'No'} other interval{'s overlap' if meeting > 1 else ' overlaps'} that of the first."
        apart = f"{int(((low > 0) | (high < 0)).sum())} of {counted(len(ranked), 'interval')} exclude 0."
        yield apart if view.signed else others * (len(ranked) > 1)
    yield f"Dashed: {view.levels}." if view.levels else ""
    lacking = [view.names[place] for place in np.flatnonzero(~np.isfinite(view.x))]
    yield f"No value: {listed(lacking, MOST_NAMES)}." if lacking else ""


def _heatmap(ax: Axes, view: _View) -> None:
    """Cells with their numbers: blue above the middle, orange below, deeper the farther."""
    from matplotlib.collections import PolyCollection

    values, columns = view.table, view.cells
    size = _name_rows(ax, view.names, 112, max(WIDTH, (170 + 26 * len(columns)) / POINTS))
    ax.set_xlim(-0.5, max(len(columns), 1) - 0.5)
    ax.grid(visible=False)
    ax.xaxis.tick_top()
    heads = _shortened([_visible(column.title) for column in columns], 24)
    ax.set_xticks(range(len(columns)), heads, rotation=45, ha="left", rotation_mode="anchor")
    known = values[np.isfinite(values)]
    # Values that all lie far from 0 have their median in the middle.
    middle = float(np.median(known)) if known.size and known.min() > 0.5 * known.max() else 0.0
    distances = np.abs(known - middle)
    far = float(np.quantile(distances, FAR)) if known.size else 0.0
    depths = np.nan_to_num(values - middle) / (far or float(distances.max(initial=0.0)) or 1.0)
    cells = np.argwhere(depths)
    shades = depths[depths != 0].clip(-1, 1)
    corners = cells[:, None, ::-1] + np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    fills = [(BLUE if shade > 0 else ORANGE, DEEPEST * abs(shade)) for shade in shades.tolist()]
    ax.add_collection(PolyCollection(list(corners), fc=fills, ec="none", zorder=0))
    for i, j in np.ndindex(values.shape):
        text = view.text(view.rows[i], columns[j].key)
        _write(ax, text, j, i, ha="center", fontsize=size - 1, quiet=True, alpha=MUTED if text == DASH else 1)
    above = f"the median, {typeset(columns[0].format(middle))}" if middle else "0"
    key = " · ".join([*[view.x_title] * bool(view.plot.x_title), f"blue above {above}, orange below"])
    _write(ax, key, 0.5, 0, coords="axes fraction", shift=(0, -11), ha="center", alpha=MUTED)


def _say_cells(view: _View) -> Iterator[str]:
    ends = np.nanargmax(view.table), np.nanargmin(view.table)
    for which, place in zip(("Highest", "Lowest"), ends, strict=True):
        i, j = divmod(int(place), len(view.cells))
        number, title = view.text(view.rows[i], view.cells[j].key), _visible(view.cells[j].title)
        yield f"{which}: {view.names[i]} on {title} with {number}."
    empty = int((~np.isfinite(view.table)).sum())
    yield f"{counted(empty, 'cell')} without a value." if empty else ""


def _scatter(ax: Axes, view: _View) -> None:
    """Points by two values; the front is filled and named, and its line is the edge of what is reached."""
    x, y, on, bound = view.x, view.y, view.front(), np.reshape(view.plot.bound, (-1, 2))
    filled = on if view.plot.series else list(range(len(x)))
    ax.fill(*bound.T, fc=DARK, alpha=0.06, ec="none", lw=0)
    ax.plot(*bound.T, color=DARK, alpha=MUTED, lw=1, clip_on=False)
    for place, name in enumerate(view.names):
        hollow = {"ms": 4.2, "mfc": "none", "mec": DARK, "alpha": MUTED}
        style: dict[str, Any] = {"ms": 5.5, "mfc": BLUE, "mec": BLUE} if place in filled else hollow
        marker = "D" if view.baseline[place] else "o"
        (mark,) = ax.plot(x[place], y[place], marker, zorder=3 if place in filled else 2, clip_on=False, **style)
        mark.set_gid(TIP + name)
    left, right = ax.get_xlim()
    ax.set_xlim(left, right + (0 if len(bound) else 0.2 * (right - left)))  # names stand to the right of their points
    # Level until the next point, then down to it: no corner promises what no point reaches.
    steps = np.array([left, *np.repeat(x[on], 2)]), np.array([*np.repeat(y[on], 2), ax.get_ylim()[0]])
    stairs = np.column_stack(steps) if on else np.empty((0, 2))
    ax.set_ylim(ax.get_ylim())
    ax.plot(*stairs.T, color=BLUE, lw=1, zorder=1)
    _titles(ax, f"{view.x_title} →", f"↑ {view.y_title}", ["◇ baseline"] * bool(view.baseline.any()))
    bare = [name.rpartition("/")[2] for name in view.names]
    short = _shortened(bare if len(set(bare)) == len(set(view.names)) and all(bare) else view.names, 24)
    rest = [place for place in range(len(x)) if place not in filled and len(x) <= FEW]
    left_out = _name_points(ax, np.column_stack([x, y]), short, filled, rest, stairs)
    note = f"{left_out} more{' on the front' * bool(on)} have no room for their names" * bool(left_out)
    _write(ax, note, 0, 0, coords="axes fraction", shift=(-20, -36), ha="left", alpha=MUTED)


def _name_points(
    ax: Axes, points: NDArray[Any], names: Sequence[str], first: list[int], rest: list[int], lines: NDArray[Any]
) -> int:
    """Writes names where none covers another, near first, with a thin line to one that stands farther off.

    Those of the rest stand beside their points or not at all; how many of the first find no place.
    """
    figure = ax.figure
    figure.draw_without_rendering()  # type: ignore[union-attr]
    unit = figure.dpi / POINTS
    frame = np.array(ax.get_window_extent().extents) / unit + (0, -2, 4, 6)
    centres, corners = (ax.transData.transform(some) / unit if len(some) else some for some in (points, lines))
    taken = [np.array([*centre - RADIUS, *centre + RADIUS]) for centre in centres]
    taken += [np.array([*np.minimum(a, b) - 1, *np.maximum(a, b) + 1]) for a, b in pairwise(corners)]
    left_out = 0
    for place in (*first, *rest):
        # About what a wide font takes.
        wide = sum(1.05 if unicodedata.east_asian_width(sign) in "WF" else 0.62 for sign in names[place])
        extent = np.array([wide * SMALL, 1.15 * SMALL])
        for distance, side in ((d, side) for d in (DISTANCES[:1] if place in rest else DISTANCES) for side in SIDES):
            shift = distance * np.array(side)
            start = centres[place] + shift - extent * (1 - np.sign(side)) / 2
            box, others = np.array([*start, *start + extent]), np.array(taken)
            free = (box[2:] <= others[:, :2]).any(axis=1) | (others[:, 2:] <= box[:2]).any(axis=1)
            if free.all() and (frame[:2] <= box[:2]).all() and (box[2:] <= frame[2:]).all():
                break
        else:
            left_out += place not in rest
            continue
        taken.append(box)
        line = {"arrowstyle": "-", "lw": 0.5, "color": DARK, "alpha": 0.5, "shrinkA": 0, "shrinkB": RADIUS}
        style: dict[str, Any] = {"arrowprops": line} if distance > DISTANCES[0] else {}
        style |= {"ha": ("center", "left", "right")[int(np.sign(side[0]))], "alpha": MUTED if place in rest else 1}
        style |= {"va": ("center", "bottom", "top")[int(np.sign(side[1]))], "quiet": True}
        _write(ax, names[place], *points[place], shift=tuple(shift), **style)
    return left_out


def _say_points(view: _View) -> Iterator[str]:
    yield f"{view.counted(range(len(view.x)))}."
    on = [view.names[place] for place in view.front()]
    if on:
        yield f"On the front, from the best on {view.y_title} to the best on {view.x_title}: {listed(on, MOST_NAMES)}."
    elif len(view.x) > 1:
        right, top = view.names[int(view.x.argmax())], view.names[int(view.y.argmax())]
        yield f"Highest on {view.x_title}: {right}; on {view.y_title}: {top}."


def _curve(ax: Axes, view: _View) -> None:
    """A line per series, named in the order in which they begin, with a dot and a number where it reaches the level."""
    from matplotlib.lines import Line2D

    plot, curves, every = view.plot, view.groups(view.plot.series), np.unique(view.x if view.any else [1.0])
    banded = len(curves) <= MOST_BANDS and bool(np.isfinite(view.low + view.high).any())
    short, colours, legend = _shortened(list(curves), 20), [*HUES.values(), DARK], dict[str, Line2D]()
    for number, (name, at) in sorted(enumerate(curves.items()), key=lambda item: -view.y[item[1][1][0]]):
        colour, reached = colours[number % len(colours)], view.reached(at)
        label = ": ".join([short[number], *(view.text(view.rows[place], plot.x) for place in reached)])
        style: dict[str, Any] = {"ls": LINES[number % len(LINES)], "color": colour, "clip_on": False, "zorder": 2}
        style |= {"marker": MARKERS[number % len(MARKERS)]} if len(at) <= FEW else {}
        legend[label] = ax.plot(view.x[at], view.y[at], lw=1.3, ms=3, gid=TIP + name if name else None, **style)[0]
        ax.plot(view.x[reached], view.y[reached], "o", ms=6, color=colour, clip_on=False)
        if banded:
            ax.fill_between(view.x[at], view.low[at], view.high[at], color=colour, alpha=0.15, lw=0)
    for _, level in plot.levels:
        ax.axhline(level, color=DARK, alpha=MUTED, lw=0.8, ls="--")
    if every[0] >= 1 and not np.allclose(np.diff(every), every[-1] - every[-2:][0]):
        ax.set_xscale("log")
        ticks = np.outer(10.0 ** np.arange(7), (1, 2, 5)).ravel()
        ticks = ticks[(every[0] <= ticks) & (ticks <= every[-1])]
        ax.set_xticks(ticks, [f"{tick:,.0f}" for tick in ticks])
        ax.set_xticks([], minor=True)
    elif (every % 1 == 0).all():
        ax.locator_params(axis="x", integer=True)
    if plot.series and curves:
        ax.figure.set_size_inches(WIDTH, max(4.2, (14 * len(curves) + 20) / POINTS))  # type: ignore[union-attr]
        ax.figure.legend(legend.values(), legend, loc="outside right upper", frameon=False, handlelength=3)
    reach = f"● and number: the first that reaches {view.levels}"
    key = [f"shaded: {view.interval}"] * banded + [reach] * bool(view.levels)
    _titles(ax, f"{view.x_title} →", f"↑ {view.y_title}", key)


def _say_curves(view: _View) -> Iterator[str]:
    curves = view.groups(view.plot.series)
    reached = {name: view.reached(at) for name, at in curves.items()}
    if view.levels:
        first = sorted((view.x[i], i, f" in {name}" * bool(name)) for name, at in reached.items() for i in at)
        facts = [view.text(view.rows[i], view.plot.x) + where for _, i, where in first]
        yield f"Where {view.levels} is reached ({view.x_title}): {listed(facts, MOST_NAMES)}." if facts else ""
        never = [name for name, at in reached.items() if name and not at]
        yield f"Only at the end: {listed(never, MOST_NAMES)}." if never else ""
    elif len(curves) > 1:
        ends = sorted(curves, key=lambda name: -view.y[curves[name][-1]])
        yield f"{counted(len(curves), 'line')}; at the end the highest is {ends[0]}, the lowest {ends[-1]}."
    for name, at in curves.items():
        above = int(np.argmin(np.append(view.y[at] > view.high[at], False)))
        points = f"{above} of {counted(len(at), 'point')}{f' of {name}' * bool(name)}"
        yield f"Above what is shaded: {points}, from the first on." if above else ""


KINDS = {
    "interval": (_interval, _say_intervals),
    "scatter": (_scatter, _say_points),
    "heatmap": (_heatmap, _say_cells),
    "curve": (_curve, _say_curves),
}
"""What draws a plot, and what says the same in words."""


def _write(ax: Axes, text: str, x: float, y: float, **style: Any) -> None:  # noqa: ANN401 - matplotlib's own
    """Puts words at a point, ``shift`` points beside it, ``coords`` as in ``annotate``; quiet ones move no layout."""
    shift, coords, quiet = style.pop("shift", (0, 0)), style.pop("coords", "data"), style.pop("quiet", False)
    style = {"ha": "right", "va": "center", "annotation_clip": False, **style}
    ax.annotate(text, (x, y), shift, coords, "offset points", **style).set_in_layout(not quiet)


def _titles(ax: Axes, x_title: str, y_title: str, key: Sequence[str], shift: float = 0.0) -> None:
    """What the axes show, and what marks mean, below."""
    x_title, y_title = _shortened([x_title, y_title], 60)
    _write(ax, x_title, 1, 0, coords="axes fraction", shift=(shift, -23), fontsize=TEXT)
    _write(ax, " · ".join(key), 1, 0, coords="axes fraction", shift=(shift, -36), alpha=MUTED)
    _write(ax, y_title, 0, 1, coords="axes fraction", shift=(-20, 13), fontsize=TEXT, ha="left")


def _name_rows(ax: Axes, names: Sequence[str], around: float, width: float = WIDTH) -> float:
    """One row per name, from above, in a figure as high as they need; the size of their type."""
    size, height = (TEXT, 15.0) if len(names) <= 40 else (SMALL, 12.0)
    ax.figure.set_size_inches(width, (max(len(names), 1) * height + around) / POINTS)  # type: ignore[union-attr]
    ax.set_ylim(max(len(names), 1) - 0.5, -0.5)
    short = _shortened(names)
    ax.set_yticks(range(len(names)), short, fontsize=size)
    for label, name, text in zip(ax.get_yticklabels(), names, short, strict=True):
        label.set_gid(TIP + name if text != name else None)
    return size


def _shortened(names: Sequence[str], limit: int = 28) -> list[str]:
    """Names in about ``limit`` characters, the middle left out; where two become one all keep more, or get numbers."""
    short: dict[str, str] = {}
    for most in range(limit, limit + 9):
        short = {name: _without_middle(name, most) for name in names}
        if len(set(short.values())) == len(short):
            break
    times, seen = Counter(short.values()), Counter[str]()
    for name, text in short.items():
        seen[text] += 1
        short[name] += f" #{seen[text]}" * (times[text] > 1)
    return [short[name] for name in names]


def _without_middle(name: str, limit: int) -> str:
    tail = (limit - 1) * 2 // 5
    return name if len(name) <= limit else f"{name[: limit - 1 - tail]}…{name[len(name) - tail :]}"
