"""Scores that are not missing at random: means over all items, their bounds, and whether hard items are missing.

A model that gives no response to the items on which all models do badly has a mean over easier items than the others.
The two-way model (model effect plus item effect, least squares) says what its mean over all items would be, as long as
items are as much harder for it as for the others. The bounds hold without any such assumption.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.group_comparison import holm
from helm_creativity.psychometrics.tables import NEGLIGIBLE, Numbers, as_array, centred, linked_columns, scaled

PERMUTATIONS = 4999
AT_ONCE = 4_000_000
"""Permuted cells that are held in memory at a time."""


class AdjustedMeans(NamedTuple):
    """Means of n models over the same items, from the two-way model."""

    # shape (n,), in the units of the scores: mean over the items that any model has, with what is missing predicted;
    # NaN for a model without a score
    means: Numbers
    errors: Numbers  # shape (n,), standard errors, items taken as drawn at random; NaN without a mean or with one score
    # shape (n, k), a value for each model and item of which ``means`` are the means and ``errors`` the standard errors
    # s/√(items): the scores themselves for a model that lacks none, else what the item adds to the estimate. NaN for
    # items that no model has, and for models without a mean
    by_item: Numbers
    items: int  # items that any model has


def adjusted_means(scores: ArrayLike) -> AdjustedMeans | None:
    """Each model's mean over all items, with missing cells predicted by the model's effect plus the item's.

    The model y = m_i + b_j + e is fitted by least squares to the cells that are there. The adjusted mean is
    m_i + mean(b): of what is there, it is the mean of the scores, and of what is missing the mean of the predictions,
    as residuals of a model add up to 0. A model that lacks nothing keeps its plain mean and standard error.

    The standard error is the cluster-robust one with the items as clusters, by the estimate's influence function: item
    j adds ψ_ij = k·(A⁺r_j)_i - k·w'A⁺r_j + b_j - mean(b) to the mean of model i, with r_j the residuals of the item, A
    the normal matrix of the model effects and w_h = Σ_j [h has j]/(k·n_j). The first terms, which come from the scores
    that a model has, are multiplied by √(c(k-1)/(k(c-1))) for its c scores, since residuals of few scores are too
    small.

    ``scores``: shape (n, k), models by items. Returns None where models and items fall apart: where no chain of models
    that share an item leads from each model with a score to every other, no prediction compares them. Raises ValueError
    as ``as_array`` does.
    """
    table = as_array(scores, "scores", "n_models", "n_items")
    known = ~np.isnan(table)
    rows, columns = known.any(axis=1), known.any(axis=0)
    if not rows.any() or len(linked_columns(known[rows].T)) > 1:
        return None
    values, power = scaled(table[rows][:, columns])
    adjusted = _fit(values)
    by_item = np.full(table.shape, np.nan)
    by_item[np.ix_(rows, columns)] = np.ldexp(adjusted, power)
    means, errors = np.full(len(table), np.nan), np.full(len(table), np.nan)
    k = adjusted.shape[1]
    means[rows] = np.ldexp(adjusted.mean(axis=1), power)
    if k > 1:
        errors[rows] = np.ldexp(adjusted.std(axis=1, ddof=1) / np.sqrt(k), power)
        errors[known.sum(axis=1) < 2] = np.nan
    return AdjustedMeans(means, errors, by_item, k)


def _effects(values: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Model effects, shape (n,), item effects, shape (k,), and the inverse A⁺, shape (n, n); connected throughout."""
    known = (~np.isnan(values)).astype(np.float64)
    filled = np.where(known > 0, values, 0.0)
    per_item = known.sum(axis=0)
    normal = np.diag(known.sum(axis=1)) - (known / per_item) @ known.T
    right = filled.sum(axis=1) - (known / per_item) @ filled.sum(axis=0)
    n = len(normal)
    size = max(float(normal.trace()) / n, 1.0)
    # A lacks one direction, all effects alike, which is put in with an eigenvalue like the others' and taken out again.
    inverse = np.linalg.inv(normal + size / n) - 1 / (size * n)
    models = inverse @ right
    items = (filled.sum(axis=0) - models @ known) / per_item
    return models, items, inverse


def _fit(values: Numbers) -> Numbers:
    """``AdjustedMeans.by_item`` of a table where all is connected."""
    known = ~np.isnan(values)
    k = values.shape[1]
    models, items, inverse = _effects(values)
    residuals = np.where(known, values - models[:, None] - items, 0.0)
    moved = k * (inverse @ residuals)
    moved -= (known / known.sum(axis=0)).mean(axis=1) @ moved
    counts = known.sum(axis=1)
    few = np.sqrt(np.maximum(k - 1, 1) * counts / (k * np.maximum(counts - 1, 1)))
    spread = moved * few[:, None] + (items - items.mean())
    found = models[:, None] + items.mean() + spread
    whole = known.all(axis=1)
    found[whole] = values[whole]
    return np.asarray(found)


