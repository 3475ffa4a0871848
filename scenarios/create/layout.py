"""Places on a page for a graph of paths: columns of entities from left to right, with the relations between them.

A relation's name has a place of its own between two columns, and so has every line where it passes a column by: nothing
that is written is ever crossed by a line or by other writing. Relations that leave an entity under the same name share
it, and lines that end in the target become one as soon as they can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from helm_creativity.scenarios.create.columns import Item, Link, middles
from helm_creativity.scenarios.create.graph import GOAL, START, Graph, Traffic, joined
from helm_creativity.scenarios.create.layers import Layers, layers_of
from helm_creativity.scenarios.create.lettering import width_of, wrapped

NAME_SIZE, RELATION_SIZE, NOTE_SIZE = 13.0, 12.0, 10.5
"""Sizes of letters in pixels: of entities, of relations, of what stands below an entity."""
NAME_LINE, RELATION_LINE, NOTE_LINE = 17.0, 15.0, 14.0
_NAME_WIDTH, _RELATION_WIDTH, _LEAST_WIDTH = 140.0, 104.0, 64.0
_NAME_LINES, _RELATION_LINES = 3, 3
_PADDING = 10.0
_NODE_SPACE, _LABEL_SPACE, _BEND_HEIGHT = 16.0, 12.0, 13.0
_GAP, _MOST_GAP, _GAP_A_PIXEL = 28.0, 76.0, 0.12
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


class Run(NamedTuple):
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
        marked: whether it is the start or belongs to the target.
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
        runs: its level parts from left to right, the first and the last within the writings' columns.
        edges: numbers of the edges that it is part of.
        traffic: what leads through it.
        arrow: the end at which it reaches an entity: "left", "right" or "".
    """

    runs: tuple[Run, ...]
    edges: tuple[int, ...]
    traffic: Traffic
    arrow: str


@dataclass(frozen=True)
class Drawing:
    """All that is to be drawn, within width x height pixels."""

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

    def item(self, number: int) -> Item:
        """What has the number, as something that needs a place."""
        if number >= len(self.writings):
            return Item(self.columns[number], _BEND_HEIGHT)
        one = self.writings[number]
        return Item(self.columns[number], one.box.height + (_LABEL_SPACE if one.node is None else _NODE_SPACE))


def drawing_of(graph: Graph) -> Drawing:
    """A place for everything; the same graph is always drawn alike."""
    plan = _planned(graph)
    items = [plan.item(number) for number in range(len(plan.columns))]
    chains = [_chain(line, items) for line in plan.lines]
    links = [
        Link(*pair, weight=max(1, len(joined(graph.edges[one].traffic for one in line.edges).paths)))
        for line, chain in zip(plan.lines, chains, strict=True)
        for pair in pairwise(chain)
    ]
    heights = [y + _MARGIN for y in middles(items, links)]
    sides = _sides(plan.writings, items, chains, heights)
    placed = [
        _placed(one, sides[column], y) for one, column, y in zip(plan.writings, plan.columns, heights, strict=False)
    ]
    strokes = []
    for line, chain in zip(plan.lines, chains, strict=True):
        runs = _runs(chain, placed, [sides[items[one].column] for one in chain], [heights[one] for one in chain])
        traffic = joined(graph.edges[one].traffic for one in line.edges)
        strokes.append(Stroke(runs, line.edges, traffic, line.arrow))
    bottom = max(y + item.height / 2 for y, item in zip(heights, items, strict=True))
    return Drawing(tuple(placed), tuple(strokes), sides[-1].right + _MARGIN, bottom + _MARGIN)


def _node(graph: Graph, number: int) -> Writing:
    lines = wrapped(graph.names[number], NAME_SIZE, _NAME_WIDTH, _NAME_LINES)
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


def _label(graph: Graph, edges: Sequence[int], marked: bool) -> Writing:
    text = graph.edges[edges[0]].relation if edges else graph.target.rel_b
    lines = wrapped(text, RELATION_SIZE, _RELATION_WIDTH, _RELATION_LINES)
    width = max(width_of(line, RELATION_SIZE) for line in lines) + (_PADDING if marked else _PADDING / 2)
    box = Box(0, 0, width, len(lines) * RELATION_LINE + _PADDING / 2)
    return Writing(text, lines, "", box, joined(graph.edges[one].traffic for one in edges), None, marked)


