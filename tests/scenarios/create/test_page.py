"""The page about one answer."""

import re
from dataclasses import replace

import pytest
from support.create import LOST, TARGET, labelled, row, sized, stated, via
from support.create import given as judged
from support.pages import Tree

from helm_creativity.responses.triples import Triple
from helm_creativity.rooms.shown import Shown
from helm_creativity.scenarios.create.page import MOST_DRAWN, chain, html, html_of, percent, text, text_of
from helm_creativity.scenarios.create.page_data import PageData, PagePath, data_of
from helm_creativity.scenarios.create.scorer import CreateScorer
from helm_creativity.scenarios.create.structure import Fault

EVIL = '<script>alert("x")</script>&amp;\u202e'


def counting(path, stated, rank, **more):
    known = {"specificity": 4.0, "factual_share": 1.0, "facts": (True,) * len(path), "gain": 2.0, "utility": 2.5}
    return PagePath(path, stated, rank=rank, distance=0.5 if rank > 1 else None, **{**known, **more})


FALSE = PagePath(via("Babbage"), 2, (), 3.0, 0.5, (True, False))
UNJUDGED = PagePath(via("Somerville"), 3, (), None, None, (None, None))
INVALID = PagePath((Triple("Nobody", "knows", "Somebody"),), 4, (Fault.WRONG_START, Fault.WRONG_END))
DATA = PageData(
    query="How are they connected?",
    target=TARGET,
    item="id9",
    trial=0,
    trials=(0,),
    model="a/model",
    run="creativity_create:judges=a+b,model=a_model",
    signature="create|protocol:x",
    score=2.5,
    unscored="",
    patience=0.9,
    judges=2,
    malformed=0,
    paths=(counting(via("Menabrea"), 1, 2), FALSE, UNJUDGED, INVALID, counting(via("Byron", "Hobhouse"), 5, 1)),
)
EMPTY = replace(DATA, paths=(), score=0.0)


def evil():
    """Everything from outside says what a browser must not do."""
    target = TARGET._make(f"{one} {EVIL}" for one in TARGET)
    path = (Triple(target.entity_a, EVIL, EVIL + "x"), Triple(EVIL + "x", target.rel_b, target.entity_b))
    names = dict.fromkeys(("query", "item", "model", "run", "signature"), EVIL)
    wrong = replace(INVALID, path=(Triple(EVIL, EVIL, EVIL),))
    return replace(DATA, target=target, paths=(counting(path, 1, 1), wrong), **names)


@pytest.mark.parametrize("data", [DATA, EMPTY, evil(), replace(DATA, score=None, unscored="unjudged")])
def test_the_page_is_whole(data):
    """Every element is closed, every id is there once, and every inner link leads to one."""
    tree = Tree(html(data))
    ids = [one["id"] for _, one in tree.elements if "id" in one]
    assert len(ids) == len(set(ids))
    assert {one["href"][1:] for one in tree.all("a")} <= set(ids)
    assert tree.all("svg")[0]["aria-labelledby"].split() == ["svg-title", "svg-desc"]
    assert {"svg-title", "svg-desc"} <= set(ids)


@pytest.mark.parametrize("data", [DATA, EMPTY, evil()])
def test_nothing_comes_from_elsewhere_and_nothing_runs(data):
    """No address, no script, no other file, and a policy that would stop them."""
    page = html(data)
    tree = Tree(page)
    assert "://" not in page
    assert "url(" not in page
    assert "@import" not in page
    assert {"script", "link", "img", "iframe", "object", "image", "use"} & {tag for tag, _ in tree.elements} == set()
    assert not [name for _, one in tree.elements for name in one if name.startswith("on") or name == "src"]
    assert {"http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"} in (
        tree.all("meta")
    )


def test_what_comes_from_outside_is_escaped():
    """It is shown as it was written."""
    tree = Tree(html(evil()))
    assert tree.text.count('<script>alert("x")</script>&amp;') > 10
    assert "not begin at" in tree.text


