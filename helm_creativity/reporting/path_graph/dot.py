"""What Graphviz decides: which layer a node stands in, and the order and places within the layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pygraphviz import AGraph

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


def layers_of(count: int, edges: Iterable[tuple[int, int]], first: int, last: int) -> list[int]:
    """The layers of n nodes, from 0 on the left.

    Args:
        count: n.
        edges: heads and tails; each leads to the right unless it would close a circle, which the later ones do.
        first: the node that stands alone on the left.
        last: the node that stands alone on the right.
    """
    ahead = dict.fromkeys(edge for edge in edges if edge[1] != first and edge[0] != last and edge[0] != edge[1])
    graph = _graph()
    for node in range(count):
        graph.add_node(node)
    for head, tail in ahead:
        graph.add_edge(head, tail, weight=int(tail != last))
    for node in range(count):
        if node not in (first, last):
            graph.add_edge(first, node, weight=1, style="invis")
            graph.add_edge(node, last, weight=0, style="invis")
    graph.add_edge(first, last, weight=0)
    depths = [-y for _, y in _places(graph, count)]
    order = {depth: layer for layer, depth in enumerate(sorted(set(depths)))}
    return [order[depth] for depth in depths]


def heights_of(items: Sequence[LayerItem], links: Sequence[Link]) -> list[float]:
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
