"""Mann-Whitney tests over all pairs of groups."""

import math
from itertools import combinations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from support.tables import seeds

from helm_creativity.psychometrics.groups import bonferroni, compare_groups, holm

probabilities = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.5, 1.0]), max_size=12)


def compare(first, second):
    """Two groups a and b."""
    return compare_groups([*first, *second], ["a"] * len(first) + ["b"] * len(second))[0]


def test_two_groups_worked_by_hand():
    """One pair of six is the wrong way round."""
    # a = 3, 5; b = 1, 2, 4. Pairs with a higher: 3>1, 3>2, 5>1, 5>2, 5>4: u = 5 of 6; rank biserial 2·5/6 - 1 = 2/3.
    # Of the 10 orders, u = 6 in one and u = 5 in one: p = 2·2/10.
    found = compare([3, 5], [1, 2, 4])
    assert (found.first, found.second, found.n_first, found.n_second) == ("a", "b", 2, 3)
    assert (found.median_first, found.median_second, found.u) == (4, 2, 5)
    assert (found.p, found.method) == (pytest.approx(0.4), "exact")
    assert found.rank_biserial == pytest.approx(2 / 3)


@given(seed=seeds, n=st.integers(1, 30), m=st.integers(1, 30))
def test_the_exact_test_is_that_of_scipy(seed, n, m):
    """Without ties."""
    values = np.random.default_rng(seed).permutation(n + m)
    found = compare(values[:n], values[n:])
    theirs = scipy.stats.mannwhitneyu(values[:n], values[n:], method="exact")
    assert (found.u, found.p) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert found.method == "exact"


def test_the_exact_test_counts_every_order():
    """Against the definition: all choices of which values are the first group's."""
    values, n = np.arange(8.0), 3
    u = [sum(values[i] > values[j] for i in one for j in set(range(8)) - set(one)) for one in combinations(range(8), n)]
    for chosen, own in zip(combinations(range(8), n), u, strict=True):
        found = compare([values[i] for i in chosen], [values[j] for j in range(8) if j not in chosen])
        smaller = min(sum(one <= own for one in u), sum(one >= own for one in u))
        assert found.p == pytest.approx(min(1, 2 * smaller / len(u)))


@given(seed=seeds, n=st.integers(2, 40), m=st.integers(2, 40), levels=st.integers(2, 9))
def test_ties_and_many_values_take_the_normal_test_of_scipy(seed, n, m, levels):
    """With its corrections for ties and continuity."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, levels, n), rng.integers(0, levels, m)
    first[0], second[0] = 0, 0
    first[1] = 1
    found = compare(first, second)
    theirs = scipy.stats.mannwhitneyu(first, second, method="asymptotic")
    assert (found.u, found.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)
    assert found.method == "normal"


@pytest.mark.parametrize(("n", "method"), [(60, "exact"), (61, "normal")])
def test_sixty_values_are_counted(n, method):
    """Beyond, the normal test is as good."""
    found = compare(range(30), range(30, n))
    theirs = scipy.stats.mannwhitneyu(range(30), range(30, n), method="exact" if method == "exact" else "asymptotic")
    assert found.method == method
    assert found.p == pytest.approx(theirs.pvalue)


def test_equal_values_do_not_differ():
    """They have no variance, and nothing speaks against chance."""
    found = compare([1, 1], [1, 1, 1])
    assert (found.p, found.rank_biserial, found.method) == (1, 0, "normal")
    assert found.low < 0 < found.high


@given(seed=seeds, n=st.integers(1, 12), m=st.integers(1, 12))
def test_groups_may_change_places(seed, n, m):
    """The effect size changes its sign, and so does its interval."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 9, n), rng.integers(0, 9, m)
    one, other = compare(first, second), compare(second, first)
    assert one.p == pytest.approx(other.p)
    assert (one.rank_biserial, one.low, one.high) == pytest.approx((-other.rank_biserial, -other.high, -other.low))
    assert -1 <= one.low <= one.rank_biserial <= one.high <= 1


