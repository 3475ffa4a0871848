"""Scores of short forms on the scale of the full form, in leaderboards and reports."""

from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from support import helm

from helm_creativity.core.benchmark import parse_settings
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.short_forms import FormLink, read_link
from helm_creativity.errors import FileProblem
from helm_creativity.helm_plugin.run_spec import run_spec
from helm_creativity.reporting.leaderboard import leaderboard
from helm_creativity.reporting.report.leaderboards import leaderboard_view
from helm_creativity.results.findings import derive_findings
from helm_creativity.results.form_links import links_of_runs
from helm_creativity.results.options import Options
from helm_creativity.results.study import build_score_matrix
from helm_creativity.results.suite import find_suites, read_suites

METAPHOR = get_benchmark("metaphor")
HOW = {"prompts": "own", "judges": "creativity/lexical-judge"}
FULL_KEY = run_spec(METAPHOR, HOW).metric_specs[0].args["comparable"]
ALL_ITEMS = [item.id for item in METAPHOR.items(parse_settings(METAPHOR, HOW))]
MODELS = ["creativity/greedy", "creativity/random-nouns"]
INTERCEPT, SLOPE = 10.0, 0.5


def write_form(path, items, link, comparable=FULL_KEY, benchmark="metaphor"):
    values = {"benchmark": benchmark, "items": items, "link": link, "comparable": comparable}
    path.write_text(yaml.safe_dump({name: value for name, value in values.items() if value is not None}))
    return path


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Of a form of six items, of one of all items, and of no form."""
    folder = tmp_path_factory.mktemp("forms")
    short = write_form(folder / "short.yaml", ALL_ITEMS[:6], {"intercept": INTERCEPT, "slope": SLOPE})
    full = write_form(folder / "all.yaml", ALL_ITEMS, {"intercept": 0, "slope": 1})
    entry = "creativity_metaphor:" + ",".join(f"{name}={value}" for name, value in HOW.items())
    entries = [f"{entry},short={short}", f"{entry},short={full}", entry]
    helm.run(folder, [f"{each},model=text" for each in entries], models=MODELS)
    return read_suites(find_suites(["s"], folder)).runs


def table_of(runs, items, problems=None):
    tables = [table for table in leaderboard(runs, problems=problems) if table.name == "leaderboard"]
    (table,) = [table for table in tables if f"|items:{items}@" in table.facts["comparable_settings"]]
    return table, {column.key: place for place, column in enumerate(table.columns)}


def of_form(runs, name):
    return [run for run in runs if str(run.settings.get("short", "")).endswith(name)]


def test_a_short_form_has_its_score_on_the_scale_of_the_full_form(runs):
    """In its own table, by the link of its file."""
    table, place = table_of(runs, 6)
    assert len(table.rows) == 2
    for row in table.rows:
        assert row[place["score_full_form"]] == INTERCEPT + SLOPE * row[place["score"]]
        assert row[place["score_full_form_se"]] == SLOPE * row[place["score_se"]]
    (note,) = [note for note in table.notes if note.startswith("full form's scale: 10 + 0.5 · score, the link of ")]
    assert "the file has no error of the link" in note


def test_a_form_of_all_items_changes_no_score(runs):
    """And stands beside runs of no form, which have no link."""
    table, place = table_of(runs, len(ALL_ITEMS))
    named = {row[place["run"]]: row for row in table.rows}
    linked = {run.name for run in of_form(runs, "all.yaml")}
    assert len(named) == 4
    for name, row in named.items():
        expected = (row[place["score"]], row[place["score_se"]]) if name in linked else (None, None)
        assert (row[place["score_full_form"]], row[place["score_full_form_se"]]) == expected


def test_the_report_has_the_same_scores_with_intervals(runs):
    own = of_form(runs, "short.yaml")
    suites = find_suites([str(own[0].folder.parent)], own[0].folder)
    study = build_score_matrix(suites)
    findings = derive_findings(study, read_suites(suites).runs, Options(draws=100))
    place = next(place for place, column in enumerate(study.columns) if column.items == 6)
    board = findings.leaderboards[place]
    view = leaderboard_view(board, findings, place, "benchmark-1")
    names = [head.title for head in view.grid.heads]
    at = next(place for place, name in enumerate(names) if name.endswith("full form's scale"))
    cells = {row.cells[0].text: row.cells for row in view.grid.rows}
    assert all(row.low < row.high for row in board.rows)
    for row in board.rows:
        assert cells[row.model][at].value == INTERCEPT + SLOPE * row.score
        assert cells[row.model][at + 1].value == INTERCEPT + SLOPE * row.low
    assert "Full form’s scale: 10 + 0.5 · score, the link of " in view.facts


def changed(runs, **settings):
    (run, *_) = of_form(runs, "short.yaml")
    return replace(run, settings={**run.settings, **settings})


def test_a_link_that_does_not_hold_is_named_with_the_reason(runs, tmp_path):
    """Other settings, other items, no link, no file: the score has no other scale."""
    link = {"intercept": 1, "slope": 1}
    other = FULL_KEY.replace("judge_temp:0", "judge_temp:1")
    assert other != FULL_KEY
    cases = {
        write_form(tmp_path / "a.yaml", ALL_ITEMS[:6], link, other): "with other comparable settings: judge_temp",
        write_form(tmp_path / "b.yaml", ALL_ITEMS[1:7], link): "are now others (6@",
        write_form(tmp_path / "c.yaml", ALL_ITEMS[:6], None): "has no link",
        write_form(
            tmp_path / "d.yaml", ALL_ITEMS[:6], link, None
        ): "expected link with the numbers intercept and slope",
        write_form(tmp_path / "e.yaml", ALL_ITEMS[:6], {"intercept": 1, "slope": 0}): "above 0, got 0 in ",
        write_form(tmp_path / "f.yaml", ALL_ITEMS[:6], {"intercept": 1, "slope": -0.5}): "above 0, got -0.5 in ",
        write_form(tmp_path / "g.yaml", ALL_ITEMS[:6], link, benchmark="novelty"): (
            "is of novelty, and the run of metaphor"
        ),
        write_form(tmp_path / "h.yaml", ALL_ITEMS[:6], link, FULL_KEY.replace("metaphor", "novelty", 1)): (
            "is of novelty, and the run of metaphor"
        ),
        tmp_path / "none.yaml": "short must name a file that can be read",
    }
    for path, words in cases.items():
        found = links_of_runs([changed(runs, short=str(path))])
        (note,) = found.notes
        assert found.links == {}
        assert note.startswith("not on the full form's scale: ")
        assert words in note
    table, place = table_of([changed(runs, short=str(tmp_path / "c.yaml"))], 6)
    assert "score_full_form" not in place
    assert any("has no link" in note for note in table.notes)


@pytest.mark.parametrize(
    "link", [{"intercept": 1}, {"intercept": 1, "slope": "steep"}, {"intercept": float("nan"), "slope": 1}, [1, 2], 3]
)
def test_what_is_no_link_is_refused(link, tmp_path):
    with pytest.raises(FileProblem, match="expected link with the numbers intercept and slope"):
        read_link(str(write_form(tmp_path / "form.yaml", ALL_ITEMS[:2], link)))


def test_intervals_are_moved_with_their_scores():
    assert FormLink(1.0, 2.0, "").interval(3.0, 4.0) == (7.0, 9.0)
