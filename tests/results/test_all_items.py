"""A model that lacks scores of hard items: in its column's table, its rank, and the composite."""

import math
import re

import numpy as np
import pytest
from support.folders import entry, write_run
from support.studies import column, study

from helm_creativity.psychometrics.missing_scores import adjusted_means, mean_bounds
from helm_creativity.reports.tables import render
from helm_creativity.results.estimates import TrialScores, all_items
from helm_creativity.results.leaderboard import compute_composite, model_rows, overview
from helm_creativity.results.loading import read_suite

NAN = math.nan
MODELS, ITEMS, REFUSES = 6, 40, 4


def scores_by_item(seed=1, share=0.3, order=np.argsort):
    """Six models in the order of their names; the fifth has no score on the hardest items."""
    rng = np.random.default_rng(seed)
    effects = rng.normal(size=ITEMS)
    table = 5 - 0.15 * np.arange(MODELS)[:, None] + effects + 0.2 * rng.normal(size=(MODELS, ITEMS))
    table[REFUSES, order(effects)[: round(share * ITEMS)]] = NAN
    return table


def refusing(tables_by_column, **changes):
    scores = np.stack([np.nanmean(table, axis=1) for table in tables_by_column], axis=1)
    columns = [column("abcdef"[place], items=ITEMS, **changes) for place in range(len(tables_by_column))]
    rates = np.stack([np.isfinite(table).mean(axis=1) for table in tables_by_column], axis=1)
    responses = [table[:, :, None] for table in tables_by_column]
    return study(scores, columns, responses=responses, stats={"valid_rate": rates})


def test_ranks_are_those_of_scores_over_all_items():
    """The fifth of six models refuses hard items: third by its mean, fifth by its mean over all."""
    table = scores_by_item()
    rows = list(model_rows(refusing([table]), 0))
    refuses = rows[4]
    assert [row["model"] for row in rows] == [f"lab/m{place}" for place in range(MODELS)]
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert refuses["score"] == pytest.approx(np.nanmean(table[4]))
    assert sum(row["score"] > refuses["score"] for row in rows) == 2
    expected, bounds = adjusted_means(table), mean_bounds(table)
    assert refuses["score_all_items"] == pytest.approx(expected.means[4])
    low, high = refuses["over_all_low"], refuses["over_all_high"]
    assert low < refuses["score_all_items"] < high
    assert (high - low) / 2 == pytest.approx(2 * expected.errors[4], rel=0.15)
    assert (refuses["all_items_low"], refuses["all_items_high"]) == pytest.approx((bounds.low[4], bounds.high[4]))
    assert re.fullmatch(r"tends to lack scores on items that others find hard, r = -0\.[78]\d", refuses["caution"])
    assert rows[0]["all_items_low"] is None
    assert rows[0]["score_all_items"] == rows[0]["score"]


def test_a_score_that_is_not_adjusted_keeps_its_interval():
    """Two responses to each item, of which some models lack one: their interval is that of the responses."""
    rng = np.random.default_rng(4)
    trials = scores_by_item()[:, :, None] + 0.3 * rng.normal(size=(MODELS, ITEMS, 2))
    trials[:4, ::3, 1] = NAN
    rates = {"valid_rate": np.isfinite(trials).mean(axis=(1, 2))[:, None]}
    found = study(np.nanmean(trials, axis=(1, 2))[:, None], [column("a", items=ITEMS)], responses=[trials], stats=rates)
    for row in model_rows(found, 0):
        same = row["model"] != f"lab/m{REFUSES}"
        assert ((row["over_all_low"], row["over_all_high"]) == (row["low"], row["high"])) == same, row["model"]


def test_the_composite_takes_scores_over_all_items():
    tables_by_column = [scores_by_item(1), scores_by_item(2, share=0)]
    suite = refusing(tables_by_column)
    found = compute_composite(suite)
    scores = np.stack([adjusted_means(table).means for table in tables_by_column], axis=1)
    z = (scores - scores.mean(axis=0)) / scores.std(axis=0, ddof=1)
    np.testing.assert_allclose(found.scores, z.mean(axis=1))
    assert found.order == list(range(MODELS))
    assert "The score over all items is used for lab/m4 (A)." in suite.analyse("composite").notes


def test_easy_items_are_named_too_and_random_ones_are_not():
    """A random one has no caution, and an adjusted score. Hard ones have high scores if less is better."""
    (hard,) = refusing([-scores_by_item()], lower_is_better=True).all_items.values()
    assert hard.caution.startswith("tends to lack scores on items that others find hard, r = -0.")
    easy = refusing([scores_by_item(order=lambda x: np.argsort(-x))]).all_items
    assert "others find easy, r = 0." in easy[REFUSES, 0].caution
    rng = np.random.default_rng(5)
    some = refusing([scores_by_item(order=lambda x: rng.permutation(len(x)))]).all_items
    assert some[REFUSES, 0].caution == ""
    assert some[REFUSES, 0].score is not None


@pytest.mark.parametrize("share", [0, 0.05])
def test_a_share_of_95_percent_is_enough(share):
    assert refusing([scores_by_item(share=share)]).all_items == {}


def over_all(by_item, scores=None, pool=None, asked=None):
    by_item = np.array(by_item, dtype=float)
    scores = np.nanmean(by_item, axis=1) if scores is None else np.array(scores, float)
    pool = np.ones(len(by_item), dtype=bool) if pool is None else np.array(pool)
    responses = TrialScores(tuple(map(str, range(by_item.shape[1]))), by_item[:, :, None])
    return all_items(scores, responses, asked, pool, np.random.default_rng(1))


def test_what_no_other_model_has_cannot_be_predicted():
    found, completed = over_all([[1, 2, NAN, NAN], [2, 4, NAN, NAN]])
    assert [cell.score for cell in found.values()] == [None, None]
    assert [(cell.scored, cell.low, cell.high) for cell in found.values()] == [(0.5, 1.25, 2.75), (0.5, 2.0, 3.5)]
    assert completed[0, :2].tolist() == [1, 2]


def test_baselines_do_not_say_how_hard_an_item_is():
    by_item = [[1, 2, NAN], [2, 3, 4], [9, 9, -50]]
    found, _ = over_all(by_item, pool=[True, True, False])
    assert found[0].score == pytest.approx(2)
    assert over_all([[1, 2, NAN], [2, 4, 5]], scores=[7, 11 / 3])[0] == {}  # a score that is no mean over items


def test_other_items_than_were_asked_of_a_model_are_not_missing():
    by_item = [[1, 2, NAN], [NAN, 3, 4]]
    assert over_all(by_item, asked=2)[0] == {}
    assert len(over_all(by_item, asked=3)[0]) == 2


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


def test_the_table_says_what_ranks_and_why(tmp_path):
    """So does the overview; of a suite that lacks nothing both say nothing of it."""
    suite = read_suite([str(written(tmp_path, scores_by_item()))], warn=pytest.fail)
    text = render(suite.leaderboards())
    assert "score (all items)" in text
    assert "Models are ordered by the score over all items." in text
    assert "(!) lab/m4: tends to lack scores on items that others find hard" in text
    assert "(!)" in render(overview(suite))
    whole = read_suite([str(written(tmp_path / "other", scores_by_item(share=0)))])
    assert "all items" not in render(whole.leaderboards())
