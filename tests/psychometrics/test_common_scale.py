"""People and models on one scale, by hand, by law and against the slow definition."""

import numpy as np
import pytest

from helm_creativity.psychometrics.common_scale import (
    alpha_difference,
    common_scale,
    diversity,
    length_residuals,
    z_within,
)

RNG = np.random.default_rng(1)


def test_residuals_are_those_of_least_squares():
    cells = ["a"] * 20 + ["b"] * 15
    lengths, scores = RNG.integers(1, 80, 35).astype(float), RNG.normal(size=35)
    found = length_residuals(scores, lengths, cells)
    for part in (slice(0, 20), slice(20, 35)):
        x = np.log(lengths[part])
        expected = scores[part] - np.polyval(np.polyfit(x, scores[part], 1), x)
        assert found[part] == pytest.approx(expected)


def test_missing_and_small_cells_have_none():
    found = length_residuals([1, 2, 6, np.nan, 5, 1, 2], [7, 7, 7, 7, 0, 3, 4], ["a"] * 5 + ["b"] * 2)
    assert np.isnan(found).tolist() == [False] * 3 + [True] * 4


def test_z_is_within_the_cell():
    assert z_within([1, 3, 100, 300, 5], ["a", "a", "b", "b", "c"]) == pytest.approx(
        [-(0.5**0.5), 0.5**0.5, -(0.5**0.5), 0.5**0.5, np.nan], nan_ok=True
    )


def test_the_score_is_the_mean_of_its_components():
    """One that is missing is left out; the units of a component do not matter."""
    table, lengths, cells = RNG.normal(size=(30, 2)), RNG.integers(3, 50, 30), ["a"] * 30
    table[4, 1] = np.nan
    found = common_scale(table, lengths, cells)
    first, second = (z_within(length_residuals(column, lengths, cells), cells) for column in table.T)
    assert found[0] == pytest.approx((first[0] + second[0]) / 2)
    assert found[4] == pytest.approx(first[4])
    assert common_scale(table * [7, 0.1] + 3, lengths, cells) == pytest.approx(found)


def test_negative_lengths_are_refused():
    with pytest.raises(ValueError, match="expected lengths of 0 or more, got -1"):
        length_residuals([1, 2], [1, -1], ["a"] * 2)


def test_w_has_the_distribution_of_the_product():
    """The p-value is that of two F variables multiplied, drawn often."""
    first, second, n, m, k = 0.6426, 0.4158, 40, 60, 5
    found = alpha_difference(first, n, second, m, k)
    draws = RNG.f((n - 1) * (k - 1), n - 1, 400_000) * RNG.f(m - 1, (m - 1) * (k - 1), 400_000)
    assert found.w == pytest.approx((1 - first) / (1 - second))
    assert found.p == pytest.approx(2 * np.mean(draws <= found.w), abs=0.004)


@pytest.mark.parametrize(
    "values",
    [(0.5, 5, 0.4, 50, 5), (0.5, 50, 0.4, 50, 1), (1.0, 50, 0.4, 50, 5), (0.5, 6, 0.4, 8, 4), (0.5, 6, 0.4, 6, 2)],
)
def test_there_may_be_no_test(values):
    assert alpha_difference(*values) is None


def test_diversity_is_the_mean_distance_from_others_in_the_cell():
    """An author's own responses, other cells and responses without a vector are no others."""
    vectors = RNG.normal(size=(40, 6))
    vectors[7] = np.nan
    cells, authors = RNG.integers(0, 3, 40).tolist(), RNG.integers(0, 9, 40).tolist()
    found = diversity(vectors, cells, authors)
    for i in range(40):
        others = [j for j in range(40) if cells[j] == cells[i] and authors[j] != authors[i] and j != 7]
        expected = np.nan if i == 7 else np.mean([1 - vectors[i] @ vectors[j] for j in others])
        assert found[i] == pytest.approx(expected, nan_ok=True)