def test_signs_that_no_file_or_terminal_can_take_are_replaced():
    """A lone surrogate, an escape, a null."""
    data = replace(DATA, model="a\ud800b", query="x\x1b[31my\x00", paths=(counting(via("c\x07d"), 1, 1),))
    for shown in (html(data), text(data)):
        shown.encode("utf-8")
        assert "a\ufffdb" in shown
        assert "c\ufffdd" in shown
        assert not re.search(r"[\x00-\x08\x1b]", shown)


def test_the_table_has_every_valid_path_in_the_order_of_worth():
    """Those that do not count come behind, with the reason."""
    page = html(DATA)
    rows = re.findall(r'<tr id="row-\d+".*?</tr>', page, re.DOTALL)
    seen = [" ".join(re.sub("<[^>]+>", " ", one).split()) for one in rows]
    assert [("Hobhouse" in one, "Menabrea" in one, "Babbage" in one, "Somerville" in one) for one in seen] == [
        (True, False, False, False),
        (False, True, False, False),
        (False, False, True, False),
        (False, False, False, True),
    ]
    assert seen[0].startswith("1 Ada Lovelace knows → Byron knows → Hobhouse occupation → engineer")
    assert seen[0].endswith("4.00 100% – 2.00 2.50 5")
    assert seen[1].endswith("4.00 100% 0.50 2.00 2.50 1")
    assert seen[2].endswith("occupation not a fact → engineer does not count: not factual 3.00 50% – – – 2")
    assert seen[3].endswith("does not count: not judged – – – – – 3")


def test_invalid_paths_are_listed_with_their_faults_in_words():
    """And are not drawn."""
    page = html(DATA)
    tree = Tree(page)
    assert "does not begin at “Ada Lovelace”; does not end at “engineer”" in tree.text
    assert {"value": "4"} in tree.all("li")
    assert "Nobody" not in page[page.index("<svg") : page.index("</svg>")]
    assert not Tree(html(replace(DATA, paths=DATA.paths[:1]))).all("ol", "invalid")


def test_what_the_answer_is_of_stands_on_the_page():
    """Query, model, run, score, signature and judges."""
    shown = Tree(html(DATA)).text
    for one in (DATA.query, DATA.model, DATA.run, DATA.signature, "2.50", "Judges 2", "2 of 4 valid, 5 stated"):
        assert one in shown
    assert "no score: unjudged" in Tree(html(replace(DATA, score=None, unscored="unjudged"))).text


def lines(data):
    """The classes of the lines of a page, and their widths, by what they say of themselves."""
    found = re.findall(
        r'<g class="t ([^"]*)"><title>([^<]*)</title><path d="M[^"]*" stroke-width="([^"]*)"', html(data)
    )
    return {title: (classes.split(), float(width)) for classes, title, width in found}


def test_what_is_not_a_fact_is_dashed_and_what_is_not_judged_dotted():
    """The triple that is false, not the whole path; what counts nowhere is apart."""
    by = {title.split(":")[0]: value for title, value in lines(DATA).items()}
    assert by["Babbage [occupation] engineer"] == (["no-fact", "apart", "p3"], 4.5)
    assert by["Somerville [occupation] engineer"][0] == ["unjudged", "apart", "p4"]
    assert by["Hobhouse [occupation] engineer"] == (["fact", "p1"], 6.0)
    assert by["Ada Lovelace [knows] Byron"][0] == ["fact", "p1"]
    page = html(DATA)
    assert re.search(r"\.no-fact path[^}]*stroke-dasharray: 9 6", page)
    assert re.search(r"\.unjudged path[^}]*stroke-dasharray: \.1 5", page)


