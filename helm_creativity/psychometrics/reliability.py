"""Reliability of the judges' sum (Cronbach's alpha) and concordance of their rankings (Kendall's W)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.rating_table import centred, complete_rows, mid_ranks, rating_table


class CronbachAlpha(NamedTuple):
    """Cronbach's alpha and how much it rests on.

    Attributes:
        value: at most 1; negative where judges disagree. None where undefined.
        min_pair_units: units that the pair of judges with the fewest has rated in common. Equal to the number of units
            where nothing is missing.
        n_judges: k.
    """

    value: float | None
    min_pair_units: int
    n_judges: int


class KendallW(NamedTuple):
    """Kendall's coefficient of concordance.

    Attributes:
        value: 0 (rank sums all equal) to 1 (all judges rank alike). None where undefined, with chi2 and p.
        chi2: m·(n-1)·W, Friedman's statistic.
        df: n - 1.
        p: probability of a chi2 at least as large if the judges ranked at random; good for n of about 8 and more.
        n_units: complete units, n.
        n_incomplete: units left out for a missing rating.
        n_judges: m.
    """

    value: float | None
    chi2: float | None
    df: int
    p: float | None
    n_units: int
    n_incomplete: int
    n_judges: int


def cronbach_alpha(ratings: ArrayLike) -> CronbachAlpha:
    """Cronbach's alpha with judges as items: the reliability of the sum, or mean, of k judges (Cronbach 1951).

    With the covariance matrix C of the judges::

        alpha = k/(k-1) · (1 - trace(C) / Σ C)

    which for complete ratings is k/(k-1)·(1 - Σ variances / variance of the sum) and equals ICC(3,k). With missing
    ratings each variance is that of all units a judge rated, and each covariance that of the units that both judges
    rated, around their means over these (R's ``use="pairwise"``). Such a C need not be one that any data could have,
    so read the value with ``min_pair_units``.

    Where each unit has only some of the judges by design, this is the reliability of a sum that no unit has: of all k
    judges, had they all rated. That of the mean of m judges of a unit is lower, about
    m·r / (1 + (m-1)·r) with r = alpha / (k - (k-1)·alpha) by Spearman and Brown, if judges are alike.

    Args:
        ratings: shape (n_units, n_judges), NaN where missing.

    Returns:
        ``value`` is None for fewer than two judges, where two judges share fewer than two units, and where Σ C is not
        positive.

    Raises:
        ValueError: for another shape or an infinity, by position.
    """
    table = rating_table(ratings)
    pairs, covariances = _pairwise_covariances(table)
    return _alpha(covariances, _fewest(pairs, table))


def standardised_alpha(ratings: ArrayLike) -> CronbachAlpha:
    """Cronbach's alpha of standardised judges, or other variables.

    The correlation matrix R takes the place of the covariance matrix::

        alpha = k/(k-1) · (1 - k / Σ R) = k·r / (1 + (k-1)·r)     with r the mean correlation of two

    It is the reliability of a sum of z-scores; R's psych prints it as ``std.alpha`` beside ``raw_alpha``, which is
    ``cronbach_alpha``. With missing ratings R is the covariance matrix of ``cronbach_alpha``, scaled.

    Of complete ratings neither alpha exceeds k/(k-1)·(1 - 1/e), with e the first eigenvalue of R (Armor's theta), which
    both come near to where variables correlate alike. AGC-Bench (Beaty et al. 2026) does not say which of the two it
    prints, and its numbers cannot tell: they are theta to two digits in appendix J. Only its 0.96 of all six domains is
    above what its eigenvalue 4.89 allows, 0.9546.

    Args:
        ratings: shape (n_units, n_judges), NaN where missing.

    Returns:
        ``value`` is None for fewer than two judges, where two judges share fewer than two units, where a judge gives
        all units one rating, and where Σ R is not positive.

    Raises:
        ValueError: for another shape or an infinity, by position.
    """
    table = rating_table(ratings)
    columns = [centred(column) for column in table.T]
    pairs, covariances = _pairwise_covariances(np.stack(columns, axis=1) if columns else table)
    deviations = np.sqrt(np.diag(covariances))
    if (deviations == 0).any():
        return CronbachAlpha(None, _fewest(pairs, table), table.shape[1])
    return _alpha(covariances / np.outer(deviations, deviations), _fewest(pairs, table))


def kendall_w(ratings: ArrayLike) -> KendallW:
    """Kendall's W with the correction for ties (Kendall & Babington Smith 1939).

    Each of m judges' ratings of the n units become ranks, equal ratings sharing their mean rank. With the rank sums
    R_i of the units and T = Σ (t³ - t) over all groups of t tied units of all judges::

        W = 12·Σ (R_i - mean)² / (m²·(n³ - n) - m·T)

    The denominator is 12·m times the sum of squares of all ranks within judges, which is how it is computed.

    Only units that all judges rated are ranked: ranks among different units cannot be added.

    Args:
        ratings: shape (n_units, n_judges), NaN where missing.

    Returns:
        ``value`` is None for fewer than two complete units or two judges, and if every judge ties all units.

    Raises:
        ValueError: for another shape or an infinity, by position.
    """
    from scipy.special import chdtrc

    table = rating_table(ratings)
    rows = complete_rows(table)
    n, m = rows.shape
    df, sizes = max(n - 1, 0), (n, len(table) - n, m)
    if min(n, m) < 2:
        return KendallW(None, None, df, None, *sizes)
    deviations = np.column_stack([mid_ranks(rows[:, judge]) for judge in range(m)]) - (n + 1) / 2
    within = np.vdot(deviations, deviations)
    if within == 0:
        return KendallW(None, None, df, None, *sizes)
    sums = deviations.sum(axis=1)
    w = float(sums @ sums / (m * within))
    chi2 = m * (n - 1) * w
    return KendallW(w, chi2, df, float(chdtrc(df, chi2)), *sizes)


def _alpha(covariances: NDArray[np.float64], fewest: int) -> CronbachAlpha:
    """Alpha from a covariance or correlation matrix, shape (k, k)."""
    k = len(covariances)
    total = covariances.sum()
    if k < 2 or fewest < 2 or total <= 8 * k * np.finfo(float).eps * np.abs(covariances).sum():
        return CronbachAlpha(None, fewest, k)
    return CronbachAlpha(float(k / (k - 1) * (1 - np.trace(covariances) / total)), fewest, k)


def _fewest(pairs: NDArray[np.int64], table: NDArray[np.float64]) -> int:
    """Units that the pair of judges with the fewest shares."""
    return int(pairs.min(initial=len(table)))


def _pairwise_covariances(table: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Units in common and covariance (divisor their number - 1) of every two judges, both of shape (k, k).

    Judges are moved to the middle of their own range, which no covariance notices, and scaled together.
    """
    seen = ~np.isnan(table)
    x = np.where(seen, _centred_by_judge(table), 0.0)
    mask = seen.astype(np.float64)
    pairs, sums = mask.T @ mask, x.T @ mask
    products = x.T @ x - sums * sums.T / np.maximum(pairs, 1)
    return pairs.astype(np.int64), products / np.maximum(pairs - 1, 1)


def _centred_by_judge(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each judge's ratings around the middle of their range, 0 exactly where they are equal."""
    x = centred(table)
    low, high = np.fmin.reduce(x, axis=0, initial=1.0), np.fmax.reduce(x, axis=0, initial=-1.0)
    middle: NDArray[np.float64] = (low + high) / 2
    return x - middle
