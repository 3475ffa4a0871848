"""A model that lacks scores of hard items: in the terminal's leaderboard, the report's, and the composite."""

import csv
import io
import math
import re
from collections import Counter

import numpy as np
import pytest
from support.folders import entry, write_run
from support.studies import column, study

import helm_creativity as hc
from helm_creativity.psychometrics.missing_scores import adjusted_means, mean_bounds
from helm_creativity.reports import leaderboard as tables
from helm_creativity.reports.report.page import render_report
from helm_creativity.reports.tables import render
from helm_creativity.results import samples
from helm_creativity.results.all_items import ItemTable, all_items
from helm_creativity.results.findings import derive_findings
from helm_creativity.results.options import Options
from helm_creativity.results.runs import SuiteFolder, read_suite
from helm_creativity.results.study import TrialScores, build_score_matrix

NAN = math.nan
OPTIONS = Options(draws=400)
MODELS, ITEMS, REFUSES = 6, 40, 4


def scores_by_item(seed=1, share=0.3, order=np.argsort):
    """Six models in the order of their names; the fifth has no score on the hardest items."""
    rng = np.random.default_rng(seed)
    effects = rng.normal(size=ITEMS)
    table = 5 - 0.15 * np.arange(MODELS)[:, None] + effects + 0.2 * rng.normal(size=(MODELS, ITEMS))
    table[REFUSES, order(effects)[: round(share * ITEMS)]] = NAN
    return table


def refusing(tables_by_column, **changes):
    """A study of which the means are those of what is there."""
    answers = [TrialScores(tuple(map(str, range(table.shape[1]))), table[:, :, None]) for table in tables_by_column]
    scores = np.stack([np.nanmean(table, axis=1) for table in tables_by_column], axis=1)
    columns = [column("abcdef"[place], items=ITEMS, **changes) for place in range(len(answers))]
    return study(scores, columns, answers_of=answers.__getitem__)


def test_ranks_are_those_of_scores_over_all_items():
    """The fifth of six models refuses hard items: third by its mean, fifth by its mean over all."""
    table = scores_by_item()
    found = derive_findings(refusing([table]), options=OPTIONS)
    (board,) = found.leaderboards
    rows = {row.model: row for row in board.rows}
    refuses = rows["lab/m4"]
    assert [row.model for row in board.rows] == [f"lab/m{place}" for place in range(MODELS)]
    assert [row.rank for row in board.rows] == [1, 2, 3, 4, 5, 6]
    assert refuses.score == pytest.approx(np.nanmean(table[4]))
    assert sum(row.score > refuses.score for row in board.rows) == 2
    expected = adjusted_means(table)
    assert refuses.over_all == pytest.approx(expected.means[4])
    assert refuses.over_all_low < refuses.over_all < refuses.over_all_high
    assert (refuses.over_all_high - refuses.over_all_low) / 2 == pytest.approx(2 * expected.errors[4], rel=0.15)
    bounds = mean_bounds(table)
    assert (refuses.all_items.low, refuses.all_items.high) == pytest.approx((bounds.low[4], bounds.high[4]))
    caution = refuses.all_items.caution
    assert re.fullmatch(r"tends to lack scores on items that others find hard, r = -0\.[78]\d", caution)
    assert rows["lab/m0"].all_items is None
    assert rows["lab/m0"].over_all == rows["lab/m0"].score


def test_a_score_that_is_not_adjusted_keeps_its_interval():
    """Two responses to each item, of which some models lack one: their interval is that of the responses."""
    rng = np.random.default_rng(4)
    trials = scores_by_item()[:, :, None] + 0.3 * rng.normal(size=(MODELS, ITEMS, 2))
    trials[:4, ::3, 1] = NAN
    answers = TrialScores(tuple(map(str, range(ITEMS))), trials)
    means = np.nanmean(trials, axis=(1, 2))[:, None]
    found = derive_findings(study(means, [column("a", items=ITEMS)], answers_of=lambda _: answers), options=OPTIONS)
    for row in found.leaderboards[0].rows:
        same = row.model != f"lab/m{REFUSES}"
        assert ((row.over_all_low, row.over_all_high) == (row.low, row.high)) == same, row.model


