"""The graph of paths, and its drawing: laws of any graph, and small ones by hand."""

import json
import os
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.paths import TARGET, via

from helm_creativity.scenarios.create.page import (
    GOAL,
    START,
    LayerItem,
    Link,
    PagePath,
    Step,
    Traffic,
    assign_heights,
    assign_layers,
    build_graph,
    draw,
    joined,
    text_width,
    wrapped,
)
from helm_creativity.scenarios.create.parse import same_entity

# The ends among them, so that paths run in circles, come back to the start and pass through the goal.
NAMES = ["b", "c", "d", "Émile", "a long name of many words that no line can hold", TARGET.entity_a, TARGET.entity_b]
RELATIONS = ["knows", "wrote a foreword for", TARGET.rel_b]
LOOSE = st.lists(
    st.builds(Step, st.sampled_from(NAMES), st.sampled_from(RELATIONS), st.sampled_from(NAMES)),
    min_size=1,
    max_size=5,
).map(tuple)
VALID = st.lists(st.sampled_from(NAMES), max_size=5).map(lambda some: via(*some))


def drawn(*paths, strength=3.0, holds=True, counts=True):
    """The paths with their numbers, all judged alike."""
    return [
        PagePath(number, tuple(step._replace(holds=holds) for step in path), strength=strength, counts=counts)
        for number, path in enumerate(paths, start=1)
    ]


def graph(*paths, **judged):
    return build_graph(drawn(*paths, **judged), TARGET)


GRAPHS = st.lists(VALID | LOOSE, max_size=12).map(lambda paths: graph(*paths))


def test_entities_are_merged_in_all_their_spellings():
    """Case, accents and a qualifier that one of them lacks make no other node; the first spelling is shown."""
    found = graph(via("Emile Zola"), via("ÉMILE ZOLA", "Paris (city)"), via("Paris"))
    assert found.names == (TARGET.entity_a, TARGET.entity_b, "Emile Zola", "Paris (city)")
    assert [(edge.head, edge.tail) for edge in found.edges] == [(0, 2), (2, 1), (2, 3), (3, 1), (0, 3)]


def test_a_name_for_two_entities_makes_them_not_one():
    """Michael Jordan may be either, but the basketball player is not the scientist."""
    found = graph(via("Michael Jordan"), via("Michael Jordan (basketball)"), via("Michael Jordan (scientist)"))
    assert found.names[2:] == ("Michael Jordan", "Michael Jordan (scientist)")


def test_a_joint_of_two_names_is_the_entity_of_the_one_that_says_more():
    """So that the path is drawn in one piece, through the right one."""
    first, last = via("Michael Jordan")
    mixed = (first, last._replace(head="Michael Jordan (scientist)"))
    found = graph(via("Michael Jordan (basketball)"), mixed)
    assert found.names[2:] == ("Michael Jordan (basketball)", "Michael Jordan (scientist)")
    assert [edge.traffic.paths for edge in found.edges] == [(1,), (1,), (2,), (2,)]


def test_relations_are_merged_between_the_same_entities():
    """Underscores are blanks; another relation is another edge."""
    found = graph(via("b", relation="works_with"), via("b", relation="Works with"), via("b", relation="knows"))
    assert [(edge.relation, edge.traffic.paths) for edge in found.edges] == [
        ("works_with", (1, 2)),
        (TARGET.rel_b, (1, 2, 3)),
        ("knows", (3,)),
    ]


def test_a_shared_edge_shows_the_best_of_its_paths():
    """By hand: the most specific of those judged, a fact if one is, counting if one does."""
    assert joined([]) == Traffic((), None, None, False)
    some = [Traffic((4,), 2.0, False, False), Traffic((1, 2), None, None, True), Traffic((2,), 4.5, False, False)]
    assert joined(some) == Traffic((1, 2, 4), 4.5, False, True)
    assert joined([*some, Traffic((9,), None, True, False)]).holds is True


@given(st.lists(VALID | LOOSE, max_size=8))
def test_every_entity_is_one_node_and_every_triple_an_edge(paths):
    """Against the definition; no name here has a qualifier, so that sameness is transitive."""
    found = graph(*paths)
    assert not any(same_entity(a, b) for a, b in combinations(found.names, 2))
    stated = {(triple.head, triple.tail) for path in paths for triple in path}
    assert {(found.names[edge.head], found.names[edge.tail]) for edge in found.edges} == stated
    assert {name for pair in stated for name in pair} | {TARGET.entity_a, TARGET.entity_b} == set(found.names)


