"""Standard errors, bootstrap intervals and the stability of rankings."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata, spearmanr
from support.tables import generator, seeds, tables

from helm_creativity.psychometrics import uncertainty as errors
from helm_creativity.psychometrics.tables import ranks_from_top


def test_unequal_clusters_worked_by_hand():
    """The sums of deviations, not their means, are what is squared."""
    # Values 0, 0, 3; mean 1; deviations -1, -1, 2; sums -2 and 2; 2/1 · (4 + 4) = 16; √16 / 3 = 4/3.
    assert errors.standard_error([0.0, 0.0, 3.0], ["a", "a", "b"]) == pytest.approx(4 / 3)


@given(st.integers(2, 5), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_agrees_with_the_slow_definition_on_balanced_designs(clusters, size, seed):
    """For clusters of one size it is sd(cluster means) / √C."""
    table = np.random.default_rng(seed).normal(size=(clusters, size))
    keys = np.repeat(np.arange(clusters), size).tolist()
    expected = table.mean(axis=1).std(ddof=1) / math.sqrt(clusters)
    assert errors.standard_error(table.ravel().tolist(), keys) == pytest.approx(expected)


@given(tables, seeds, st.sampled_from([1, 12, 10**6]))
def test_bootstrap_means_are_those_of_a_slow_loop(scores, seed, at_once):
    """However few numbers fit in memory, every draw takes k items."""
    k = scores.shape[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(errors, "AT_ONCE", at_once)
        found = errors.bootstrap_means(scores, 4, generator(seed))
    for drawn, means in zip(generator(seed).integers(k, size=(4, k)), found, strict=True):
        for row, mean in zip(scores, means, strict=True):
            known = [row[item] for item in drawn if not math.isnan(row[item])]
            assert mean == pytest.approx(sum(known) / len(known) if known else math.nan, nan_ok=True)


def test_percentiles_are_interpolated():
    """Of 0, 1, ..., 100 the middle 95 % lie from 2.5 to 97.5, and the middle half from 25 to 75."""
    draws = np.stack([np.arange(101.0), np.full(101, 7.0)], axis=1)
    assert [end.tolist() for end in errors.interval(draws)] == [pytest.approx([2.5, 7.0]), pytest.approx([97.5, 7.0])]
    assert [end.tolist() for end in errors.interval(draws, 0.5)] == [
        pytest.approx([25.0, 7.0]),
        pytest.approx([75.0, 7.0]),
    ]


def test_rounding_makes_no_ranks():
    """0.1 + 0.2 and 0.3 are one value; a thousandth more is another, and so is the least of small numbers."""
    assert ranks_from_top(np.array([[0.1 + 0.2, 0.3, 0.301]])).middle.tolist() == [[2.5, 2.5, 1.0]]
    assert ranks_from_top(np.array([[1e-200, 2e-200, 0.0]])).middle.tolist() == [[2.0, 1.0, 3.0]]


@given(tables)
def test_ranks_are_those_of_scipy(values):
    """With ``average`` for the middle and ``min`` for how many stand above."""
    found = ranks_from_top(values)
    for row, middle, above in zip(values, *found, strict=True):
        known = ~np.isnan(row)
        assert middle[known].tolist() == rankdata(-row[known]).tolist()
        assert above[known].tolist() == (rankdata(-row[known], method="min") - 1).tolist()
        assert np.isnan(middle[~known]).all()


def test_rank_intervals_worked_by_hand():
    """A is first in 3 of 4 draws and second in one; C is always last; B ties with A once."""
    draws = [[3, 2, 1], [3, 2, 1], [2, 2, 1], [2, 3, 1]]
    # Ranks of A: 1, 1, 1 to 2, 2; of B: 2, 2, 1 to 2, 1; of C: 3. The middle half of 4 draws lies at places .75 and
    # 2.25 of 0 to 3; the outer neighbours are places 0 and 3.
    best, worst = errors.rank_intervals(draws, 0.5)
    assert (best.tolist(), worst.tolist()) == ([1.0, 1.0, 3.0], [2.0, 2.0, 3.0])
    # With 5 draws places 1 and 3 are met exactly: the best ranks of B are 1, 1, 2, 2, 2, the worst of A 1, 1, 1, 2, 2.
    best, worst = errors.rank_intervals([*draws, [3, 2, 1]], 0.5)
    assert (best.tolist(), worst.tolist()) == ([1.0, 1.0, 3.0], [2.0, 2.0, 3.0])


@given(tables.filter(lambda table: min(table.shape) > 1), seeds)
@settings(max_examples=60)
def test_stability_is_that_of_a_slow_loop(scores, seed):
    """Spearman's correlation among the models that have a score in both, as scipy computes it; 0 where undefined."""
    found = errors.rank_stability(scores, generator(seed), draws=3)
    table = scores[~np.isnan(scores).all(axis=1)]
    table = table[:, ~np.isnan(table).all(axis=0)]
    n, k = table.shape
    if n < 2 or k < 2 or np.ptp(np.nanmean(table, axis=1)) < 1e-9:
        assert found is None
        return
    places = generator(seed).permuted(np.tile(np.arange(k), (3, 1)), axis=1)
    whole = np.nanmean(table, axis=1)
    for size, rho in zip(found.sizes, found.correlation, strict=True):
        rhos = []
        for place in places:
            rows = [[x for x in row[place < size] if not math.isnan(x)] for row in table]
            known = [i for i, row in enumerate(rows) if row]
            means = [round(sum(rows[i]) / len(rows[i]), 9) for i in known]
            others = [round(whole[i], 9) for i in known]
            defined = len(set(means)) > 1 and len(set(others)) > 1
            rhos.append(spearmanr(means, others).statistic if defined else 0.0)
        assert rho == pytest.approx(np.mean(rhos), abs=1e-9)