def test_the_composite_takes_scores_over_all_items():
    tables_by_column = [scores_by_item(1), scores_by_item(2, share=0)]
    found = derive_findings(refusing(tables_by_column), options=OPTIONS).composite
    scores = np.stack([adjusted_means(table).means for table in tables_by_column], axis=1)
    z = (scores - scores.mean(axis=0)) / scores.std(axis=0, ddof=1)
    assert {row.model: row.score for row in found.rows} == pytest.approx(
        {f"lab/m{place}": mean for place, mean in enumerate(z.mean(axis=1).tolist())}
    )
    assert [row.model for row in found.rows] == [f"lab/m{place}" for place in range(MODELS)]


def test_where_less_is_better_hard_items_are_those_with_high_scores():
    (board,) = derive_findings(refusing([-scores_by_item()], lower_is_better=True), options=OPTIONS).leaderboards
    (caution,) = [row.all_items.caution for row in board.rows if row.all_items]
    assert caution.startswith("tends to lack scores on items that others find hard, r = -0.")
    assert [row.model for row in board.rows] == [f"lab/m{place}" for place in range(MODELS)]


def test_easy_items_are_named_too_and_random_ones_are_not():
    easy = derive_findings(refusing([scores_by_item(order=lambda x: np.argsort(-x))]), options=OPTIONS)
    assert "others find easy, r = 0." in easy.study.all_items[REFUSES, 0].caution
    rng = np.random.default_rng(5)
    some = derive_findings(refusing([scores_by_item(order=lambda x: rng.permutation(len(x)))]), options=OPTIONS)
    assert some.study.all_items[REFUSES, 0].caution == ""
    assert some.study.all_items[REFUSES, 0].score is not None


@pytest.mark.parametrize("share", [0, 0.05])
def test_a_share_of_95_percent_is_enough(share):
    found = derive_findings(refusing([scores_by_item(share=share)]), options=OPTIONS)
    assert found.study.all_items == {}
    assert all(row.over_all is None for row in found.leaderboards[0].rows)


def item_table(by_item, scores=None, pool=None, asked=None):
    by_item = np.array(by_item, dtype=float)
    means = np.nanmean(by_item, axis=1)
    pool = np.ones(len(by_item), dtype=bool) if pool is None else np.array(pool)
    return ItemTable(means if scores is None else np.array(scores, float), by_item, means, asked, pool)


def test_what_no_other_model_has_cannot_be_predicted():
    """There are bounds then, and no score."""
    found, completed = all_items(item_table([[1, 2, NAN, NAN], [2, 4, NAN, NAN]]), np.random.default_rng(1))
    assert [cell.score for cell in found.values()] == [None, None]
    assert [(cell.scored, cell.low, cell.high) for cell in found.values()] == [(0.5, 1.25, 2.75), (0.5, 2.0, 3.5)]
    assert completed[0, :2].tolist() == [1, 2]


def test_a_score_that_is_no_mean_over_items_is_left_alone():
    found, _ = all_items(item_table([[1, 2, NAN], [2, 4, 5]], scores=[7, 11 / 3]), np.random.default_rng(1))
    assert found == {}


def test_baselines_do_not_say_how_hard_an_item_is():
    by_item = [[1, 2, NAN], [2, 3, 4], [9, 9, -50]]
    found, _ = all_items(item_table(by_item, pool=[True, True, False]), np.random.default_rng(1))
    assert found[0].score == pytest.approx(2)


def test_other_items_than_were_asked_of_a_model_are_not_missing():
    """Two models of two items each: all that was asked has a score."""
    by_item = [[1, 2, NAN], [NAN, 3, 4]]
    assert all_items(item_table(by_item, asked=2), np.random.default_rng(1))[0] == {}
    assert len(all_items(item_table(by_item, asked=3), np.random.default_rng(1))[0]) == 2


def written(tmp_path, table, **more):
    """A suite of one benchmark, with the stats that its metric writes."""
    for row, values in enumerate(table):
        known = values[~np.isnan(values)]
        stats = {"score": known.mean(), "score_se": known.std(ddof=1) / math.sqrt(len(known))}
        counts = {"valid_rate": len(known) / len(values), "num_instances": len(values), "num_answers": len(values)}
        entries = [
            entry(str(item), **({} if math.isnan(value) else {"score": value})) for item, value in enumerate(values)
        ]
        own = more.get("entries", entries) if row == 0 else entries
        write_run(tmp_path / "s", model=f"lab/m{row}", stats={**stats, **counts}, entries=own, comparable="dat|a")
    return tmp_path / "s"


