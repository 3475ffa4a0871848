"""Places on a page for a graph of paths: columns of entities from left to right, with the relations between them.

A relation's name has a place of its own between two columns, and so has every line where it passes a column: neither a
line nor other text ever crosses what is written. Relations that leave an entity under the same name share
it, and lines that end in the goal as they should become one as soon as they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from helm_creativity.reporting.path_graph.dot import LayerItem, Link, heights_of, layers_of
from helm_creativity.reporting.path_graph.graph import GOAL, START, Graph, Traffic, joined
from helm_creativity.reporting.path_graph.text_size import width_of, wrapped

NAME_SIZE, RELATION_SIZE, NOTE_SIZE = 13.0, 12.0, 10.5
"""Sizes of letters in pixels: of entities, of relations, of what stands below an entity."""
NAME_LINE, RELATION_LINE, NOTE_LINE = 17.0, 15.0, 14.0
_NAME_WIDTH, _RELATION_WIDTH, _LEAST_WIDTH = 140.0, 104.0, 64.0
_MOST_LINES = 3
_PADDING = 10.0
_NODE_SPACE, _LABEL_SPACE, _BEND_HEIGHT = 16.0, 12.0, 13.0
_GAP, _MOST_GAP, _GAP_PER_PIXEL = 28.0, 76.0, 0.12
_MARGIN = 14.0


class Box(NamedTuple):
    """A rectangle in pixels: its left upper corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def middle(self) -> float:
        """Half way down."""
        return self.y + self.height / 2


class Level(NamedTuple):
    """The level part of a line within a column: from where to where, and at which height, in pixels."""

    left: float
    right: float
    y: float


@dataclass(frozen=True)
class Writing:
    """The name of an entity or of a relation.

    Attributes:
        text: all of it.
        lines: as written.
        note: what stands below it, or "".
        box: where.
        traffic: what leads through it.
        node: number of the entity; None for a relation.
        marked: whether it is the start or belongs to the goal.
    """

    text: str
    lines: tuple[str, ...]
    note: str
    box: Box
    traffic: Traffic
    node: int | None
    marked: bool


@dataclass(frozen=True)
class Stroke:
    """A line from one writing to another.

    Attributes:
        levels: its level parts from left to right, the first and the last within the writings' columns.
        edges: numbers of the edges that it is part of.
        traffic: what leads through it.
        arrow: the end at which it reaches an entity: "left", "right" or "".
    """

    levels: tuple[Level, ...]
    edges: tuple[int, ...]
    traffic: Traffic
    arrow: str


@dataclass(frozen=True)
class Drawing:
    """All that is to be drawn, within width x height pixels; the first n writings are the n nodes."""

    writings: tuple[Writing, ...]
    strokes: tuple[Stroke, ...]
    width: float
    height: float


class _Line(NamedTuple):
    """A stroke before it has a place: numbers of the items on its left and right."""

    left: int
    right: int
    edges: tuple[int, ...]
    arrow: str


@dataclass
class _Plan:
    """What stands in which column, and what joins it: first n writings, then places where lines meet."""

    writings: list[Writing]
    columns: list[int]
    lines: list[_Line] = field(default_factory=list)

    def write(self, one: Writing, column: int) -> int:
        """Adds a writing, and gives its number."""
        self.writings.append(one)
        return self.meet(column)

    def meet(self, column: int) -> int:
        """Adds a place where lines meet, and gives its number."""
        self.columns.append(column)
        return len(self.columns) - 1

    def join(self, left: int, right: int, edges: Sequence[int], arrow: str = "") -> None:
        """Adds a line."""
        self.lines.append(_Line(left, right, tuple(edges), arrow))

    def item(self, number: int) -> LayerItem:
        """What has the number, as something that needs a place."""
        if number >= len(self.writings):
            return LayerItem(self.columns[number], _BEND_HEIGHT)
        one = self.writings[number]
        return LayerItem(self.columns[number], one.box.height + (_LABEL_SPACE if one.node is None else _NODE_SPACE))


def drawing_of(graph: Graph) -> Drawing:
    """A place for everything; the same graph is always drawn alike."""
    plan = _planned(graph)
    items = [plan.item(number) for number in range(len(plan.columns))]
    chains = [_chain(line, items) for line in plan.lines]
    traffic = [joined(graph.edges[edge].traffic for edge in line.edges) for line in plan.lines]
    links = [
        Link(*pair, weight=max(1, len(part.paths)))
        for chain, part in zip(chains, traffic, strict=True)
        for pair in pairwise(chain)
    ]
    heights = [y + _MARGIN for y in heights_of(items, links)]
    sides = _sides(plan.writings, items, chains, heights)
    placed = [
        _placed(one, sides[column], y) for one, column, y in zip(plan.writings, plan.columns, heights, strict=False)
    ]
    strokes = []
    for line, chain, part in zip(plan.lines, chains, traffic, strict=True):
        levels = _levels(chain, placed, [sides[items[one].layer] for one in chain], [heights[one] for one in chain])
        strokes.append(Stroke(levels, line.edges, part, line.arrow))
    bottom = max(y + item.height / 2 for y, item in zip(heights, items, strict=True))
    return Drawing(tuple(placed), tuple(strokes), sides[-1].right + _MARGIN, bottom + _MARGIN)


