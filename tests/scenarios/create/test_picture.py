"""The page with the picture of a response's paths: what stands in it, where, and what it says of each step."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.pages import Tree
from support.paths import TARGET, page, path, via

from helm_creativity.scenarios.create.page import COLUMNS, MOST_DRAWN, Step, chain, draw, page_html, text_lines
from helm_creativity.scenarios.create.parse import Target

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


def lines(shown):
    """Classes and width of each line of the picture, by the step that it stands for."""
    found = re.findall(
        r'<g class="line ([^"]*)"><title>([^:<]*)[^<]*</title>\n<path [^>]*stroke-width="([^"]*)"', shown
    )
    return {step: (classes.split(), float(width)) for classes, step, width in found}


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


def test_the_picture_says_what_it_shows():
    """To those who cannot see it: each path as text."""
    tree = Tree(page_html(FOUR))
    (picture,) = [attributes for attributes in tree.all("svg") if attributes.get("role") == "img"]
    assert picture["aria-labelledby"].split() == ["svg-title", "svg-desc"]
    assert {"svg-title", "svg-desc"} <= set(tree.ids)
    for number in (0, 3):
        assert f"path {number + 1}, {chain(FOUR['paths'][number].steps)}" in tree.text


def test_lines_say_what_is_a_fact_what_is_strong_and_what_counts():
    """A shared line shows the best of its paths; the legend explains all of it."""
    html = page_html(FOUR)
    by_step = lines(html)
    assert by_step["Ada Lovelace [knows] Byron"] == (["holds"], 6.0)
    assert by_step["Byron [occupation] engineer"] == (["holds"], 3.0)
    assert by_step["Babbage [occupation] engineer"] == (["fails", "apart"], 4.5)
    assert by_step["Somerville [occupation] engineer"] == (["open", "apart"], 2.5)
    assert re.search(r"\.fails path[^}]*stroke-dasharray: 9 6", html)
    assert re.search(r"\.open path[^}]*stroke-dasharray: \.1 6", html)
    for words in ("dashed: not a fact", "dotted: not judged", "grey: on no path that counts", "width: specificity"):
        assert words in Tree(html).text


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


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Z"]), min_size=1))
def test_lines_hold_all_of_a_name_or_an_ellipsis(text):
    """Three at most; one that may be too wide is squeezed."""
    found = text_lines(text, 116, 12)
    assert 1 <= len(found) <= 3
    if len(found) < 3:
        assert "".join(line for line, _ in found) == text
    assert all(room == 116 for line, room in found if len(line) * 12 * 0.6 > 1.12 * 116)


def test_wide_letters_are_squeezed_and_usual_ones_are_not():
    assert text_lines("MMMMMMMMMMMMMMMM", 116, 12) == [("MMMMMMMMMMMMMMMM", 116)]
    assert text_lines("associated with", 116, 12) == [("associated with", None)]
    assert [line for line, _ in text_lines("漢字漢字漢字漢字漢字", 116, 12)] == ["漢字漢字漢字漢字漢", "字"]
    assert text_lines("", 116, 12) == [("", None)]


def test_the_table_has_every_path_in_order():
    """With its cells, and the remark of those that do not count."""
    rows = re.findall(r"<tr><td>.*?</tr>", page_html(FOUR), re.DOTALL)
    seen = [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]
    assert seen[0] == ("1 Ada Lovelace knows → Byron knows → Hobhouse occupation → engineer 4.00 100% 0.50 2.00 7.70 5")
    assert seen[2].startswith(
        "3 Ada Lovelace knows not a fact → Babbage occupation not a fact → engineer (does not count"
    )
    assert len(seen) == 4


def test_rejected_paths_are_listed_and_not_drawn():
    """Both names stand where a step does not go on from the one before."""
    html = page_html(FOUR)
    assert "Nobody knows → Somebody / A knows → B : begins elsewhere" in Tree(html).text
    picture = html[html.index("<svg role") : html.index("</svg>")]
    assert "Nobody" not in picture
    assert chain((Step("a", "r", "b"), Step("c", "s", "d"))) == "a [r] b / c [s] d"
    assert chain((Step("a", "r", "b"), Step("B (c)", "s", "d"))) == "a [r] b [s] d"


def test_of_very_many_paths_the_first_are_drawn():
    """And all are in the table."""
    html = page_html(page(*(path(i, f"stop {i}") for i in range(1, MOST_DRAWN + 3))))
    assert f"The first {MOST_DRAWN} of {MOST_DRAWN + 2} valid paths are drawn." in Tree(html).text
    picture = html[html.index("<svg role") : html.index("</svg>")]
    assert (f"stop {MOST_DRAWN}<" in picture, f"stop {MOST_DRAWN + 1}<" in picture) == (True, False)
    assert html.count("<tr><td>") == MOST_DRAWN + 2


def test_a_response_without_paths_has_start_and_target():
    tree = Tree(page_html(page()))
    assert "The response has no structurally valid path." in tree.text
    assert len(tree.all("g", "entity")) == len([*tree.all("g", "start"), *tree.all("g", "target")]) == 2
    assert via()[0].tail in tree.text
