"""The page with the picture of a response's paths: what stands in it, where, and what it says of each step."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.pages import Tree
from support.paths import TARGET, page, path

from helm_creativity.scenarios.create.page import COLUMNS, Step, draw, page_html
from helm_creativity.scenarios.create.paths import Target

EVIL = '<script>alert("x")</script>&amp;\u202e'
FOUR = page(
    path(1, "Byron", "Hobhouse"),
    path(2, "Byron", strength=2.0),
    path(3, "Babbage", strength=3.0, holds=False, remark="does not count: not factual"),
    path(4, "Somerville", strength=None, holds=None, remark="does not count: not judged"),
)
STOPS = st.lists(st.sampled_from(["b", "c", "d", "É", "long name of many words", *TARGET]), max_size=5)


def evil():
    """Everything from outside says what a browser must not do."""
    target = Target(*(f"{part} {EVIL}" for part in TARGET))
    steps = (Step(target.entity_a, EVIL, EVIL + "x", True), Step(EVIL + "x", target.rel_b, target.entity_b, True))
    bad = path(1)._replace(steps=steps, cells=(EVIL,) * len(COLUMNS), remark=EVIL)
    more = {"facts": ((EVIL, EVIL, EVIL),), "rejected": [(4, steps, EVIL)], "origin": ((EVIL, EVIL),)}
    return page(bad, context=EVIL, target=target, question=EVIL, **more)


@pytest.mark.parametrize("shown", [FOUR, page(), evil()], ids=["four", "none", "evil"])
def test_the_page_is_whole_and_nothing_in_it_runs(shown):
    """Every element is closed; no address, no script, no other file, and a policy that would stop them."""
    html = page_html(shown)
    tree = Tree(html)
    assert len(tree.ids) == len(set(tree.ids))
    assert not re.search(r"://|url\(|@import|\u202e", html)
    assert not {"script", "link", "img", "iframe", "object", "image", "use"} & set(tree.tags)
    assert not [name for _, attributes in tree.elements for name in attributes if name.startswith("on")]
    assert {"http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"} in (
        tree.all("meta")
    )


def test_what_comes_from_outside_is_escaped():
    """It is shown as it was written; halves of characters and what steers a terminal are named."""
    assert Tree(page_html(evil())).text.count('<script>alert("x")</script>&amp;') > 15
    html = page_html(page(context="a\ud800b\x1b"))
    html.encode("utf-8")
    assert r"a\ud800b\u001b" in html


def test_paths_that_begin_alike_share_their_entities():
    """By the rules of the benchmark; another relation is another step. Each name stands once."""
    spelt = [path(1, "Alder", "birch"), path(2, "ALDER (tree)"), path(3, "alder", relation="saw")]
    stops, goal = draw(spelt, TARGET)
    assert [(stop.name, stop.column, stop.row) for stop in stops if not stop.ends] == [
        (TARGET.entity_a, 0, 1.25),
        ("Alder", 1, 0.5),
        ("birch", 2, 0),
        ("alder", 1, 2),
    ]
    assert (goal.name, goal.column, goal.row) == (TARGET.entity_b, 3, 1.25)
    assert [step.number for step, _ in stops[1].passing] == [1, 2]


@given(st.lists(STOPS, max_size=12))
@settings(deadline=None)
def test_no_two_things_of_a_column_stand_in_one_row(some):
    """Neither entities nor the lines that pass them: each is a whole row from the next."""
    stops, goal = draw([path(number, *names) for number, names in enumerate(some, start=1)], TARGET)
    places = [
        (column, stop.row)
        for stop in stops
        for column in range(stop.column, goal.column if stop.ends else stop.column + 1)
    ]
    for column in range(goal.column):
        rows = sorted(row for place, row in places if place == column)
        assert all(following - row >= 1 for row, following in pairwise(rows))
    assert max(stop.column for stop in stops if not stop.ends) == goal.column - 1