def test_enough_is_the_smallest_size_that_keeps_the_order():
    """With items that all say the same one is enough; with noise only all are."""
    same = np.arange(30.0)[:, None] + np.zeros((30, 50))
    assert errors.rank_stability(same, generator()).enough == 1
    noise = generator(1).normal(size=(30, 3))
    assert errors.rank_stability(noise, generator()).enough is None
    graded = np.arange(30.0)[:, None] + generator(2).normal(0, 15, (30, 60))
    found = errors.rank_stability(graded, generator(), sizes=range(1, 61))
    assert found.enough == min(size for size, mean in zip(found.sizes, found.correlation, strict=True) if mean >= 0.95)
    assert 5 < found.enough < 40


def test_sizes_are_about_twelve_in_equal_ratios():
    scores = generator().normal(size=(4, 1000))
    assert errors.rank_stability(scores, generator(), draws=1).sizes == (
        1,
        2,
        4,
        7,
        12,
        23,
        43,
        81,
        152,
        285,
        534,
        1000,
    )
    assert errors.rank_stability(scores[:, :3], generator(), draws=1).sizes == (1, 2, 3)


@pytest.mark.parametrize(
    "scores", [np.ones((3, 4)), [[1.0, 2.0]], [[1.0], [2.0]], np.full((3, 3), np.nan), np.ones((0, 2))]
)
def test_what_has_no_order_has_no_stability(scores):
    assert errors.rank_stability(scores, generator()) is None


def test_the_interval_of_few_items_is_students_by_hand():
    """1, 1, 3, 3 in two items: error 1 (see above), and t of 1 degree of freedom is 12.706."""
    found = errors.mean_interval([1.0, 1.0, 3.0, 3.0], ["a", "a", "b", "b"])
    assert found.method == errors.STUDENT
    assert (found.low, found.high) == pytest.approx((2 - 12.7062, 2 + 12.7062), abs=1e-4)


def test_wilsons_interval_of_single_responses_is_the_textbooks():
    from scipy.stats import binomtest

    for right, n in ((1, 5), (4, 10), (199, 200)):
        found = errors.mean_interval([1.0] * right + [0.0] * (n - right), range(n))
        other = binomtest(right, n).proportion_ci(0.95, "wilson")
        assert (found.method, found.low, found.high) == (errors.WILSON, *map(pytest.approx, other))


def test_copies_of_shares_are_worth_one_response_by_hand():
    """Two items that are right twice and one that is wrong twice: N = 3, p = 2/3, and t of 2 degrees is 4.30265.

    Responses to an item that are no more alike than others count by themselves.
    """
    # The error is √(1/3 / 3) = 1/3, so d = (1/9) / (2/9 / 6) = 3, above the largest possible, 2: N = 6/2 = 3.
    # q² = 18.5128; (.66667 + 3.08547 ± 4.30265·√(.074074 + .514244)) / 7.17093 = (3.75214 ± 3.30020)/7.17093.
    found = errors.mean_interval([100.0, 100.0, 100.0, 100.0, 0.0, 0.0], "aabbcc")
    assert (found.low, found.high) == pytest.approx((6.3024, 98.3462), abs=1e-2)
    alike = errors.mean_interval([1.0] * 6, "aabbcc", unit=1.0)
    assert (alike.low, alike.high) == pytest.approx((1 / 7.17093, 1.0), abs=1e-4)
    apart = errors.mean_interval([1.0, 0.0, 1.0, 0.0, 0.0, 1.0], "aabbcc")
    assert apart == errors.mean_interval([1.0, 0.0, 1.0, 0.0, 0.0, 1.0], "abcdef")


