"""The report as a whole, and each rule of its tables, sections and responses."""

import base64
import hashlib
import re
import sys
from datetime import date
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
STYLE = (module.TEMPLATES / "style.j2").read_text("utf-8")
STRAY = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e]")


def page(suite, **options):
    return render_report(suite, command="helm-creativity report s --seed 0", made=DAY, **options)


@pytest.fixture
def readable(tmp_path):
    return reported.read(tmp_path)


def part(whole, begin, end="</section>"):
    return whole.split(begin, 1)[1].split(end, 1)[0]


def sound(whole):
    """A page taken apart that is whole and needs nothing else.

    Ids are there once and links lead to them; headings, sections, contents and tables are in order. There is no other
    file, no address, one script, and a policy that stops any other.
    """
    found = Tree(whole)
    assert len(found.ids) == len(set(found.ids))
    assert {link["href"] for link in found.all("a")} <= {f"#{name}" for name in found.ids}
    labels = {attributes.get("aria-labelledby") for _, attributes in found.elements} - {None}
    assert {name for label in labels for name in label.split()} <= set(found.ids)
    levels = [int(tag[1]) for tag in found.tags if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert [found.tags.count(landmark) for landmark in ("header", "nav", "main", "footer")] == [1, 1, 1, 1]
    contents = re.findall('href="#([^"]*)"', part(whole, "<nav", "</nav>"))
    sections = [section["id"] for section in found.all("section")]
    boards = [board["id"] for board in found.all("details", "leaderboard")]
    assert [link for link in contents if not link.startswith("benchmark-")] == sections
    assert [link for link in contents if link.startswith("benchmark-")] == boards
    tables, boxes = found.all("table", "sortable"), found.all("div", "box")
    assert len(tables) == len(boxes)
    assert all(each["aria-label"] for each in (*tables, *boxes))
    assert {(box["role"], box["tabindex"]) for box in boxes} == {("group", "0")}
    heads = found.all("th")
    assert {head["scope"] for head in heads} == {"row", "col"}
    assert {head["data-kind"] for head in heads if head["scope"] == "col"} <= {"text", "number", "plot"}

    assert whole.startswith("<!DOCTYPE html>")
    assert not {"link", "img", "iframe", "object", "embed", "image", "form", "base"} & set(found.tags)
    assert not [name for _, given in found.elements for name in given if name.startswith("on") or name == "src"]
    assert set(re.findall(r"\w+://[^\s\"'<]*", whole)) <= {"http://www.w3.org/2000/svg"}
    assert not STRAY.search(whole)
    (script,) = found.scripts
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = [given["content"] for given in found.all("meta") if given.get("http-equiv")]
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return found


def test_the_page_of_a_small_suite():
    """The head says what was measured when and by what; a score that does not count has no rank, but a reason."""
    whole = page(reported.small())
    text = sound(whole).text
    best = part(whole, '<h2 id="scores-title">', "<div")
    assert re.search(r"<p>qwen/large ranks first of \d models, with z = \+\d\.\d\d; [^<]+\.</p>", best)
    for said in (
        *("6 language models and 2 baselines on 4 benchmarks", "9 March 2026", "helm-creativity report s --seed 0"),
        *("Scores 31 of 32 Responses 768 Do not count 1 Left out 1", "Draws of a bootstrap 400 Seed 3"),
        *("left out: a run without a name", "two runs were one", "hey have no rank"),
    ):
        assert said in text
    board = part(whole, 'id="benchmark-3"', "</details>")
    (row,) = [row for row in board.split("<tr") if "gpt/large" in row]
    letter = re.search("</bdi><sup>(.)</sup>", row)[1]
    assert f"<sup>{letter}</sup> does not count because: " in board
    assert '<td data-value="' in row
    missing = part(whole, 'id="benchmark-4"', "</details>")
    assert re.search(r'<bdi>llama/small</bdi>.*?<td class="none">–<sup>', missing, re.DOTALL)


def test_the_page_of_a_whole_suite(tmp_path):
    """Every benchmark, judges, and two instructions: at most so big, with a section or a reason for every analysis."""
    whole = page(read_suite(["eight"], suites.unpack(tmp_path)))
    found = sound(whole)
    assert len(whole.encode()) <= 600_000
    known = {each.title for each in list_analyses() if each.in_report and each.name != "composite"}
    silent = set(re.findall("<b>([^<]+)</b>", part(whole, "<p>Nothing can be said of", "</p>")))
    assert known - set(re.findall(r"<h2 [^>]*>([^<]+)</h2>", whole)) == silent
    titles = set(re.findall(r"<h3>([^<]+)</h3>", whole))
    assert not titles & {"models", "pairs", "agreement", "judges", "notes", "unmeasured"}  # names of tables
    svgs = found.all("svg", "plot")
    assert len(svgs) > 3
    assert all(svg["role"] == "img" and svg["aria-labelledby"] for svg in svgs)
    assert found.tags.count("figcaption") == len(svgs)
    boards = [part(whole, f'id="benchmark-{place}"', "</details>") for place in range(1, 21)]
    assert all(board.index("</table>") < board.index("Comparable settings <code>") for board in boards)
    assert "Comparable settings" in part(whole, 'id="trade_offs"')
    assert "<small>baseline</small>" not in part(whole, 'id="calibration-severity"', "</table>")
    assert "judge lab/judge-a: not examined" in whole
    big = page(reported.big())  # two hundred models in twenty benchmarks
    assert 500_000 < len(big) < 4_000_000
    assert big.count('<div class="box tall"') > 20


@pytest.mark.parametrize("kind", ["failed", "single", "baselines"])
def test_where_models_are_not_ranked_the_reason_stands_in_place_of_ranks(kind):
    """Scores in their own units are there; analyses that say nothing stand in one sentence at the end."""
    whole = page(getattr(reported, kind)())
    tree = sound(whole)
    assert ("no response could be scored" in tree.text) == (kind == "failed")
    assert (re.findall('<td data-value="([^"]+)" class="main">', whole) == ["1", "2"]) == (kind == "single")
    assert "there is no overall ranking because at least three language models with scores that count" in tree.text
    assert "ranks first" not in tree.text
    end = part(whole, 'id="notes"')
    assert end.count("Nothing can be said of") == 1
    assert re.search(r"<b>What judges favour</b>, <b>Judge severity</b> \(no judge gave a rating", end)
    assert len(tree.all("section")) == 5
    assert "A, B: no score of a single response was kept" in tree.text


def test_what_comes_from_outside_is_shown_as_it_was_written_but_does_nothing(tmp_path):
    """Names, settings, prompts, texts, judges and their words; what steers a terminal or turns a line is escaped."""
    whole = page(reported.hostile())
    tree = sound(whole)
    assert tree.text.count("<script>alert('x')</script>&amp;\"\\u0000\\u001b[31m\\u202e{{ 7 * 7 }}$x$WWW") > 10
    assert "alert" not in tree.scripts[0]
    assert "49" not in part(whole, "<title>", "</title>")
    texts = {"i1": reported.NASTY, "i2": "<b>\u05d0" * 9_000}
    suite = reported.read(tmp_path, judge=reported.NASTY, texts=texts)
    pages = [page(suite, title=reported.NASTY, responses=responses) for responses in ("best", "all")]
    assert ["more characters are not on this page" in sound(each).text for each in pages] == [True, True]


def test_the_best_and_the_worst_response_of_a_benchmark_stand_open(readable):
    whole = page(readable)
    assert sound(whole)
    section = part(whole, '<section id="responses"')
    heads = re.findall(r"<h4><bdi>(.*?)</bdi> <small>(.*?): [^;]*; item (.*?)</small>", section)
    assert heads == [("lab/b", "Best", "i4"), ("lab/a", "Worst", "i0")]
    assert section.index("What is new?") < section.index("idea 4") < section.index("<summary>What judges replied")
    assert "idea 2" not in whole
    assert "ended" not in section
    with pytest.raises(BadArguments, match=r"one of best, 3, all, none, got 'some'"):
        page(readable, responses="some")


@pytest.mark.parametrize(("responses", "shown"), [("3", 6), ("all", 10), ("none", 0)])
def test_responses_of_each_model_are_folded_below_their_table_which_leads_to_them(readable, responses, shown):
    whole = page(readable, responses=responses)
    assert "responses" not in sound(whole).ids
    assert len(re.findall("<h5>", whole)) == shown
    links = re.findall(r'<th scope="row"><a href="#(benchmark-1-responses-\d)"><bdi>(.*?)</bdi>', whole)
    assert [model for _, model in links] == ["lab/b", "lab/a"] * (shown > 0)
    assert all(f'<details id="{link}">' in whole for link, _ in links)


def test_the_command_on_the_page_is_the_one_that_was_given(tmp_path):
    reported.read(tmp_path)
    out = tmp_path / "page.html"
    given = ("--output-path", tmp_path, "--least-scored", "0.3", "--responses", "none")
    assert command.run("report", "s", "--out", out, *given).status == 0
    (line,) = re.findall('<p class="command"><code>(.*)</code>', out.read_text("utf-8"))
    head, options = line.split()[:3], line.split()[3:]
    assert head == ["helm-creativity", "report", "s"]
    chosen = {"--output-path": tmp_path.name, "--least-scored": "0.3", "--responses": "none"}
    assert dict(zip(options[::2], options[1::2], strict=True)) == chosen


MODEL = Column("model", "model", left=True)
ENDS = Column("ends", "95 %", str, of=("low", "high"))
BARS = Plot("interval", "model", "x", "", "low", "high")


def number(key, **more):
    return Column(key, key, "{:.1f}".format, **more)


def test_numbers_carry_what_they_are_sorted_by_and_empty_columns_are_a_line():
    """Unrounded values; what is missing has a reason; z-scores have shades, and intervals bars on one axis."""
    why = Undefined("it was late")
    columns = [MODEL, number("x", mark="main"), Column("star", ""), number("few", mark="z"), number("none")]
    columns += [number("blank"), ENDS, Column("caution", "caution", left=True, below="(!) {}: {}")]
    keys = ("model", "x", "star", "few", "none", "low", "high", "caution")
    rows = [
        ("a", 1.23456, "*", why, why, 1.0, 2.0, "odd"),
        ("b", -1.0, None, 0.8, why, -2.0, 0.0, None),
        ("creativity/greedy", 0.0, None, -3.0, None, -1.0, 1.0, None),
    ]
    rows = [dict(zip(keys, row, strict=True)) for row in rows]
    shown = grid(Table("t", columns, rows, "Title\nand more", notes=["note"], plot=BARS), "k")
    assert [head["title"] for head in shown["heads"]] == ["model", "x", "few", "95 %", "value and interval"]
    _, x, few, _, bars = zip(*(row["cells"] for row in shown["rows"]), strict=True)
    assert [(cell["value"], cell["text"], cell["note"]) for cell in x] == [
        (1.23456, "1.2", "*"), (-1.0, "−1.0", ""), (0.0, "0.0", ""),
    ]  # fmt: skip
    assert [cell["mark"] for cell in few] == ["z", "up2", "down4"]
    assert [(bar["span"]["low"], bar["span"]["high"]) for bar in bars] == [(75.0, 100.0), (0.0, 50.0), (25.0, 75.0)]
    assert shown["reasons"] == {"caution: odd": "a", "it was late": "b"}
    assert shown["notes"] == ["and more", "no none: it was late", "note"]
    assert (shown["heading"], shown["zero"]) == ("Title", 50.0)
    assert [row["mark"] for row in shown["rows"]] == ["", "", "baseline"]


def test_a_baseline_far_away_does_not_flatten_the_bars_of_models():
    """Beyond five standard deviations of the models it is an arrow."""
    rows = [{"model": f"m{n}", "x": float(n), "low": n - 0.5, "high": n + 0.5} for n in range(4)]
    rows.append({"model": "creativity/greedy", "x": 900.0, "low": 890.0, "high": 910.0})
    shown = grid(Table("t", [MODEL, number("x"), ENDS], rows, plot=BARS), "k")
    spans = [row["cells"][-1]["span"] for row in shown["rows"]]
    assert spans[3]["middle"] - spans[0]["middle"] > 30
    assert spans[4]["beyond"] == "right"


def test_every_reason_has_a_letter_of_its_own_also_after_z():
    rows = [{"model": f"m{n}", "x": Undefined(f"reason {n}")} for n in range(60)]
    letters = list(grid(Table("t", [MODEL, number("x")], rows), "k")["reasons"].values())
    assert letters[25:28] == ["z", "aa", "ab"]
    assert (letters[52], len(set(letters))) == ("ba", 60)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_numbers_and_marks_stand_out_from_their_ground(scheme):
    """4.5 to 1 for words, on every shade too, and 3 to 1 for marks (WCAG 2.2, AA)."""
    light, dark = STYLE.split("@media (prefers-color-scheme: dark)")
    found = colours(light) | (colours(dark.split("* {")[0]) if scheme == "dark" else {})
    share = int(re.search(r"var\(--up\) \{\{ (\d+) \* step", STYLE)[1]) / 100
    words = [(ink, found[ground]) for ink in ("ink", "soft", "line", "goal") for ground in ("paper", "card", "wash")]
    shades = [(hue, share * step) for hue in ("up", "down") for step in range(1, 5)]
    words += [("ink", mixed(found[hue], found["card"], depth)) for hue, depth in shades]
    assert min(contrast(found[ink], ground) for ink, ground in words) >= 4.5
    marks = [contrast(found[f"plot-{hue}"], found["card"]) for hue in ("blue", "orange", "green", "pink")]
    assert min(marks) >= 3


def test_the_style_cares_for_readers_and_names_nothing_that_no_page_has():
    for query in ("prefers-reduced-motion: reduce", "@media print", "prefers-color-scheme: dark"):
        assert query in STYLE
    assert not re.search(r"url\(|@import", STYLE)
    sources = [*module.TEMPLATES.glob("*.j2"), *Path(module.__file__).parent.glob("*.py")]
    text = "".join(path.read_text("utf-8") for path in sources if path.name != "style.j2")
    assert [name for name in set(re.findall(r"\.([a-z][\w-]*)", STYLE)) if not re.search(rf"\b{name}\b", text)] == []
