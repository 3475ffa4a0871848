"""Norms of people, and shipped baselines, which stand beside models: marked, unranked, and changing no number."""

from pathlib import Path

import numpy as np
import pytest
from support.folders import write_run
from support.tools import tool

from helm_creativity.benchmark.card import Norm
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.reports.page import render_report
from helm_creativity.reports.tables import render
from helm_creativity.results import norms
from helm_creativity.results.leaderboard import overview
from helm_creativity.results.loading import read_suite
from helm_creativity.results.norms import (
    RANDOM_NOUNS,
    below_random_nouns,
    norm_text,
    norm_with_quantiles,
)

GREEDY, ITEMS, KEYS = "creativity/greedy", 12, {"dat": "dat|a", "cdat": "cdat|b"}
SHIPPED, SHIPPED_NOUNS = (f"creativity/{name} (baseline, shipped)" for name in ("greedy", "random-nouns"))
BELOW = "below the baseline Random nouns"
FILE = """benchmark,baseline,comparable,items,score,score_se,low,high,valid_rate,gate_p_value,gate_difference
creativity_dat,creativity/random-nouns,dat|a,12,5,0.5,4,6.1,1,,
creativity_dat,creativity/greedy,dat|a,12,90,1,,,1,,
creativity_cdat,creativity/greedy,cdat|b,12,6,1,,,1,1e-9,1
creativity_cdat,creativity/random-nouns,cdat|b,12,80,1,,,1,0.7,0.1
"""


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A file of both baselines on two benchmarks; on the second the random nouns do not pass the gate."""
    monkeypatch.setattr(norms, "FILE", tmp_path / "shipped.csv")
    norms.FILE.write_text(FILE)


def test_a_norm_says_what_it_is_of_and_holds_under_its_settings():
    norm = Norm("students", 8572, 0.8, 0.25, "a table", {}, stat="fluency", unit="items", differs="they had 15 seconds")
    assert norm_text(norm) == (
        "People, fluency: mean 0.8, SD 0.25, n = 8,572 items. Sample: students. "
        "Comparable only roughly: they had 15 seconds."
    )
    key = "letter_string|protocol:lewis2025|items:all"
    assert norm_with_quantiles("creativity_letter_string", key) == find_entry("letter_string").card.norms[0]
    for where in (("creativity_letter_string", key, "other"), ("creativity_letter_string", f"{key}/9"), ("other", key)):
        assert norm_with_quantiles(*where) is None


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    ("score", "lower", "expected"),
    [(4.9, False, True), (5, False, False), (5 - 1e-9, False, False), (5.1, True, True), (4.9, True, False)],
)
def test_below_is_meant_in_the_direction_of_the_benchmark(score, lower, expected):
    """And of random nouns that count: of the suite itself, where it has them, although some are shipped."""
    assert below_random_nouns("creativity_dat", "dat|a", ITEMS, {}, lower_is_better=lower)(score) is expected
    assert below_random_nouns("creativity_dat", "dat|a", ITEMS, {RANDOM_NOUNS: 7.0})(6.9)
    assert not below_random_nouns("creativity_dat", "dat|a", ITEMS, {RANDOM_NOUNS: None})(-99)
    assert not below_random_nouns("creativity_cdat", "cdat|b", ITEMS, {})(-99)
    assert not below_random_nouns("creativity_dat", "dat|other", ITEMS, {})(-99)


@pytest.mark.commands
def test_shipped_scores_are_those_of_today(tmp_path):
    """Of every run entry that needs no download and no judge, as ``helm-run`` scores it."""
    program = tool("baseline_scores")
    found = program.computed_scores(tmp_path / "output", program.run_entries())
    program.write(found, tmp_path / "computed.csv")
    kept = {row[:4]: numbers(row) for row in norms.read_shipped(Path(norms.__file__).with_name("baseline_scores.csv"))}
    computed = {row[:4]: row for row in norms.read_shipped(tmp_path / "computed.csv")}
    near = {key: pytest.approx(numbers(row), rel=1e-5, abs=1e-9) for key, row in computed.items()}  # another machine
    stale = [settings for settings, row in near.items() if kept.get(settings) != row]
    assert not stale, f"baseline_scores.csv is stale; run: python tools/baseline_scores.py\n{stale}"
    assert {row.baseline for row in computed.values()} == {GREEDY, RANDOM_NOUNS}


def numbers(row):
    return {**row.stats, "low": row.low, "high": row.high}


def suite_of(folder, models=4, *, nouns=None, items=ITEMS):
    """Language models with scores of 4.2, 5.2... on both benchmarks, random nouns with their own where given."""
    scores = {f"lab/m{row}": 4.2 + row for row in range(models)}
    scores |= {} if nouns is None else {RANDOM_NOUNS: nouns}
    counts = {"valid_rate": 1.0, "num_instances": items, "num_answers": items, "gate_p_value": 1e-9}
    for name, key in KEYS.items():
        for model, score in scores.items():
            stats = {"score": score, "score_se": 0.02, "gate_difference": 1.0, **counts}
            write_run(folder / "s", f"creativity_{name}", model, stats, comparable=key)
    return read_suite([str(folder / "s")], draws=100)


def below(table):
    return {row["model"]: row for row in table.totals}


@pytest.mark.usefixtures("shipped")
def test_they_stand_below_all_rows_of_a_table_without_a_rank(tmp_path):
    """Marked as shipped; a score of them that does not count says why."""
    found = suite_of(tmp_path)
    dat, cdat = found.leaderboards("dat")[0], found.leaderboards("cdat")[0]
    assert list(below(dat)) == [SHIPPED, SHIPPED_NOUNS]
    known = {"score": 5, "score_se": 0.5, "low": 4, "high": 6.1, "num_instances": ITEMS, "_mark": "baseline"}
    assert known.items() <= below(dat)[SHIPPED_NOUNS].items()
    assert "rank" not in below(dat)[SHIPPED_NOUNS]
    assert below(cdat)[SHIPPED_NOUNS]["uncounted"].startswith("gate not passed: adjusted p 0.7")
    models, _, last = render(dat).partition(SHIPPED)
    assert "lab/m3 " in models
    assert "run for this package under the same settings. It has no rank" in last
    page = render_report(found)
    assert all(page.count(name) > 1 for name in ("greedy", "random-nouns", "baseline, shipped"))


@pytest.mark.usefixtures("shipped")
def test_they_stand_in_the_overview(tmp_path):
    """As rows below the models or, of few models, as columns behind them; without a composite."""
    lines = [line.split() for line in render(overview(suite_of(tmp_path))).splitlines()]
    rows = {line[0]: line[1:] for line in lines if line and "/" in line[0]}
    assert rows["creativity/greedy"] == ["(baseline,", "shipped)", "-", "6.000", "90.000"]
    assert rows["creativity/random-nouns"] == ["(baseline,", "shipped)", "-", "80.000", "(*)", "5.000"]
    assert rows["lab/m0"][-1] == "(!)"
    alone = overview(suite_of(tmp_path / "alone", 1))
    assert [column.title for column in alone.columns][1:] == ["lab/m0", "greedy (shipped)", "random-nouns (shipped)"]


@pytest.mark.usefixtures("shipped")
def test_their_z_scores_are_on_the_scale_of_the_models(tmp_path):
    """Those of a run with these scores; one that does not count says why."""
    found = suite_of(tmp_path)
    rows = below(found.analyse("composite")["heatmap"])
    for name, place, score in ((SHIPPED, 0, 90), (SHIPPED_NOUNS, 0, 5), (SHIPPED, 1, 6)):
        (at,) = found.find_columns(("dat", "cdat")[place])
        models = found.scores[:, at]
        expected = (score - models.mean()) / models.std(ddof=1)
        assert rows[name][f"z_{found.columns[at].key}"] == pytest.approx(expected)
    assert "gate not passed" in rows[SHIPPED_NOUNS]["z_creativity_cdat"].reason
    assert not any("overall" in row for row in rows.values())


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(("nouns", "expected"), [(None, {"lab/m0"}), (6.9, {"lab/m0", "lab/m1", "lab/m2"})])
def test_a_score_below_that_of_random_nouns_says_so(tmp_path, nouns, expected):
    """A run of the suite itself comes first; shipped ones that do not pass the gate are no floor."""
    found = suite_of(tmp_path, nouns=nouns)
    dat, cdat = found.leaderboards("dat")[0], found.leaderboards("cdat")[0]
    assert {row["model"] for row in dat.rows if row["caution"] == BELOW} == expected
    assert {row["model"] for row in cdat.rows if row["caution"] == BELOW} == (expected if nouns else set())
    assert list(below(dat)) == ([SHIPPED] if nouns else [SHIPPED, SHIPPED_NOUNS])


def test_they_change_no_number(tmp_path, request):
    plain = suite_of(tmp_path / "plain")
    expected = [*plain.leaderboards(), *plain.analyse("composite")]
    request.getfixturevalue("shipped")
    assert not any(table.totals for table in suite_of(tmp_path / "more", items=ITEMS + 1).leaderboards())
    suite = suite_of(tmp_path / "shipped")
    for own, other in zip([*suite.leaderboards(), *suite.analyse("composite")], expected, strict=True):
        assert not other.totals
        np.testing.assert_equal(*([{**row, "caution": ""} for row in table.rows] for table in (own, other)))
