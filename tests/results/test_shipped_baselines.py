"""Baselines that are shipped stand beside models, and change nothing."""

import csv
import io
import json
import math
import re
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from support.folders import entry, write_run
from support.tools import tool

import helm_creativity as hc
from helm_creativity.reports import leaderboard as tables
from helm_creativity.reports.overview import overview
from helm_creativity.reports.report.leaderboards import OVERALL
from helm_creativity.reports.report.page import render_report, report_view
from helm_creativity.reports.tables import render
from helm_creativity.results import shipped_baselines as shipped
from helm_creativity.results.findings import derive_findings
from helm_creativity.results.options import Options
from helm_creativity.results.runs import find_suites, read_suites
from helm_creativity.results.shipped_baselines import RANDOM_NOUNS, below_random_nouns, shipped_baselines
from helm_creativity.results.study import build_score_matrix

GREEDY = "creativity/greedy"
ITEMS, KEYS = 12, {"creativity_dat": "dat|a", "creativity_cdat": "cdat|b"}
HEAD = [*shipped.KEY, "score", "score_se", "low", "high", "valid_rate", "gate_p_value", "gate_difference"]


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    """A file of both baselines on two benchmarks; on the second the random nouns do not pass the gate."""
    rows = [
        ["creativity_dat", GREEDY, "dat|a", ITEMS, 90, 1, 88, 92, 1, "", ""],
        ["creativity_dat", RANDOM_NOUNS, "dat|a", ITEMS, 5, 0.5, 4, 6.1, 1, "", ""],
        ["creativity_cdat", GREEDY, "cdat|b", ITEMS, 6, 1, "", "", 1, 1e-9, 1],
        ["creativity_cdat", RANDOM_NOUNS, "cdat|b", ITEMS, 80, 1, "", "", 1, 0.7, 0.1],
    ]
    monkeypatch.setattr(shipped, "FILE", written := tmp_path / "shipped.csv")
    with written.open("w", newline="") as opened:
        csv.writer(opened).writerows([HEAD, *rows])
    shipped._with_settings.cache_clear()
    shipped.read_shipped.cache_clear()
    yield written
    shipped._with_settings.cache_clear()
    shipped.read_shipped.cache_clear()


def emptied(file):
    """Ships nothing."""
    file.write_text(",".join(HEAD) + "\n")
    shipped._with_settings.cache_clear()
    shipped.read_shipped.cache_clear()


def suite(folder, models=4, *, nouns=None, items=ITEMS):
    """Language models with means of about 4, 5, 6, ... on both benchmarks, random nouns with their own where given."""
    rng = np.random.default_rng(1)
    means = {f"lab/m{row}": 4.2 + row for row in range(models)} | ({} if nouns is None else {RANDOM_NOUNS: nouns})
    for group, key in KEYS.items():
        for model, mean in means.items():
            values = mean + 0.1 * rng.permutation(np.linspace(-1, 1, items))
            stats = {"score": values.mean(), "score_se": values.std(ddof=1) / math.sqrt(items), "valid_rate": 1.0}
            counts = {"num_instances": items, "num_answers": items}
            gate = {"gate_p_value": 1e-9, "gate_difference": 1.0} if group == "creativity_cdat" else {}
            entries = [entry(str(item), score=value) for item, value in enumerate(values.tolist())]
            write_run(folder / "runs" / "s", group, model, {**stats, **counts, **gate}, entries=entries, comparable=key)
    suites = find_suites(["s"], folder)
    collected = read_suites(suites)
    findings = derive_findings(build_score_matrix(suites, collected=collected), collected.runs, Options(draws=100))
    return tables.leaderboard(collected.runs), findings


def board(found, group="creativity_dat"):
    """The table of a benchmark."""
    return next(table for table in found if table.facts.get("benchmark") == group)


def test_they_stand_below_all_rows_of_the_terminal_marked_as_shipped(tmp_path):
    found, _ = suite(tmp_path)
    lines = render(board(found)).splitlines()
    rules = [place for place, line in enumerate(lines) if line.startswith("---")]
    assert [line.split("  ")[0] for line in lines[rules[1] + 1 : rules[1] + 3]] == [
        f"{GREEDY} (baseline, shipped)",
        f"{RANDOM_NOUNS} (baseline, shipped)",
    ]
    assert re.search(r"^creativity/random-nouns \(baseline, shipped\) +5\.000 +0\.500 ", "\n".join(lines), re.MULTILINE)
    assert "run for this package under the same settings; it has no rank" in render(board(found))
    (record,) = json.loads(render(board(found), "json"))
    assert [(row["model"], row["score"], row["num_instances"]) for row in record["totals"]] == [
        (f"{GREEDY} (baseline, shipped)", 90.0, ITEMS),
        (f"{RANDOM_NOUNS} (baseline, shipped)", 5.0, ITEMS),
    ]
    uncounted = json.loads(render(board(found, "creativity_cdat"), "json"))[0]["totals"][1]["uncounted"]
    assert uncounted.startswith("gate not passed: adjusted p 0.7")


