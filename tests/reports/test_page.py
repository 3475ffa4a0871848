"""The report as a whole, and each rule of its tables, sections and responses."""

import base64
import hashlib
import re
import sys
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from support import command, reported
from support.pages import Tree, colours, contrast, mixed

sys.path.append(str(Path(__file__).parents[1]))
from golden import suites

from helm_creativity.errors import BadArguments
from helm_creativity.reports import page as module
from helm_creativity.reports.page import grid, render_report
from helm_creativity.results.analyses import list_analyses
from helm_creativity.results.loading import read_suite
from helm_creativity.results.table import Column, Plot, Table, Undefined

DAY = date(2026, 3, 9)
KINDS = ("small", "hostile", "failed", "single", "baselines")
STYLE = (module.TEMPLATES / "style.j2").read_text("utf-8")
STRAY = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e]")


@cache
def page(kind):
    return render_report(getattr(reported, kind)(), command="helm-creativity report s --seed 0", made=DAY)


@cache
def tree(kind):
    return Tree(page(kind))


@pytest.fixture(scope="module")
def eight(tmp_path_factory):
    """The report of a whole suite: every benchmark, judges, and two instructions."""
    return render_report(read_suite(["eight"], suites.unpack(tmp_path_factory.mktemp("golden"))), made=DAY)


@pytest.fixture
def readable(tmp_path):
    return reported.read(tmp_path)


def part(whole, begin, end="</section>"):
    return whole.split(begin, 1)[1].split(end, 1)[0]


