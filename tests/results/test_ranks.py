"""Tables of models, intervals, scores over all items, and the composite over benchmarks."""

import math
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from support.studies import column, study

from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.composites import score_caution
from helm_creativity.psychometrics.missing_scores import adjusted_means, mean_bounds
from helm_creativity.reports.tables import render
from helm_creativity.results.estimates import ERRORS, NOTHING, TrialScores, all_items
from helm_creativity.results.leaderboard import compute_composite, model_rows, overview
from helm_creativity.results.table import Undefined

NAN = math.nan


def composite(suite):
    found, table = compute_composite(suite), suite.analyse("composite")["composite"]
    rows = [SimpleNamespace(**row, score=known(row["overall"])) for row in table.rows]
    columns = tuple(suite.columns[place].key for place in found.places)
    return SimpleNamespace(**{**vars(found), "rows": rows, "columns": columns})


def known(value):
    return None if isinstance(value, Undefined) else value


def board(suite, items=None, place=0):
    found = model_rows(suite if items is None else with_responses(suite, items), place)
    return [SimpleNamespace(**{**row, "score": known(row["score"])}) for row in found]


def drawn(suite, items=None, place=0):
    return (suite if items is None else with_responses(suite, items)).drawn(place)


def with_responses(suite, items, only=None):
    responses = TrialScores(tuple(map(str, range(items.shape[1]))), items)
    return replace(suite, responses=lambda place: responses if only in (None, place) else None)


def by_model(rows):
    return {row.model: row for row in rows}


def test_the_composite_is_the_mean_of_z_scores():
    """1, 2, 3 have the z-scores -1, 0, 1 (standard deviation 1); 10, 30, 20 have -1, 1, 0, turned where less is better.

    A benchmark on which all are alike has none, and one on which two have a score enters nothing: both are named.
    """
    scores = np.array([[1, 10, 5, 7], [2, 30, 5, 8], [3, 20, 5, NAN]])
    found = composite(study(scores))
    np.testing.assert_allclose(found.z, [[-1, -1], [0, 1], [1, 0]], atol=1e-12)
    ranked = [(row.model, round(row.score, 9), row.rank) for row in found.rows]
    assert ranked == [("lab/m1", 0.5, 1), ("lab/m2", 0.5, 1), ("lab/m0", -1.0, 3)]
    assert (found.columns, found.left_out) == (("creativity_a", "creativity_b"), ("C", "D"))
    turned = composite(study(scores[:, [0, 0]], [column("a"), column("b", lower_is_better=True)]))
    np.testing.assert_allclose(turned.z[:, 1], [1, 0, -1], atol=1e-12)
    assert all(row.low < row.score < row.high for row in turned.rows)
    lacking = composite(study([[1, 10], [2, 30], [3, NAN], [4, 20]]))  # which has z-scores and no composite
    last = lacking.rows[-1]
    assert (last.model, last.score, last.rank, last.low, last.missing) == ("lab/m2", None, None, None, "B")
    assert lacking.z[2, 0] == pytest.approx((3 - 2.5) / np.std([1, 2, 3, 4], ddof=1))


def test_where_only_baselines_ran_they_have_ranks_and_no_composite():
    """A scale is made by language models; first of one says nothing, least of all beside better baselines."""
    one = study([[1, 1], [3, 3], [2, 2]], models=["creativity/greedy", "creativity/random-nouns", "creativity/third"])
    with pytest.raises(NothingToSay, match="three language models with scores that count are needed"):
        composite(one)
    assert [x.rank for x in board(one)] == [1, 2, 3]
    one = study([[1.0], [2.0], [NAN]], models=["lab/a", "creativity/greedy", "lab/b"])
    found = [(x.model, x.rank, vars(x)["_rank"]) for x in board(one)]
    rest = [(name, None, "not ranked") for name in ("lab/a", "lab/b")]
    assert found == [("creativity/greedy", None, "baseline"), *rest]


def scored(shares, **stats):
    """Stats of which a share of the responses has a score, a row per model."""
    return {"valid_rate": np.array(shares, dtype=float), **{key: np.array(rows) for key, rows in stats.items()}}


