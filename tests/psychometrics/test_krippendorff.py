"""Krippendorff's alpha."""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.psychometrics import krippendorff
from helm_creativity.psychometrics.krippendorff import LEVELS, krippendorff_alpha

NAN = math.nan
# Krippendorff 2011, section D: four observers, twelve units, one of them without a pair.
PAPER = [
    [1, 1, NAN, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [NAN, 5, 5, 5],
    [NAN, NAN, 1, 1],
    [NAN, 3, NAN, NAN],
]
levels = st.sampled_from(LEVELS)


@st.composite
def tables(draw, top=4):
    """Small tables of whole numbers from 0 with holes."""
    judges = draw(st.integers(1, 4))
    cell = st.integers(0, top) | st.just(NAN)
    return draw(st.lists(st.lists(cell, min_size=judges, max_size=judges), min_size=1, max_size=7))


def difference(level, c, k, counts):
    """δ² of two values as the paper defines it."""
    if level == "nominal":
        return Fraction(c != k)
    if level == "ordinal":
        between = sum(counts[g] for g in counts if min(c, k) <= g <= max(c, k))
        return (between - Fraction(counts[c] + counts[k], 2)) ** 2
    if level == "interval":
        return Fraction(c - k) ** 2
    return Fraction(c - k, c + k) ** 2 if c + k else Fraction(0)


def by_definition(table, level):
    """The matrix of coincidences, pair by pair of ratings, in fractions."""
    units = [[int(x) for x in row if not math.isnan(x)] for row in table]
    units = [unit for unit in units if len(unit) >= 2]
    counts = Counter(x for unit in units for x in unit)
    n, coincidences = sum(counts.values()), Counter()
    for unit in units:
        for c, k in permutations(unit, 2):
            coincidences[c, k] += Fraction(1, len(unit) - 1)
    observed = sum(o * difference(level, c, k, counts) for (c, k), o in coincidences.items())
    expected = sum(counts[c] * counts[k] * difference(level, c, k, counts) for c in counts for k in counts)
    return float(1 - (n - 1) * observed / expected) if expected else None


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 6 / 11), ("ordinal", 7 / 9), ("interval", 24 / 29), ("ratio", 611 / 861)]
)
def test_two_judges_worked_by_hand(level, alpha):
    """Units 1 1 / 1 2 / 3 3: n = 6, of which three 1, one 2, two 3; the only coincidences off the diagonal are 1-2."""
    # D_o = 2·δ²_12/6, D_e = 2·(3·δ²_12 + 6·δ²_13 + 2·δ²_23)/30.
    # Nominal: 1/3, 22/30. Ordinal: δ² = (4 - 2)², (6 - 5/2)², (3 - 3/2)²: 4/3, 180/30.
    # Interval: δ² = 1, 4, 1: 1/3, 58/30. Ratio: δ² = 1/9, 1/4, 1/25: 1/27, 287/2250.
    assert krippendorff_alpha([[1, 1], [1, 2], [3, 3]], level) == pytest.approx(alpha, rel=1e-14)


@pytest.mark.parametrize("level", LEVELS[:3])
def test_a_unit_of_three_ratings_worked_by_hand(level):
    """Its six pairs weigh 1/2 each, and single ratings count nowhere."""
    # Units 1 1 2 / 2 2: n = 5, two 1 and three 2; D_o = (4/2)·δ²/5, D_e = 2·2·3·δ²/20: alpha = 1 - (2/5)/(3/5) = 1/3.
    table = [[1, 1, 2], [2, NAN, 2], [NAN, 5, NAN], [NAN] * 3]
    assert krippendorff_alpha(table, level) == pytest.approx(1 / 3, rel=1e-14)


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_the_example_of_krippendorff(level, alpha):
    """The four values of his paper of 2011."""
    assert round(krippendorff_alpha(PAPER, level), 3) == alpha


def test_nominal_of_the_example_as_a_fraction():
    """From the coincidence matrix that the paper prints."""
    # n = 40, off-diagonal coincidences 1-2: 4/3, 1-3: 1/3, 1-4: 1/3, 2-3: 4/3, 2-4: 1/3, 3-4: 1/3, each twice: Σ = 8.
    # Values 9, 13, 10, 5, 3: n² - Σ n_c² = 1600 - 384 = 1216. alpha = 1 - 39·8/1216 = 113/152.
    assert krippendorff_alpha(PAPER, "nominal") == pytest.approx(113 / 152, rel=1e-14)


def test_interval_is_the_default():
    """Ratings are numbers."""
    assert krippendorff_alpha(PAPER) == krippendorff_alpha(PAPER, "interval")