def assert_whole(whole):
    """Ids are there once and links lead to them; headings, sections, contents and tables are in order."""
    found = Tree(whole)
    assert len(found.ids) == len(set(found.ids))
    assert {link["href"] for link in found.all("a")} <= {f"#{name}" for name in found.ids}
    labels = {attributes.get("aria-labelledby") for _, attributes in found.elements} - {None}
    assert {name for label in labels for name in label.split()} <= set(found.ids)
    levels = [int(tag[1]) for tag in found.tags if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert [found.tags.count(landmark) for landmark in ("header", "nav", "main", "footer")] == [1, 1, 1, 1]
    sections = [section["id"] for section in found.all("section")]
    contents = re.findall('href="#([^"]*)"', part(whole, "<nav", "</nav>"))
    assert [link for link in contents if not link.startswith("benchmark-")] == sections
    boards = [board["id"] for board in found.all("details", "leaderboard")]
    assert [link for link in contents if link.startswith("benchmark-")] == boards
    tables, boxes = found.all("table", "sortable"), found.all("div", "box")
    assert len(tables) == len(boxes)
    assert all(table["aria-label"] for table in tables)
    assert all((box["role"], box["tabindex"]) == ("group", "0") and box["aria-label"] for box in boxes)
    assert all(head.get("scope") in ("row", "col") for head in found.all("th"))
    kinds = {head["data-kind"] for head in found.all("th") if head["scope"] == "col"}
    assert kinds <= {"text", "number", "plot"}


def assert_alone(whole):
    """No other file, no address, one script, and a policy that stops any other."""
    found = Tree(whole)
    assert not {"link", "img", "iframe", "object", "embed", "image", "form", "base"} & set(found.tags)
    assert not [name for _, given in found.elements for name in given if name.startswith("on") or name == "src"]
    assert set(re.findall(r"\w+://[^\s\"'<]*", whole)) <= {"http://www.w3.org/2000/svg"}
    assert not STRAY.search(whole)
    (script,) = found.scripts
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = [given["content"] for given in found.all("meta") if given.get("http-equiv")]
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_is_whole_and_needs_nothing_else(kind):
    assert_whole(page(kind))
    assert_alone(page(kind))
    assert page(kind).encode("utf-8").startswith(b"<!DOCTYPE html>")


def test_the_page_of_a_whole_suite(eight):
    """At most so big, with a section or a reason for every analysis, without a heading that is a table's name."""
    assert_whole(eight)
    assert_alone(eight)
    assert len(eight.encode()) <= 600_000
    known = {each.title for each in list_analyses() if each.in_report and each.name != "composite"}
    headings = re.findall(r"<h2 [^>]*>([^<]+)</h2>", eight)
    silent = set(re.findall("<b>([^<]+)</b>", part(eight, "<p>Nothing can be said of", "</p>")))
    assert known - set(headings) == silent
    titles = re.findall(r"<h3>([^<]+)</h3>", eight)
    assert not {"models", "pairs", "agreement", "judges", "notes", "unmeasured"} & set(titles)
    svgs = Tree(eight).all("svg", "plot")
    assert len(svgs) > 3
    assert all(svg["role"] == "img" and svg["aria-labelledby"] for svg in svgs)
    assert Tree(eight).tags.count("figcaption") == len(svgs)
    for place in range(1, 21):
        board = part(eight, f'id="benchmark-{place}"', "</details>")
        assert board.index("</table>") < board.index("Comparable settings <code>")
    assert "Comparable settings" in part(eight, 'id="trade_offs"')
    assert not re.findall("<small>baseline</small>", part(eight, 'id="calibration-severity"', "</table>"))
    assert "judge lab/judge-a: not examined" in eight
    whole = page("big")  # two hundred models in twenty benchmarks
    assert 500_000 < len(whole) < 4_000_000
    assert whole.count('<div class="box tall"') > 20


def test_the_head_says_what_was_measured_when_and_by_what():
    text = tree("small").text
    best = part(page("small"), '<h2 id="scores-title">', "<div")
    assert re.search(r"<p>qwen/large ranks first of \d models, with z = \+\d\.\d\d; [^<]+\.</p>", best)
    assert "6 language models and 2 baselines on 4 benchmarks" in text
    assert "Scores 31 of 32 Responses 768 Do not count 1 Left out 1" in text
    assert "9 March 2026" in text
    assert "helm-creativity report s --seed 0" in text
    assert "left out: a run without a name" in text
    assert "two runs were one" in text
    assert "Draws of a bootstrap 400 Seed 3" in text


def test_a_score_that_does_not_count_is_shown_with_its_reason_and_without_a_rank():
    board = part(page("small"), 'id="benchmark-3"', "</details>")
    (row,) = [row for row in board.split("<tr") if "gpt/large" in row]
    letter = re.search("</bdi><sup>(.)</sup>", row)[1]
    assert f"<sup>{letter}</sup> does not count because: " in board
    assert '<td data-value="' in row
    missing = part(page("small"), 'id="benchmark-4"', "</details>")
    assert re.search(r'<bdi>llama/small</bdi>.*?<td class="none">–<sup>', missing, re.DOTALL)
    assert "they have no rank" in tree("small").text.lower()


@pytest.mark.parametrize("kind", ["failed", "single", "baselines"])
def test_where_models_are_not_ranked_the_reason_stands_in_place_of_ranks(kind):
    """Scores in their own units are there; analyses that say nothing stand in one sentence at the end."""
    text = tree(kind).text
    if kind == "failed":
        assert "no response could be scored" in text
    if kind == "single":
        assert re.findall('<td data-value="([^"]+)" class="main">', page(kind)) == ["1", "2"]
    assert "there is no overall ranking because at least three language models with scores that count" in text
    assert "ranks first" not in text
    end = part(page(kind), 'id="notes"')
    assert end.count("Nothing can be said of") == 1
    assert re.search(r"<b>What judges favour</b>, <b>Judge severity</b> \(no judge gave a rating", end)
    assert len(Tree(page(kind)).all("section")) == 5
    assert "A, B: no score of a single response was kept" in text


def test_what_comes_from_outside_is_shown_as_it_was_written_but_does_nothing(tmp_path):
    """Names, settings, prompts, texts, judges and their words; what steers a terminal or turns a line is escaped."""
    text = tree("hostile").text
    assert text.count("<script>alert('x')</script>&amp;\"\\u0000\\u001b[31m\\u202e{{ 7 * 7 }}$x$WWW") > 10
    assert "alert" not in tree("hostile").scripts[0]
    assert "49" not in part(page("hostile"), "<title>", "</title>")
    suite = reported.read(tmp_path, judge=reported.NASTY, texts={"i1": reported.NASTY, "i2": "<b>\u05d0" * 9_000})
    for responses in ("best", "all"):
        whole = render_report(suite, title=reported.NASTY, responses=responses, made=DAY)
        assert_whole(whole)
        assert_alone(whole)
        assert "more characters are not on this page" in whole


def test_the_best_and_the_worst_response_of_a_benchmark_stand_open(readable):
    whole = render_report(readable, made=DAY)
    assert_whole(whole)
    section = part(whole, '<section id="responses"')
    heads = re.findall(r"<h4><bdi>(.*?)</bdi> <small>(.*?): [^;]*; item (.*?)</small>", section)
    assert heads == [("lab/b", "Best", "i4"), ("lab/a", "Worst", "i0")]
    assert section.index("What is new?") < section.index("idea 4") < section.index("<summary>What judges replied")
    assert "idea 2" not in whole
    assert "ended" not in section


def test_responses_of_each_model_are_folded_below_their_table_which_leads_to_them(readable):
    counts = {}
    for responses in ("3", "all", "none"):
        whole = render_report(readable, responses=responses, made=DAY)
        assert_whole(whole)
        assert 'id="responses"' not in whole
        counts[responses] = len(re.findall("<h5>", whole))
        links = re.findall(r'<th scope="row"><a href="#(benchmark-1-responses-\d)"><bdi>(.*?)</bdi>', whole)
        assert [model for _, model in links] == ["lab/b", "lab/a"] * (responses != "none")
        assert all(f'<details id="{link}">' in whole for link, _ in links)
    assert counts == {"3": 6, "all": 10, "none": 0}
    with pytest.raises(BadArguments, match=r"one of best, 3, all, none, got 'some'"):
        render_report(readable, responses="some")


def test_the_command_on_the_page_is_the_one_that_was_given(tmp_path):
    reported.read(tmp_path)
    out = tmp_path / "page.html"
    given = ("--out", out, "--output-path", tmp_path, "--least-scored", "0.3", "--responses", "none")
    done = command.run("report", "s", *given)
    assert done.status == 0
    (line,) = re.findall('<p class="command"><code>(.*)</code>', out.read_text("utf-8"))
    words = line.split()
    assert words[:3] == ["helm-creativity", "report", "s"]
    chosen = {"--output-path": tmp_path.name, "--least-scored": "0.3", "--responses": "none"}
    assert dict(zip(words[3::2], words[4::2], strict=True)) == chosen


def number(key, **more):
    return Column(key, key, "{:.1f}".format, **more)


def test_numbers_carry_what_they_are_sorted_by_and_empty_columns_are_a_line():
    """Unrounded values; what is missing has a reason; an interval has bars on one axis."""
    why = Undefined("it was late")
    columns = [
        *(
            Column("model", "model", left=True),
            number("x", mark="main"),
            Column("star", ""),
            number("few"),
            number("none"),
        ),
        *(number("blank"), Column("ends", "95 %", str, of=("low", "high"))),
        Column("caution", "caution", left=True, below="(!) {}: {}"),
    ]
    rows = [
        {"model": "a", "x": 1.23456, "star": "*", "few": why, "none": why, "low": 1.0, "high": 2.0, "caution": "odd"},
        {"model": "b", "x": -1.0, "few": 3.0, "none": why, "low": -2.0, "high": 0.0},
        {"model": "creativity/greedy", "x": 0.0, "few": 3.0, "none": why, "low": -1.0, "high": 1.0},
    ]
    table = Table(
        "t", columns, rows, "Title\nand more", notes=["note"], plot=Plot("interval", "model", "x", "", "low", "high")
    )
    shown = grid(table, "k")
    assert [head["title"] for head in shown["heads"]] == ["model", "x", "few", "95 %", "value and interval"]
    assert [row["cells"][1]["value"] for row in shown["rows"]] == [1.23456, -1.0, 0.0]
    assert [row["cells"][1]["text"] for row in shown["rows"]] == ["1.2", "−1.0", "0.0"]
    assert [row["cells"][1]["note"] for row in shown["rows"]] == ["*", "", ""]
    assert shown["reasons"] == {"caution: odd": "a", "it was late": "b"}
    assert shown["notes"] == ["and more", "no none: it was late", "note"]
    assert (shown["heading"], shown["zero"]) == ("Title", 50.0)
    spans = [row["cells"][-1]["span"] for row in shown["rows"]]
    assert [(span["low"], span["high"]) for span in spans] == [(75.0, 100.0), (0.0, 50.0), (25.0, 75.0)]
    assert [row["mark"] for row in shown["rows"]] == ["", "", "baseline"]


def test_a_baseline_far_away_does_not_flatten_the_bars_of_models():
    """Beyond five standard deviations of the models it is an arrow."""
    rows = [{"model": f"m{n}", "x": float(n), "low": n - 0.5, "high": n + 0.5} for n in range(4)]
    rows.append({"model": "creativity/greedy", "x": 900.0, "low": 890.0, "high": 910.0})
    columns = [Column("model", "model", left=True), number("x"), Column("ends", "ends", str, of=("low", "high"))]
    shown = grid(Table("t", columns, rows, plot=Plot("interval", "model", "x", "", "low", "high")), "k")
    spans = [row["cells"][-1]["span"] for row in shown["rows"]]
    assert spans[3]["middle"] - spans[0]["middle"] > 30
    assert spans[4]["beyond"] == "right"


def test_every_reason_has_a_letter_of_its_own_also_after_z():
    rows = [{"model": f"m{n}", "x": Undefined(f"reason {n}")} for n in range(60)]
    letters = list(grid(Table("t", [Column("model", "model", left=True), number("x")], rows), "k")["reasons"].values())
    assert letters[25:28] == ["z", "aa", "ab"]
    assert (letters[52], len(set(letters))) == ("ba", 60)


def schemes():
    light, dark = STYLE.split("@media (prefers-color-scheme: dark)")
    return {"light": colours(light), "dark": colours(light) | colours(dark.split("* {")[0])}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_numbers_and_marks_stand_out_from_their_ground(scheme):
    """4.5 to 1 for words, on every shade too, and 3 to 1 for marks (WCAG 2.2, AA)."""
    found = schemes()[scheme]
    for ink in ("ink", "soft", "line", "goal"):
        assert min(contrast(found[ink], found[ground]) for ground in ("paper", "card", "wash")) >= 4.5, ink
    share = int(re.search(r"var\(--up\) \{\{ (\d+) \* step", STYLE)[1]) / 100
    for hue in ("up", "down"):
        for step in range(1, 5):
            assert contrast(found["ink"], mixed(found[hue], found["card"], share * step)) >= 4.5
    for hue in ("plot-blue", "plot-orange", "plot-green", "plot-pink"):
        assert contrast(found[hue], found["card"]) >= 3


def test_the_style_cares_for_readers_and_names_nothing_that_no_page_has():
    for query in ("prefers-reduced-motion: reduce", "@media print", "prefers-color-scheme: dark"):
        assert query in STYLE
    assert "url(" not in STYLE
    assert "@import" not in STYLE
    sources = [*module.TEMPLATES.glob("*.j2"), *Path(module.__file__).parent.glob("*.py")]
    text = "".join(path.read_text("utf-8") for path in sources if path.name != "style.j2")
    assert [name for name in set(re.findall(r"\.([a-z][\w-]*)", STYLE)) if not re.search(rf"\b{name}\b", text)] == []
