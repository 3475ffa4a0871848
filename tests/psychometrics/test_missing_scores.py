"""Means over all items where scores are missing, their bounds, and the test of which items are missing."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr
from scipy.stats import t as student
from support.tables import generator, seeds

from helm_creativity.psychometrics.missing_scores import adjusted_means, mean_bounds, missing_tests

NAN = math.nan


def slow_adjusted(table, weights=None):
    """A column per model and item, least squares by a general solver, every missing cell filled in one by one."""
    n, k = table.shape
    weights = np.ones(k) if weights is None else weights
    lines, values = [], []
    for row, place in np.argwhere(~np.isnan(table)):
        line = np.zeros(n + k)
        line[row] = line[n + place] = math.sqrt(weights[place])
        lines.append(line)
        values.append(table[row, place] * math.sqrt(weights[place]))
    effects = np.linalg.lstsq(np.array(lines), np.array(values), rcond=None)[0]
    filled = np.where(np.isnan(table), effects[:n, None] + effects[n:], table)
    return np.average(filled, axis=1, weights=weights)


@st.composite
def gappy_tables(draw):
    """Two to five models by three to eight items; the first model has all items, so that all are connected."""
    rng = np.random.default_rng(draw(seeds))
    table = rng.normal(size=(draw(st.integers(2, 5)), draw(st.integers(3, 8))))
    missing = rng.random(table.shape) < draw(st.floats(0, 0.6))
    missing[0] = False
    missing[np.arange(len(table)), rng.integers(table.shape[1], size=len(table))] = False
    return np.where(missing, NAN, table)


@pytest.mark.parametrize("table", [[[1, NAN], [NAN, 2]], [[1, 2, NAN], [3, NAN, NAN], [NAN, NAN, 4]], [[NAN]], [[]]])
def test_models_that_share_no_chain_of_items_are_not_compared(table):
    assert adjusted_means(table) is None


def test_a_chain_of_shared_items_connects():
    # 1st and 2nd differ by 1 on item 1, 2nd and 3rd by 1 on item 2.
    found = adjusted_means([[0, NAN], [1, 5], [NAN, 6]])
    assert found.means == pytest.approx([2, 3, 4])


@given(gappy_tables())
@settings(max_examples=100)
def test_as_by_a_general_solver(table):
    """Means, and the influence of every item as the slope of a weighted fit in its weight."""
    found = adjusted_means(table)
    assert found.means == pytest.approx(slow_adjusted(table), abs=1e-9)
    assert found.by_item.mean(axis=1) == pytest.approx(found.means, abs=1e-9)
    # Who lacks nothing keeps all; what is missing does not matter where effects add up without an error.
    assert found.by_item[0].tolist() == table[0].tolist()
    exact = np.where(np.isnan(table), NAN, np.arange(len(table))[:, None] + table[0])
    assert adjusted_means(exact).means == pytest.approx(np.arange(len(table)) + table[0].mean(), abs=1e-9)
    errors = found.by_item.std(axis=1, ddof=1) / math.sqrt(table.shape[1])
    assert found.errors == pytest.approx(np.where((~np.isnan(table)).sum(axis=1) < 2, NAN, errors), nan_ok=True)
    k, step = table.shape[1], 1e-4
    for place in range(k):
        more, less = (slow_adjusted(table, 1 + sign * step * np.eye(k)[place]) for sign in (1, -1))
        slope = (more - less) / (2 * step) * k
        own = found.by_item[:, place] - found.means
        whole = ~np.isnan(table).any(axis=1)
        assert own[whole] == pytest.approx(slope[whole], abs=1e-5)
        items = _item_effects(table)
        counts = (~np.isnan(table)).sum(axis=1)
        factor = np.sqrt(counts * (k - 1) / (k * np.maximum(counts - 1, 1)))
        assert (own - items[place])[~whole] == pytest.approx(((slope - items[place]) * factor)[~whole], abs=1e-5)


def _item_effects(table):
    """Effects of items around their mean: all models' means together predict nothing else."""
    n, k = table.shape
    design = [[*np.eye(n)[row], *np.eye(k)[place]] for row, place in np.argwhere(~np.isnan(table))]
    effects = np.linalg.lstsq(np.array(design), table[~np.isnan(table)], rcond=None)[0][n:]
    return effects - effects.mean()


