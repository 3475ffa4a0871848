"""Rank correlation of every two judges on the units that both rated."""

from __future__ import annotations

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.rating_table import mid_ranks, rating_table


class SpearmanPair(NamedTuple):
    """Spearman's rank correlation of two judges.

    Attributes:
        first: index of a judge.
        second: index of another, larger than ``first``.
        n_units: units that both rated.
        rho: -1 to 1; None for fewer than two such units, or if one of the judges rates all of them alike.
    """

    first: int
    second: int
    n_units: int
    rho: float | None


def spearman_pairs(ratings: ArrayLike) -> list[SpearmanPair]:
    """Spearman's ρ of every pair of judges on their co-rated units, as AGC-Bench reports it (appendix H.3).

    The ratings are ranked anew among the units of each pair, ties by their mean rank, and ρ is Pearson's correlation
    of the ranks.

    Args:
        ratings: shape (n_units, n_judges), NaN where missing.

    Returns:
        k·(k-1)/2 pairs: (0, 1), (0, 2), ..., (k-2, k-1).

    Raises:
        ValueError: for another shape or an infinity, by position.
    """
    table = rating_table(ratings)
    return [_pair(table, first, second) for first, second in combinations(range(table.shape[1]), 2)]


def _pair(table: NDArray[np.float64], first: int, second: int) -> SpearmanPair:
    """One pair of judges."""
    x, y = table[:, first], table[:, second]
    both = ~(np.isnan(x) | np.isnan(y))
    return SpearmanPair(first, second, int(both.sum()), _spearman(x[both], y[both]))


def _spearman(x: NDArray[np.float64], y: NDArray[np.float64]) -> float | None:
    """Pearson's correlation of mid-ranks; the mean of n ranks is (n+1)/2 with or without ties, exactly."""
    middle = (len(x) + 1) / 2
    a, b = mid_ranks(x) - middle, mid_ranks(y) - middle
    squares = float(a @ a) * float(b @ b)
    if squares == 0:
        return None
    return max(-1.0, min(1.0, float(a @ b) / math.sqrt(squares)))  # sums over a million ranks are rounded
