"""The page as a whole."""

import base64
import hashlib
import re
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import pairwise

import pytest
from support import findings as made
from support.pages import Tree, colours, contrast, mixed

from helm_creativity.reports.report.figures import draw_figures
from helm_creativity.reports.report.page import NAMES, TEMPLATES, render_report
from helm_creativity.results.options import Absent

DAY = date(2026, 3, 9)
KINDS = ("small", "absent", "hostile")
STYLE = (TEMPLATES / "style.j2").read_text("utf-8")


@cache
def findings(kind):
    return getattr(made, kind)()


@cache
def figures(kind):
    return draw_figures(findings(kind))


@cache
def page(kind):
    return render_report(findings(kind), figures(kind), "helm-creativity report s --seed 0", DAY)


@cache
def tree(kind):
    return Tree(page(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_is_whole(kind):
    """Every element is closed, every id is there once, and every inner link leads to one."""
    ids = tree(kind).ids
    assert len(ids) == len(set(ids))
    assert {link["href"][1:] for link in tree(kind).all("a")} <= set(ids)
    for _, attributes in tree(kind).elements:
        for name in ("aria-labelledby", "aria-describedby"):
            assert set((attributes.get(name) or "").split()) <= set(ids)
    assert page(kind).startswith("<!DOCTYPE html>")


def test_a_score_that_judges_made_has_their_agreement_with_people_beside_it():
    """In the words of their cards; a judge without one was not examined. Scores without judges have no such line."""
    whole = findings("small")
    rated = replace(whole.leaderboards[2].column, comparable="live_idea_bench|judges:chat/x+chat/y|design:all")
    boards = tuple(
        replace(leaderboard, column=rated) if i == 2 else leaderboard
        for i, leaderboard in enumerate(whole.leaderboards)
    )
    shown = render_report(replace(whole, leaderboards=boards, cards={"chat/x": made.judge_card("chat/x")}), {})
    assert "chat/x: mine r 1.00, n = 3" in shown
    assert "chat/y: not examined" in shown
    assert shown.count("Agreement of the judges with people") == 1
    assert "Agreement of the judges with people" not in page("small")


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_comes_from_elsewhere(kind):
    """No other file, no address, one script, and a policy that would stop any other."""
    one = tree(kind)
    assert "url(" not in STYLE
    assert "@import" not in STYLE
    assert {"link", "img", "iframe", "object", "embed", "image", "form", "base"} & set(one.tags) == set()
    assert not [name for _, attrs in one.elements for name in attrs if name.startswith("on") or name == "src"]
    assert all(attrs["href"].startswith("#") for attrs in one.all("a") + one.all("use"))
    addresses = set(re.findall(r"\w+://[^\s\"'<]*", page(kind)))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert len(one.scripts) == 1
    digest = base64.b64encode(hashlib.sha256(one.scripts[0].encode()).digest()).decode()
    (policy,) = [attrs["content"] for attrs in one.all("meta") if attrs.get("http-equiv")]
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_what_comes_from_outside_is_escaped():
    """It is shown as it was written, apart from signs that no file can hold."""
    one = tree("hostile")
    assert one.text.count("a/<script>alert('x')</script>&amp;\"\ufffd\ufffd\ufffd[31m{{ 7 * 7 }}$x$") > 100
    assert "alert" not in one.scripts[0]
    assert not re.search(r"[\x00-\x08\x1b\u202e]", page("hostile"))
    page("hostile").encode("utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_headings_and_landmarks_are_in_order(kind):
    """One h1, no level left out, every section named by its heading."""
    one = tree(kind)
    levels = [int(tag[1]) for tag in one.tags if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for landmark in ("header", "nav", "main", "footer"):
        assert one.tags.count(landmark) == 1
    assert all("aria-labelledby" in attrs for attrs in one.all("section"))
    html = one.all("html")[0]
    assert html["lang"] == "en"
    assert one.all("a")[0] == {"class": "skip", "href": "#content"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_section_is_in_the_contents(kind):
    """All that have something to show, in order."""
    ids = [attrs.get("id") for attrs in tree(kind).all("section")]
    shown = [id_ for id_ in ids if id_ in NAMES]
    assert shown == [name for name in NAMES if name in shown]
    assert shown == list(NAMES) or kind == "absent"
    links = [attrs["href"][1:] for attrs in tree(kind).all("a")]
    assert [link for link in links if link in NAMES] == shown


def test_what_is_absent_stands_in_one_list_that_says_why():
    """Every statistic that has no section, and no table."""
    one = tree("absent")
    shown = {attrs.get("id") for attrs in one.all("section")}
    listed = one.text.split("Not available yet")[1].split(" Benchmarks ")[0].casefold()
    assert set(NAMES) - shown == set(NAMES) - {"overall", "benchmarks", "failures", "notes", "reading", "origin"}
    assert all(name.casefold() in listed for key, name in NAMES.items() if key not in shown)
    assert one.all("table") == []


def test_the_head_says_what_was_measured_when_and_by_what():
    """The day is that of the page."""
    one = tree("small")
    assert "Creativity of ten language models" in one.text
    assert "10 language models and 2 baselines on 5 benchmarks" in one.text
    assert "9 March 2026" in one.text
    assert {"datetime": "2026-03-09"} in one.all("time")
    assert "helm-creativity report s --seed 0" in one.text


def test_every_table_has_a_name_a_scroll_box_and_heads():
    """The first cell of each row is its head."""
    one = tree("small")
    tables = one.all("table")
    assert len(tables) > 15
    assert all(attrs["aria-label"] and "sortable" in attrs["class"].split() for attrs in tables)
    boxes = one.all("div", "box")
    assert len(boxes) == len(tables)
    assert all((attrs["role"], attrs["tabindex"]) == ("group", "0") and attrs["aria-label"] for attrs in boxes)
    rows = page("small").count("<tr")
    heads = [attrs for attrs in one.all("th") if attrs["scope"] == "row"]
    assert len(heads) == rows - len(tables)
    assert {attrs["data-kind"] for attrs in one.all("th") if attrs["scope"] == "col"} == {"text", "number", "plot"}


def test_numbers_carry_what_they_are_sorted_by():
    """Unrounded; a missing one carries none."""
    leaderboard = findings("small").leaderboards[0]
    table = page("small").split('id="benchmark-1-table"')[1].split("</table>")[0]
    found = [float(value) for value in re.findall(r'<td data-value="([^"]+)" class="main">', table)]
    assert found == pytest.approx([row.score for row in leaderboard.rows], rel=1e-7)
    heatmap = page("small").split('id="heatmap-table"')[1].split("</table>")[0]
    # Two models lack a benchmark, and with it the mean.
    assert len(re.findall('<td class="none ">–<span', heatmap)) == 4


def test_comparable_settings_stand_below_their_tables():
    """Each benchmark's, the trade-off's, and those of a benchmark's own tables."""
    text = tree("small").text
    for column in findings("small").study.columns:
        assert f"Comparable settings {column.comparable}" in text
    assert "Comparable settings cdat|p" in text
    assert "Novel words count only if they are also more appropriate than random nouns" in text


def test_plots_are_named():
    """An image has a title and a description, and a caption that all can read."""
    svgs = [attrs for attrs in tree("small").all("svg") if attrs.get("class") == "plot"]
    assert len(svgs) == len(figures("small"))
    assert all(attrs["role"] == "img" and attrs["aria-labelledby"] for attrs in svgs)
    assert tree("small").tags.count("figcaption") == len(svgs)
    radars = [attrs for attrs in tree("small").all("svg") if attrs.get("role") == "img" and "class" not in attrs]
    assert len(radars) == len(findings("small").study.models)
    assert all(attrs["aria-label"] for attrs in radars)


def test_problems_and_notes_are_listed():
    """Word by word."""
    study = findings("small").study
    assert all(line in tree("small").text for line in (*study.problems, *study.notes))
    assert "Nothing: every run folder of these suites was read." in tree("absent").text


def test_without_figures_the_page_still_stands():
    """Their places stay empty."""
    one = Tree(render_report(findings("small"), {}, made=DAY))
    assert "figure" not in one.tags
    assert len(one.all("table")) == len(tree("small").all("table"))


def test_the_same_findings_make_the_same_page():
    """Byte by byte."""
    again = render_report(made.small(), draw_figures(made.small()), "helm-creativity report s --seed 0", DAY)
    assert again == page("small")


def test_two_hundred_models_in_twenty_benchmarks_are_a_few_megabytes():
    """Of each kind of table at most so many rows are open."""
    whole = render_report(findings("big"), {}, made=DAY)
    assert 500_000 < len(whole) < 4_000_000
    assert whole.count('<div class="box tall"') > 20
    assert "The other 188 profiles" in whole


def schemes():
    """Colours by scheme."""
    light, dark = STYLE.split("@media (prefers-color-scheme: dark)")
    return {"light": colours(light), "dark": colours(light) | colours(dark.split("* {")[0])}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card", "wash"])
def test_words_stand_out_from_their_ground(scheme, ground):
    """At least 4.5 to 1 (WCAG 2.2, AA)."""
    found = schemes()[scheme]
    for ink in ("ink", "soft", "line", "goal"):
        assert contrast(found[ink], found[ground]) >= 4.5, ink


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_stand_out_from_their_shade_and_marks_from_the_card(scheme):
    """Numbers 4.5 to 1, marks 3 to 1; the deepest shade is seen beside none."""
    found = schemes()[scheme]
    share = int(re.search(r"var\(--up\) \{\{ (\d+) \* step", STYLE)[1]) / 100
    for hue in ("up", "down"):
        for step in range(1, 5):
            assert contrast(found["ink"], mixed(found[hue], found["card"], share * step)) >= 4.5
    for hue in ("plot-blue", "plot-orange", "plot-green", "plot-pink"):
        assert contrast(found[hue], found["card"]) >= 3


def test_style_cares_for_motion_print_and_dark():
    """As the reader wishes."""
    for query in ("prefers-reduced-motion: reduce", "@media print", "prefers-color-scheme: dark"):
        assert query in STYLE


def test_one_reason_for_all_of_reliability_is_a_sentence():
    """In the list of what is not there, without the table and its dashes."""
    none = Absent("2 of the models' scores are few")
    rows = tuple(
        replace(estimate, split_half=none, retest=none, stability=none) for estimate in findings("small").reliability
    )
    whole = render_report(replace(findings("small"), reliability=rows), {}, made=DAY)
    assert "2 of the models’ scores are few." in Tree(whole).text
    assert "reliability-table" not in whole


def test_baselines_alone_have_ranks_and_the_page_does_not_deny_it():
    """They stand in for models."""
    study = findings("small").study
    alone = replace(findings("absent"), study=replace(study, models=made.BASELINES, scores=study.scores[-2:]))
    assert "they have no rank" in tree("small").text
    assert "they have no rank" not in Tree(render_report(alone, {}, made=DAY)).text


def test_what_judges_favour_stands_beside_its_reasons():
    """Effects with their intervals, those that no judge has with the reason, and models at equal length."""
    section = page("small").split('id="judge_bias"')[1].split("</section>")[0]
    (audit,) = findings("small").judge_bias
    shown = [effect for effect in audit.effects if effect.slope.value is not None and effect.kind == "length"]
    values = re.findall(r'<td data-value="([^"]+)" class="main">', section)
    assert [float(value) for value in values[: len(shown)]] == pytest.approx(
        [effect.slope.value for effect in shown], rel=1e-7
    )
    lines = dict(re.findall(r"<li><b>([^<]+)</b>: (.+)\.</li>", section.split("<h3>Not measured</h3>")[1]))
    known = {effect.kind for effect in audit.effects if effect.slope.value is not None}
    without = {effect.kind: effect.slope.problem for effect in audit.effects if effect.kind not in known}
    assert "order" in without
    for kind, why in without.items():
        (line,) = [names for names in lines if kind in names.lower().split("; ")]
        assert lines[line] == why
    assert len(re.findall("<tr", section.split('id="equal-length-table"')[1])) == len(audit.models) + 1
