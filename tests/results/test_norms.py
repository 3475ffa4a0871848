"""Norms of people, and shipped baselines, which stand beside models: marked, unranked, and changing no number."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.folders import entry, write_run
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
    norms_for,
    shipped_baselines,
)

GREEDY, ITEMS = "creativity/greedy", 12


def test_a_norm_says_what_it_is_of():
    norm = Norm("students", 8572, 0.8, 0.25, "a table", {})
    assert norm_text(norm) == "People: mean 0.8, SD 0.25, n = 8,572. Sample: students."
    assert norm_text(replace(norm, stat="fluency")).startswith("People, fluency: mean 0.8")
    rough = norm_text(replace(norm, unit="items", differs="they had 15 seconds"))
    assert rough.endswith("n = 8,572 items. Sample: students. Comparable only roughly: they had 15 seconds.")


def test_norms_hold_under_their_settings():
    own = norms_for("creativity_rat", "rat|items:bowden2003/144@sha256:0")
    assert own[0] == find_entry("rat").card.norms[0]
    assert norms_for("creativity_rat", "rat|items:own/120@sha256:0") == norms_for("other", "rat") == ()
    key = "letter_string|protocol:lewis2025|items:all"
    norm = norm_with_quantiles("creativity_letter_string", key)
    assert norm == find_entry("letter_string").card.norms[0]
    assert norm_with_quantiles("creativity_letter_string", key, "other") is None
    assert norm_with_quantiles("creativity_letter_string", f"{key}/9") is None


@pytest.mark.usefixtures("shipped")
def test_shipped_baselines_are_those_of_the_same_settings_and_items():
    """The best first, those that do not count last; none that the suite itself has."""
    greedy, nouns = shipped_baselines("creativity_dat", "dat|a", ITEMS, ())
    assert (greedy.baseline, greedy.score, greedy.low) == (GREEDY, 90, None)
    assert (nouns.low, nouns.high, nouns.stats["score_se"], nouns.stats["num_instances"]) == (4, 6.1, 0.5, ITEMS)
    assert "gate_p_value" not in nouns.stats
    assert shipped_baselines("creativity_dat", "dat|a", ITEMS, {GREEDY}) == (nouns,)
    first, second = shipped_baselines("creativity_cdat", "cdat|b", ITEMS, ())
    assert (first.baseline, first.uncounted) == (GREEDY, "")
    assert second.uncounted.startswith("gate not passed: adjusted p 0.7")
    for key, items in (("dat|a", ITEMS - 1), ("dat|a", None), ("dat|other", ITEMS)):
        assert shipped_baselines("creativity_dat", key, items, ()) == ()


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
    computed, kept = (
        {row[:4]: row for row in norms.read_shipped(path)}
        for path in (tmp_path / "computed.csv", Path(norms.__file__).with_name("baseline_scores.csv"))
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
        first == second if first is None or second is None else math.isclose(first, second, rel_tol=1e-5, abs_tol=1e-9)
        for first, second in pairs
    )


SHIPPED, SHIPPED_NOUNS = (f"creativity/{name} (baseline, shipped)" for name in ("greedy", "random-nouns"))
ITEMS, KEYS = 12, {"dat": "dat|a", "cdat": "cdat|b"}
BELOW = "below the baseline Random nouns"


def suite_of(folder, models=4, *, nouns=None, items=ITEMS):
    """Language models with means of about 4, 5, 6, ... on both benchmarks, random nouns with their own where given."""
    rng = np.random.default_rng(1)
    means = {f"lab/m{row}": 4.2 + row for row in range(models)}
    means |= {} if nouns is None else {"creativity/random-nouns": nouns}
    for name, key in KEYS.items():
        for model, mean in means.items():
            values = mean + 0.1 * rng.permutation(np.linspace(-1, 1, items))
            stats = {"score": values.mean(), "score_se": values.std(ddof=1) / math.sqrt(items), "valid_rate": 1.0}
            stats |= {"num_instances": items, "num_answers": items}
            stats |= {"gate_p_value": 1e-9, "gate_difference": 1.0} if name == "cdat" else {}
            entries = [entry(str(item), score=value) for item, value in enumerate(values.tolist())]
            write_run(folder / "s", f"creativity_{name}", model, stats, entries, comparable=key)
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
    assert all(f"lab/m{row} " in models for row in range(4))
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
    """A run of the suite_of itself comes first; shipped ones that do not pass the gate are no floor."""
    found = suite_of(tmp_path, nouns=nouns)
    dat, cdat = found.leaderboards("dat")[0], found.leaderboards("cdat")[0]
    assert {row["model"] for row in dat.rows if row["caution"] == BELOW} == expected
    assert {row["model"] for row in cdat.rows if row["caution"] == BELOW} == (expected if nouns else set())
    assert list(below(dat)) == ([SHIPPED] if nouns else [SHIPPED, SHIPPED_NOUNS])


def test_they_change_no_number(tmp_path, request):
    plain = suite_of(tmp_path / "plain")
    names = ("leaderboards", "composite")
    expected = [plain.leaderboards(), plain.analyse("composite")]
    request.getfixturevalue("shipped")
    assert not any(table.totals for table in suite_of(tmp_path / "more", items=ITEMS + 1).leaderboards())
    shipped = suite_of(tmp_path / "shipped")
    found = [shipped.leaderboards(), shipped.analyse("composite")]
    for name, own, other in zip(names, found, expected, strict=True):
        assert own[0].totals, name
        assert not other[0].totals, name
        rows, others = ([{**row, "caution": ""} for table in some for row in table.rows] for some in (own, other))
        np.testing.assert_equal(rows, others)