def test_a_model_below_the_floor_is_marked_and_enters_nothing():
    """It stands below the others without a rank, is no part of any scale, and lacks the benchmark in the composite."""
    scores = [[1, 10], [2, 30], [3, 20], [99, 25]]
    shares = [[1, 1], [0.5, 1], [NAN, 1], [0.499, 1]]
    marked = study(scores, stats=scored(shares))
    without = study([*scores[:3], [NAN, 25]], stats=scored(shares))
    assert marked.uncounted == {(3, 0): "49.9% of responses scored, floor 50%"}
    rows = board(marked)
    assert [(x.model, x.score, x.rank) for x in rows][-1] == ("lab/m3", 99.0, None)
    assert [x.rank for x in rows[:3]] == [1, 2, 3]
    assert rows[-1].uncounted == "49.9% of responses scored, floor 50%"
    found, other = composite(marked), composite(without)
    np.testing.assert_array_equal(found.z, other.z)
    assert [(x.score, x.rank) for x in found.rows] == [(x.score, x.rank) for x in other.rows]
    assert by_model(found.rows)["lab/m3"].missing == "A (49.9% of responses scored, floor 50%)"
    assert replace(marked, least_scored=0.4).uncounted == {}


def test_a_gated_benchmark_enters_through_its_gate():
    """Adjusted over the five tests of language models, .0006 is .0006·5/4; the baseline's .0009 stands alone."""
    p = np.array([[0.0004], [0.0006], [1e-9], [0.5], [NAN], [1e-9], [0.0009]])
    above = np.array([[1.0], [1.0], [1.0], [1.0], [NAN], [-1.0], [1.0]])
    models = [*(f"lab/m{place}" for place in range(6)), "creativity/greedy"]
    stats = {"gate_p_value": p, "gate_difference": above}
    one = study(np.arange(7.0)[:, None], [column("cdat")], models, stats=stats)
    found = one
    assert {found.models[row]: why for (row, _), why in found.uncounted.items()} == {
        "lab/m3": "gate not passed: adjusted p 0.5, not below 0.001",
        "lab/m4": "no test for the gate",
        "lab/m5": "gate not passed: adjusted p 2.5e-09, and not above chance",
    }
    rows = board(found)
    assert [x.model for x in rows if x.rank] == ["lab/m2", "lab/m1", "lab/m0"]


COPIES = {"num_answers": 10.0, "num_instances": 1.0}


@pytest.mark.parametrize(
    ("stats", "text"),
    [
        ({**COPIES, "equal_rate": 1.0}, "all 10 responses are the same text: the server uses a fixed seed"),
        ({**COPIES, "equal_rate": 1.0, "num_instances": 5.0}, "all responses to an item are the same text: "),
        ({**COPIES, "equal_rate": 5 / 9}, "56% of an item's responses after the first repeat an earlier one: "),
        ({**COPIES, "equal_rate": 0.49}, ""),
        ({"shared_rate": 0.504}, "50.4% of responses respond to another item in the same words"),
        ({"shared_rate": 0.5}, "50% of responses respond to"),
        ({"shared_rate": 0.496}, ""),
        ({"empty_rate": 0.15, "unparsable_rate": 0.15, "valid_rate": 0.9}, "20% of responses are empty or unparsable"),
        ({"empty_rate": 0.05, "unparsable_rate": 0.15, "valid_rate": 0.9}, ""),
        ({"unparsable_rate": 0.4}, ""),
        ({"anchor_rate": 0.1}, "10% of the words are anchors of their item"),
        ({"anchor_rate": 0.09, "judge_coverage": 0.96, "unknown_rate": 0.05}, ""),
        ({"judge_coverage": 0.95}, "judges rated only 95% of what they were asked about"),
        ({"judge_coverage": 0.1, "off_task_rate": 0.5}, "judges rated only 10% of what they were asked about; 50% of"),
        (dict.fromkeys(("unknown_rate", "equal_rate", "shared_rate", "anchor_rate", "judge_coverage"), NAN), ""),
        ({"unknown_rate": 0.0504}, "5.04% of words unknown, more than 5%"),
        ({"unknown_rate": 0.5, "anchor_rate": 0.1}, "50% of words unknown, more than 5%; 10% of the words are"),
    ],
)
def test_a_score_has_a_caution_where_its_responses_are_odd(stats, text):
    """With which it keeps its rank."""
    found = score_caution(stats)
    assert (found.startswith(text), bool(found)) == (True, bool(text))
    if not {"valid_rate", "unparsable_rate"} & stats.keys():
        every = {name: np.full((2, 1), value) for name, value in {**stats, "valid_rate": 1.0}.items()}
        rows = board(study([[80.0], [70.0]], stats=every))
        assert [(row.rank, row.uncounted, row.caution) for row in rows] == [(1, "", found), (2, "", found)]