class MeanBounds(NamedTuple):
    """Between which values the mean over all items lies, whatever is missing."""

    low: Numbers  # shape (n,), with the lowest value in every missing cell
    high: Numbers  # shape (n,), with the highest


def mean_bounds(scores: ArrayLike, lowest: float | None = None, highest: float | None = None) -> MeanBounds:
    """The means over all items if every missing cell had the lowest value, and the highest.

    ``scores``: shape (n, k), models by items. ``lowest``: of the scale; None for the lowest score that is
    there. ``highest``: of the scale; None for the highest score that is there. NaN where a bound is neither
    given nor seen, or without an item. Raises ValueError as ``as_array`` does, and for a score outside the scale.
    """
    table = as_array(scores, "scores", "n_models", "n_items")
    least, most = (float(extreme.reduce(table, axis=None, initial=np.nan)) for extreme in (np.fmin, np.fmax))
    ends = least if lowest is None else float(lowest), most if highest is None else float(highest)
    if least < ends[0] or most > ends[1]:
        raise ValueError(f"scores must lie on the scale from {ends[0]:g} to {ends[1]:g}, got {least:g} to {most:g}")
    if not table.shape[1]:
        return MeanBounds(*(np.full(len(table), np.nan) for _ in range(2)))
    low, high = (np.where(np.isnan(table), end, table).mean(axis=1) for end in ends)
    return MeanBounds(low, high)


class MissingTest(NamedTuple):
    """Whether a model lacks other items than at random."""

    # point-biserial correlation, over items, of being missing with the item's effect on the scores of the other models:
    # below 0 where the items are missing on which others score low
    r: float
    p: float  # two-sided, by permuting which items are missing
    adjusted_p: float  # by Holm over the models that were tested
    missing: int  # items that the model lacks, of those that others have
    items: int  # items that others have


def missing_tests(
    scores: ArrayLike,
    rng: np.random.Generator,
    models: Sequence[int] | None = None,
    permutations: int = PERMUTATIONS,
) -> tuple[MissingTest | None, ...]:
    """Whether the items that a model lacks are harder, or easier, than those it has.

    How hard an item is says the two-way model of the other models, so that no score of the model itself decides. Under
    the hypothesis any items of the same number are as likely to be missing.

    ``scores``: shape (n, k), models by items. ``models``: rows to be tested; all where None. Holm's correction is over
    those that can be. ``permutations``: of every test; the smallest p is 1/(permutations + 1). Returns n tests; Returns
    None for models that are not tested, that lack none or all of the items that others have, or where the effects of
    items are equal or those of the others cannot be compared. Raises ValueError as ``as_array`` does, and for fewer
    than one permutation.
    """
    table = as_array(scores, "scores", "n_models", "n_items")
    if permutations < 1:
        raise ValueError(f"permutations must be at least 1, got {permutations}")
    found: list[MissingTest | None] = [None] * len(table)
    for row in range(len(table)) if models is None else models:
        found[row] = _missing_test(table, row, rng, permutations)
    adjusted = iter(holm([test.p for test in found if test is not None]).tolist())
    return tuple(test and test._replace(adjusted_p=next(adjusted)) for test in found)


def _missing_test(table: Numbers, row: int, rng: np.random.Generator, permutations: int) -> MissingTest | None:
    others = np.delete(table, row, axis=0)
    known = ~np.isnan(others)
    columns, rows = known.any(axis=0), known.any(axis=1)
    missing = np.isnan(table[row, columns])
    k, lacking = len(missing), int(missing.sum())
    if not rows.any() or not 0 < lacking < k or len(linked_columns(known[rows].T)) > 1:
        return None
    _, effects, _ = _effects(centred(others[rows][:, columns]))
    if np.ptp(effects) <= NEGLIGIBLE:  # of the unit range of the scores
        return None
    deviations = effects - effects.mean()
    deviations /= np.sqrt((deviations**2).sum())
    spread = np.sqrt(lacking * (k - lacking) / k)
    r = float(np.clip(deviations[missing].sum() / spread, -1, 1))
    extreme, step = 0, max(1, AT_ONCE // k)
    for start in range(0, permutations, step):
        shuffled = rng.permuted(np.broadcast_to(missing, (min(step, permutations - start), k)), axis=1)
        sums = shuffled.astype(np.float64) @ deviations
        extreme += int((np.abs(sums) >= np.abs(r) * spread - 1e-12).sum())
    p = (1 + extreme) / (1 + permutations)
    return MissingTest(r, p, p, lacking, k)