def test_bounds_worked_by_hand():
    # Seen: 1 to 8. On a scale from 0 to 10 the missing cell is worth 0 or 10.
    table = [[1, 2, NAN], [3, 4, 8]]
    assert [ends.tolist() for ends in mean_bounds(table)] == [pytest.approx([4 / 3, 5]), pytest.approx([11 / 3, 5])]
    assert [ends[0] for ends in mean_bounds(table, 0, 10)] == pytest.approx([1, 13 / 3])
    with pytest.raises(ValueError, match="must lie on the scale from 2 to 10, got 1 to 8"):
        mean_bounds(table, 2, 10)
    assert np.isnan(mean_bounds([[NAN]])).all()


@pytest.mark.parametrize(
    "table",
    [
        [[1, 2, 3], [1, 2, 4]],  # nothing is missing
        [[NAN, NAN], [1, 2]],  # everything is
        [[1, NAN], [3, 3]],  # no item is harder than another
        [[1, NAN, 2], [NAN, NAN, 4]],  # what is missing no other model has
        [[1, NAN], [NAN, NAN]],
    ],
)
def test_no_test_where_there_is_nothing_to_compare(table):
    assert missing_tests(table, generator(1))[0] is None


@given(seeds, st.integers(1, 6))
@settings(max_examples=20, deadline=None)
def test_as_by_all_choices(seed, lacking):
    """The p-value counts all choices of as many items; r is Pearson's."""
    rng = generator(seed)
    table = rng.normal(size=(3, 7))
    table[0, rng.permutation(7)[:lacking]] = NAN
    effects, missing = table[1:].mean(axis=0), np.isnan(table[0])
    found = missing_tests(table, rng)[0]
    assert found.r == pytest.approx(pearsonr(missing, effects)[0])
    choices = [np.isin(range(7), some) for some in itertools.combinations(range(7), lacking)]
    exact = np.mean([abs(pearsonr(choice, effects)[0]) >= abs(found.r) - 1e-9 for choice in choices])
    assert found.p == pytest.approx(exact, abs=0.04)


def test_p_values_are_adjusted_over_those_tested():
    rng = generator(3)
    table = rng.normal(size=(4, 30)) + 3 * np.arange(30)
    table[0, :8] = table[1, ::3] = NAN
    both = missing_tests(table, generator(1))
    assert both[0].adjusted_p == pytest.approx(2 * both[0].p)
    alone = missing_tests(table, generator(1), [0])
    assert alone[1] is None
    assert alone[0].adjusted_p == alone[0].p < 0.01
    assert alone[0].r < -0.7
    with pytest.raises(ValueError, match="permutations must be at least 1, got 0"):
        missing_tests(table, generator(1), permutations=0)


def simulated(rng, share, choose):
    """Nine models by forty items; the sixth has no score on some of them."""
    worth, effects = np.linspace(0.8, -0.8, 9), rng.normal(size=40)
    table = worth[:, None] + effects + rng.normal(size=(9, 40))
    table[5, choose(effects)[: round(share * 40)]] = NAN
    return table, worth[5]


def test_the_interval_holds_the_mean_over_all_items():
    """Hard items missing: 95 % intervals of the adjusted mean hold the true one, those of the raw mean do not."""
    rng, covered, raw = generator(5), 0, 0
    for _ in range(2000):
        table, true = simulated(rng, 0.45, np.argsort)
        found, own = adjusted_means(table), table[5][~np.isnan(table[5])]
        wide = student.ppf(0.975, len(own) - 1)
        covered += abs(found.means[5] - true) <= wide * found.errors[5]
        raw += abs(own.mean() - true) <= wide * own.std(ddof=1) / math.sqrt(len(own))
    assert 0.93 <= covered / 2000 <= 0.97
    assert raw / 2000 < 0.9


def test_models_that_fail_at_random_are_rarely_warned_of():
    """Three models lack random items: 5 % of the tables have a warning at most, beside what chance adds to 400."""
    rng, warned, found = generator(6), 0, 0
    for _ in range(400):
        table, _ = simulated(rng, 0.3, lambda effects: rng.permutation(len(effects)))
        table[2, rng.permutation(40)[:6]] = table[7, rng.permutation(40)[:15]] = NAN
        warned += any(test is not None and test.adjusted_p < 0.05 for test in missing_tests(table, rng, None, 199))
        hard, _ = simulated(rng, 0.2, np.argsort)
        found += missing_tests(hard, rng, None, 199)[5].adjusted_p < 0.05
    assert warned / 400 <= 0.07
    assert found / 400 > 0.95
