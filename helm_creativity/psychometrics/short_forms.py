"""Short forms: a few items whose mean ranks models as the mean over all items does.

Items are chosen one by one, each time the one with which the mean over the chosen items correlates most with the mean
over all. How well that works is measured on models that had no part in the choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers, as_array, known_means, ranks_from_top, ratio, scaled
from helm_creativity.psychometrics.uncertainty import check_draws, interval, rank_correlations, rank_stability

TARGET = 0.98
LEAST_MODELS, LEAST_ITEMS = 8, 4
FOLDS = 10
"""Groups of models that are held out in turn, at most; each has two models or more."""
RANDOM_DRAWS = 200
ROUNDING = 1e-9
"""A correlation that misses the target by less than this reaches it."""


class ScoreLink(NamedTuple):
    """The full score of a model as its short score predicts it: ``intercept + slope · short``."""

    intercept: float
    slope: float

    @property
    def rises(self) -> bool:
        """Whether models that are better on the form are predicted to be better on the full form."""
        return self.slope > 0


class ShortForm(NamedTuple):
    """A short form, and how far to trust it.

    Attributes:
        items: ids, in the order in which they were chosen; all where no fewer reach the target.
        n_items: items of the full form.
        models: names of those that it was chosen by.
        reached: whether fewer than all items reach the target.
        rho: Spearman's ρ between short and full scores of models that were held out; 1 with all items.
        low: lower end of its 95 % interval over models.
        high: upper end.
        random: mean ρ of as many items drawn at random.
        fresh: ρ that is expected between the short scores of another run and these full scores; None without trials.
        link: from short to full scores, by all models.
    """

    items: tuple[str, ...]
    n_items: int
    models: tuple[str, ...]
    reached: bool
    rho: float
    low: float
    high: float
    random: float
    fresh: float | None
    link: ScoreLink


def short_form(
    scores: ArrayLike,
    models: Sequence[str],
    items: Sequence[str],
    rng: np.random.Generator,
    target: float = TARGET,
    draws: int = 1000,
) -> ShortForm | None:
    """The fewest items whose mean ranks models that were held out as the mean over all items does.

    The models are parted into at most ``FOLDS`` groups with scores from the whole range. For each group, items are
    chosen on the other models (see ``chosen_in_turn``), and the line from short to full score is fitted to those. With
    s items, the ρ of that size is the one between full scores and the predictions of all models, each by the line and
    the items of which it had no part. The form is the smallest s whose ρ reaches the target, and its items are the
    first s that are chosen on all models.

    Short and full score share items, so that ρ is that of a part with its whole, which noise in the shared responses
    raises. With several trials ``fresh`` is without it: the covariance of predicted and full scores, less what the
    shared responses' noise adds to it, over the covariance, times ρ.

    A model without a score on any item chosen is predicted to have the mean score of the others.

    Args:
        scores: shape (n, k, t), models by items by trials, NaN where missing.
        models: n different names, by which models are sorted, so that their order changes nothing.
        items: k different names, likewise.
        rng: source of the random numbers.
        target: ρ to be reached, above 0 and at most 1.
        draws: of models, for the interval.

    Returns:
        None for fewer than ``LEAST_MODELS`` models or ``LEAST_ITEMS`` items with a score, and where the models' means
        are all equal.

    Raises:
        ValueError: for another shape or an infinity, by position, names that are not as many or not different, a target
            out of range, or fewer than one draw.
    """
    table = as_array(scores, "scores", "n_models", "n_items", "n_trials")
    check_draws(draws)
    for axis, (names, what) in enumerate(((models, "models"), (items, "items"))):
        if len(names) != table.shape[axis] or len(set(names)) < len(names):
            raise ValueError(f"{what} must be {table.shape[axis]} different names, got {len(names)}: {list(names)[:5]}")
    if not 0 < target <= 1:
        raise ValueError(f"target must be above 0 and at most 1, such as {TARGET}, got {target}")
    values, power = scaled(table)
    known = ~np.isnan(values)
    rows = [row for row in sorted(range(len(models)), key=lambda row: models[row]) if known[row].any()]
    columns = [place for place in sorted(range(len(items)), key=lambda at: items[at]) if known[:, place].any()]
    cells = _Cells(values[rows][:, columns])
    full = cells.full
    if len(rows) < LEAST_MODELS or len(columns) < LEAST_ITEMS or (ranks_from_top(full[None]).above == 0).all():
        return None
    for size, (predicted, shared) in enumerate(_held_out(cells), 1):  # noqa: B007 - they are read after it
        rho = float(rank_correlations(predicted[None], full[None])[0])
        if rho >= target - ROUNDING:
            break
    reached = size < len(columns)
    if not reached:  # all items are the full form itself, whatever rounding makes of its ρ
        predicted, rho = full, 1.0
    order = chosen_in_turn(cells.means)
    chosen = [next(order) for _ in range(size)]
    drawn = rng.integers(len(rows), size=(draws, len(rows)))
    low, high = interval(rank_correlations(predicted[drawn], full[drawn])[:, None])
    random = rank_stability(cells.means, rng, [size], RANDOM_DRAWS)
    intercept, slope = _link(short_scores(cells.means, chosen), full) if reached else (0.0, 1.0)
    return ShortForm(
        items=tuple(items[columns[place]] for place in chosen),
        n_items=len(columns),
        models=tuple(models[row] for row in rows),
        reached=reached,
        rho=rho,
        low=float(low[0]),
        high=float(high[0]),
        random=1.0 if random is None else random.correlation[0],
        fresh=None if cells.noise is None else rho * _share_without_noise(predicted, full, shared),
        link=ScoreLink(float(np.ldexp(intercept, power)), slope),
    )


class _Cells:
    """Scores of models by items.

    Attributes:
        means: shape (n, k), over trials.
        full: shape (n,), over items.
        noise: shape (n, k), squared standard errors of ``means``; None where no item has two trials with a score.
    """

    def __init__(self, values: Numbers) -> None:
        """Of shape (n, k, t)."""
        counts = (~np.isnan(values)).sum(axis=2)
        sums = np.nansum(values, axis=2)
        self.means = ratio(sums, counts)
        self.full: Numbers = np.nanmean(self.means, axis=1)
        several = counts > 1
        self.noise: Numbers | None = None
        if several.any():
            squares = np.nansum((values - self.means[:, :, None]) ** 2, axis=2)
            variances = np.where(several, squares / np.maximum(counts - 1, 1), np.nan)
            variances[~several] = np.nanmean(variances)  # of a single response nothing is known
            self.noise = np.where(counts > 0, variances / np.maximum(counts, 1), 0.0)


def chosen_in_turn(by_item: Numbers) -> Iterator[int]:
    """Items in the order in which they are chosen: each adds most to the correlation of the mean with that over all.

    Args:
        by_item: shape (n, k), NaN where missing; every model has a score.
    """
    known = (~np.isnan(by_item)).astype(np.float64)
    filled = np.where(known > 0, by_item, 0.0)
    whole = np.nanmean(by_item, axis=1)
    whole = whole - whole.mean()
    sums, counts = np.zeros(len(by_item)), np.zeros(len(by_item))
    left = np.ones(by_item.shape[1], dtype=bool)
    while left.any():
        places = np.flatnonzero(left)
        found = _centred_means(sums[:, None] + filled[:, places], counts[:, None] + known[:, places])
        place = int(places[np.argmax(_correlations(found, whole[:, None]))])
        yield place
        left[place] = False
        sums, counts = sums + filled[:, place], counts + known[:, place]


def _centred_means(sums: Numbers, counts: Numbers) -> Numbers:
    """Means less their mean over models, shape (n, c); 0 for a model without one."""
    means = np.divide(sums, counts, out=np.zeros(sums.shape), where=counts > 0)
    there = counts > 0
    middle = means.sum(axis=0) / np.maximum(there.sum(axis=0), 1)
    return np.where(there, means - middle, 0.0)


def _correlations(x: Numbers, y: Numbers) -> Numbers:
    """Of centred columns, 0 where one of the two does not vary."""
    sizes = np.sqrt((x**2).sum(axis=0) * (y**2).sum(axis=0))
    found: Numbers = np.divide((x * y).sum(axis=0), sizes, out=np.zeros(sizes.shape), where=sizes > 0)
    return found


def short_scores(by_item: Numbers, chosen: Sequence[int]) -> Numbers:
    """Shape (n,): means over the items chosen, NaN where a model has no score on any."""
    return known_means(by_item[:, chosen])


def _link(short: Numbers, full: Numbers) -> tuple[float, float]:
    """Intercept and slope of the least-squares line; a slope of 0 where the short scores do not vary."""
    there = ~np.isnan(short)
    x, y = short[there], full[there]
    if not len(x):
        return float(full.mean()), 0.0
    moved = x - x.mean()
    size = float(moved @ moved)
    slope = float(moved @ (y - y.mean())) / size if size > 0 else 0.0
    return float(y.mean() - slope * x.mean()), slope


def folds(full: Numbers) -> list[NDArray[np.int64]]:
    """Groups of models, each with scores from the whole range: dealt out by rank, to and fro."""
    n = len(full)
    count = min(FOLDS, n // 2)
    order = np.argsort(full, kind="stable")
    turns = np.arange(n) // count
    places = np.where(turns % 2 == 0, np.arange(n) % count, count - 1 - np.arange(n) % count)
    return [np.sort(order[places == fold]) for fold in range(count)]


def _held_out(cells: _Cells) -> Iterator[tuple[Numbers, Numbers]]:
    """For one item, for two, and so on: predictions of models that were held out, and their shared noise.

    Yields:
        Shape (n,) each: the predicted full scores, and the covariance of each with the full score that comes from
        responses that both rest on.
    """
    n, k = cells.means.shape
    parts = []
    for held in folds(cells.full):
        training = np.setdiff1d(np.arange(n), held)
        parts.append((held, training, chosen_in_turn(cells.means[training]), list[int]()))
    known = ~np.isnan(cells.means)
    for _ in range(k):
        predicted, shared = np.empty(n), np.zeros(n)
        for held, training, order, chosen in parts:
            chosen.append(next(order))
            intercept, slope = _link(short_scores(cells.means[training], chosen), cells.full[training])
            short = short_scores(cells.means[held], chosen)
            predicted[held] = np.where(np.isnan(short), cells.full[training].mean(), intercept + slope * short)
            if cells.noise is not None:
                counts = known[held][:, chosen].sum(axis=1) * known[held].sum(axis=1)
                noise = cells.noise[held][:, chosen].sum(axis=1)
                shared[held] = slope * noise / np.maximum(counts, 1)
        yield predicted, shared


def _share_without_noise(predicted: Numbers, full: Numbers, shared: Numbers) -> float:
    """Share of the covariance of predicted and full scores that does not come from the noise of shared responses."""
    together = float((predicted - predicted.mean()) @ (full - full.mean())) / (len(full) - 1)
    return max(0.0, min(1.0, 1 - float(shared.mean()) / together)) if together > 0 else 0.0
