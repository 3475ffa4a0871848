"""Reliability of sums and means: Cronbach's alpha, variance components, split-half and test-retest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.intraclass import intraclass_correlation
from helm_creativity.psychometrics.tables import (
    NEGLIGIBLE,
    Numbers,
    as_array,
    centred,
    rating_table,
    ratio,
    scaled,
    without_empty,
)
from helm_creativity.psychometrics.uncertainty import check_draws, interval, random_places, times_drawn

RESAMPLES = 1000
"""Bootstrap samples of the models, for intervals."""
MIN_MODELS = 3
"""The correlation of two models is 1 or -1 whatever their scores are."""
FLAT = 1e-12
"""Variance below which weighted cases are equal, as a share of the variance of all cases."""

IMPOSSIBLE = "so many ratings are missing that covariances of those in common do not fit the variances of all"


class CronbachAlpha(NamedTuple):
    """Cronbach's alpha and how much it rests on."""

    value: float | None  # at most 1; negative where judges disagree. None where undefined
    # units rated by both judges of a pair, in the pair with the fewest. Equal to the number of units where nothing is
    # missing
    min_pair_units: int
    n_judges: int  # k
    low: float | None = None  # lower end of the 95 % interval; None where there is none
    high: float | None = None  # its upper end
    problem: str = ""  # why there is no value; finishes the sentence "There is none because ...", "" where there is one


def cronbach_alpha(ratings: ArrayLike, standardised: bool = False) -> CronbachAlpha:
    """Cronbach's alpha with judges as items: the reliability of the sum, or mean, of k judges (Cronbach 1951).

    With the covariance matrix C of the judges::

        alpha = k/(k-1) · (1 - trace(C) / Σ C)

    which for complete ratings is k/(k-1)·(1 - Σ variances / variance of the sum) and equals ICC(3,k). With missing
    ratings each variance is that of all units a judge rated, and each covariance that of the units that both judges
    rated, around their means over these (R's ``use="pairwise"``). Such a C need not be one that any data could have,
    so read the value together with ``min_pair_units``. Where it gives an alpha above 1, there is none.

    Where each unit has only some of the judges by design, this is the reliability of a sum that no unit has: of all k
    judges, had they all rated. That of the mean of m judges of a unit is lower, about
    m·r / (1 + (m-1)·r) with r = alpha / (k - (k-1)·alpha) by Spearman and Brown, if judges are alike.

    Standardised alpha, the reliability of a sum of z-scores, has the correlation matrix R in the place of C::

        alpha = k/(k-1) · (1 - k / Σ R) = k·r / (1 + (k-1)·r)     with r the mean correlation of two

    R's psych prints it as ``std.alpha`` beside ``raw_alpha``. Of complete ratings neither alpha exceeds
    k/(k-1)·(1 - 1/e), with e the first eigenvalue of R (Armor's theta), which both come near to where variables
    correlate alike. AGC-Bench (Beaty et al. 2026) prints the standardised one: of its published table of 83 models by
    six domains it is .955, and alpha of the table as it is .948; its program standardises first.

    Of n complete ratings alpha as it is has Feldt's interval, 1 - (1 - alpha)·F with the 97.5 % and the 2.5 % quantile
    of F with n-1 and (n-1)·(k-1) degrees of freedom (Feldt, Woodruff and Salih 1987): that of R's ``psych::alpha.ci``,
    and of ICC(3,k). It is exact for normal ratings whose judges' errors are independent and vary alike.

    ``ratings``: shape (n_units, n_judges). ``standardised``: whether judges, or other variables, are standardised
    first. ``value`` is None for fewer than two judges, where two judges share fewer than two units, where Σ C or Σ R is
    not positive, and where missing ratings would make it larger than 1. Standardised it is None, too, where a judge
    rates all units alike. There is no interval with missing ratings, of the standardised alpha, or where ICC(3,k) has
    none, as for perfect agreement. Raises ValueError as ``rating_table`` does.
    """
    table = rating_table(ratings)
    k = table.shape[1]
    if standardised and k:
        table = np.stack([centred(column) for column in table.T], axis=1)
    pairs, covariances = _pairwise_covariances(table)
    fewest = int(pairs.min(initial=len(table)))
    if standardised:
        deviations = np.sqrt(np.diag(covariances))
        if (deviations == 0).any():
            return CronbachAlpha(None, fewest, k, problem="a judge rates all units alike")
        covariances = covariances / np.outer(deviations, deviations)
    total, lacking = covariances.sum(), bool(np.isnan(table).any())
    least = 8 * k * np.finfo(float).eps * np.abs(covariances).sum()
    if k < 2 or fewest < 2:
        few = "there are fewer than two judges" if k < 2 else "two judges share fewer than two units"
        return CronbachAlpha(None, fewest, k, problem=few)
    if total <= least:
        impossible = lacking and total < -least
        return CronbachAlpha(None, fewest, k, problem=IMPOSSIBLE if impossible else "the sums of ratings do not vary")
    value = float(k / (k - 1) * (1 - np.trace(covariances) / total))
    if lacking and value > 1 + NEGLIGIBLE:
        return CronbachAlpha(None, fewest, k, problem=IMPOSSIBLE)
    if standardised or lacking:
        return CronbachAlpha(value, fewest, k)
    same = intraclass_correlation(table, "3,k")
    return CronbachAlpha(value, fewest, k, same.low, same.high)