def _planned(graph: Graph) -> _Plan:
    """Entities in even columns, relations between them in odd ones."""
    nodes = range(len(graph.names))
    layers = layers_of(len(nodes), ((edge.head, edge.tail) for edge in graph.edges), START, GOAL)
    plan = _Plan([_node(graph, node) for node in nodes], [2 * layer for layer in layers])
    goal, backward = [], []
    leaving: dict[tuple[int, str], list[int]] = {}
    for number, edge in enumerate(graph.edges):
        if layers[edge.head] >= layers[edge.tail]:
            backward.append(number)
        elif edge.tail == GOAL and edge.relation == graph.relation:
            goal.append(number)
        else:
            leaving.setdefault((edge.head, edge.relation), []).append(number)
    for (head, _), edges in leaving.items():
        label = plan.write(_label(graph, edges), plan.columns[head] + 1)
        plan.join(head, label, edges)
        for one in edges:
            plan.join(label, graph.edges[one].tail, [one], "right")
    for one in backward:
        head, tail = graph.edges[one].head, graph.edges[one].tail
        label = plan.write(_label(graph, [one]), plan.columns[tail] + 1)
        plan.join(tail, label, [one], "left")
        if head != tail:
            plan.join(label, head, [one])
    _lead_to_goal(graph, plan, goal)
    return plan


def _lead_to_goal(graph: Graph, plan: _Plan, goal: Sequence[int]) -> None:
    """Lines that end in the goal meet in the first column behind them and go on as one."""
    label = plan.write(_label(graph, goal, marked=True), plan.columns[GOAL] - 1)
    trunk: tuple[int, list[int]] | None = None
    for column in sorted({plan.columns[graph.edges[one].head] for one in goal}):
        here = [one for one in goal if plan.columns[graph.edges[one].head] == column]
        place = label if column + 1 == plan.columns[label] else plan.meet(column + 1)
        for one in here:
            plan.join(graph.edges[one].head, place, [one])
        if trunk is not None:
            plan.join(trunk[0], place, trunk[1])
            here = trunk[1] + here
        trunk = place, here
    if trunk is not None and trunk[0] != label:
        plan.join(trunk[0], label, trunk[1])
    plan.join(label, GOAL, goal, "right")


def _node(graph: Graph, number: int) -> Writing:
    lines = wrapped(graph.names[number], NAME_SIZE, _NAME_WIDTH, _MOST_LINES)
    traffic = graph.through(number)
    note = {START: "START", GOAL: "TARGET"}.get(number) or _note(traffic.paths)
    width = max(*(width_of(line, NAME_SIZE) for line in lines), width_of(note, NOTE_SIZE), _LEAST_WIDTH)
    height = len(lines) * NAME_LINE + NOTE_LINE + _PADDING
    box = Box(0, 0, width + 2 * _PADDING, height)
    return Writing(graph.names[number], lines, note, box, traffic, number, number in (START, GOAL))


def _note(paths: Sequence[int]) -> str:
    if len(paths) == 1:
        return f"path {paths[0]}"
    return f"{len(paths)} paths" if len(paths) > 4 else f"paths {', '.join(map(str, paths))}"


def _label(graph: Graph, edges: Sequence[int], marked: bool = False) -> Writing:
    text = graph.edges[edges[0]].relation if edges else graph.relation
    lines = wrapped(text, RELATION_SIZE, _RELATION_WIDTH, _MOST_LINES)
    width = max(width_of(line, RELATION_SIZE) for line in lines) + (_PADDING if marked else _PADDING / 2)
    box = Box(0, 0, width, len(lines) * RELATION_LINE + _PADDING / 2)
    return Writing(text, lines, "", box, joined(graph.edges[one].traffic for one in edges), None, marked)


def _chain(line: _Line, items: list[LayerItem]) -> list[int]:
    """The items that a line joins, with a new one in every column between them."""
    between = range(items[line.left].layer + 1, items[line.right].layer)
    first = len(items)
    items.extend(LayerItem(column, _BEND_HEIGHT) for column in between)
    return [line.left, *range(first, len(items)), line.right]


class _Side(NamedTuple):
    """Where a column begins and ends."""

    left: float
    right: float


def _sides(
    writings: Sequence[Writing], items: Sequence[LayerItem], chains: Iterable[Sequence[int]], heights: Sequence[float]
) -> list[_Side]:
    """The sides of the columns; between them is more space where lines are steep."""
    count = 1 + max(item.layer for item in items)
    widths, steepest = [0.0] * count, [0.0] * count
    for one, item in zip(writings, items, strict=False):
        widths[item.layer] = max(widths[item.layer], one.box.width)
    for chain in chains:
        for left, right in pairwise(chain):
            column = items[left].layer
            steepest[column] = max(steepest[column], abs(heights[right] - heights[left]))
    sides, x = [], _MARGIN
    for width, steep in zip(widths, steepest, strict=True):
        sides.append(_Side(x, x + width))
        x += width + min(_GAP + steep * _GAP_PER_PIXEL, _MOST_GAP)
    return sides


def _placed(one: Writing, side: _Side, y: float) -> Writing:
    """Entities are as wide as their column, relations as wide as they must be."""
    width = side.right - side.left if one.node is not None else one.box.width
    x = (side.left + side.right - width) / 2
    return replace(one, box=Box(x, y - one.box.height / 2, width, one.box.height))


def _levels(
    chain: Sequence[int], placed: Sequence[Writing], sides: Sequence[_Side], heights: Sequence[float]
) -> tuple[Level, ...]:
    """The level parts of a line: it leaves a writing at its side, and a place where lines meet where they do."""
    levels = [Level(side.left, side.right, y) for side, y in zip(sides, heights, strict=True)]
    if chain[0] < len(placed):
        levels[0] = levels[0]._replace(left=placed[chain[0]].box.right)
    last = placed[chain[-1]].box.x if chain[-1] < len(placed) else sides[-1].left
    return (*levels[:-1], levels[-1]._replace(right=last))