def test_domains_are_means_over_their_benchmarks():
    """And lack a model that lacks one of them. Of a group one column enters; a benchmark without a card is a domain."""
    columns = [
        column("a", domain="convergent thinking", composite_domain="Problem Solving"),
        column("b", domain="two"),
        column("c", domain="problem solving", composite_domain="Problem Solving"),
        column("b", key="creativity_b#2", primary=False),
        column("d", domain="", title="Arena", ours=False),
    ]
    found = composite(study([[1, 5, 3, 9, 2], [2, 6, 2, 1, 1], [3, 7, NAN, 4, 4], [4, 8, 1, 2, 3]], columns))
    assert found.columns == ("creativity_a", "creativity_b", "creativity_c", "creativity_d")
    assert found.domains == ("Problem Solving", "two", "Arena")
    np.testing.assert_allclose(found.by_domain[:, 0], found.z[:, [0, 2]].mean(axis=1))
    assert np.isnan(found.by_domain[2]).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        ([[1], [2], [3]], "two benchmarks are needed on which three language models have scores that count and differ"),
        ([[1, 2], [2, 3]], "three language models with scores that count are needed, and there are two"),
        ([[1, 2], [2, 2], [3, 2]], "and there is one (not B)"),
        ([[1, 2], [2, 3], [3, NAN]], "and there is one (not B)"),
    ],
)
def test_why_there_is_no_composite(scores, reason):
    with pytest.raises(NothingToSay, match=re.escape(reason)):
        composite(study(scores))


def test_intervals_of_the_composite_lie_around_it():
    """Two benchmarks whose errors are one standard deviation of the models: ± 1.96 √(1/2) about the mean of all."""
    scores = np.repeat(np.random.default_rng(4).standard_normal((40, 1)), 2, axis=1)
    one = study(scores, errors=np.full((40, 2), scores.std(ddof=1)))
    found = composite(replace(one, draws=4000))
    middles = [(x.low + x.high) / 2 - x.score for x in found.rows]
    widths = [x.high - x.low for x in found.rows]
    assert np.max(np.abs(middles)) < 0.1
    assert np.mean(widths) == pytest.approx(2 * 1.96 * np.sqrt(0.5) * np.sqrt(39 / 40), rel=0.02)


UNEVEN, T_OF_2 = [[[0, 0], [3, NAN]]], 4.303 * (7 / 3) ** 0.5
RIGHT = np.array([[1.0] * 8 + [0.0] * 2, [1.0] * 10])[:, :, None]


@pytest.mark.parametrize(
    ("scores", "items", "how", "low", "high"),
    [
        # Two equal responses each: means 1, 2, 6, m = 3, s² = (4 + 1 + 9)/2 = 7; t of 2 degrees is 4.303.
        ([3], [[[1, 1], [2, 2], [6, 6]]], "Student's t over items", 3 - T_OF_2, 3 + T_OF_2),
        # Of responses the mean 1 has the error 4/3 (see ``standard_error``); over items s = 3/√2, over √2.
        ([1], UNEVEN, "Student's t", 1 - 12.706 * 4 / 3, 1 + 12.706 * 4 / 3),
        ([1.5], UNEVEN, "Student's t", 1.5 - 12.706 * 1.5, 1.5 + 12.706 * 1.5),
        # 8 of 10: (.8 + .19208 ± 1.96 √(.016 + .009604)) / 1.38415; 10 of 10: 1/1.38415; in the units of the column.
        ([0.8, 1], RIGHT, "Wilson's interval over items", [0.4902, 0.7225], [0.9433, 1.0]),
        ([80, 100], 100 * RIGHT, "Wilson's interval over items", [49.02, 72.25], [94.33, 100.0]),
        # No mean of the items: ± 1.96 standard errors of .1.
        ([3], [[[0], [0], [1]]], ERRORS, 3 - 0.196, 3 + 0.196),
    ],
)
def test_intervals_worked_by_hand(scores, items, how, low, high):
    draws = drawn(study(np.array(scores)[:, None]), np.array(items, dtype=float))
    assert draws.how.startswith(how)
    np.testing.assert_allclose(draws.low, low, rtol=1e-3)
    np.testing.assert_allclose(draws.high, high, rtol=1e-3)


