"""Baselines without a run that stand beside models: marked, without a rank, and nothing is computed with them."""

import math

import numpy as np
import pytest
from support.folders import entry, write_run

from helm_creativity.reports.page import render_report
from helm_creativity.reports.tables import render
from helm_creativity.results.leaderboard import overview
from helm_creativity.results.loading import read_suite

GREEDY, NOUNS = (f"creativity/{name} (baseline, shipped)" for name in ("greedy", "random-nouns"))
ITEMS, KEYS = 12, {"dat": "dat|a", "cdat": "cdat|b"}
BELOW = "below the baseline Random nouns"


def suite(folder, models=4, *, nouns=None, items=ITEMS):
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
    found = suite(tmp_path)
    dat, cdat = found.leaderboards("dat")[0], found.leaderboards("cdat")[0]
    assert list(below(dat)) == [GREEDY, NOUNS]
    known = {"score": 5, "score_se": 0.5, "low": 4, "high": 6.1, "num_instances": ITEMS, "_mark": "baseline"}
    assert known.items() <= below(dat)[NOUNS].items()
    assert "rank" not in below(dat)[NOUNS]
    assert below(cdat)[NOUNS]["uncounted"].startswith("gate not passed: adjusted p 0.7")
    models, _, last = render(dat).partition(GREEDY)
    assert all(f"lab/m{row} " in models for row in range(4))
    assert "run for this package under the same settings. It has no rank" in last
    page = render_report(found)
    assert all(page.count(name) > 1 for name in ("greedy", "random-nouns", "baseline, shipped"))


@pytest.mark.usefixtures("shipped")
def test_they_stand_in_the_overview(tmp_path):
    """As rows below the models or, of few models, as columns behind them; without a composite."""
    lines = [line.split() for line in render(overview(suite(tmp_path))).splitlines()]
    rows = {line[0]: line[1:] for line in lines if line and "/" in line[0]}
    assert rows["creativity/greedy"] == ["(baseline,", "shipped)", "-", "6.000", "90.000"]
    assert rows["creativity/random-nouns"] == ["(baseline,", "shipped)", "-", "80.000", "(*)", "5.000"]
    assert rows["lab/m0"][-1] == "(!)"
    alone = overview(suite(tmp_path / "alone", 1))
    assert [column.title for column in alone.columns][1:] == ["lab/m0", "greedy (shipped)", "random-nouns (shipped)"]


@pytest.mark.usefixtures("shipped")
def test_their_z_scores_are_on_the_scale_of_the_models(tmp_path):
    """Those of a run with these scores; one that does not count says why."""
    found = suite(tmp_path)
    rows = below(found.analyse("composite")["heatmap"])
    for name, place, score in ((GREEDY, 0, 90), (NOUNS, 0, 5), (GREEDY, 1, 6)):
        (at,) = found.find_columns(("dat", "cdat")[place])
        models = found.scores[:, at]
        expected = (score - models.mean()) / models.std(ddof=1)
        assert rows[name][f"z_{found.columns[at].key}"] == pytest.approx(expected)
    assert "gate not passed" in rows[NOUNS]["z_creativity_cdat"].reason
    assert not any("overall" in row for row in rows.values())


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(("nouns", "expected"), [(None, {"lab/m0"}), (6.9, {"lab/m0", "lab/m1", "lab/m2"})])
def test_a_score_below_that_of_random_nouns_says_so(tmp_path, nouns, expected):
    """A run of the suite itself comes first; shipped ones that do not pass the gate are no floor."""
    found = suite(tmp_path, nouns=nouns)
    dat, cdat = found.leaderboards("dat")[0], found.leaderboards("cdat")[0]
    assert {row["model"] for row in dat.rows if row["caution"] == BELOW} == expected
    assert {row["model"] for row in cdat.rows if row["caution"] == BELOW} == (expected if nouns else set())
    assert list(below(dat)) == ([GREEDY] if nouns else [GREEDY, NOUNS])


def test_they_change_no_number(tmp_path, request):
    plain = suite(tmp_path / "plain")
    names = ("leaderboards", "composite")
    expected = [plain.leaderboards(), plain.analyse("composite")]
    request.getfixturevalue("shipped")
    assert not any(table.totals for table in suite(tmp_path / "more", items=ITEMS + 1).leaderboards())
    shipped = suite(tmp_path / "shipped")
    found = [shipped.leaderboards(), shipped.analyse("composite")]
    for name, own, other in zip(names, found, expected, strict=True):
        assert own[0].totals, name
        assert not other[0].totals, name
        rows, others = ([{**row, "caution": ""} for table in some for row in table.rows] for some in (own, other))
        np.testing.assert_equal(rows, others)
