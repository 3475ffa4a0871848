"""Artificial Hivemind: how unlike the responses are that one model gives to one open-ended prompt.

Formula (Jiang et al. 2025, section 3 and appendix C.1, as a similarity; its complement is "Hivemind diversity" in
Schapiro et al. 2026, section 2.3.2 and Table 4), for K prompts and the n_k responses to prompt k, whose texts have the
unit vectors x_1..x_n::

    s_k   = 2 / (n(n-1)) · Σ_{i<j} x_i·x_j              mean similarity of a prompt ("intra-model repetition")
    d_i   = 100 · (1 - x_i·(S - x_i) / (n-1))           one response's dissimilarity to the others; S = Σ_j x_j
    score = 1/K · Σ_k 100 · (1 - s_k)                   and 100 · (1 - s_k) is the mean of d_i over the responses

The sum needs one pass over the responses and no pair of them: Σ_{i≠j} x_i·x_j = |S|² - n.

Units: hundredths of cosine distance, as for the DAT. 0 is n times the same direction and 100 right angles on average;
where unrelated responses lie, ``between_prompts`` says. The mean over a prompt is at most 100·n/(n-1), one response's
value at most 200. Values are those of one embedding.

s_k is a mean over pairs (a U-statistic of degree 2): for independent responses its expectation is that of one pair, so
that runs with different numbers of responses estimate one quantity, and more responses only narrow it. The same holds
for the share of equal pairs (``equal_shares``); it does not for counts such as "responses equal to an earlier one".

Where the authors' program differs from the paper: the diagonal of the matrix between models (Figure 6, Tables 7 to 11)
is the mean over all n² ordered pairs of a model's responses, each with itself among them, so that it lies (1 - s)/n
above s. Their Table 6 counts *queries* by the bin of s_k; Schapiro et al. 2026, appendix C, read it as response pairs,
which leaves their eq. 30, the mean of the bins' middles, as it is.

Undefined for fewer than two responses, as the mean between prompts is for fewer than two prompts.

Homogeneity between models (section 3), for prompt k and the unit vectors x of the n_a responses of a, y of the n_b
responses of b, with S_a = Σ x::

    s_k(a, b) = S_a·S_b / (n_a n_b)                  between two runs: mean over all pairs of one response each
    s_k(a, a) = (|S_a|² - n_a) / (n_a (n_a - 1))     within one: mean over all pairs of two responses

A cell is the mean over the prompts that have it. A run's similarity to others is the mean of its cells with runs of
other models, and the mean between models that over all such pairs; baselines are in neither, but have a row.

Intervals: prompts are drawn with replacement, the same for all cells, since responses to one prompt are no independent
observations, nor are cells that share a run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.tables import ratio
from helm_creativity.psychometrics.uncertainty import bootstrap_means, interval

Numbers = NDArray[np.float64]
SCALE = 100.0


def dissimilarities(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """d_i of the n responses to one prompt.

    Args:
        vectors: shape (n, d), n >= 2, of any lengths but 0; they are scaled to length one in double precision.

    Returns:
        Shape (n,), 0 to 200. Equal rows are at 0 from one another to 1e-13.

    Raises:
        ValueError: for fewer than two responses.
    """
    n = len(vectors)
    if n < 2:
        raise ValueError(f"a mean over pairs needs at least 2 answers, got {n}")
    x = unit(vectors)
    similarity = (x @ x.sum(axis=0) - 1.0) / (n - 1)
    return np.asarray(SCALE * np.clip(1.0 - similarity, 0.0, 2.0))


def equal_shares(responses: Sequence[Hashable]) -> list[float]:
    """Of each of the n responses to one prompt the share of the others that are equal to it, 0 to 1.

    The mean is the share of equal pairs.

    Raises:
        ValueError: for fewer than two responses.
    """
    n = len(responses)
    if n < 2:
        raise ValueError(f"a share of the others needs at least 2 answers, got {n}")
    times = Counter(responses)
    return [(times[response] - 1) / (n - 1) for response in responses]


def between_prompts(prompts: Sequence[NDArray[np.floating]]) -> float | None:
    """Mean of 100 · (1 - x·y) over the pairs of responses to *different* prompts, every pair of prompts weighing alike.

    It is where unrelated responses lie under an embedding (the baseline of Jiang et al. 2025, Figure 4: similarities of
    0.1 to 0.2), and needs the mean vector m_k of each prompt alone: Σ_{k≠l} m_k·m_l = |Σ m_k|² - Σ |m_k|².

    Args:
        prompts: K arrays of shape (n_k, d), n_k >= 1.

    Returns:
        0 to 200; None for fewer than two prompts.
    """
    count = len(prompts)
    if count < 2:
        return None
    means = np.stack([unit(vectors).mean(axis=0) for vectors in prompts])
    total = means.sum(axis=0)
    similarity = (total @ total - np.einsum("kd,kd->", means, means)) / (count * (count - 1))
    return float(SCALE * (1.0 - similarity))


def unit(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """The rows in double precision, scaled to length one.

    Raises:
        ValueError: for a row without a length.
    """
    x = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(x, axis=-1, keepdims=True)
    if not (lengths > 0).all():
        raise ValueError("expected vectors of a length above 0, got one of length 0 or without numbers")
    return np.asarray(x / lengths)


class PromptSimilarity(NamedTuple):
    """One prompt, r runs; NaN where a run has too few responses.

    Attributes:
        similarity: shape (r, r), symmetric, -1 to 1: mean cosine of the pairs of responses.
        identical: shape (r, r): share of the pairs that are one text, 0 to 1.
    """

    similarity: Numbers
    identical: Numbers


def prompt_similarity(
    times: NDArray[np.integer], vectors: NDArray[np.floating], keys: Sequence[Hashable]
) -> PromptSimilarity:
    """Similarities of the responses of r runs to one prompt.

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
    return PromptSimilarity(_pairs(times @ x, times), _pairs(times @ is_key, times))


def _pairs(sums: Numbers, times: NDArray[np.integer]) -> Numbers:
    """Means over pairs from sums of vectors of length one, shape (r, d): no response is paired with itself."""
    n = times.sum(axis=1).astype(np.float64)
    total, pairs = sums @ sums.T, np.outer(n, n)
    total[np.diag_indices(len(n))] -= n
    pairs[np.diag_indices(len(n))] -= n
    return ratio(total, pairs)


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
    cells: Iterable[PromptSimilarity],
    models: Sequence[str],
    counts: NDArray[np.bool_],
    draws: int,
    rng: np.random.Generator,
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
    mean, equal = _means(similar, axis=0), _means(identical, axis=0)
    low, high = (end.reshape(r, r) for end in interval(drawn.reshape(draws, -1)))
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
    return _estimate(value, (_means(drawn[:, own], axis=1) - _means(drawn[:, between], axis=1))[:, None])


def _estimate(values: Numbers, drawn: Numbers) -> Estimate:
    """The mean of m values, and the interval of the mean of their draws, shape (draws, m)."""
    value = _mean(values)
    if np.isnan(value):
        return Estimate(None, None, None)
    low, high = interval(_means(drawn, axis=1)[:, None])
    return Estimate(value, float(low[0]), float(high[0]))


def _mean(values: Numbers) -> float:
    return float(_means(values[None], axis=1)[0])


def _means(values: Numbers, axis: int) -> Numbers:
    """Means of the known values along an axis, NaN where there is none."""
    known = np.isfinite(values)
    return ratio(np.where(known, values, 0.0).sum(axis=axis), known.sum(axis=axis))