def _planned(graph: Graph) -> _Plan:
    """Entities in even columns, relations between them in odd ones."""
    layers = layers_of(graph)
    columns = [2 * layer for layer in layers.of]
    plan = _Plan([_node(graph, number) for number in range(len(graph.names))], columns)
    goal, leaving, turned = _grouped(graph, layers)
    for edges in leaving:
        head = graph.edges[edges[0]].head
        label = plan.write(_label(graph, edges, marked=False), columns[head] + 1)
        plan.join(head, label, edges)
        for one in edges:
            plan.join(label, graph.edges[one].tail, [one], "right")
    for one in turned:
        head, tail = graph.edges[one].head, graph.edges[one].tail
        label = plan.write(_label(graph, [one], marked=False), columns[tail] + 1)
        plan.join(tail, label, [one], "left")
        if head != tail:
            plan.join(label, head, [one])
    _lead_to_target(graph, plan, goal)
    return plan


def _lead_to_target(graph: Graph, plan: _Plan, goal: Sequence[int]) -> None:
    """Lines that end in the target meet in the first column behind them and go on as one."""
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


def _grouped(graph: Graph, layers: Layers) -> tuple[tuple[int, ...], list[tuple[int, ...]], list[int]]:
    """Numbers of the edges that end in the target as asked, of those that share a name, of those drawn backwards."""
    goal, turned = [], []
    leaving: dict[tuple[int, str], list[int]] = {}
    for number, edge in enumerate(graph.edges):
        if number in layers.back or edge.head == edge.tail:
            turned.append(number)
        elif edge.tail == GOAL and edge.relation == graph.target.rel_b:
            goal.append(number)
        else:
            leaving.setdefault((edge.head, edge.relation), []).append(number)
    return tuple(goal), [tuple(some) for some in leaving.values()], turned


def _chain(line: _Line, items: list[Item]) -> list[int]:
    """The items that a line joins, with a new one in every column between them."""
    between = range(items[line.left].column + 1, items[line.right].column)
    first = len(items)
    items.extend(Item(column, _BEND_HEIGHT) for column in between)
    return [line.left, *range(first, len(items)), line.right]


class _Side(NamedTuple):
    """Where a column begins and ends."""

    left: float
    right: float


def _sides(
    writings: Sequence[Writing], items: Sequence[Item], chains: Iterable[Sequence[int]], heights: Sequence[float]
) -> list[_Side]:
    """The sides of the columns; between them is more space where lines are steep."""
    count = 1 + max(item.column for item in items)
    widths, steepest = [0.0] * count, [0.0] * count
    for one, item in zip(writings, items, strict=False):
        widths[item.column] = max(widths[item.column], one.box.width)
    for chain in chains:
        for left, right in pairwise(chain):
            column = items[left].column
            steepest[column] = max(steepest[column], abs(heights[right] - heights[left]))
    sides, x = [], _MARGIN
    for width, steep in zip(widths, steepest, strict=True):
        sides.append(_Side(x, x + width))
        x += width + min(_GAP + steep * _GAP_A_PIXEL, _MOST_GAP)
    return sides


def _placed(one: Writing, side: _Side, y: float) -> Writing:
    """Entities are as wide as their column, relations as wide as they must be."""
    width = side.right - side.left if one.node is not None else one.box.width
    x = (side.left + side.right - width) / 2
    return replace(one, box=Box(x, y - one.box.height / 2, width, one.box.height))


def _runs(
    chain: Sequence[int], placed: Sequence[Writing], sides: Sequence[_Side], heights: Sequence[float]
) -> tuple[Run, ...]:
    """The level parts of a line: it leaves a writing at its side, and a place where lines meet where they do."""
    runs = [Run(side.left, side.right, y) for side, y in zip(sides, heights, strict=True)]
    if chain[0] < len(placed):
        runs[0] = runs[0]._replace(left=placed[chain[0]].box.right)
    last = placed[chain[-1]].box.x if chain[-1] < len(placed) else sides[-1].left
    return (*runs[:-1], runs[-1]._replace(right=last))