def slow_interval(values, clusters):
    """The definition, item by item, with the roots found by bisection: where Hall's transformation is ± t/√C."""
    from scipy.stats import t

    names, n = list(dict.fromkeys(clusters)), len(values)
    mean, count = sum(values) / n, len(names)
    u = [count / n * sum(x - mean for x, key in zip(values, clusters, strict=True) if key == name) for name in names]
    s = math.sqrt(sum(x**2 for x in u) / (count - 1))
    g = count / (count - 1) / (count - 2) * sum(x**3 for x in u) / s**3
    ends = []
    for reach in (t.ppf(0.975, count - 1), -t.ppf(0.975, count - 1)):
        low, high = -1e6, 1e6
        for _ in range(200):
            w = (low + high) / 2
            transformed = w + g * w**2 / 3 + g**2 * w**3 / 27 + g / (6 * count)
            low, high = (low, w) if transformed > reach / math.sqrt(count) else (w, high)
        ends.append(mean - s * w)
    return ends


@given(st.lists(st.tuples(st.integers(0, 50), st.sampled_from("abcdefgh")), min_size=8, max_size=30))
def test_halls_interval_against_a_slow_definition(rows):
    """Clusters of any sizes; the transformation is the cubic that its inverse undoes."""
    values, clusters = [0.5 + value / 7 for value, _ in rows], [key for _, key in rows]
    found = errors.mean_interval(values, clusters)
    if found is None or len(set(clusters)) < 5:
        assert found is None or found.method == errors.STUDENT or len(set(clusters)) == 1
        return
    assert (found.low, found.high) == pytest.approx(slow_interval(values, clusters), rel=1e-6, abs=1e-6)
    mean = sum(values) / len(values)
    assert found.low < mean < found.high


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=20), st.integers(2, 4))
def test_copies_add_nothing_and_a_higher_level_is_wider(values, copies):
    numbers = [float(value) + 0.25 for value in values]  # no shares
    items = list(range(len(numbers)))
    found = errors.mean_interval(numbers, items)
    if found is None:
        assert len(set(numbers)) == 1
        return
    copied = errors.mean_interval(numbers * copies, items * copies)
    assert (copied.low, copied.high) == pytest.approx((found.low, found.high), rel=1e-6, abs=1e-6)
    wider = errors.mean_interval(numbers, items, 0.99)
    assert wider.low < found.low < found.high < wider.high


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=5), min_size=2, max_size=12))
def test_wilsons_interval_lies_within_the_scale_and_mirrors(items):
    """Of shares of no and of yes; more responses of an item never make it narrower than all of them being free."""
    values = [float(value) for item in items for value in item]
    clusters = [number for number, item in enumerate(items) for _ in item]
    found = errors.mean_interval(values, clusters, unit=1.0)
    other = errors.mean_interval([1 - value for value in values], clusters, unit=1.0)
    mean = sum(values) / len(values)
    assert 0 <= found.low <= mean + 1e-15  # of no alone, the lower end is 0 but for rounding
    assert mean - 1e-15 <= found.high <= 1
    assert (1 - other.high, 1 - other.low) == pytest.approx((found.low, found.high), abs=1e-12)
    free = errors.mean_interval(values, range(len(values)), unit=1.0)
    assert found.high - found.low >= free.high - free.low - 1e-12


@pytest.mark.parametrize("values", [[3.0], [], [5.0, 5.0], [0.1] * 7, [1.0, 3.0, 1.0, 3.0]])
def test_without_a_spread_there_is_no_interval(values):
    """Not one from the score to itself; 1 and 3 to each of two items leave their means equal."""
    clusters = "aabb" if len(values) == 4 else range(len(values))
    assert errors.mean_interval(values, clusters) is None
    assert (errors.standard_error(values, clusters) is None) == (len(values) < 2)


def test_a_single_item_is_taken_apart():
    """As for the standard error, the interval holds for that item alone."""
    assert errors.mean_interval([1.0, 2.0, 4.0], "aaa") == errors.mean_interval([1.0, 2.0, 4.0], "abc")


@pytest.mark.parametrize(
    ("draw", "mean", "least"),
    [
        (lambda rng, shape: rng.normal(size=shape), 0.0, 0.93),
        (lambda rng, shape: rng.exponential(size=shape), 1.0, 0.92),
        (lambda rng, shape: (rng.random(shape) < 0.3).astype(float), 0.3, 0.92),
    ],
    ids=["normal", "exponential", "binary"],
)
def test_95_percent_of_the_intervals_hold_the_mean(draw, mean, least):
    """Of 1,500 runs of ten items; the standard error of that share is .6 %. A percentile bootstrap holds 86 to 90 %."""
    scores = draw(np.random.default_rng(3), (1500, 10))
    found = [errors.mean_interval(row, np.arange(10)) for row in scores]
    held = np.mean([its is not None and its.low <= mean <= its.high for its in found])
    assert least < held < 0.985