def test_width_is_specificity():
    """Wider for more, with a floor, and told in words."""
    for specificity, width in ((1.0, 1.5), (2.5, 3.75), (5.0, 7.5)):
        one = replace(DATA, paths=(counting(via("Byron"), 1, 1, specificity=specificity),))
        assert all(abs(found - width) < 0.06 for _, found in lines(one).values())
        assert any(f"specificity of the path {specificity}" in title for title in lines(one))


def test_an_answer_without_paths_has_a_page():
    """With start and target."""
    tree = Tree(html(EMPTY))
    assert "The answer has no structurally valid path." in tree.text
    assert len(tree.all("g", "start")) == 1
    assert len(tree.all("g", "entity")) == 2
    assert tree.all("table") == []


def test_of_very_many_paths_the_first_are_drawn():
    """And all are in the table; a row without a line has no link."""
    many = tuple(counting(via(f"stop {i}"), i, i) for i in range(1, MOST_DRAWN + 3))
    page = html(replace(DATA, paths=many))
    tree = Tree(page)
    assert f"The first {MOST_DRAWN} of {MOST_DRAWN + 2} valid paths are drawn." in tree.text
    assert len([one for one in tree.all("tr") if "id" in one]) == MOST_DRAWN + 2
    graph = page[page.index("<svg") : page.index("</svg>")]
    assert f"stop {MOST_DRAWN} " in graph
    assert f"stop {MOST_DRAWN + 1} " not in graph
    assert len([one for one in tree.all("a") if one["href"].startswith("#path-")]) == MOST_DRAWN


def test_the_text_has_a_line_a_path():
    """Numbers, then the path; faults behind."""
    told = text(DATA).splitlines()
    start = next(i for i, line in enumerate(told) if line.split()[:1] == ["rank"])
    assert told[start + 1].split(maxsplit=6)[:6] == ["1", "4.00", "100%", "–", "2.00", "2.50"]
    assert told[start + 1].endswith("  Ada Lovelace [knows] Byron [knows] Hobhouse [occupation] engineer")
    assert told[start + 2].split()[:6] == ["2", "4.00", "100%", "0.50", "2.00", "2.50"]
    assert told[start + 3].split()[:6] == ["–", "3.00", "50%", "–", "–", "–"]
    assert "    4  does not begin at “Ada Lovelace”; does not end at “engineer”: Nobody [knows] Somebody" in told
    assert "no valid path" in text(EMPTY)
    assert "unjudged" in text(replace(DATA, score=None, unscored="unjudged"))
    assert "entries that are no paths: 3" in text(replace(DATA, malformed=3))


def test_a_broken_path_shows_both_names():
    """Where a triple does not go on from the one before."""
    assert chain((Triple("a", "r", "b"), Triple("c", "s", "d"))) == "a [r] b / c [s] d"
    assert chain((Triple("a", "r", "b"), Triple("B (c)", "s", "d"))) == "a [r] b [s] d"
    broken = replace(DATA, paths=(counting((Triple("a", "r", "b"), Triple("c", "s", "d")), 1, 1),))
    assert "a r → b / c s → d" in Tree(html(broken)).text
    joined = replace(DATA, paths=(counting((Triple("a", "r", "b"), Triple("B (c)", "s", "d")), 1, 1),))
    assert "a r → b s → d" in Tree(html(joined)).text


def test_a_share_is_never_rounded_up_to_all():
    """199 of 200 are not all."""
    assert [percent(one) for one in (None, 0, 2 / 3, 199 / 200, 1)] == ["–", "0%", "67%", "99%", "100%"]


def shown(one, protocol="wadhwa2026"):
    return Shown("id9", 1, (0, 1), one, "a/model", "run", {"protocol": protocol, "embedding": "stops"}, "signed")


THREE = [via("alder"), via("birch"), via("cedar")]


