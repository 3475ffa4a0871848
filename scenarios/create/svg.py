"""A drawing as the numbers and words that its SVG needs. Escapes nothing: the template does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from helm_creativity.scenarios.create.graph import Graph, Traffic
from helm_creativity.scenarios.create.layout import (
    NAME_LINE,
    NOTE_LINE,
    NOTE_SIZE,
    RELATION_LINE,
    Box,
    Drawing,
    Run,
    Stroke,
    Writing,
)

WIDTH_A_POINT, THINNEST, UNKNOWN = 1.5, 1.5, 2.5
"""Pixels of a line's width: for each point of specificity, at least, and where it is unknown."""

FACT, NO_FACT, UNJUDGED = "fact", "no-fact", "unjudged"
"""How a line is drawn: solid, dashed, dotted."""

_BASELINE = 0.34
"""How far below the middle of a line of writing its letters stand, in sizes of them."""
_LISTED = 12


class Line(NamedTuple):
    """A path element, and the triangle at its end ("" without one)."""

    d: str
    arrow: str
    width: str
    classes: str
    title: str


class Text(NamedTuple):
    """A box with lines of writing: their heights, and that of the note below them."""

    box: Box
    lines: tuple[tuple[str, str], ...]
    note: str
    note_y: str
    x: str
    classes: str
    title: str


def lines_of(graph: Graph, drawing: Drawing) -> list[Line]:
    """The lines of a drawing, those of paths that count in front of the others."""
    return [_line(graph, one) for one in sorted(drawing.strokes, key=lambda one: one.traffic.counts)]


def texts_of(drawing: Drawing) -> list[Text]:
    """The names of entities and relations."""
    return [_text(one) for one in drawing.writings]


def state_of(traffic: Traffic) -> str:
    """How its line is drawn."""
    if traffic.fact is None or (traffic.fact and traffic.specificity is None):
        return UNJUDGED
    return FACT if traffic.fact else NO_FACT


def stroke_width(specificity: float | None) -> float:
    """In pixels."""
    return UNKNOWN if specificity is None else max(THINNEST, WIDTH_A_POINT * specificity)


def _line(graph: Graph, stroke: Stroke) -> Line:
    width = stroke_width(stroke.traffic.specificity)
    length, half = 8 + width / 2, 4 + width / 2
    runs, arrow = list(stroke.runs), ""
    if stroke.arrow == "right":
        tip = runs[-1].right
        runs[-1] = Run(min(runs[-1].left, tip - length), tip - length, runs[-1].y)
        arrow = _triangle(tip, tip - length - 1, runs[-1].y, half)
    elif stroke.arrow == "left":
        tip = runs[0].left
        runs[0] = Run(tip + length, max(runs[0].right, tip + length), runs[0].y)
        arrow = _triangle(tip, tip + length + 1, runs[0].y, half)
    title = _title(graph, stroke)
    # A relation that no path uses leads to the target all the same.
    classes = _classes(stroke.traffic, state_of(stroke.traffic) if stroke.edges else UNJUDGED)
    return Line(_d(runs), arrow, _n(width), classes, title)


def _triangle(tip: float, base: float, y: float, half: float) -> str:
    return f"{_n(tip)},{_n(y)} {_n(base)},{_n(y - half)} {_n(base)},{_n(y + half)}"


def _d(runs: Sequence[Run]) -> str:
    """Level pieces joined by curves that begin and end level."""
    parts = [f"M{_n(runs[0].left)} {_n(runs[0].y)}H{_n(runs[0].right)}"]
    for one, other in pairwise(runs):
        bend = (one.right + other.left) / 2
        parts.append(f"C{_n(bend)} {_n(one.y)} {_n(bend)} {_n(other.y)} {_n(other.left)} {_n(other.y)}")
        parts.append(f"H{_n(other.right)}")
    return "".join(parts)


def _text(one: Writing) -> Text:
    line = RELATION_LINE if one.node is None else NAME_LINE
    size = line * 0.78
    inner = len(one.lines) * line + (NOTE_LINE if one.note else 0)
    top = one.box.middle - inner / 2
    lines = tuple((text, _n(top + (i + 0.5) * line + _BASELINE * size)) for i, text in enumerate(one.lines))
    note_y = _n(top + len(one.lines) * line + NOTE_LINE / 2 + _BASELINE * NOTE_SIZE)
    kind = "relation" if one.node is None else "entity"
    mark = {"START": " start", "TARGET": " goal"}.get(one.note, " goal" if one.marked else "")
    title = f"{one.text}{_told(one.traffic.paths)}"
    x = _n(one.box.x + one.box.width / 2)
    return Text(one.box, lines, one.note, note_y, x, _classes(one.traffic, kind + mark), title)


def _classes(traffic: Traffic, *names: str) -> str:
    return " ".join([*names, *([] if traffic.counts else ["apart"]), *(f"p{number}" for number in traffic.paths)])


def _title(graph: Graph, stroke: Stroke) -> str:
    edges = [graph.edges[one] for one in stroke.edges]
    heads, tails = (list(dict.fromkeys(graph.names[one] for one in some)) for some in _ends(graph, stroke))
    relation = edges[0].relation if edges else graph.target.rel_b
    said = f"{_some(heads)} [{relation}] {_some(tails)}"
    if not edges:
        return said
    judged = {FACT: "a fact", NO_FACT: "not a fact", UNJUDGED: "not judged"}[state_of(stroke.traffic)]
    known = stroke.traffic.specificity
    specificity = "" if known is None else f", specificity of the path {'' if _one(stroke) else 'up to '}{known:.1f}"
    return f"{said}: {judged}{specificity}{_told(stroke.traffic.paths)}"


def _ends(graph: Graph, stroke: Stroke) -> tuple[list[int], list[int]]:
    edges = [graph.edges[one] for one in stroke.edges]
    return [edge.head for edge in edges], [edge.tail for edge in edges] or [1]


def _one(stroke: Stroke) -> bool:
    return len(stroke.traffic.paths) == 1


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more if names else "…"


def _told(paths: Sequence[int]) -> str:
    if not paths:
        return ""
    more = " …" if len(paths) > _LISTED else ""
    return f" ({'path' if len(paths) == 1 else 'paths'} {', '.join(map(str, paths[:_LISTED]))}{more})"


def _n(value: float) -> str:
    """A number without digits that no eye sees."""
    return f"{value:.1f}".removesuffix(".0")
