"""The page about the paths of one response."""

import re
from dataclasses import replace

import pytest
from support.pages import Tree
from support.paths import DATA, EMPTY, TARGET, counting, via

from helm_creativity.scenarios.create.page import COLUMNS, MOST_DRAWN, RejectedPath, Step, chain, html_page, text_page
from helm_creativity.scenarios.create.parse import Target

EVIL = '<script>alert("x")</script>&amp;\u202e'


def evil():
    """Everything from outside says what a browser must not do."""
    target = Target(*(f"{part} {EVIL}" for part in TARGET))
    steps = (Step(target.entity_a, EVIL, EVIL + "x", True), Step(EVIL + "x", target.rel_b, target.entity_b, True))
    return replace(
        DATA,
        title=EVIL,
        context=(EVIL,),
        target=target,
        question=EVIL,
        tiles=(DATA.tiles[0]._replace(title=EVIL, value=EVIL, note=EVIL),),
        paths=(replace(counting(steps), cells=(EVIL,) * len(COLUMNS), remark=EVIL),),
        rejected=(RejectedPath(4, (Step(EVIL, EVIL, EVIL),), (EVIL,)),),
        origin=((EVIL, EVIL),),
    )


@pytest.mark.parametrize("page", [DATA, EMPTY, evil()])
def test_the_page_is_whole(page):
    """Every element is closed, every id is there once, and every inner link leads to one."""
    tree = Tree(html_page(page))
    assert len(tree.ids) == len(set(tree.ids))
    assert {link["href"][1:] for link in tree.all("a")} <= set(tree.ids)
    assert tree.all("svg")[0]["aria-labelledby"].split() == ["svg-title", "svg-desc"]
    assert {"svg-title", "svg-desc"} <= set(tree.ids)


@pytest.mark.parametrize("page", [DATA, EMPTY, evil()])
def test_nothing_comes_from_elsewhere_and_nothing_runs(page):
    """No address, no script, no other file, and a policy that would stop them."""
    html = html_page(page)
    tree = Tree(html)
    assert "://" not in html
    assert "url(" not in html
    assert "@import" not in html
    assert {"script", "link", "img", "iframe", "object", "image", "use"} & set(tree.tags) == set()
    assert not [
        name for _, attributes in tree.elements for name in attributes if name.startswith("on") or name == "src"
    ]
    assert {"http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"} in (
        tree.all("meta")
    )


def test_what_comes_from_outside_is_escaped():
    """It is shown as it was written."""
    assert Tree(html_page(evil())).text.count('<script>alert("x")</script>&amp;') > 20


def test_characters_that_no_file_or_terminal_can_take_are_replaced():
    """A lone surrogate, an escape, a null."""
    page = replace(DATA, context=("a\ud800b",), question="x\x1b[31my\x00", paths=(counting(via("c\x07d")),))
    for shown in (html_page(page), text_page(page)):
        shown.encode("utf-8")
        assert "a\ufffdb" in shown
        assert "c\ufffdd" in shown
        assert not re.search(r"[\x00-\x08\x1b]", shown)


def test_the_table_has_every_path_in_order():
    """With its cells, and the remark of those that do not count."""
    rows = re.findall(r'<tr id="row-\d+".*?</tr>', html_page(DATA), re.DOTALL)
    seen = [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]
    assert seen == [
        "1 Ada Lovelace knows → Byron knows → Hobhouse occupation → engineer 4.00 100% 0.50 2.00 7.70 5",
        "2 Ada Lovelace knows → Menabrea occupation → engineer 4.00 100% 0.50 1.00 7.70 1",
        "3 Ada Lovelace knows → Babbage occupation not a fact → engineer does not count 3.00 50% – – – 2",
        "4 Ada Lovelace knows → Somerville occupation → engineer – – – – – 3",
    ]
    assert re.findall(r'class="bar-of"><span style="--part:([\d.]+)%', html_page(DATA)) == [
        "100.0",
        "50.0",
        "0.0",
        "0.0",
    ]
    heads = Tree(html_page(DATA)).all("abbr")
    assert [head["title"] for head in heads] == [column.meaning for column in COLUMNS]


def test_rejected_paths_are_listed_with_reasons():
    """And are not drawn."""
    page = html_page(DATA)
    tree = Tree(page)
    assert "Nobody knows → Somebody begins elsewhere; ends elsewhere" in tree.text
    assert {"value": "4"} in tree.all("li")
    assert "Nobody" not in page[page.index("<svg") : page.index("</svg>")]
    assert not Tree(html_page(replace(DATA, rejected=()))).all("ol", "rejected")


def test_what_the_response_is_of_stands_on_the_page():
    """Context, question, tiles and origin."""
    shown = Tree(html_page(DATA)).text
    for text in ("CREATE · query id9", DATA.question, "Utility 2.500 at patience 0.9", "Model a/model", "Run a-run"):
        assert text in shown


def lines(page):
    """The classes of the lines of a page, and their widths, by their titles."""
    found = re.findall(
        r'<g class="t ([^"]*)"><title>([^<]*)</title><path d="M[^"]*" stroke-width="([^"]*)"', html_page(page)
    )
    return {title: (classes.split(), float(width)) for classes, title, width in found}