def test_they_stand_below_the_models_by_benchmarks_on_the_scale_of_the_models(tmp_path):
    """Their z-scores are those of a run with these scores; one that does not count says why."""
    _, findings = suite(tmp_path)
    scores = findings.study.over_all_items
    places = {column.title: place for place, column in enumerate(findings.study.columns)}
    grid = report_view(findings)["composite"]["heatmap"]
    heads = [head.title for head in grid.heads]
    *models, greedy, nouns = [dict(zip(heads, row.cells, strict=True)) for row in grid.rows]
    assert [row["Model"].text for row in (greedy, nouns)] == [GREEDY, RANDOM_NOUNS]
    assert [row.mark for row in grid.rows[-2:]] == ["baseline"] * 2
    for row, title, score in ((greedy, "DAT", 90), (nouns, "DAT", 5), (greedy, "CDAT", 6)):
        column = scores[:, places[title]]
        assert row[title].value == pytest.approx((score - column.mean()) / column.std(ddof=1))
    assert nouns["CDAT"].value is None
    assert all(row[OVERALL].value is None for row in (greedy, nouns))
    assert len(models) == 4


@pytest.mark.parametrize("models", [1, 2])
def test_they_stand_beside_few_models(tmp_path, models):
    _, findings = suite(tmp_path, models)
    grid = report_view(findings)["scores"]
    assert [head.title for head in grid.heads][-2:] == [
        f"{name} (baseline, shipped)" for name in (GREEDY, RANDOM_NOUNS)
    ]
    rows = {row.cells[0].text: row.cells[-2:] for row in grid.rows}
    assert {title: [cell.value for cell in cells] for title, cells in rows.items()} == {"CDAT": [6, 80], "DAT": [90, 5]}
    assert rows["DAT"][1].note == "4.000 to 6.100"
    assert grid.reasons[rows["CDAT"][1].why]
    assert not rows["CDAT"][0].why


def test_they_stand_at_the_foot_of_the_report_without_a_rank(tmp_path):
    _, findings = suite(tmp_path)
    (view,) = [view for view in report_view(findings)["leaderboards"] if view.column.group == "creativity_dat"]
    *models, greedy, nouns = view.grid.rows
    assert [row.cells[0].text for row in models] == [f"lab/m{row}" for row in (3, 2, 1, 0)]
    heads = [head.title for head in view.grid.heads]
    for row, name, score, ends in (
        (greedy, GREEDY, 90, "88.000 to 92.000"),
        (nouns, RANDOM_NOUNS, 5, "4.000 to 6.100"),
    ):
        cells = dict(zip(heads, row.cells, strict=True))
        assert (cells["Model"].text, cells["Model"].note, row.mark) == (name, "baseline, shipped", "baseline")
        assert cells["Rank"].value is None
        assert cells["Score"].value == score
        assert cells["95 % interval"].text == ends
        assert "Items" not in cells
    assert f", {ITEMS} items. " in view.facts
    page = render_report(findings, {}, "")
    assert "Baseline, shipped: run for this package under the same settings" in page


def test_a_score_below_that_of_random_nouns_says_so(tmp_path):
    """Where it counts; on the other benchmark random nouns do not pass the gate, and nothing is below them."""
    found, findings = suite(tmp_path)
    for group, expected in (("creativity_dat", {"lab/m0"}), ("creativity_cdat", set())):
        rows = csv.DictReader(io.StringIO(render(board(found, group), "csv")))
        assert {row["model"] for row in rows if "below the baseline Random nouns" in row.get("caution", "")} == expected
        (view,) = [view for view in report_view(findings)["leaderboards"] if view.column.group == group]
        marked = {
            row.cells[0].text
            for row in view.grid.rows
            if any("below the baseline Random nouns" in cell.why for cell in row.cells)
        }
        assert marked == expected


def test_they_stand_in_the_overview_of_all_benchmarks(tmp_path):
    """As rows below the models, or as columns behind them; without a composite."""
    suite(tmp_path)
    runs = read_suites(find_suites(["s"], tmp_path)).runs
    text = render(overview(runs, 118, pytest.fail))
    assert re.search(r"^creativity/greedy \(baseline, shipped\) +- +6\.\d+ +90\.\d+$", text, re.MULTILINE)
    assert re.search(r"^creativity/random-nouns \(baseline, shipped\) +- +80\.\d+ \(\*\) +5\.\d+$", text, re.MULTILINE)
    assert re.search(r"^lab/m0 .* 4\.\d+ +4\.\d+ \(!\)$", text, re.MULTILINE)
    assert "baseline, shipped: run for this package" in text
    one = render(overview([run for run in runs if run.model == "lab/m0"], 118, pytest.fail))
    assert re.split(" {2,}", one.splitlines()[0]) == [
        "benchmark",
        "lab/m0",
        "greedy (shipped)",
        "random-nouns (shipped)",
    ]


