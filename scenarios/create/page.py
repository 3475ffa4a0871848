"""What ``helm-creativity show`` shows of one response: its paths in order of worth, as judged.

``response_html`` makes one file that needs no other, no script and no network: the paths as a graph, as a table, and
those that are rejected. ``response_text`` says the same in a terminal. This module computes numbers and places; the
files in ``templates`` hold the markup.
"""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from helm_creativity.io.pages import page_templates
from helm_creativity.safe_text import counted
from helm_creativity.scenarios.create.parse import Fault, Target, same_entity, same_relation

if TYPE_CHECKING:
    from pygraphviz import AGraph

    from helm_creativity.core.shown import Section, Shown
    from helm_creativity.scenarios.create.benchmark import CreateProtocol
    from helm_creativity.scenarios.create.measure import JudgedPath, JudgedResponse, Ranking
    from helm_creativity.scenarios.create.parse import Path as TriplePath

# Widths in em of a sans-serif face; the margin covers the widest of the usual ones, in half bold.
_NARROW, _SLIM, _BROAD = frozenset("ijlI.,:;'’!|()[] "), frozenset('frt-"“”/'), frozenset("mwMWOQGCD@%&—")
_WIDTH_MARGIN = 1.12
_ELLIPSIS = "…"


def text_width(text: str, size: float) -> float:
    """About how wide one line of text is at most, in pixels, at a font size in pixels."""
    return sum(map(_em, text)) * size * _WIDTH_MARGIN