@given(st.lists(VALID, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_paths_changes_no_node_and_no_edge(paths, random):
    """Only their places."""
    numbered = drawn(*paths)
    mixed = random.sample(numbered, len(numbered))

    def content(found):
        return {(found.names[edge.head], edge.relation, found.names[edge.tail], edge.traffic) for edge in found.edges}

    one, other = build_graph(numbered, TARGET), build_graph(mixed, TARGET)
    assert content(one) == content(other)
    assert set(one.names) == set(other.names)


def layers(found):
    return assign_layers(len(found.names), ((edge.head, edge.tail) for edge in found.edges))


@given(GRAPHS)
@settings(deadline=None)
def test_the_start_is_on_the_left_and_the_goal_on_the_right(found):
    """Alone in their layers; no layer is empty, and no edge but a loop stays in its layer."""
    of = layers(found)
    assert of[START] == 0 < min(of[1:])
    assert max(of) == of[GOAL] > max((*of[:GOAL], *of[GOAL + 1 :]))
    assert set(of) == set(range(max(of) + 1))
    for edge in found.edges:
        assert (of[edge.tail] == of[edge.head]) == (edge.head == edge.tail)


@given(st.lists(st.lists(st.sampled_from("bcdefgh"), max_size=5, unique=True).map(sorted), max_size=12))
@settings(deadline=None)
def test_without_a_circle_every_edge_leads_to_the_right(stops):
    """And every entity stands as near to the start as the longest way to it allows."""
    found = graph(*(via(*some) for some in stops))
    of = layers(found)
    assert all(of[edge.head] < of[edge.tail] for edge in found.edges)
    for node in range(2, len(found.names)):
        assert of[node] == 1 + max(of[edge.head] for edge in found.edges if edge.tail == node)


def test_layers_by_hand():
    """As many steps from the start as the longest way takes; a circle turns an edge, that of the later path."""
    found = graph(via("b", "c", "d"), via("c"), via("d", "b"))
    of = layers(found)
    assert [found.names[node] for node in sorted(range(5), key=of.__getitem__)] == [
        TARGET.entity_a,
        "b",
        "c",
        "d",
        TARGET.entity_b,
    ]
    (turned,) = (edge for edge in found.edges if of[edge.head] > of[edge.tail])
    assert (found.names[turned.head], found.names[turned.tail]) == ("d", "b")


def overlap(one, other):
    return (
        min(one.x + one.width, other.x + other.width) - max(one.x, other.x) > 1e-6
        and min(one.y + one.height, other.y + other.height) - max(one.y, other.y) > 1e-6
    )


@given(GRAPHS)
@settings(max_examples=60, deadline=None)
def test_no_two_names_overlap_and_all_lie_on_the_page(found):
    """Neither those of entities nor those of relations."""
    drawing = draw(found)
    boxes = [writing.box for writing in drawing.writings]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    for box in boxes:
        assert min(box.x, box.y) >= 0
        assert box.right <= drawing.width
        assert box.y + box.height <= drawing.height
    assert [writing.node for writing in drawing.writings[: len(found.names)]] == list(range(len(found.names)))


@given(GRAPHS)
@settings(max_examples=60, deadline=None)
def test_no_line_crosses_a_name(found):
    """Its level parts pass beside them, its curves lie between the columns, and it goes from left to right."""
    drawing = draw(found)
    boxes = [writing.box for writing in drawing.writings]
    for stroke in drawing.strokes:
        for run in stroke.levels:
            assert run.left <= run.right + 1e-6
            assert 0 <= run.y <= drawing.height
            for box in boxes:
                beside = run.right <= box.x + 1e-6 or run.left >= box.right - 1e-6
                assert beside or not box.y < run.y < box.y + box.height
        for level, other in zip(stroke.levels, stroke.levels[1:], strict=False):
            assert level.right < other.left
            for box in boxes:
                assert box.right <= level.right + 1e-6 or box.x >= other.left - 1e-6


@given(GRAPHS)
@settings(max_examples=60, deadline=None)
def test_the_lines_of_an_edge_join_its_head_and_its_tail(found):
    """By way of the name of its relation; the arrow points at the tail."""
    drawing = draw(found)
    for number, edge in enumerate(found.edges):
        strokes = [stroke for stroke in drawing.strokes if number in stroke.edges]
        ends = {
            (round(run, 3), round(y, 3))
            for stroke in strokes
            for run, y in ((stroke.levels[0].left, stroke.levels[0].y), (stroke.levels[-1].right, stroke.levels[-1].y))
        }
        head, tail = (drawing.writings[node].box for node in (edge.head, edge.tail))
        for box in (head, tail):
            assert ends & {(round(x, 3), round(box.middle, 3)) for x in (box.x, box.right)}
        (arrow,) = (stroke for stroke in strokes if stroke.arrow)
        x, run = (tail.right, arrow.levels[0]) if arrow.arrow == "left" else (tail.x, arrow.levels[-1])
        assert (run.left if arrow.arrow == "left" else run.right) == pytest.approx(x)
        assert run.y == pytest.approx(tail.middle)
        names = [writing for writing in drawing.writings if writing.node is None and writing.text == edge.relation]
        assert any(
            (round(name.box.x, 3), round(name.box.middle, 3)) in ends
            or (round(name.box.right, 3), round(name.box.middle, 3)) in ends
            for name in names
        )


def test_relations_that_leave_an_entity_share_their_name():
    """And those that end in the target; another head has a name of its own."""
    drawing = draw(graph(via("b"), via("c"), via("b", "d")))
    names = sorted(writing.text for writing in drawing.writings if writing.node is None)
    assert names == ["knows", "knows", TARGET.rel_b]


def test_the_target_is_marked_without_a_path():
    """The start on the left, and relation and entity that all paths should end with on the right."""
    drawing = draw(graph())
    assert [(writing.text, writing.marked) for writing in drawing.writings] == [
        (TARGET.entity_a, True),
        (TARGET.entity_b, True),
        (TARGET.rel_b, True),
    ]
    (stroke,) = drawing.strokes
    assert (stroke.edges, stroke.arrow) == ((), "right")
    start, goal, relation = (writing.box for writing in drawing.writings)
    assert start.right < relation.x < relation.right < goal.x


def test_long_names_are_wrapped_and_shortened():
    """Never wider than a column may be, with the whole name kept."""
    name = "The Extraordinarily Long Winded Society for the Advancement of Entirely Unpronounceable Names " * 2
    one = draw(graph(via(name.strip()))).writings[2]
    assert one.text == name.strip()
    assert len(one.lines) == 3
    assert one.lines[-1].endswith("…")
    assert one.box.width < 180


def test_a_drawing_is_the_same_in_every_process():
    """Whatever the hash seed."""
    code = (
        "import json, sys\nsys.path.insert(0, sys.argv[1])\nfrom support.paths import TARGET, via\n"
        "from helm_creativity.scenarios.create.page import PagePath, build_graph, draw\n"
        "paths = [via(*some) for some in ('abcd', 'bca', 'dc', 'ea', 'fgh', 'h', 'gb', 'aa')]\n"
        "made = [PagePath(i, path, strength=2.0) for i, path in enumerate(paths)]\n"
        "print(json.dumps(repr(draw(build_graph(made, TARGET)))))"
    )
    place = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    outs = [
        subprocess.run(
            [sys.executable, "-c", code, place],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outs[0] == outs[1]
    assert "Stroke" in json.loads(outs[0])


def test_lines_that_need_not_cross_do_not():
    """Three in reverse order are turned round, and level."""
    items = [LayerItem(0, 10), LayerItem(0, 10), LayerItem(0, 10), LayerItem(1, 10), LayerItem(1, 10), LayerItem(1, 10)]
    links = [Link(0, 5), Link(1, 4), Link(2, 3)]
    places = assign_heights(items, links)
    assert [places[link.left] - places[link.right] for link in links] == pytest.approx([0, 0, 0])


def test_the_line_that_weighs_most_is_level():
    """Of three that leave one thing."""
    items = [LayerItem(0, 10), LayerItem(1, 10), LayerItem(1, 10), LayerItem(1, 10)]
    for heavy in (1, 2, 3):
        places = assign_heights(items, [Link(0, target, 5 if target == heavy else 1) for target in (1, 2, 3)])
        assert places[0] == pytest.approx(places[heavy])


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(1, 40)), min_size=1, max_size=9),
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12),
)
@settings(deadline=None)
def test_things_in_a_layer_stand_below_each_other(things, pairs):
    """Whatever draws them to one place; the highest begins at 0."""
    layers = sorted({layer for layer, _ in things})
    items = [LayerItem(layers.index(layer), height) for layer, height in things]
    links = [Link(a, b) for a, b in pairs if max(a, b) < len(items) and items[a].layer + 1 == items[b].layer]
    places = assign_heights(items, links)
    assert min(place - item.height / 2 for place, item in zip(places, items, strict=True)) == pytest.approx(0, abs=1e-6)
    for a, b in combinations(range(len(items)), 2):
        if items[a].layer == items[b].layer:
            assert abs(places[a] - places[b]) >= (items[a].height + items[b].height) / 2 - 1e-6


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Z"]), min_size=1), st.integers(1, 4))
def test_wrapped_lines_hold_all_words_or_an_ellipsis(text, most):
    """No line is wider than asked; nothing is lost but behind an ellipsis."""
    lines = wrapped(text, 13, 140, most)
    assert 1 <= len(lines) <= most
    assert all(text_width(line, 13) <= 140 for line in lines)
    if len(lines) < most:
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_lines_are_of_about_the_same_length():
    """By hand: two words a line, not three and one."""
    assert wrapped("aaaa bbbb cccc dddd", 10, 100, 3) == ("aaaa bbbb", "cccc dddd")
    assert wrapped("", 10, 100, 3) == ("",)


def test_wide_letters_take_more_space():
    """A Chinese character is as wide as it is high; an accent takes none."""
    assert text_width("漢", 10) > text_width("m", 10) > text_width("i", 10)
    assert text_width("e\u0301", 10) == text_width("e", 10)