def test_scores_that_are_all_0_have_wilsons_interval_where_the_card_says_what_is_possible():
    """0 of 10 in percent: 100·3.8415/13.8415 = 27.75. Of another package's benchmark nothing is known."""
    nothing = np.zeros((1, 10, 1))
    rat = replace(column("a"), group="creativity_rat", comparable="rat|protocol:schapiro2026")
    known = drawn(study([[0.0]], [rat], errors=np.zeros((1, 1))), nothing)
    assert (known.low[0], known.high[0]) == (0.0, pytest.approx(27.7533, abs=1e-3))
    aut = replace(column("a"), group="creativity_aut", comparable="none")  # whose protocols have scales of their own
    for columns in (None, [aut]):
        unknown = drawn(study([[0.0]], columns, errors=np.zeros((1, 1))), nothing)
        assert np.isnan([unknown.low[0], unknown.high[0]]).all()


def test_draws_over_items_have_the_spread_of_the_standard_error():
    """A bootstrap of k items has the variance (k-1)/k · s²/k, which is widened by k/(k-1)."""
    items = np.random.default_rng(5).standard_normal((1, 10, 1))
    one = study([[items.mean()]])
    draws = drawn(replace(one, draws=20_000), items)
    assert draws.values.mean() == pytest.approx(items.mean(), abs=0.01)
    assert draws.values.std() == pytest.approx(items.std(ddof=1) / math.sqrt(10), rel=0.02)


def test_an_error_of_0_or_that_is_unknown_is_no_error():
    """Where one response was copied, nothing was seen to vary. The models beside it keep their intervals."""
    for none in (0.0, NAN):
        one = study([[3.0], [4.0], [5.0]], errors=np.array([[0.5], [none], [0.5]]))
        found = by_model(board(one))
        assert [getattr(found["lab/m1"], name) for name in ("low", "rank_low", "rank_high", "rank")] == [None] * 3 + [2]
        assert found["lab/m0"].rank_high == 3
    one = study([[3.0], [4.0]], errors=np.full((2, 1), NAN))
    assert drawn(one).how == NOTHING
    assert [(x.low, x.rank_low, x.rank) for x in board(one)] == [(None, None, 1), (None, None, 2)]


@pytest.mark.parametrize(
    ("items", "answers", "equal", "quantile"),
    # Quantiles of Student's t at .975 with 4, 1, 19 and 5 degrees of freedom, as tables print them.
    [(5.0, 50.0, 0.0, 2.776), (2.0, 50.0, 0.0, 12.706), (1.0, 20.0, 0.0, 2.093), (1.0, 10.0, 4 / 9, 2.571)],
)
def test_few_items_make_wide_intervals(items, answers, equal, quantile):
    """Of one item the different responses count: ten of which 4 of the 9 later ones repeat another are six."""
    counts = {"num_instances": items, "num_answers": answers, "equal_rate": equal}
    stats = {name: np.array([[value]]) for name, value in counts.items()}
    draws = drawn(study([[3.0]], errors=np.array([[0.5]]), stats=stats))
    assert draws.how == ERRORS
    assert draws.high[0] - 3 == pytest.approx(0.5 * quantile, rel=1e-3)


def test_a_table_is_best_first_in_the_columns_own_direction():
    """Ranks, their intervals and the order follow it; two models within an error of each other may both be first."""
    one = study([[3.0], [1.0], [1.01]], [column("a", lower_is_better=True)], errors=np.full((3, 1), 0.2))
    found = [(x.model, x.rank, x.rank_low, x.rank_high) for x in board(one)]
    assert found == [("lab/m1", 1, 1, 2), ("lab/m2", 2, 1, 2), ("lab/m0", 3, 3, 3)]


def test_a_composite_has_an_interval_only_where_the_errors_of_all_benchmarks_are_known():
    errors = np.full((3, 2), 0.1)
    errors[1, 1] = NAN
    standings = by_model(composite(study([[1, 10], [2, 30], [3, 20]], errors=errors)).rows)
    assert (standings["lab/m1"].low, standings["lab/m1"].rank_low, standings["lab/m1"].rank) == (None, None, 1)
    assert standings["lab/m0"].low < standings["lab/m0"].score < standings["lab/m0"].high


