"""How like the answers of different models to the same prompts are: homogeneity of Jiang et al. 2025, section 3.

For prompt k and the unit vectors x of the n_a answers of a, y of the n_b answers of b, with S_a = Σ x::

    s_k(a, b) = S_a·S_b / (n_a n_b)                  between two runs: mean over all pairs of one answer each
    s_k(a, a) = (|S_a|² - n_a) / (n_a (n_a - 1))     within one: mean over all pairs of two answers

A cell is the mean over the prompts that have it. No answer is paired with itself: in the paper's program it is, which
lifts the diagonal of its matrix by (1 - s)/n. A run's similarity to others is the mean of its cells with runs of other
models, and the mean between models that over all such pairs; baselines are in neither, but have a row.

Intervals: prompts are drawn with replacement, the same for all cells, since answers to one prompt are no independent
observations, nor are cells that share a run.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.stability import bootstrap_means, interval

Numbers = NDArray[np.float64]


class Cells(NamedTuple):
    """One prompt, r runs; NaN where a run has too few answers.

    Attributes:
        similarity: shape (r, r), symmetric, -1 to 1: mean cosine of the pairs of answers.
        identical: shape (r, r): share of the pairs that are one text, 0 to 1.
    """

    similarity: Numbers
    identical: Numbers


def cells_of(times: NDArray[np.integer], vectors: NDArray[np.floating], keys: Sequence[Hashable]) -> Cells:
    """Similarities of the answers of r runs to one prompt.

    Args:
        times: shape (r, u): how often each run gave each of u different texts.
        vectors: shape (u, d), of any lengths but 0.
        keys: u keys, equal for texts that count as one.
    """
    x = np.asarray(vectors, dtype=np.float64)
    x = x / np.linalg.norm(x, axis=1, keepdims=True)
    found = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    is_key = np.zeros((len(keys), len(found)))
    is_key[np.arange(len(keys)), [found[key] for key in keys]] = 1.0
    return Cells(_pairs(times @ x, times), _pairs(times @ is_key, times))


def _pairs(sums: Numbers, times: NDArray[np.integer]) -> Numbers:
    """Means over pairs from sums of vectors of length one, shape (r, d): no answer is paired with itself."""
    n = times.sum(axis=1).astype(np.float64)
    total, pairs = sums @ sums.T, np.outer(n, n)
    total[np.diag_indices(len(n))] -= n
    pairs[np.diag_indices(len(n))] -= n
    return np.divide(total, pairs, out=np.full_like(total, np.nan), where=pairs > 0)


class Estimate(NamedTuple):
    """A mean over prompts and its 95 % interval; None where there is none."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Homogeneity:
    """What r runs have in common.

    Attributes:
        similarity: shape (r, r): mean over prompts, NaN where no prompt has the cell.
        low: lower ends of its intervals.
        high: upper ends.
        identical: shape (r, r): share of equal pairs, mean over prompts.
        prompts: shape (r, r): how many prompts have the cell.
        others: of each of the r runs the similarity to runs of other models that count.
        identical_to_others: shape (r,): of each run the share of pairs with them that are equal.
        within: mean of the diagonal over the runs that count.
        between: mean over the pairs of runs of different models that count.
        difference: within minus between.
    """

    similarity: Numbers
    low: Numbers
    high: Numbers
    identical: Numbers
    prompts: NDArray[np.int64]
    others: tuple[Estimate, ...]
    identical_to_others: Numbers
    within: Estimate
    between: Estimate
    difference: Estimate


def homogeneity(
    cells: Iterable[Cells], models: Sequence[str], counts: NDArray[np.bool_], draws: int, rng: np.random.Generator
) -> Homogeneity:
    """Sums up the cells of all prompts.

    Args:
        cells: of k prompts, k >= 1.
        models: names of the models of the r runs: two runs of one model are no pair of models.
        counts: shape (r,): which runs count in means over runs.
        draws: of the bootstrap.
        rng: source of its random numbers.
    """
    similar, identical = (np.stack(part) for part in zip(*cells, strict=True))
    r = len(models)
    rows, columns = np.tril_indices(r)
    drawn = np.empty((draws, r, r))
    drawn[:, rows, columns] = bootstrap_means(similar[:, rows, columns].T, draws, rng)
    drawn[:, columns, rows] = drawn[:, rows, columns]
    mean, equal = _means(similar), _means(identical)
    low, high = (one.reshape(r, r) for one in interval(drawn.reshape(draws, -1)))
    names = np.array(models)
    pairs = (names[:, None] != names) & counts
    own, between = np.diag(counts), np.tril(pairs & counts[:, None])
    return Homogeneity(
        similarity=mean,
        low=low,
        high=high,
        identical=equal,
        prompts=np.isfinite(similar).sum(axis=0),
        others=tuple(_estimate(mean[row, some], drawn[:, row, some]) for row, some in enumerate(pairs)),
        identical_to_others=np.array([_mean(equal[row, some]) for row, some in enumerate(pairs)]),
        within=_estimate(mean[own], drawn[:, own]),
        between=_estimate(mean[between], drawn[:, between]),
        difference=_difference(mean, drawn, own, between),
    )


def _difference(mean: Numbers, drawn: Numbers, own: NDArray[np.bool_], between: NDArray[np.bool_]) -> Estimate:
    """Both sides over the same draws of prompts."""
    value = np.array([_mean(mean[own]) - _mean(mean[between])])
    return _estimate(value, (_row_means(drawn[:, own]) - _row_means(drawn[:, between]))[:, None])


def _estimate(values: Numbers, drawn: Numbers) -> Estimate:
    """The mean of m values, and the interval of the mean of their draws, shape (draws, m)."""
    value = _mean(values)
    if np.isnan(value):
        return Estimate(None, None, None)
    low, high = interval(_row_means(drawn)[:, None])
    return Estimate(value, float(low[0]), float(high[0]))


def _means(of_prompts: Numbers) -> Numbers:
    """Means over the prompts that have a cell, shape (r, r)."""
    known = np.isfinite(of_prompts)
    sums, n = np.where(known, of_prompts, 0.0).sum(axis=0), known.sum(axis=0)
    return np.asarray(np.divide(sums, n, out=np.full(sums.shape, np.nan), where=n > 0))


def _mean(values: Numbers) -> float:
    return float(_row_means(values[None])[0])


def _row_means(values: Numbers) -> Numbers:
    """Means of the known values of each row, NaN where there is none."""
    known = np.isfinite(values)
    sums, n = np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1)
    return np.asarray(np.divide(sums, n, out=np.full(len(values), np.nan), where=n > 0))
