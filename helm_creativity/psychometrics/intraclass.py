"""Intraclass correlations of a panel of judges, from the analysis of variance.

With n units, k judges and the mean squares of units B, judges J, error E, and within units W = (J + (n-1)·E) / n,
the six coefficients of Shrout and Fleiss (1979), with McGraw and Wong's names (1996), are::

    1,1  (B - W) / (B + (k-1)·W)                 ICC(1)    one-way random
    2,1  (B - E) / (B + (k-1)·E + k·(J - E)/n)   ICC(A,1)  two-way random, absolute agreement
    3,1  (B - E) / (B + (k-1)·E)                 ICC(C,1)  two-way mixed, consistency
    1,k  (B - W) / B                             ICC(k)    the same of the mean of the k judges, which is
    2,k  (B - E) / (B + (J - E)/n)               ICC(A,k)  k·r / (1 + (k-1)·r) by Spearman and Brown
    3,k  (B - E) / B                             ICC(C,k)  and, here, Cronbach's alpha

Differences of severity between judges count as error in 1 and 2, not in 3. Choose 1 if each unit has judges of its own,
2 if the same judges represent many that could have rated, 3 if they are all that matter; k if the mean of the judges is
what is used.

F is B/W for 1 and B/E for 2 and 3. The ends of the 95 % confidence interval are the coefficient with B divided and
multiplied by the 97.5 % quantiles of F; for 2 the denominator's degrees of freedom are Satterthwaite's v::

    a = max(B - E, 0) / (n·W),  b = 1 + (n-1)·a,  v = (a·J + b·E)² / ((a·J)²/(k-1) + (b·E)²/((n-1)·(k-1)))

where a is k·r / (n·(1-r)) of r, the coefficient 2,1, with 0 in the place of a negative r. (R's psych puts a negative
r in as it is, which can leave less than one degree of freedom.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.tables import NEGLIGIBLE, Numbers, centred, complete_rows, rating_table

ICC_KINDS = ("1,1", "2,1", "3,1", "1,k", "2,k", "3,k")
"""Shrout and Fleiss's names of the six coefficients."""


class IntraclassCorrelation(NamedTuple):
    """One intraclass correlation. What is undefined is None."""

    # the coefficient, at most 1; negative where ratings differ more within units than between them. Never clipped
    value: float | None
    f: float | None  # variance ratio that tests whether units differ at all (the coefficient is 0 in the population)
    df1: int  # its numerator's degrees of freedom, n_units - 1
    df2: int  # its denominator's, n_units·(n_judges-1) for the one-way kinds, (n_units-1)·(n_judges-1) for the others
    p: float | None  # one-sided probability of an F at least as large if units did not differ, 0 to 1
    low: float | None  # lower end of the two-sided 95 % confidence interval
    high: float | None  # upper end
    n_units: int  # complete units, on which all of this rests
    n_incomplete: int  # units left out for a missing rating
    n_judges: int  # k


class _MeanSquares(NamedTuple):
    units: float
    judges: float
    error: float
    n: int
    k: int

    @property
    def within(self) -> float:
        return (self.judges + (self.n - 1) * self.error) / self.n


def intraclass_correlation(ratings: ArrayLike, kind: str = "2,1") -> IntraclassCorrelation:
    """An intraclass correlation with its F test and 95 % confidence interval (Shrout & Fleiss 1979).

    The formulas are at the top of this module. The analysis needs balance, so only units that all judges rated count;
    where the design leaves many incomplete, use ``krippendorff_alpha``.

    ``ratings``: shape (n_units, n_judges). ``kind``: one of ``ICC_KINDS``. ``value`` is None for fewer than two
    complete units or two judges, and where its denominator is not positive, such as without any variance; then there
    are only the sizes. Without error variance there is no F and no interval, and an end of the interval whose
    denominator is not positive is None. Where the units' means are all equal there is no interval: both its ends would
    be the coefficient itself. Raises ValueError as ``rating_table`` does, and for an unknown kind.
    """
    if kind not in ICC_KINDS:
        raise ValueError(f"kind must be one of {' '.join(ICC_KINDS)}, got {kind!r}")
    table = rating_table(ratings)
    rows = complete_rows(table)
    n, k = rows.shape
    df1, df2 = max(n - 1, 0), max((n if kind[0] == "1" else n - 1) * (k - 1), 0)
    sizes = (n, len(table) - n, k)
    if min(n, k) < 2:
        return IntraclassCorrelation(None, None, df1, df2, None, None, None, *sizes)
    squares = _mean_squares(rows)
    value, error = _coefficient(squares, kind), squares.within if kind[0] == "1" else squares.error
    if value is None or error == 0:
        return IntraclassCorrelation(value, None, df1, df2, None, None, None, *sizes)
    from scipy.special import fdtrc

    f = squares.units / error
    return IntraclassCorrelation(value, f, df1, df2, float(fdtrc(df1, df2, f)), *_interval(squares, kind, df2), *sizes)


def _mean_squares(rows: Numbers) -> _MeanSquares:
    """Two-way analysis of variance without replication; rounding's share of a sum of squares counts as 0."""
    n, k = rows.shape
    x = centred(rows)
    x = x - x.mean()
    units, judges = x.mean(axis=1), x.mean(axis=0)
    residuals = x - units[:, None] - judges
    sums = k * (units @ units), n * (judges @ judges), np.vdot(residuals, residuals)
    rounding = n * k * (8 * np.finfo(float).eps) ** 2
    b, j, e = (float(s) if s > rounding else 0.0 for s in sums)
    return _MeanSquares(b / (n - 1), j / (k - 1), e / ((n - 1) * (k - 1)), n, k)


def _coefficient(squares: _MeanSquares, kind: str) -> float | None:
    b, j, e, n, k = squares
    model, unit = kind.split(",")
    error = squares.within if model == "1" else e
    severity = (j - e) / n if model == "2" else 0.0
    below = b + severity if unit == "k" else b + (k - 1) * error + k * severity
    rounding = NEGLIGIBLE * (b + k * (error + abs(severity)))
    return (b - error) / below if below > rounding else None


def _interval(squares: _MeanSquares, kind: str, df2: float) -> tuple[float | None, float | None]:
    """95 % confidence limits: the coefficient, had the units' mean square been smaller or larger by F's quantile."""
    from scipy.special import fdtri

    if squares.units == 0:
        return None, None
    df1 = squares.n - 1
    if kind[0] == "2":
        df2 = _satterthwaite(squares)
    smaller, larger = float(fdtri(df1, df2, 0.975)), float(fdtri(df2, df1, 0.975))
    low = _coefficient(squares._replace(units=squares.units / smaller), kind)
    high = _coefficient(squares._replace(units=squares.units * larger), kind)
    return low, high


def _satterthwaite(squares: _MeanSquares) -> float:
    """Degrees of freedom of the weighted sum of judges' and error mean squares; from k-1 to n·(k-1)."""
    b, j, e, n, k = squares
    a = max(b - e, 0.0) / (n * squares.within)
    judges, error = a * j, (1 + (n - 1) * a) * e
    return (judges + error) ** 2 / (judges**2 / (k - 1) + error**2 / ((n - 1) * (k - 1)))