def test_a_run_of_the_suite_itself_comes_first(tmp_path):
    """Its score is the floor, and the shipped one is not shown."""
    found, findings = suite(tmp_path, nouns=6.9)
    assert [row[0] for row in board(found).totals] == [f"{GREEDY} (baseline, shipped)"]
    rows = list(csv.DictReader(io.StringIO(render(board(found), "csv"))))
    below = ["lab/m2", "lab/m1", "lab/m0"]
    assert [row["model"] for row in rows if row["caution"] == "below the baseline Random nouns"] == below
    (first, *_) = findings.leaderboards
    assert [row.model for row in first.rows if row.caution == "below the baseline Random nouns"] == below
    frame = hc.load_suite(tmp_path, "s").leaderboard("dat")
    assert frame.filter(frame["caution"] == "below the baseline Random nouns")["model"].to_list() == below
    assert [baseline.baseline for baseline in first.shipped] == [GREEDY]


@pytest.mark.parametrize("items", [ITEMS - 1, ITEMS + 1])
def test_other_settings_have_no_shipped_baselines(tmp_path, items):
    found, findings = suite(tmp_path, items=items)
    assert all(not table.totals for table in found)
    assert all(not leaderboard.shipped for leaderboard in findings.leaderboards)
    assert shipped_baselines("creativity_dat", "dat|other", ITEMS, ()) == ()
    assert shipped_baselines("creativity_dat", "dat|a", None, ()) == ()


def test_they_change_no_number(tmp_path, file):
    """Of pools, composites, ranks, intervals or the gate: all is as if nothing were shipped."""
    with_them, findings = suite(tmp_path)
    emptied(file)
    without, expected = suite(tmp_path / "again")
    for own, plain in zip(with_them, without, strict=True):
        assert not plain.totals
        keys = [column.key for column in plain.columns if column.key not in ("caution", "uncounted", "provenance")]
        for row, other in zip(own.rows, plain.rows, strict=True):
            here, there = (
                dict(zip([column.key for column in table.columns], values, strict=True))
                for table, values in ((own, row), (plain, other))
            )
            assert [here[key] for key in keys] == [there[key] for key in keys]
    assert findings.composite.rows
    for name in (field.name for field in fields(findings.composite)):
        np.testing.assert_equal(getattr(findings.composite, name), getattr(expected.composite, name))
    for own, plain in zip(findings.leaderboards, expected.leaderboards, strict=True):
        assert len(own.shipped) == 2
        rows = tuple(row._replace(caution=other.caution) for row, other in zip(own.rows, plain.rows, strict=True))
        assert replace(own, rows=rows, shipped=()) == plain
    assert findings.study.models == expected.study.models
    assert findings.study.uncounted == expected.study.uncounted


@pytest.mark.parametrize(
    ("score", "lower", "expected"),
    [(4.9, False, True), (5, False, False), (5 - 1e-9, False, False), (5.1, True, True), (4.9, True, False)],
)
def test_below_is_meant_in_the_direction_of_the_benchmark(score, lower, expected):
    assert below_random_nouns("creativity_dat", "dat|a", ITEMS, {}, lower_is_better=lower)(score) is expected


def test_nothing_is_below_random_nouns_whose_own_score_does_not_count():
    """Although one is shipped."""
    assert not below_random_nouns("creativity_dat", "dat|a", ITEMS, {RANDOM_NOUNS: None})(-99)


@pytest.mark.commands
def test_shipped_scores_are_those_of_today(tmp_path, monkeypatch):
    """Of every run entry that needs no download and no judge, as ``helm-run`` scores it."""
    program = tool("baseline_scores")
    found = program.computed_scores(tmp_path / "output", program.run_entries())
    program.write(found, tmp_path / "computed.csv")
    key = [*shipped.KEY]
    computed, kept = (
        {tuple(getattr(row, name) for name in key): row for row in shipped.read_shipped(path)}
        for path in (tmp_path / "computed.csv", Path(shipped.__file__).with_name("baseline_scores.csv"))
    )
    stale = [settings for settings, row in computed.items() if not same(row, kept.get(settings))]
    assert not stale, f"baseline_scores.csv is stale; run: python tools/baseline_scores.py\n{stale}"
    assert {row.baseline for row in computed.values()} == {GREEDY, RANDOM_NOUNS}


def same(row, other):
    """Whether two rows have the same numbers, but for the last digits of another machine."""
    if other is None or set(row.stats) != set(other.stats):
        return False
    pairs = [(row.stats[name], other.stats[name]) for name in row.stats]
    pairs += [(row.low, other.low), (row.high, other.high)]
    return all(
        one == two if one is None or two is None else math.isclose(one, two, rel_tol=1e-5, abs_tol=1e-9)
        for one, two in pairs
    )