def rows_of(found):
    return list(csv.DictReader(io.StringIO(render(found, "csv"))))


def test_terminal_and_report_say_the_same(tmp_path):
    suite = written(tmp_path, scores_by_item())
    found = rows_of(tables.leaderboard(read_suite(suite)[0]))
    matrix = build_score_matrix([SuiteFolder("s", suite)], None, pytest.fail)
    (board,) = derive_findings(matrix, options=OPTIONS).leaderboards
    assert [row["model"] for row in found] == [row.model for row in board.rows]
    assert [float(row["score_all_items"]) for row in found] == pytest.approx([row.over_all for row in board.rows])
    refuses = board.rows[REFUSES].all_items
    assert float(found[REFUSES]["score_all_items_se"]) == pytest.approx(refuses.error)
    bounds = [float(found[REFUSES][name]) for name in ("all_items_low", "all_items_high")]
    assert bounds == pytest.approx([refuses.low, refuses.high])
    assert found[REFUSES]["caution"] == refuses.caution
    assert [row["caution"] for row in found[:REFUSES]] == [""] * REFUSES
    assert [row["all_items_low"] for row in found[:REFUSES]] == [""] * REFUSES
    text = render(tables.leaderboard(read_suite(suite)[0]))
    assert "score (all items)" in text
    assert "ordered by the score over all items: a model's estimated mean if every item had a score" in text


def test_the_api_says_the_same(tmp_path):
    found = rows_of(
        tables.leaderboard(read_suite(written(tmp_path / "benchmark_output" / "runs", scores_by_item()))[0])
    )
    table = hc.load_suite(tmp_path / "benchmark_output", "s").leaderboard("dat")
    assert table["model"].to_list() == [row["model"] for row in found]
    for name in ("score_all_items", "score_all_items_se", "all_items_low", "all_items_high"):
        values = [float(row[name]) if row[name] else None for row in found]
        assert table[name].to_list() == [None if value is None else pytest.approx(value) for value in values]
    assert table["caution"].to_list() == [row["caution"] or None for row in found]
    whole = written(tmp_path / "other" / "runs", scores_by_item(share=0))
    assert "score_all_items" not in hc.load_suite(whole.parents[1], "s").leaderboard("dat").columns


def test_the_page_says_what_ranks_and_why(tmp_path):
    found = derive_findings(refusing([scores_by_item(1), scores_by_item(2, share=0)]), options=OPTIONS)
    page = " ".join(re.sub(r"<[^>]+>", " ", render_report(found, {}, "")).split())
    assert "Score, all items" in page
    assert re.search(r"tends to lack scores on items that others find hard, r = −0\.[78]", page)
    assert "Ranks and composites use the score over all items" in page
    assert "The score over all items is used for lab/m4 (A)." in page
    whole = derive_findings(refusing([scores_by_item(1, share=0), scores_by_item(2, share=0)]), options=OPTIONS)
    page = render_report(whole, {}, "")
    assert not re.search("(?i)all items|worst", page)


def test_nothing_is_read_where_nothing_is_missing(tmp_path, monkeypatch):
    """The terminal's leaderboard reads the stats of runs, and those of items only where a run lacks more than 5 %."""
    runs = read_suite(written(tmp_path / "whole", scores_by_item(share=0.05)))[0]
    read = Counter()
    monkeypatch.setattr(samples, "read_bytes", lambda path: read.update([path]))
    assert "all items" not in render(tables.leaderboard(runs))
    assert not read


def test_a_file_of_items_that_cannot_be_read_is_named(tmp_path):
    suite = written(tmp_path, scores_by_item(), entries="[")
    problems = []
    found = rows_of(tables.leaderboard(read_suite(suite)[0], problems=problems))
    assert len(problems) == 1
    assert re.search("cannot read the scores of its items from per_instance_stats.json", problems[0])
    assert [row["model"] for row in found] == [f"lab/m{place}" for place in range(MODELS)]