def test_what_does_not_hold_is_dashed_and_what_is_unknown_dotted():
    """The step that is false, not the whole path; what counts nowhere is apart."""
    by = {title.split(":")[0]: value for title, value in lines(DATA).items()}
    assert by["Babbage [occupation] engineer"] == (["fails", "apart", "p3"], 4.5)
    assert by["Somerville [occupation] engineer"][0] == ["open", "apart", "p4"]
    assert by["Hobhouse [occupation] engineer"] == (["holds", "p1"], 6.0)
    assert by["Ada Lovelace [knows] Byron"][0] == ["holds", "p1"]
    page = html_page(DATA)
    assert re.search(r"\.fails path[^}]*stroke-dasharray: 9 6", page)
    assert re.search(r"\.open path[^}]*stroke-dasharray: \.1 5", page)
    for words in ("dashed: not a fact", "dotted: not judged", "grey: on no path that counts", "width: specificity"):
        assert words in Tree(page).text


def test_every_path_is_drawn():
    """Under its number: each of its entities and relations has the class by which it is shown alone."""
    page = html_page(DATA)
    titles = re.findall(r'<g class="t ([^"]*)"><title>([^<]*)</title>', page)
    for number, path in enumerate(DATA.paths, start=1):
        mine = " | ".join(title for classes, title in titles if f"p{number}" in classes.split())
        for step in path.steps:
            assert step.head in mine
            assert step.relation in mine
            assert step.tail in mine
        assert f"#path-{number}:target" in page


def test_width_is_strength():
    """Wider for more, with a floor, and in words."""
    for strength, width in ((1.0, 1.5), (2.5, 3.75), (5.0, 7.5)):
        one = replace(DATA, paths=(counting(via("Byron"), strength=strength),))
        assert all(abs(found - width) < 0.06 for _, found in lines(one).values())
        assert any(f"specificity of the path {strength}" in title for title in lines(one))


def test_a_response_without_paths_has_a_page():
    """With start and target."""
    tree = Tree(html_page(EMPTY))
    assert "The response has no structurally valid path." in tree.text
    assert len(tree.all("g", "start")) == 1
    assert len(tree.all("g", "entity")) == 2
    assert tree.all("table") == []


def test_of_very_many_paths_the_first_are_drawn():
    """And all are in the table; a row without a line has no link."""
    many = tuple(counting(via(f"stop {i}"), number=i) for i in range(1, MOST_DRAWN + 3))
    page = html_page(replace(DATA, paths=many))
    tree = Tree(page)
    assert f"The first {MOST_DRAWN} of {MOST_DRAWN + 2} valid paths are drawn." in tree.text
    assert len([row for row in tree.all("tr") if "id" in row]) == MOST_DRAWN + 2
    graph = page[page.index("<svg") : page.index("</svg>")]
    assert f"stop {MOST_DRAWN} " in graph
    assert f"stop {MOST_DRAWN + 1} " not in graph
    assert len([link for link in tree.all("a") if link["href"].startswith("#path-")]) == MOST_DRAWN


def test_the_text_has_one_path_per_line():
    """Numbers, then the path; reasons for those that are rejected."""
    assert text_page(DATA).splitlines() == [
        "CREATE, query id9",
        "Ada Lovelace [occupation] engineer",
        "How are they connected?",
        "",
        "Utility  2.500  at patience 0.9",
        "Model    a/model",
        "Run      a-run",
        "",
        "No.  Specificity  Factual  Distance  Gain  Utility  Place  Path",
        f"---  -----------  -------  --------  ----  -------  -----  {'-' * 67}",
        "  1         4.00     100%      0.50  2.00     7.70      5  "
        "Ada Lovelace [knows] Byron [knows] Hobhouse [occupation] engineer",
        "  2         4.00     100%      0.50  1.00     7.70      1  "
        "Ada Lovelace [knows] Menabrea [occupation] engineer",
        "  3         3.00      50%         –     –        –      2  "
        "Ada Lovelace [knows] Babbage [occupation] engineer (does not count)",
        "  4            –        –         –     –        –      3  "
        "Ada Lovelace [knows] Somerville [occupation] engineer",
        "",
        "structurally invalid, by their places in the response:",
        "    4  begins elsewhere; ends elsewhere: Nobody [knows] Somebody",
    ]
    assert "no valid path" in text_page(EMPTY)


def test_a_broken_path_shows_both_names():
    """Where a step does not go on from the one before."""
    broken, joined = (Step("a", "r", "b"), Step("c", "s", "d")), (Step("a", "r", "b"), Step("B (c)", "s", "d"))
    assert chain(broken) == "a [r] b / c [s] d"
    assert chain(joined) == "a [r] b [s] d"
    assert "a r → b / c s → d" in Tree(html_page(replace(DATA, paths=(counting(broken),)))).text
    assert "a r → b s → d" in Tree(html_page(replace(DATA, paths=(counting(joined),)))).text