@pytest.mark.parametrize("wins", [0, 1, 7, 12, 20])
def test_the_interval_solves_its_equation(wins):
    """Each end is 1.96 standard errors under itself away from what was observed."""
    # a's values beat b's in `wins` of 4·5 pairs.
    first, second = [-1.0] * 4, [0.0, 1.0, 2.0, 3.0, 4.0]
    for i in range(4):
        first[i] = max(min(wins - 5 * i, 5), 0) - 0.5
    found = compare(first, second)
    theta = wins / 20
    assert found.rank_biserial == pytest.approx(2 * theta - 1)
    for end in (found.low, found.high):
        value = (end + 1) / 2
        if 0 < value < 1:
            spread = 1 + 3.5 * ((1 - value) / (2 - value) + value / (1 + value))
            assert abs(theta - value) == pytest.approx(
                1.959964 * math.sqrt(value * (1 - value) * spread / 20), rel=1e-5
            )
    assert found.low < found.high
    assert (wins == 0) == (found.low == -1)
    assert (wins == 20) == (found.high == 1)


def test_the_interval_covers_what_it_should():
    """In 95 of 100 samples of normal values a standard deviation apart, small groups included."""
    rng = np.random.default_rng(5)
    true = 2 * scipy.stats.norm.cdf(1 / math.sqrt(2)) - 1
    found = [compare(rng.normal(1, 1, 6), rng.normal(0, 1, 9)) for _ in range(1000)]
    assert 0.935 <= np.mean([one.low <= true <= one.high for one in found]) <= 0.98


def test_all_pairs_are_compared_and_corrected():
    """Groups in the order in which they first occur; missing values and groups without one are left out."""
    values = [1, 2, 3, 4, math.nan, 6, 7, 8, 9, math.nan]
    found = compare_groups(values, ["b", "b", "b", "a", "a", "c", "c", "c", "a", "none"])
    assert [(one.first, one.second) for one in found] == [("b", "a"), ("b", "c"), ("a", "c")]
    assert [one.n_second for one in found] == [2, 3, 3]
    p = [one.p for one in found]
    assert [one.p_bonferroni for one in found] == pytest.approx(bonferroni(p))
    assert [one.p_holm for one in found] == pytest.approx(holm(p))
    assert [one.p_bonferroni for one in found] == pytest.approx(np.minimum(np.multiply(p, 3), 1))


def test_one_group_is_compared_with_nobody():
    """Nor is none."""
    assert compare_groups([1, 2], ["a", "a"]) == ()
    assert compare_groups([], []) == ()


def test_holm_by_hand():
    """The smallest is multiplied by all, the next by one less, and none falls below one before it."""
    assert holm([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert bonferroni([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16, 0.12, 1])


@given(p=probabilities)
def test_holm_lies_between_the_p_value_and_bonferroni(p):
    """And rejects exactly what stepping down rejects."""
    adjusted = holm(p)
    assert (adjusted >= np.asarray(p)).all()
    assert (adjusted <= bonferroni(p) + 1e-15).all()
    order, going = np.argsort(p, kind="stable"), True
    for place, i in enumerate(order):
        going = going and p[i] * (len(p) - place) <= 0.05
        assert going == (adjusted[i] <= 0.05)


def test_what_cannot_be_is_refused():
    """The message says what was expected."""
    with pytest.raises(ValueError, match=r"p must be a list of numbers from 0 to 1, got \[nan\]"):
        holm([math.nan])
    with pytest.raises(ValueError, match="p must be a list of numbers from 0 to 1"):
        bonferroni([1.1])
    with pytest.raises(ValueError, match=r"one value for each of 2 names of groups, got shape \(1,\)"):
        compare_groups([1], ["a", "b"])
    with pytest.raises(ValueError, match="values must be finite, or NaN where missing, got -inf"):
        compare_groups([1, -math.inf], ["a", "b"])
