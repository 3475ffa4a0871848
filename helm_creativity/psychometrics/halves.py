"""How far a benchmark would order the models alike with other items, or with other answers: reliability by halves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.pairs import mean_correlations
from helm_creativity.psychometrics.rating_table import as_array
from helm_creativity.psychometrics.resampling import check_draws, random_places, times_drawn
from helm_creativity.psychometrics.stability import interval
from helm_creativity.psychometrics.variables import as_table

Numbers = NDArray[np.float64]

RESAMPLES = 1000
"""Of the models, for intervals."""
LEAST = 3
"""Models, since the correlation of two is 1 or -1 whatever they are."""


class SplitHalf(NamedTuple):
    """Reliability over items.

    Attributes:
        r: mean over the draws of the correlation between models' means over two halves of the items, -1 to 1.
        reliability: of the means over all items, by Spearman and Brown, -1 to 1; see ``stepped_up``.
        low: lower end of its 95 % interval, by the bootstrap over models.
        high: its upper end.
        n_models: models with a score.
        n_items: items with a score.
        draws: random halvings.
    """

    r: float
    reliability: float
    low: float
    high: float
    n_models: int
    n_items: int
    draws: int


class TestRetest(NamedTuple):
    """Reliability over trials: the same items asked again.

    Attributes:
        r: mean over the draws of the correlation between models' means over two halves of the trials, -1 to 1.
        reliability: of the means over all trials, by Spearman and Brown, -1 to 1; see ``stepped_up``.
        low: lower end of its 95 % interval, by the bootstrap over models.
        high: its upper end.
        n_models: models with two answers or more to some item.
        n_trials: answers to an item, at most.
    """

    r: float
    reliability: float
    low: float
    high: float
    n_models: int
    n_trials: int


def split_half(scores: ArrayLike, rng: np.random.Generator, draws: int = 200) -> SplitHalf | None:
    """Split-half reliability over random halves of the items, the same for all models.

    Every draw puts h = ⌊k/2⌋ items into either half; of an odd number one stands aside, another in each draw. A
    model's score in a half is the mean over the items in it that have one; a model without any in one of the halves is
    not in the correlation of that draw. Where a half leaves all models equal, it says nothing of the other and the
    correlation of the draw counts as 0.

    It speaks of the models at hand: among models that differ more the same items are more reliable. For complete scores
    it is close to Cronbach's alpha over items (``reliability.cronbach_alpha``), which equals the mean of all halves'
    reliability by another formula.

    Args:
        scores: shape (n_models, n_items), NaN where missing.
        rng: source of the random numbers.
        draws: number of random halvings, at least 1.

    Returns:
        None for fewer than three models or two items with a score, and where no draw has two halves that tell models
        apart.

    Raises:
        ValueError: for another shape or an infinity, by position, or fewer than one draw.
    """
    table = as_table(scores, "scores", "n_items")
    check_draws(draws)
    table = table[~np.isnan(table).all(axis=1)]
    table = table[:, ~np.isnan(table).all(axis=0)]
    n, k = table.shape
    if n < LEAST or k < 2:
        return None
    seen = ~np.isnan(table).T
    known = np.where(seen, _scaled(table).T, 0.0)
    places = random_places(rng, (draws,), k)
    halves = []
    for chosen in (places < k // 2, places >= k - k // 2):
        weights = chosen.astype(np.float64)
        halves.append(_ratio(weights @ known, weights @ seen.astype(np.float64)))
    found = _reliability(halves[0], halves[1], k / (k // 2), rng)
    return None if found is None else SplitHalf(found.r, found.reliability, found.low, found.high, n, k, draws)


def test_retest(scores: ArrayLike, rng: np.random.Generator, draws: int = 200) -> TestRetest | None:  # noqa: PT028 - it is none
    """Reliability over trials: how alike models' scores are when the same items are asked anew.

    Every draw puts half of a model's answers to an item into either half, at random; of an odd number one stands aside.
    A model's score in a half is the mean over its answers, so that both halves rest on as many answers to the same
    items. An item with a single answer of a model tells nothing of repetition and is left out for that model. Where a
    half leaves all models equal the correlation of the draw counts as 0.

    Trials differ by chance alone, so this is how far chance in answers moves the order of models. Other items would
    move it further: that is ``split_half``. Items need not be many, one will do.

    Args:
        scores: shape (n_models, n_items, n_trials), NaN where missing; which place an answer has says nothing.
        rng: source of the random numbers.
        draws: number of random halvings, at least 1.

    Returns:
        None for fewer than three models with two answers to an item, and where no draw has two halves that tell models
        apart.

    Raises:
        ValueError: for another shape or an infinity, by position, or fewer than one draw.
    """
    answers = as_answers(scores)
    check_draws(draws)
    counts = (~np.isnan(answers)).sum(axis=2)
    asked_again = (counts > 1).any(axis=1)
    answers, counts = answers[asked_again], counts[asked_again]
    n, k, _ = answers.shape
    if n < LEAST:
        return None
    ordered = np.take_along_axis(_scaled(answers), np.argsort(np.isnan(answers), axis=2, kind="stable"), axis=2)
    first, second = (np.zeros((draws, n)) for _ in range(2))
    for count in np.unique(counts[counts > 1]).tolist():
        places = random_places(rng, (draws, k), count).reshape(draws, -1)
        part = np.where(counts[:, :, None] == count, ordered[:, :, :count], 0.0).reshape(n, -1).T
        first += (places < count // 2).astype(np.float64) @ part
        second += (places >= count - count // 2).astype(np.float64) @ part
    used = np.where(counts > 1, counts // 2, 0).sum(axis=1)
    lengthened = float(counts[counts > 1].sum() / used.sum())
    found = _reliability(first / used, second / used, lengthened, rng)
    return (
        None if found is None else TestRetest(found.r, found.reliability, found.low, found.high, n, int(counts.max()))
    )


def stepped_up(r: ArrayLike, lengthened: float) -> Numbers:
    """The reliability of a test f times as long as the one whose two forms correlate by r (Spearman 1910, Brown 1910).

    It is f·r / (1 + (f - 1)·r), with f = 2 for two halves. A correlation below 0 stays as it is: there is nothing to
    step up, and the formula would run away to -∞ at r = -1/(f - 1).

    Args:
        r: correlations, -1 to 1.
        lengthened: f, at least 1.

    Returns:
        The same shape, -1 to 1, rising with r.
    """
    given = np.asarray(r, dtype=np.float64)
    return np.where(given > 0, lengthened * given / (1 + (lengthened - 1) * np.maximum(given, 0.0)), given)


class _Found(NamedTuple):
    r: float
    reliability: float
    low: float
    high: float


def _reliability(first: Numbers, second: Numbers, lengthened: float, rng: np.random.Generator) -> _Found | None:
    """r, reliability and its interval, from the models' means in two halves, shape (draws, n) each."""
    n = first.shape[1]
    r = mean_correlations(first, second, np.ones((1, n)))[0]
    if np.isnan(r):
        return None
    again = stepped_up(mean_correlations(first, second, times_drawn(rng, RESAMPLES, n)), lengthened)
    low, high = interval(again[:, None])
    return _Found(float(r), float(stepped_up(r, lengthened)), float(low[0]), float(high[0]))


def _ratio(sums: Numbers, counts: Numbers) -> Numbers:
    return np.asarray(np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0))


def _scaled(values: Numbers) -> Numbers:
    """Values over a power of 2, so that no sum of squares overflows and nothing is rounded."""
    _, power = np.frexp(np.nanmax(np.abs(values), initial=0.0))
    return np.asarray(np.ldexp(values, -power))


def as_answers(scores: ArrayLike) -> Numbers:
    """Scores of answers, shape (n_models, n_items, n_trials), checked; NaN where missing.

    Raises:
        ValueError: for another shape, what is no number, or an infinity, by position.
    """
    return as_array(scores, "scores", "n_models", "n_items", "n_trials")
