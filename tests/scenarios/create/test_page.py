"""The page about one response, with the picture of its paths; and how the baselines answer and rate."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.create import FIELDS, LOST, labelled, row, sized, stated, via
from support.create import given as judged
from support.given import driven
from support.pages import Tree
from support.paths import TARGET, page, path

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import Response, ResponsePage
from helm_creativity.scenarios.create.baseline import baseline_response
from helm_creativity.scenarios.create.page import COLUMNS, Step, build_page, draw, page_html
from helm_creativity.scenarios.create.parse import parse_paths
from helm_creativity.scenarios.create.paths import Target, Triple, find_faults, text_for_judges
from helm_creativity.scenarios.create.rubrics import FACTUALITY, HERE, SPECIFICITY

CREATE = get_benchmark("create")
EVIL = '<script>alert("x")</script>&amp;\u202e'


def shown(one):
    chosen = CREATE.settings_type(protocol="wadhwa2026", embedding="stops", judges="j+k+l")
    (trial,) = driven(CREATE, chosen, [one])
    of_run = {"protocol": "wadhwa2026", "embedding": "stops"}
    found = build_page(ResponsePage("id9", 1, (0, 1), trial.sample, "a/model", "run", of_run, "signed"))
    rows = [dict(zip(COLUMNS, row.cells, strict=True)) for row in found["paths"]]
    return found, rows, {title: (value, note) for title, value, note in found["facts"]}


@pytest.mark.usefixtures("stops")
def test_the_page_of_an_answer_by_hand():
    """Quality 5, 4, 3; alder and birch .5 apart, cedar 1 from both: gains 5, 3, 2, utility 5, 7.7, 9.32."""
    found, rows, facts = shown(judged([via(name) for name in ("alder", "birch", "cedar")], [5, 4, 3], [1] * 3))
    names = ("Specificity", "Gain", "Utility", "Distance", "Place")
    assert [[row[name] for name in names] for row in rows] == [
        ["5.00", "5.00", "5.00", "–", "1"],
        ["3.00", "3.00", "7.70", "1.00", "3"],
        ["4.00", "2.00", "9.32", "0.50", "2"],
    ]
    assert [row.strength for row in found["paths"]] == [5, 3, 4]
    assert facts["Creative utility"] == ("9.320", "at patience 0.9")
    assert facts["Paths that count"] == ("3", "of 3 valid, 3 in all")


@pytest.mark.usefixtures("stops")
def test_judgements_of_a_run_reach_the_page():
    """Facts triple by triple, by majority; without a judgement a fact is unknown; an invalid path is not judged."""
    wrong = (Triple("Nobody", "knows", "Somebody"),)
    replies = [sized("j", 1, (5, 50)), sized("k", 1, (5, 5)), sized("j", 2, LOST), labelled("j", 2, LOST)]
    replies += [labelled("j", 1, (1, 1)), labelled("k", 1, (1, 0)), labelled("l", 1, (1, 0))]
    found, rows, facts = shown(row(stated(via("alder"), wrong, via("birch")), replies))
    first, second = found["paths"]
    assert (first.strength, [step.holds for step in first.steps]) == (4.5, [True, False])
    assert (first.remark, second.remark) == ("does not count: not factual", "does not count: not judged")
    assert (second.strength, [step.holds for step in second.steps]) == (None, [None, None])
    assert [row["Place"] + row["Gain"] for row in rows] == ["1–", "3–"]
    ((place, _, reasons),) = found["rejected"]
    assert (place, len(reasons.split("; ")), found["question"]) == (2, 3, FIELDS["query"])
    assert facts["Judges"] == ("3", "1 valid path not judged")
    assert (facts["Paths that count"], facts["Creative utility"][0]) == (("0", "of 2 valid, 3 in all"), "0.000")


def evil():
    """Everything from outside says what a browser must not do."""
    target = Target(*(f"{part} {EVIL}" for part in TARGET))
    steps = (Step(target.entity_a, EVIL, EVIL + "x", True), Step(EVIL + "x", target.rel_b, target.entity_b, True))
    bad = path(1)._replace(steps=steps, cells=(EVIL,) * len(COLUMNS), remark=EVIL)
    more = {"facts": ((EVIL, EVIL, EVIL),), "rejected": [(4, steps, EVIL)], "origin": ((EVIL, EVIL),)}
    return page(bad, context=EVIL, target=target, question=EVIL, **more)


def test_nothing_in_the_page_runs():
    """No address, no script, no other file, and a policy that would stop them; what is hostile is shown as text."""
    for shown in (page(path(1, "Byron", holds=False), path(2, strength=None, holds=None)), page(), evil()):
        html = page_html(shown)
        tree = Tree(html)
        assert len(tree.ids) == len(set(tree.ids))
        assert not re.search(r"://|url\(|@import|\u202e", html)
        assert not {"script", "link", "img", "iframe", "object", "image", "use"} & set(tree.tags)
        assert not [name for _, attributes in tree.elements for name in attributes if name.startswith("on")]
        assert any("default-src 'none'" in attributes.get("content", "") for attributes in tree.all("meta"))
    assert tree.text.count('<script>alert("x")</script>&amp;') > 15
    assert r"a\ud800b\u001b" in page_html(page(context="a\ud800b\x1b"))


@given(st.lists(st.lists(st.sampled_from(["b", "c", "É", "long name of words", *TARGET]), max_size=5), max_size=12))
@settings(deadline=None)
def test_no_two_things_of_a_column_stand_in_one_row(some):
    """Neither entities nor the lines that pass them: each is a whole row from the next."""
    stops, goal = draw([path(number, *names) for number, names in enumerate(some, start=1)], TARGET)
    columns = {}
    for stop in stops:
        for column in range(stop.column, goal.column if stop.ends else stop.column + 1):
            columns.setdefault(column, []).append(stop.row)
    assert all(after - row >= 1 for rows in columns.values() for row, after in pairwise(sorted(rows)))
    # Paths that begin alike share their entities; another relation is another step.
    stops, goal = draw([path(1, "Alder", "birch"), path(2, "ALDER (tree)"), path(3, "alder", relation="saw")], TARGET)
    found = [(stop.name, stop.column, stop.row) for stop in [*(stop for stop in stops if not stop.ends), goal]]
    expected = [("Alder", 1, 0.5), ("birch", 2, 0), ("alder", 1, 2), (TARGET.entity_b, 3, 1.25)]
    assert found == [(TARGET.entity_a, 0, 1.25), *expected]


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_baselines_answer_with_valid_paths(strategy):
    """Eight in each of two turns, of which two lead through two nouns; no noun comes twice."""
    target = Target('Kareem "Cap" Abdul-Jabbar', "member of sports team", "Scuderia {O'Neil}")
    query, make = 'How is "Airplane!" star Kareem Abdul-Jabbar connected to someone in a team?', CHOOSERS[strategy]
    turns = [render(HERE, "original", query=query, **target._asdict()).text]
    turns += [baseline_response(turns[0], make("builtin", 1)), render(HERE, "iterative", query=query).text]
    turns += [baseline_response("\n\n".join(turns), make("builtin", 1))]
    found = [each for text in turns[1::2] for each in parse_paths(Response(text)).paths]
    assert find_faults(found, target) == [()] * 16
    nouns = [triple.tail for each in found for triple in each[:-1]]
    assert len(set(nouns)) == len(nouns) == 20


# 10000 to the share of the way from nine letters to four: (9 - 6.5) / 5 = 1/2. Facts: two entities, one to four words.
SIZES = (SPECIFICITY, "Moss|is|wet Abcdef|has|Abcdefg Interferometry|is|unfathomable", [10_000, 100, 1])
FACTS = (FACTUALITY, "a|member_of_sports_team|b a|was_once_known_to_be|b B|is|b", [1, 0, 0])


@pytest.mark.parametrize(("rubric", "triples", "parts"), [SIZES, FACTS])
def test_the_lexical_judge_by_hand(rubric, triples, parts):
    some = [Triple(*triple.replace("_", " ").split("|")) for triple in triples.split()]
    asked = rubric.question(path=text_for_judges(some), triples=some)
    assert [*rubric.composed(Response(lexical_rating(CREATE, asked.user), "stop"), asked.rated).parts] == parts