def _em(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.0
    if sign in _NARROW:
        return 0.29
    if sign in _SLIM:
        return 0.37
    if sign in _BROAD:
        return 0.84
    return 0.67 if sign.isupper() or ord(sign) > 0x24F else 0.55


def wrapped(text: str, size: float, width: float, most: int) -> tuple[str, ...]:
    """A text in lines of about the same length; what does not fit into the last one becomes an ellipsis.

    Args:
        text: with any white space.
        size: of the font, in pixels.
        width: that no line exceeds, in pixels; each line holds at least one character.
        most: number of lines, at least 1.

    Returns:
        From 1 to ``most`` lines.
    """
    lines = _broken(text, size, width)
    if len(lines) > most:
        return (*lines[: most - 1], _shortened(" ".join(lines[most - 1 :]), size, width))
    while width > size and len(narrower := _broken(text, size, width - size / 2)) == len(lines):
        if sum(map(len, narrower)) != sum(map(len, lines)):  # a word was broken that need not be
            break
        width, lines = width - size / 2, narrower
    return tuple(lines)


def _broken(text: str, size: float, width: float) -> list[str]:
    """Lines, filled one after the other; a word that is longer than a line is broken."""
    lines = [""]
    for word in text.split():
        whole = f"{lines[-1]} {word}".strip()
        if text_width(whole, size) <= width:
            lines[-1] = whole
            continue
        pieces = [""]
        for sign in word:
            if pieces[-1] and text_width(pieces[-1] + sign, size) > width:
                pieces.append("")
            pieces[-1] += sign
        lines[len(lines) - (not lines[-1]) :] = pieces
    return lines


def _shortened(text: str, size: float, width: float) -> str:
    while text and text_width(text + _ELLIPSIS, size) > width:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


START, GOAL = 0, 1
"""Numbers of the nodes that every graph has."""


class Step(NamedTuple):
    """One step of a path; ``holds`` says whether it is true, None where that is unknown."""

    head: str
    relation: str
    tail: str
    holds: bool | None = None


class Traffic(NamedTuple):
    """What leads through a part of the graph. Where several paths do, it shows the best that is known of any of them.

    Attributes:
        paths: their numbers, ascending.
        strength: of the strongest one, 1 to 5; None where none is known.
        holds: whether one of its steps holds; None where that is unknown of all.
        counts: whether one of the paths counts.
    """

    paths: tuple[int, ...]
    strength: float | None
    holds: bool | None
    counts: bool

    @property
    def state(self) -> str:
        """How its line is drawn: solid for ``holds``, dashed for ``fails``, dotted for ``open``."""
        if self.holds is None or (self.holds and self.strength is None):
            return "open"
        return "holds" if self.holds else "fails"


def joined(parts: Iterable[Traffic]) -> Traffic:
    """All of it together; without parts, nothing that counts."""
    parts = list(parts)
    strengths = [part.strength for part in parts if part.strength is not None]
    known = [part.holds for part in parts if part.holds is not None]
    return Traffic(
        tuple(sorted({number for part in parts for number in part.paths})),
        max(strengths, default=None),
        any(known) if known else None,
        any(part.counts for part in parts),
    )


@dataclass(frozen=True)
class PagePath:
    """A path that is drawn and tabulated.

    Attributes:
        number: by which readers know it, from 1 in the order of worth.
        steps: n of them.
        cells: of the table, one for each of ``COLUMNS``.
        strength: 1 to 5, the width of its line; None where it is unknown.
        counts: whether it counts; lines of those that do not are grey.
        remark: behind it in the table, such as why it does not count.
        bar: length of its bar, at least 0, on the scale of the longest one.
    """

    number: int
    steps: tuple[Step, ...]
    cells: tuple[str, ...] = ()
    strength: float | None = None
    counts: bool = True
    remark: str = ""
    bar: float = 0.0


@dataclass(frozen=True)
class Edge:
    """A relation between two entities, in however many paths."""

    head: int
    relation: str
    tail: int
    traffic: Traffic


@dataclass(frozen=True)
class Graph:
    """Entities and what leads from one to another.

    Attributes:
        names: of the n nodes, as first written; the first two are the start and the goal.
        edges: no two of them have the same head, relation and tail.
        relation: of the edges by which paths should reach the goal.
    """

    names: tuple[str, ...]
    edges: tuple[Edge, ...]
    relation: str

    def through(self, node: int) -> Traffic:
        """What leads through a node."""
        return joined(edge.traffic for edge in self.edges if node in (edge.head, edge.tail))

    def heads(self, edges: Iterable[int]) -> list[str]:
        """Different names of the nodes that edges leave, by the numbers of the edges."""
        return list(dict.fromkeys(self.names[self.edges[edge].head] for edge in edges))

    def tails(self, edges: Iterable[int]) -> list[str]:
        """Different names of the nodes to which they lead."""
        return list(dict.fromkeys(self.names[self.edges[edge].tail] for edge in edges))


def build_graph(paths: Sequence[PagePath], target: Target) -> Graph:
    """The graph of some paths; names that mean the same are one node, and a step that several paths take is one edge.

    Args:
        paths: the earlier a path, the rather its steps lead to the right.
        target: gives the nodes ``START`` and ``GOAL``, which exist even without a path.
    """
    nodes, relations = _Merged(same_entity, target.entity_a, target.entity_b), _Merged(same_relation, target.rel_b)
    edges: dict[tuple[int, int, int], Edge] = {}
    for path in paths:
        for head, relation, tail, holds in _with_one_name_per_joint(path.steps):
            key = (nodes.number(head), relations.number(relation), nodes.number(tail))
            new = Traffic((path.number,), path.strength, holds, path.counts)
            edge = edges.setdefault(key, Edge(key[0], relations.names[key[1]], key[2], new))
            edges[key] = replace(edge, traffic=joined([edge.traffic, new]))
    return Graph(nodes.names, tuple(edges.values()), target.rel_b)


def _with_one_name_per_joint(path: Sequence[Step]) -> list[Step]:
    """Where two steps name the entity that joins them differently, the longer name stands in both."""
    steps = list(path)
    for i, (step, following) in enumerate(pairwise(path)):
        if same_entity(step.tail, following.head):
            name = max(step.tail, following.head, key=len)
            steps[i : i + 2] = [steps[i]._replace(tail=name), following._replace(head=name)]
    return steps


class _Merged:
    """Numbers names. A name joins others only if it means the same as each of them."""

    def __init__(self, same: Callable[[str, str], bool], *first: str) -> None:
        self._same = same
        self._members = [[name] for name in first]
        self._seen: dict[str, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The first name of each number."""
        return tuple(members[0] for members in self._members)

    def number(self, name: str) -> int:
        """The name's number; a new one if it means the same as none before."""
        if name not in self._seen:
            matching = (
                i for i, members in enumerate(self._members) if all(self._same(member, name) for member in members)
            )
            found = next(matching, len(self._members))
            if found == len(self._members):
                self._members.append([])
            self._members[found].append(name)
            self._seen[name] = found
        return self._seen[name]


_POINTS = 72.0
"""Graphviz takes sizes in inches and gives places in points; a point is a pixel here."""


class LayerItem(NamedTuple):
    """Something that has a place in a layer: its height in pixels, with the space that it keeps free around it."""

    layer: int
    height: float


class Link(NamedTuple):
    """A line between two items of neighbouring layers, from left to right; the more weight, the more level it is."""

    left: int
    right: int
    weight: int = 1


def assign_layers(count: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """The layers of n nodes, from 0 on the left, where ``START`` stands alone, as ``GOAL`` does on the right.

    Args:
        count: n.
        edges: heads and tails; each leads to the right unless it would close a circle, which the later ones do.
    """
    ahead = dict.fromkeys(edge for edge in edges if edge[1] != START and edge[0] != GOAL and edge[0] != edge[1])
    graph = _graph()
    for node in range(count):
        graph.add_node(node)
    for head, tail in ahead:
        graph.add_edge(head, tail, weight=int(tail != GOAL))
    for node in range(count):
        if node not in (START, GOAL):
            graph.add_edge(START, node, weight=1, style="invis")
            graph.add_edge(node, GOAL, weight=0, style="invis")
    graph.add_edge(START, GOAL, weight=0)
    depths = [-y for _, y in _places(graph, count)]
    order = {depth: layer for layer, depth in enumerate(sorted(set(depths)))}
    return [order[depth] for depth in depths]


def assign_heights(items: Sequence[LayerItem], links: Sequence[Link]) -> list[float]:
    """Heights of the middles of n items, in pixels from the top; few lines cross, and none of the items overlap."""
    graph = _graph(nodesep="0.02", mclimit="8")
    layers: dict[int, list[int]] = {}
    for number, item in enumerate(items):
        graph.add_node(number, width=item.height / _POINTS)
        layers.setdefault(item.layer, []).append(number)
    for left, right, weight in links:
        graph.add_edge(left, right, weight=weight)
    for members in layers.values():
        graph.add_subgraph(members, rank="same")
    linked = {items[link.left].layer for link in links}
    for layer, following in pairwise(sorted(layers)):
        if layer not in linked:  # or Graphviz would put both beside each other
            graph.add_edge(layers[layer][0], layers[following][0], weight=0)
    places = [x for x, _ in _places(graph, len(items))]
    top = min(place - item.height / 2 for place, item in zip(places, items, strict=True))
    return [place - top for place in places]


def _graph(**attributes: str) -> AGraph:
    """A graph whose nodes are boxes of fixed size, so that no font of the machine moves anything."""
    from pygraphviz import AGraph

    graph: Any = AGraph(directed=True, strict=False, splines="false", **attributes)
    graph.node_attr.update(shape="box", fixedsize="true", label="", width="0.1", height="0.1")
    return graph


def _places(graph: AGraph, count: int) -> list[tuple[float, float]]:
    """Where Graphviz puts the middles of n nodes: along their layer, and against the direction of the edges."""
    graph.layout(prog="dot")
    found = [tuple(map(float, graph.get_node(node).attr["pos"].split(","))) for node in range(count)]
    graph.close()
    return [(x, y) for x, y in found]


class TextSize(NamedTuple):
    """Pixels of the letters of a text, and of one line of it."""

    letters: float
    line: float


TEXT = {"entity": TextSize(13.0, 17.0), "relation": TextSize(12.0, 15.0), "note": TextSize(10.5, 14.0)}
"""Sizes of the names of entities and relations, and of what stands below an entity."""

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


WIDTH_PER_POINT, THINNEST, UNKNOWN_WIDTH = 1.5, 1.5, 2.5
"""Pixels of a line's width: for each point of strength, at least, and where the strength is unknown."""


def stroke_width(strength: float | None) -> float:
    """In pixels."""
    return UNKNOWN_WIDTH if strength is None else max(THINNEST, WIDTH_PER_POINT * strength)


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

    @property
    def width(self) -> float:
        """In pixels."""
        return stroke_width(self.traffic.strength)

    @property
    def line(self) -> list[Level]:
        """Its level parts up to the arrow, which is ``8 + width / 2`` pixels long."""
        levels, length = list(self.levels), 8 + self.width / 2
        first, last = levels[0], levels[-1]
        if self.arrow == "right":
            end = last.right - length
            levels[-1] = last._replace(left=min(last.left, end), right=end)
        elif self.arrow == "left":
            start = first.left + length
            levels[0] = first._replace(left=start, right=max(first.right, start))
        return levels


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

    def write(self, writing: Writing, column: int) -> int:
        """Adds a writing, and gives its number."""
        self.writings.append(writing)
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
        writing = self.writings[number]
        space = _LABEL_SPACE if writing.node is None else _NODE_SPACE
        return LayerItem(self.columns[number], writing.box.height + space)


def draw(graph: Graph) -> Drawing:
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
    heights = [y + _MARGIN for y in assign_heights(items, links)]
    sides = _sides(plan.writings, items, chains, heights)
    placed = [
        _placed(writing, sides[column], y)
        for writing, column, y in zip(plan.writings, plan.columns, heights, strict=False)
    ]
    strokes = []
    for line, chain, part in zip(plan.lines, chains, traffic, strict=True):
        columns = [sides[items[item].layer] for item in chain]
        levels = _levels(chain, placed, columns, [heights[item] for item in chain])
        strokes.append(Stroke(levels, line.edges, part, line.arrow))
    bottom = max(y + item.height / 2 for y, item in zip(heights, items, strict=True))
    return Drawing(tuple(placed), tuple(strokes), sides[-1].right + _MARGIN, bottom + _MARGIN)


def _planned(graph: Graph) -> _Plan:
    """Entities in even columns, relations between them in odd ones."""
    nodes = range(len(graph.names))
    layers = assign_layers(len(nodes), ((edge.head, edge.tail) for edge in graph.edges))
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
        for edge_number in edges:
            plan.join(label, graph.edges[edge_number].tail, [edge_number], "right")
    for edge_number in backward:
        head, tail = graph.edges[edge_number].head, graph.edges[edge_number].tail
        label = plan.write(_label(graph, [edge_number]), plan.columns[tail] + 1)
        plan.join(tail, label, [edge_number], "left")
        if head != tail:
            plan.join(label, head, [edge_number])
    _lead_to_goal(graph, plan, goal)
    return plan


def _lead_to_goal(graph: Graph, plan: _Plan, goal: Sequence[int]) -> None:
    """Lines that end in the goal meet in the first column behind them and go on as one."""
    label = plan.write(_label(graph, goal, marked=True), plan.columns[GOAL] - 1)
    trunk: tuple[int, list[int]] | None = None
    heads = {number: graph.edges[number].head for number in goal}
    for column in sorted({plan.columns[head] for head in heads.values()}):
        here = [number for number, head in heads.items() if plan.columns[head] == column]
        place = label if column + 1 == plan.columns[label] else plan.meet(column + 1)
        for number in here:
            plan.join(heads[number], place, [number])
        if trunk is not None:
            plan.join(trunk[0], place, trunk[1])
            here = trunk[1] + here
        trunk = place, here
    if trunk is not None and trunk[0] != label:
        plan.join(trunk[0], label, trunk[1])
    plan.join(label, GOAL, goal, "right")


def _node(graph: Graph, number: int) -> Writing:
    size, note_size = TEXT["entity"], TEXT["note"]
    lines = wrapped(graph.names[number], size.letters, _NAME_WIDTH, _MOST_LINES)
    traffic = graph.through(number)
    note = {START: "START", GOAL: "TARGET"}.get(number) or _note(traffic.paths)
    width = max(*(text_width(line, size.letters) for line in lines), text_width(note, note_size.letters), _LEAST_WIDTH)
    height = len(lines) * size.line + note_size.line + _PADDING
    box = Box(0, 0, width + 2 * _PADDING, height)
    return Writing(graph.names[number], lines, note, box, traffic, number, number in (START, GOAL))


def _note(paths: Sequence[int]) -> str:
    if len(paths) == 1:
        return f"path {paths[0]}"
    return f"{len(paths)} paths" if len(paths) > 4 else f"paths {', '.join(map(str, paths))}"


def _label(graph: Graph, edges: Sequence[int], marked: bool = False) -> Writing:
    text = graph.edges[edges[0]].relation if edges else graph.relation
    size = TEXT["relation"]
    lines = wrapped(text, size.letters, _RELATION_WIDTH, _MOST_LINES)
    width = max(text_width(line, size.letters) for line in lines) + (_PADDING if marked else _PADDING / 2)
    box = Box(0, 0, width, len(lines) * size.line + _PADDING / 2)
    return Writing(text, lines, "", box, joined(graph.edges[edge].traffic for edge in edges), None, marked)


def _chain(line: _Line, items: list[LayerItem]) -> list[int]:
    """The items that a line joins, with a new one in every column between them."""
    between = range(items[line.left].layer + 1, items[line.right].layer)
    first = len(items)
    items.extend(LayerItem(column, _BEND_HEIGHT) for column in between)
    return [line.left, *range(first, len(items)), line.right]


class _Side(NamedTuple):
    left: float
    right: float


def _sides(
    writings: Sequence[Writing], items: Sequence[LayerItem], chains: Iterable[Sequence[int]], heights: Sequence[float]
) -> list[_Side]:
    """The sides of the columns; between them is more space where lines are steep."""
    count = 1 + max(item.layer for item in items)
    widths, steepest = [0.0] * count, [0.0] * count
    for writing, item in zip(writings, items, strict=False):
        widths[item.layer] = max(widths[item.layer], writing.box.width)
    for chain in chains:
        for left, right in pairwise(chain):
            column = items[left].layer
            steepest[column] = max(steepest[column], abs(heights[right] - heights[left]))
    sides, x = [], _MARGIN
    for width, steep in zip(widths, steepest, strict=True):
        sides.append(_Side(x, x + width))
        x += width + min(_GAP + steep * _GAP_PER_PIXEL, _MOST_GAP)
    return sides


def _placed(writing: Writing, side: _Side, y: float) -> Writing:
    """Entities are as wide as their column, relations as wide as they must be."""
    _, _, width, height = writing.box
    if writing.node is not None:
        width = side.right - side.left
    return replace(writing, box=Box((side.left + side.right - width) / 2, y - height / 2, width, height))


def _levels(
    chain: Sequence[int], placed: Sequence[Writing], sides: Sequence[_Side], heights: Sequence[float]
) -> tuple[Level, ...]:
    """The level parts of a line: it leaves a writing at its side, and a place where lines meet where they do."""
    levels = [Level(side.left, side.right, y) for side, y in zip(sides, heights, strict=True)]
    if chain[0] < len(placed):
        levels[0] = levels[0]._replace(left=placed[chain[0]].box.right)
    last = placed[chain[-1]].box.x if chain[-1] < len(placed) else sides[-1].left
    return (*levels[:-1], levels[-1]._replace(right=last))


MOST_DRAWN = 60
"""Paths in a graph; a graph of more is unreadable, and the table has them all."""

_UNPRINTABLE = frozenset({"Cc", "Cs", "Co", "Cn"})
_T = TypeVar("_T")


class Tile(NamedTuple):
    """One number at the top of the page, and what stands below it; a wide one holds a name."""

    title: str
    value: str
    note: str = ""
    wide: bool = False


class PathColumn(NamedTuple):
    """A column of the table: its title, what it means, and whether each path's ``bar`` is drawn in it."""

    title: str
    meaning: str
    bar: bool = False


class RejectedPath(NamedTuple):
    """A path that is listed with what is wrong with it, and not drawn."""

    place: int
    steps: tuple[Step, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class PathsPage:
    """What the page is made of.

    Attributes:
        title: of the browser's window.
        context: what stands above the heading, such as the benchmark and the item.
        target: from where to where paths must lead.
        question: that the response answers, or "".
        tiles: numbers about the whole response.
        paths: the valid ones, in order of worth.
        rejected: the others, by their places in the response.
        origin: where the numbers are from: a title and a text each.
    """

    title: str
    context: tuple[str, ...]
    target: Target
    question: str
    tiles: tuple[Tile, ...]
    paths: tuple[PagePath, ...]
    rejected: tuple[RejectedPath, ...]
    origin: tuple[tuple[str, str], ...]


def html_page(page: PathsPage, sections: Sequence[Section] = ()) -> str:
    """The page, whole: it needs no other file and no script, and names no other page.

    Args:
        page: what it is made of.
        sections: what else is known of the response, folded up at its end; printable texts.
    """
    page = _cleaned(page)
    drawn = page.paths[:MOST_DRAWN]
    graph = build_graph(drawn, page.target)
    return str(
        _template().render(
            page=page,
            sections=sections,
            n_drawn=len(drawn),
            graph=graph,
            drawing=draw(graph),
            columns=COLUMNS,
            longest_bar=max((path.bar for path in page.paths), default=0.0) or 1.0,
            text=TEXT,
            goal=GOAL,
            chain=chain,
            same_entity=same_entity,
            stroke_width=stroke_width,
        )
    )


def text_page(page: PathsPage) -> str:
    """The same for a terminal: one path per line."""
    from helm_creativity.reporting.tables import Column, Table, render

    page = _cleaned(page)
    facts = [*((tile.title, f"{tile.value}  {tile.note}") for tile in page.tiles), *page.origin]
    columns = (
        Column("number", "No."),
        *(Column(column.title, column.title) for column in COLUMNS),
        Column("path", "Path", left=True),
    )
    rows = [
        (path.number, *path.cells, chain(path.steps) + (f" ({path.remark})" if path.remark else ""))
        for path in page.paths
    ]
    rejected = [f"{path.place:>5}  {'; '.join(path.reasons)}: {chain(path.steps)}" for path in page.rejected]
    return "\n".join(
        [
            ", ".join(page.context),
            chain([Step(*page.target)]),
            page.question,
            "",
            render(Table("facts", (Column("fact", "", left=True), Column("value", "", left=True)), facts)),
            "",
            render(Table("paths", columns, rows)) if rows else "no valid path",
            *(["", "structurally invalid, by their places in the response:", *rejected] if rejected else []),
        ]
    )


def chain(path: Sequence[Step]) -> str:
    """A path in one line; where a step does not go on from the one before, both names stand there."""
    parts: list[str] = []
    before = None
    for head, relation, tail, _ in path:
        if before is None:
            parts.append(head)
        elif not same_entity(head, before):
            parts.append(f"/ {head}")
        parts.append(f"[{relation}] {tail}")
        before = tail
    return " ".join(parts)


def _cleaned(value: _T) -> _T:
    """A copy without characters that would steer a terminal or that no file can hold, in all its texts."""
    found: Any = value
    if isinstance(found, str):
        kept = (
            sign if sign.isspace() or unicodedata.category(sign) not in _UNPRINTABLE else "\ufffd" for sign in found
        )
        found = " ".join("".join(kept).split())
    elif isinstance(found, tuple):
        parts = map(_cleaned, found)
        found = type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)
    elif dataclasses.is_dataclass(found) and not isinstance(found, type):
        names = [field.name for field in dataclasses.fields(found)]
        found = dataclasses.replace(found, **{name: _cleaned(getattr(found, name)) for name in names})
    cleaned: _T = found
    return cleaned


@lru_cache(maxsize=1)
def _template() -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    return page_templates(Path(__file__).parent / "templates").get_template("page.j2")


UNKNOWN = "–"
COLUMNS = (
    PathColumn("Specificity", "The least class score of its triples, mean over the judges, 1 to 5"),
    PathColumn("Factual", "Share of its triples that are facts"),
    PathColumn("Distance", "To the nearest path before it, 0 to 1; the first has none before it"),
    PathColumn("Gain", "Specificity times distance: what it adds before it is discounted", bar=True),
    PathColumn("Utility", "Creative utility of the paths up to this one"),
    PathColumn("Place", "Its place in the response"),
)


def response_text(shown: Shown) -> str:
    """See ``core.shown``."""
    return text_page(build_page(shown))


def response_html(shown: Shown) -> str:
    """See ``core.shown``."""
    return html_page(build_page(shown), shown.sections)


def build_page(shown: Shown) -> PathsPage:
    """Judgements and vectors put together, as the scorer of the run does.

    Raises:
        CreativityError: when the embedding of the run is not here.
    """
    from helm_creativity.core.benchmark import settings_in_run
    from helm_creativity.core.loading import get_benchmark
    from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
    from helm_creativity.judges.scoring import found_in
    from helm_creativity.scenarios.create.benchmark import CreateSettings
    from helm_creativity.scenarios.create.measure import compared_texts, rank
    from helm_creativity.scenarios.create.vectors import PathSpace

    benchmark = get_benchmark("create")
    settings: CreateSettings = settings_in_run(benchmark, shown.settings, compared=True)
    protocol = settings.source
    response: JudgedResponse = found_in(benchmark, settings, shown.row)
    require_embeddings(settings.embedding)
    ranking = rank(
        response, PathSpace(load_embeddings(settings.embedding), compared_texts(response)), protocol.by_program
    )
    target, paths = response.target, _paths(response, ranking, protocol)
    *others, last = map(str, shown.trials)
    trial = f"trial {shown.trial}" + (f"; there are {', '.join(others)} and {last}" if others else "")
    return PathsPage(
        title=f"{target.entity_a} → {target.rel_b} → {target.entity_b}: paths of {shown.model}",
        context=("CREATE", f"query {shown.item}", *([trial] if others else [])),
        target=target,
        question=str(shown.row.fields.get("query") or ""),
        tiles=(*_tiles(response, ranking, sum(path.counts for path in paths)), Tile("Model", shown.model, wide=True)),
        paths=paths,
        rejected=tuple(
            RejectedPath(place, _steps(path.path), tuple(_in_words(fault, target) for fault in path.faults))
            for place, path in enumerate(response.paths, start=1)
            if path.faults
        ),
        origin=(("Run", shown.run), ("Comparable settings", shown.signature)),
    )


def _tiles(response: JudgedResponse, ranking: Ranking, n_counting: int) -> tuple[Tile, ...]:
    from helm_creativity.scenarios.create.measure import PATIENCE

    n_valid, unjudged = sum(path.valid for path in response.paths), ranking.n_unjudged
    malformed = f", {response.pool.malformed} malformed" if response.pool.malformed else ""
    score = ranking.score if response.failure_reason is None else None
    why = f"at patience {PATIENCE:g}" if score is not None else f"no score: {response.failure_reason or 'unjudged'}"
    return (
        Tile("Creative utility", UNKNOWN if score is None else f"{score:.3f}", why),
        Tile("Paths that count", str(n_counting), f"of {n_valid} valid, {len(response.paths)} in all{malformed}"),
        Tile(
            "Judges",
            str(len(response.judges)),
            f"{counted(unjudged, 'valid path')} not judged",
        ),
    )


def _paths(response: JudgedResponse, ranking: Ranking, protocol: CreateProtocol) -> tuple[PagePath, ...]:
    """Valid paths: those that count in the order of their worth, then the rest as in the response."""
    rest = [i for i, path in enumerate(response.paths) if path.valid and i not in ranking.order]
    return tuple(
        _path(response.paths[i], rank, i + 1, ranking.gains, protocol) for rank, i in enumerate([*ranking.order, *rest])
    )


def _path(judged: JudgedPath, rank: int, place: int, gains: Sequence[float], protocol: CreateProtocol) -> PagePath:
    """One row; the paths that count have the first ranks, from 0, and the gains."""
    from helm_creativity.scenarios.create.measure import PATIENCE, creative_utility, program_utility

    quality, distance, gain, utility = judged.quality(), None, None, None
    if rank < len(gains) and quality:
        # A gain is a path's quality times its distance to the nearest one before it (equation 2).
        gain = gains[rank]
        distance = gain / quality if rank else None
        utility = (program_utility if protocol.by_program else creative_utility)(gains[: rank + 1], PATIENCE)
    return PagePath(
        number=rank + 1,
        steps=_steps(judged.path, triple_facts(judged)),
        cells=(
            number(judged.specificity),
            percent(judged.factual_share),
            number(distance),
            number(gain),
            number(utility),
            str(place),
        ),
        strength=judged.specificity,
        counts=gain is not None,
        remark="" if gain is not None else f"does not count: not {'judged' if quality is None else 'factual'}",
        bar=gain or 0.0,
    )


def _steps(path: TriplePath, facts: Sequence[bool | None] = ()) -> tuple[Step, ...]:
    return tuple(Step(*triple, facts[i] if facts else None) for i, triple in enumerate(path))


def triple_facts(judged: JudgedPath) -> tuple[bool | None, ...]:
    """Of each triple of a path whether more than half of the judges label it a fact.

    Where only the share of facts is known and some are none, any may be false, and so all are marked.
    """
    from helm_creativity.scenarios.create import measure

    if judged.labels:
        return measure.majority_facts(judged.labels)
    return (None if judged.factual_share is None else judged.factual_share >= 1,) * len(judged.path)


def number(value: float | None) -> str:
    """With two decimals, or a dash."""
    return UNKNOWN if value is None else f"{value:.2f}"


def percent(share: float | None) -> str:
    """Whole ones; what is below all of it is never rounded up to that."""
    return UNKNOWN if share is None else f"{100 * share:.0f}%" if share in (0, 1) else f"{min(99, 100 * share):.0f}%"


def _in_words(fault: Fault, target: Target) -> str:
    return {
        Fault.WRONG_START: f"does not begin at “{target.entity_a}”",
        Fault.WRONG_RELATION: f"its last relation is not “{target.rel_b}”",
        Fault.WRONG_END: f"does not end at “{target.entity_b}”",
        Fault.BROKEN: "a triple does not begin where the one before it ends",
        Fault.REPEATED_TRIPLE: "has a triple twice",
        Fault.DUPLICATE: "repeats an earlier path",
    }[fault]