def test_ranks_lie_in_their_intervals_where_models_tie():
    """Four models with the same answers to the same items are all first, and may each be any of four."""
    items = np.repeat(np.random.default_rng(2).integers(0, 2, (1, 30, 1)).astype(float), 5, axis=0)
    items[4] = 0.0
    one = study(items.mean(axis=(1, 2))[:, None])
    rows = board(one, items)
    assert [(x.rank, x.rank_low, x.rank_high) for x in rows] == [(1, 1, 4)] * 4 + [(5, 5, 5)]


@pytest.mark.parametrize(("apart", "ranks"), [(1e-13, [1, 1]), (1e-9, [1, 2])])
def test_only_scores_that_rounding_moves_apart_share_a_rank(apart, ranks):
    """What two ways of adding the same numbers differ by is no difference; anything that can be printed is one."""
    assert [row.rank for row in board(study([[0.5 + apart], [0.5]]))] == ranks


@pytest.mark.parametrize(
    ("name", "protocol", "stat", "ends"),
    [
        ("rat", "schapiro2026", "score", (0, 100)),
        ("create", "wadhwa2026", "score", (0, math.inf)),
        ("rat", "schapiro2026", "score_failures_as_zero", (-math.inf, math.inf)),
        ("rat", "another", "score", (-math.inf, math.inf)),
        ("a", "schapiro2026", "score", (-math.inf, math.inf)),
    ],
)
def test_no_interval_reaches_beyond_the_possible_scores(name, protocol, stat, ends):
    """By the bounds of the card's protocol; a stat or a benchmark without bounds has none."""
    known = column(name, comparable=f"{name}|protocol:{protocol}", stat=stat)
    found = drawn(study([[1.0], [99.0]], [known], errors=np.array([[10.0], [10.0]])))
    ends_of = np.add([[1.0], [99.0]], [-19.59964, 19.59964])  # of the normal: nothing is known of the items
    np.testing.assert_allclose(np.column_stack([found.low, found.high]), np.clip(ends_of, *ends), rtol=1e-6)


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
    assert (rows[0]["all_items_low"], rows[0]["over_all_low"]) == (None, rows[0]["low"])
    assert rows[0]["score_all_items"] == rows[0]["score"]


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


@pytest.mark.parametrize(
    ("by_item", "how", "expected"),
    [
        ([[1, 2, NAN, NAN], [2, 4, NAN, NAN]], {}, {0: (None, 1.25, 2.75), 1: (None, 2.0, 3.5)}),  # which none has
        ([[1, 2, NAN], [2, 3, 4], [9, 9, -50]], {"pool": [True, True, False]}, {0: (2, -47 / 3, 4)}),  # a baseline
        ([[1, 2, NAN], [2, 4, 5]], {"scores": np.array([7, 11 / 3])}, {}),  # a score that is no mean over items
        ([[1, 2, NAN], [NAN, 3, 4]], {"asked": 2}, {}),  # models that were asked other items
        ([[1, 2, NAN], [NAN, 3, 4]], {"asked": 3}, {0: (2, 4 / 3, 7 / 3), 1: (3, 8 / 3, 11 / 3)}),
    ],
)
def test_scores_over_all_items_by_hand(by_item, how, expected):
    """And bounds, with the least and the greatest of all scores in the place of what lacks."""
    by_item = np.array(by_item, dtype=float)
    given = {"scores": np.nanmean(by_item, axis=1), "asked": None, "pool": np.ones(len(by_item), dtype=bool)} | how
    responses = TrialScores(tuple(map(str, range(by_item.shape[1]))), by_item[:, :, None])
    found, _ = all_items(given["scores"], responses, given["asked"], np.array(given["pool"]), np.random.default_rng(1))
    assert {row: (cell.score, cell.low, cell.high) for row, cell in found.items()} == expected


def test_the_table_says_what_ranks_and_why():
    """So does the overview; of a suite that lacks nothing both say nothing of it."""
    suite, whole = refusing([scores_by_item()]), refusing([scores_by_item(share=0)])
    text = render(suite.leaderboards())
    assert "score (all items)" in text
    assert "Models are ordered by the score over all items." in text
    assert "(!) lab/m4: tends to lack scores on items that others find hard" in text
    assert "(!)" in render(overview(suite))
    assert "all items" not in render(whole.leaderboards())