def _pairwise_covariances(table: Numbers) -> tuple[NDArray[np.int64], Numbers]:
    """Units in common and covariance of every two judges, (k, k) both, centred so that equal ratings are exactly 0."""
    seen = ~np.isnan(table)
    x = centred(table)
    low, high = np.fmin.reduce(x, axis=0, initial=1.0), np.fmax.reduce(x, axis=0, initial=-1.0)
    x = np.where(seen, x - (low + high) / 2, 0.0)
    mask = seen.astype(np.float64)
    pairs, sums = mask.T @ mask, x.T @ mask
    products = x.T @ x - sums * sums.T / np.maximum(pairs, 1)
    return pairs.astype(np.int64), products / np.maximum(pairs - 1, 1)


class Halves(NamedTuple):
    """How reliable means are, by the correlation between models' means over two halves of the items or trials."""

    r: float  # mean of the correlation over the draws, -1 to 1
    reliability: float  # of the means over all, by Spearman and Brown, -1 to 1; see ``stepped_up``
    low: float  # lower end of its 95 % interval, by the bootstrap over models
    high: float  # its upper end
    n_models: int  # models that count: with a score, or with two responses or more to some item
    length: int  # items with a score, or responses to an item at most


def split_half(scores: ArrayLike, rng: np.random.Generator, draws: int = 200) -> Halves | None:
    """Split-half reliability over random halves of the items, the same for all models.

    Every draw puts h = ⌊k/2⌋ items into either half; of an odd number one is left out, another in each draw. A model's
    score in a half is the mean over the items in it that have one; a model without any in one of the halves is not in
    the correlation of that draw. Where a half leaves all models equal, it does not predict the other and the
    correlation of the draw counts as 0.

    It holds for the models at hand: among models that differ more the same items are more reliable. For complete scores
    it is close to Cronbach's alpha over items (``cronbach_alpha``), which equals the mean of all halves' reliability by
    another formula.

    ``scores``: shape (n_models, n_items). Returns None for fewer than three models or two items with a score, and where
    no draw has two halves that distinguish models. Raises ValueError as ``as_array`` does, and for fewer than one draw.
    """
    table = as_array(scores, "scores", "n_models", "n_items")
    check_draws(draws)
    table = without_empty(table)
    n, k = table.shape
    if n < MIN_MODELS or k < 2:
        return None
    seen = ~np.isnan(table).T
    known = np.where(seen, scaled(table)[0].T, 0.0)
    places = random_places(rng, (draws,), k)
    halves = []
    for chosen in (places < k // 2, places >= k - k // 2):
        weights = chosen.astype(np.float64)
        halves.append(ratio(weights @ known, weights @ seen.astype(np.float64)))
    found = _reliability(halves[0], halves[1], k / (k // 2), rng)
    return None if found is None else Halves(*found, n, k)


def test_retest(scores: ArrayLike, rng: np.random.Generator, draws: int = 200) -> Halves | None:  # noqa: PT028 - not a pytest test
    """Reliability over trials: how alike models' scores are when the same items are used again.

    Every draw puts half of a model's responses to an item into either half, at random; of an odd number one is left
    out. A model's score in a half is the mean over its responses, so that both halves rest on equally many responses to
    the same items. An item to which a model has a single response is left out for that model. Where a half leaves all
    models equal the correlation of the draw counts as 0.

    Trials differ by chance alone, so this is how far chance in responses moves the order of models. Other items would
    move it further: that is ``split_half``. One item is enough.

    ``scores``: shape (n_models, n_items, n_trials); the order of trials does not matter. Returns None for fewer than
    three models with two responses to an item, and where no draw has two halves that distinguish models. Raises
    ValueError as ``as_array`` does, and for fewer than one draw.
    """
    responses = as_array(scores, "scores", "n_models", "n_items", "n_trials")
    check_draws(draws)
    counts = (~np.isnan(responses)).sum(axis=2)
    repeated = (counts > 1).any(axis=1)
    responses, counts = responses[repeated], counts[repeated]
    n, k, _ = responses.shape
    if n < MIN_MODELS:
        return None
    ordered = np.take_along_axis(scaled(responses)[0], np.argsort(np.isnan(responses), axis=2, kind="stable"), axis=2)
    first, second = (np.zeros((draws, n)) for _ in range(2))
    for count in np.unique(counts[counts > 1]).tolist():
        places = random_places(rng, (draws, k), count).reshape(draws, -1)
        part = np.where(counts[:, :, None] == count, ordered[:, :, :count], 0.0).reshape(n, -1).T
        first += (places < count // 2).astype(np.float64) @ part
        second += (places >= count - count // 2).astype(np.float64) @ part
    used = np.where(counts > 1, counts // 2, 0).sum(axis=1)
    lengthened = float(counts[counts > 1].sum() / used.sum())
    found = _reliability(first / used, second / used, lengthened, rng)
    return None if found is None else Halves(*found, n, int(counts.max()))


def stepped_up(r: ArrayLike, lengthened: float) -> Numbers:
    """The reliability of a test f times as long as the one whose two forms correlate by r (Spearman 1910, Brown 1910).

    It is f·r / (1 + (f - 1)·r), with f = 2 for two halves. A correlation below 0 stays as it is: there is nothing to
    step up, and the formula would diverge to -∞ at r = -1/(f - 1).

    ``r``: correlations, -1 to 1. ``lengthened``: f, at least 1. Returns the same shape, -1 to 1, rising with r.
    """
    r = np.asarray(r, dtype=np.float64)
    return np.where(r > 0, lengthened * r / (1 + (lengthened - 1) * np.maximum(r, 0.0)), r)


def _reliability(
    first: Numbers, second: Numbers, lengthened: float, rng: np.random.Generator
) -> tuple[float, float, float, float] | None:
    """r, reliability and the ends of its interval, from the models' means in two halves, shape (draws, n) each."""
    n = first.shape[1]
    r = mean_correlations(first, second, np.ones((1, n)))[0]
    if np.isnan(r):
        return None
    resampled = stepped_up(mean_correlations(first, second, times_drawn(rng, RESAMPLES, n)), lengthened)
    low, high = interval(resampled[:, None])
    return float(r), float(stepped_up(r, lengthened)), float(low[0]), float(high[0])


def mean_correlations(first: Numbers, second: Numbers, weights: Numbers) -> Numbers:
    """For every weighting the mean over the pairs of their weighted correlation (Pearson).

    A correlation is over the cases that both of its variables have. A pair counts as 0 if one of its variables does not
    vary: it does not predict the other.

    ``first``: shape (d, n), d variables of n cases. ``second``: shape (d, n), the other one of each pair. ``weights``:
    shape (b, n), 0 or more: how often each case counts. Returns shape (b,), -1 to 1; NaN where no pair has two
    variables that vary.
    """
    seen = ~(np.isnan(first) | np.isnan(second))
    x, y = (_standardised(np.where(seen, half, np.nan)) for half in (first, second))
    total = np.maximum(weights @ seen.T.astype(np.float64), 1.0)
    sum_x, sum_y = weights @ x.T, weights @ y.T
    var_x = weights @ (x**2).T / total - (sum_x / total) ** 2
    var_y = weights @ (y**2).T / total - (sum_y / total) ** 2
    covariance = weights @ (x * y).T / total - sum_x * sum_y / total**2
    defined = (var_x > FLAT) & (var_y > FLAT)
    product = np.sqrt(np.where(defined, var_x * var_y, 1.0))
    r = np.where(defined, np.clip(covariance / product, -1.0, 1.0), 0.0)
    return np.where(defined.any(axis=1), r.mean(axis=1), np.nan)


def _standardised(values: Numbers) -> Numbers:
    """Rows with mean 0 and variance 1 over their known values; 0 where missing, and where a row does not vary."""
    known = ~np.isnan(values)
    counts = np.maximum(known.sum(axis=1, keepdims=True), 1)
    low, high = np.fmin.reduce(values, axis=1, initial=np.inf), np.fmax.reduce(values, axis=1, initial=-np.inf)
    varies = high - low > NEGLIGIBLE * np.where(known, np.abs(values), 0.0).max(axis=1)
    moved = np.where(known & varies[:, None], values - np.where(varies, low, 0.0)[:, None], 0.0)
    moved = np.where(known, moved - moved.sum(axis=1, keepdims=True) / counts, 0.0)
    sd = np.sqrt((moved**2).sum(axis=1, keepdims=True) / counts)
    return np.asarray(np.divide(moved, sd, out=np.zeros_like(moved), where=sd > 0))
