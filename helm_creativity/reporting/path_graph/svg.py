"""A drawing as the numbers and words that its SVG needs. Escapes nothing: the template does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from helm_creativity.reporting.path_graph.graph import GOAL, Graph, Traffic
from helm_creativity.reporting.path_graph.layout import (
    NAME_LINE,
    NOTE_LINE,
    NOTE_SIZE,
    RELATION_LINE,
    Box,
    Drawing,
    Level,
    Stroke,
    Writing,
)

WIDTH_PER_POINT, THINNEST, UNKNOWN = 1.5, 1.5, 2.5
"""Pixels of a line's width: for each point of strength, at least, and where the strength is unknown."""

HOLDS, FAILS, OPEN = "holds", "fails", "open"
"""How a line is drawn: solid, dashed, dotted."""

_BASELINE = 0.34
"""How far below the middle of a line of text its letters stand, in sizes of them."""
_LISTED = 12


class Words(NamedTuple):
    """What the parts of a drawing mean, in words for its legend and for what is pointed at.

    Attributes:
        strength: what the width of a line is, on a scale from 1 to 5.
        holds: of a step that holds.
        fails: of one that does not.
        open: of one of which it is unknown, or whose path has no strength.
        apart: of what lies on no path that counts.
    """

    strength: str
    holds: str
    fails: str
    open: str
    apart: str


class SvgLine(NamedTuple):
    """A path element, and the triangle at its end ("" without one)."""

    d: str
    arrow: str
    width: str
    classes: str
    title: str


class SvgText(NamedTuple):
    """A box with lines of text: their heights, and that of the note below them."""

    box: Box
    lines: tuple[tuple[str, str], ...]
    note: str
    note_y: str
    x: str
    classes: str
    title: str


def lines_of(graph: Graph, drawing: Drawing, words: Words) -> list[SvgLine]:
    """The lines of a drawing, those of paths that count in front of the others."""
    return [_line(graph, one, words) for one in sorted(drawing.strokes, key=lambda one: one.traffic.counts)]


def texts_of(drawing: Drawing) -> list[SvgText]:
    """The names of entities and relations."""
    return [_text(one) for one in drawing.writings]


def stroke_width(strength: float | None) -> float:
    """In pixels."""
    return UNKNOWN if strength is None else max(THINNEST, WIDTH_PER_POINT * strength)


def _state(traffic: Traffic) -> str:
    """How its line is drawn."""
    if traffic.holds is None or (traffic.holds and traffic.strength is None):
        return OPEN
    return HOLDS if traffic.holds else FAILS


def _line(graph: Graph, stroke: Stroke, words: Words) -> SvgLine:
    width = stroke_width(stroke.traffic.strength)
    length, half = 8 + width / 2, 4 + width / 2
    levels, arrow = list(stroke.levels), ""
    if stroke.arrow == "right":
        tip = levels[-1].right
        levels[-1] = Level(min(levels[-1].left, tip - length), tip - length, levels[-1].y)
        arrow = _triangle(tip, tip - length - 1, levels[-1].y, half)
    elif stroke.arrow == "left":
        tip = levels[0].left
        levels[0] = Level(tip + length, max(levels[0].right, tip + length), levels[0].y)
        arrow = _triangle(tip, tip + length + 1, levels[0].y, half)
    classes = _classes(stroke.traffic, _state(stroke.traffic))
    return SvgLine(_d(levels), arrow, _n(width), classes, _title(graph, stroke, words))


def _triangle(tip: float, base: float, y: float, half: float) -> str:
    return f"{_n(tip)},{_n(y)} {_n(base)},{_n(y - half)} {_n(base)},{_n(y + half)}"


def _d(levels: Sequence[Level]) -> str:
    """Level pieces joined by curves that begin and end level."""
    parts = [f"M{_n(levels[0].left)} {_n(levels[0].y)}H{_n(levels[0].right)}"]
    for one, other in pairwise(levels):
        bend = (one.right + other.left) / 2
        parts.append(f"C{_n(bend)} {_n(one.y)} {_n(bend)} {_n(other.y)} {_n(other.left)} {_n(other.y)}")
        parts.append(f"H{_n(other.right)}")
    return "".join(parts)


def _text(one: Writing) -> SvgText:
    line = RELATION_LINE if one.node is None else NAME_LINE
    size = line * 0.78
    inner = len(one.lines) * line + (NOTE_LINE if one.note else 0)
    top = one.box.middle - inner / 2
    lines = tuple((text, _n(top + (i + 0.5) * line + _BASELINE * size)) for i, text in enumerate(one.lines))
    note_y = _n(top + len(one.lines) * line + NOTE_LINE / 2 + _BASELINE * NOTE_SIZE)
    kind = "relation" if one.node is None else "entity"
    mark = {"START": " start", "TARGET": " goal"}.get(one.note, " goal" if one.marked else "")
    title = f"{one.text}{_numbers(one.traffic.paths)}"
    x = _n(one.box.x + one.box.width / 2)
    return SvgText(one.box, lines, one.note, note_y, x, _classes(one.traffic, kind + mark), title)


def _classes(traffic: Traffic, name: str) -> str:
    return " ".join([name, *([] if traffic.counts else ["apart"]), *(f"p{number}" for number in traffic.paths)])


def _title(graph: Graph, stroke: Stroke, words: Words) -> str:
    if not stroke.edges:
        return f"… [{graph.relation}] {graph.names[GOAL]}"
    edges = [graph.edges[one] for one in stroke.edges]
    heads, tails = _list(graph, [edge.head for edge in edges]), _list(graph, [edge.tail for edge in edges])
    state = {HOLDS: words.holds, FAILS: words.fails, OPEN: words.open}[_state(stroke.traffic)]
    paths, known = stroke.traffic.paths, stroke.traffic.strength
    upto = "" if len(paths) == 1 else "up to "
    strength = "" if known is None else f", {words.strength} of the path {upto}{known:.1f}"
    return f"{heads} [{edges[0].relation}] {tails}: {state}{strength}{_numbers(paths)}"


def _list(graph: Graph, nodes: Sequence[int]) -> str:
    names = list(dict.fromkeys(graph.names[node] for node in nodes))
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def _numbers(paths: Sequence[int]) -> str:
    if not paths:
        return ""
    more = " …" if len(paths) > _LISTED else ""
    return f" ({'path' if len(paths) == 1 else 'paths'} {', '.join(map(str, paths[:_LISTED]))}{more})"


def _n(value: float) -> str:
    """A number without digits that no eye sees."""
    return f"{value:.1f}".removesuffix(".0")