def test_the_data_of_an_answer_by_hand(stops):
    """Quality 5, 4, 3; alder and birch .5 apart, cedar 1 from both: gains 5, 3, 2, utility 5, 7.7, 9.32."""
    data = data_of(shown(judged(THREE, [5, 4, 3], [1, 1, 1])))
    assert [one.path for one in data.valid] == [THREE[0], THREE[2], THREE[1]]
    assert [one.rank for one in data.valid] == [1, 2, 3]
    assert [one.gain for one in data.valid] == pytest.approx([5, 3, 2])
    assert [one.utility for one in data.valid] == pytest.approx([5, 7.7, 9.32])
    assert data.valid[0].distance is None
    assert [one.distance for one in data.valid[1:]] == pytest.approx([1, 0.5])
    assert data.score == pytest.approx(9.32)
    assert (data.judges, data.trial, data.trials, data.model, data.counted) == (0, 1, (0, 1), "a/model", 3)


def test_the_program_adds_up_otherwise(stops):
    """Its second path is not discounted: 5, 8, 9.8."""
    data = data_of(shown(judged(THREE, [5, 4, 3], [1, 1, 1]), "wadhwa2026_code"))
    assert [one.utility for one in data.valid] == pytest.approx([5, 8, 9.8])


def test_judgements_of_a_run_reach_the_page(stops):
    """Facts triple by triple, by majority; what a judge did not tell is not known; an invalid path is not judged."""
    wrong = (Triple("Nobody", "knows", "Somebody"),)
    verdicts = [sized("j", 1, (5, 50)), sized("k", 1, (5, 5)), sized("j", 2, LOST), labelled("j", 2, LOST)]
    verdicts += [labelled("j", 1, (1, 1)), labelled("k", 1, (1, 0)), labelled("l", 1, (1, 0))]
    data = data_of(shown(row(stated(via("alder"), wrong, via("birch")), verdicts)))
    first, second, third = data.paths
    assert (first.specificity, first.factual_share, first.facts, first.rank) == (4.5, 0.5, (True, False), None)
    assert second.faults == (Fault.WRONG_START, Fault.WRONG_RELATION, Fault.WRONG_END)
    assert (third.specificity, third.facts, third.judged, third.stated) == (None, (None, None), False, 3)
    assert (data.judges, data.score, first.judged) == (3, 0.0, True)


def test_of_two_judges_both_must_call_a_triple_a_fact(stops):
    """Half of them are not more than half."""
    verdicts = [labelled("j", 1, (1, 1)), labelled("k", 1, (0, 1))]
    (path,) = data_of(shown(row(stated(via("alder")), verdicts))).paths
    assert (path.facts, path.factual_share) == ((False, True), 0.5)


def test_the_score_is_the_scorers(stops):
    """Also where there is none."""
    answers = [judged(THREE, [5, 4, None], [1, 0.5, None]), judged(THREE, [None] * 3, [None] * 3), row("", [])]
    for one in answers:
        outcome = CreateScorer("wadhwa2026", "stops").score([one])[0]
        data = data_of(shown(one))
        assert data.score == outcome.score
        assert data.unscored == ("" if outcome.unscored is None else str(outcome.unscored))


def test_a_share_alone_marks_all_or_none(stops):
    """Without labels of triples it is not known which of them is false."""
    data = data_of(shown(judged(THREE, [5, 4, 3], [1, 0.5, None])))
    assert [one.facts for one in data.paths] == [(True, True), (False, False), (None, None)]


@pytest.mark.parametrize(
    ("trials", "which"),
    [((1,), "trial 1"), ((0, 1), "trial 1; there are 0 and 1"), ((0, 1, 3), "trial 1; there are 0, 1 and 3")],
)
def test_which_of_the_answers_it_is(trials, which):
    """The others are named where there are some."""
    assert replace(DATA, trial=1, trials=trials).which == which


def test_both_forms_come_from_the_answer(stops):
    """What the command asks for."""
    one = shown(judged(THREE, [5, 4, 3], [1, 1, 1]))
    assert "9.320" in text_of(one)
    assert "9.32" in Tree(html_of(one)).text
    assert "trial 1; there are 0 and 1" in Tree(html_of(one)).text