@given(tables(), levels)
def test_alpha_agrees_with_the_slow_definition(table, level):
    """Exact fractions, and None in the same places."""
    alpha, expected = krippendorff_alpha(table, level), by_definition(table, level)
    assert alpha is None if expected is None else alpha == pytest.approx(expected, abs=1e-12)


@given(tables(), levels, st.randoms(use_true_random=False))
def test_judges_are_interchangeable_within_a_unit(table, level, random):
    """Only which ratings a unit has matters; units, too, have no order."""
    shuffled = [random.sample(row, len(row)) for row in random.sample(table, len(table))]
    expected = krippendorff_alpha(table, level)
    alpha = krippendorff_alpha(shuffled, level)
    assert alpha is expected is None or alpha == pytest.approx(expected, abs=1e-12)


@given(tables())
def test_each_level_is_blind_to_what_it_does_not_mean(table):
    """Names may be exchanged, ranks stretched, intervals moved and scaled, ratios scaled."""
    table = np.array(table, dtype=float)
    names = np.where(np.isnan(table), NAN, (table * 3 + 1) % 5)
    for level, changed in (
        ("nominal", names),
        ("ordinal", np.exp(table)),
        ("interval", 1e3 - 0.1 * table),
        ("ratio", 0.1 * table),
    ):
        before, after = krippendorff_alpha(table, level), krippendorff_alpha(changed, level)
        assert before is after is None or after == pytest.approx(before, abs=1e-9)


@given(tables(top=1))
def test_levels_agree_on_two_values(table):
    """With two values there is one difference, whatever its size."""
    alphas = [krippendorff_alpha(table, level) for level in LEVELS]
    assert alphas == [None] * 4 or alphas == pytest.approx([alphas[0]] * 4, abs=1e-12)


@given(tables(), levels)
def test_bounds(table, level):
    """At most 1, which is perfect agreement; units with one rating change nothing."""
    alpha = krippendorff_alpha(table, level)
    padded = krippendorff_alpha([*table, [9.0] + [NAN] * (len(table[0]) - 1)], level)
    assert padded == alpha
    if alpha is not None:
        assert math.isfinite(alpha)
        units = [{x for x in row if not math.isnan(x)} for row in table]
        assert (alpha == pytest.approx(1, abs=1e-12)) == all(len(unit) <= 1 for unit in units)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "table", [np.empty((0, 2)), np.empty((2, 0)), [[1.0], [2.0]], [[1.0, NAN], [NAN, 2.0]], [[0.1] * 3] * 2]
)
def test_where_there_is_no_alpha(table, level):
    """Without pairs, or without any variation, nothing can be said."""
    assert krippendorff_alpha(table, level) is None


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_many_values_need_no_matrix_of_them(level):
    """Forty thousand distinct values would fill 12 GB."""
    n = 20_000
    values = np.random.default_rng(0).permutation(2 * n).astype(float)
    alpha = krippendorff_alpha(values.reshape(n, 2), level)
    # No two ratings are equal, so nominal D_o = D_e; the other levels see random pairs.
    assert alpha == pytest.approx(0, abs=1e-12 if level == "nominal" else 0.03)


@given(tables(), st.integers(1, 9))
def test_ratio_does_not_depend_on_its_blocks(table, block):
    """Values are compared some at a time."""
    expected = krippendorff_alpha(table, "ratio")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(krippendorff, "BLOCK", block)
        alpha = krippendorff_alpha(table, "ratio")
    assert alpha is expected is None or alpha == pytest.approx(expected, abs=1e-12)


def test_ratios_need_numbers_from_zero():
    """The place is named."""
    with pytest.raises(ValueError, match=r"ratings\[1, 0\] must be at least 0 at level ratio, got -2"):
        krippendorff_alpha([[NAN, 1.0], [-2.0, -3.0]], "ratio")


def test_other_levels_are_refused():
    """The four names are told."""
    with pytest.raises(ValueError, match="level must be one of nominal ordinal interval ratio, got 'metric'"):
        krippendorff_alpha(PAPER, "metric")


def test_ratios_of_the_largest_numbers_are_ratios():
    """Sums that overflow would make them all the same."""
    table = np.array([[1.0, 2.0], [3.0, 3.0], [10.0, 8.0]])
    assert krippendorff_alpha(table * 1.7e307, "ratio") == pytest.approx(krippendorff_alpha(table, "ratio"))
    assert krippendorff_alpha(table * 5e-324, "ratio") == pytest.approx(krippendorff_alpha(table, "ratio"))
