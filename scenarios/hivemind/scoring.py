"""Artificial Hivemind: how unlike the responses are that one model gives to one open-ended prompt.

Formula (Jiang et al. 2025, section 3 and appendix C.1, as a similarity; its complement is "Hivemind diversity" in
Schapiro et al. 2026, section 2.3.2 and Table 4), for K prompts and the n_k responses to prompt k, whose texts have the
unit vectors x_1..x_n::

    s_k   = 2 / (n(n-1)) · Σ_{i<j} x_i·x_j              mean similarity of a prompt ("intra-model repetition")
    d_i   = 100 · (1 - x_i·(S - x_i) / (n-1))           one response's dissimilarity to the others; S = Σ_j x_j
    score = 1/K · Σ_k 100 · (1 - s_k)                   and 100 · (1 - s_k) is the mean of d_i over the responses

Units: hundredths of cosine distance under one embedding, as for the DAT. 0 is n times the same direction, 100 right
angles on average. The mean over a prompt is at most 100·n/(n-1), one response's value at most 200. Undefined for fewer
than two responses, as ``between_prompts`` is for fewer than two prompts.

s_k is a mean over pairs (a U-statistic of degree 2): its expectation does not depend on n, and more responses only
narrow it. The same holds for the share of equal pairs (``equal_shares``), not for counts of repeated responses.

Where the authors' program differs from the paper: the diagonal of the matrix between models (Figure 6, Tables 7 to 11)
is the mean over all n² ordered pairs of a model's responses, each with itself among them, so that it lies (1 - s)/n
above s. Their Table 6 counts *queries* by the bin of s_k; Schapiro et al. 2026, appendix C, read it as response pairs,
which leaves their eq. 30, the mean of the bins' middles, as it is.

Homogeneity between models (section 3), for prompt k and the unit vectors x of the n_a responses of a, y of the n_b
responses of b, with S_a = Σ x::

    s_k(a, b) = S_a·S_b / (n_a n_b)                  between two runs: mean over all pairs of one response each
    s_k(a, a) = (|S_a|² - n_a) / (n_a (n_a - 1))     within one: mean over all pairs of two responses

A cell is the mean over the prompts that have it. A run's similarity to others is the mean of its cells with runs of
other models, and the mean between models that over all such pairs; baselines are in neither, but have a row. Intervals
(95 %) draw prompts with replacement, the same for all cells: neither responses to one prompt nor cells of one run are
independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.tables import Numbers, key_codes, known_means, ratio
from helm_creativity.psychometrics.uncertainty import bootstrap_means, interval


def dissimilarities(vectors: NDArray[np.floating]) -> Numbers:
    """d_i of the n responses to one prompt, shape (n,), 0 to 200. Equal rows are at 0 from one another to 1e-13.

    Args:
        vectors: shape (n, d), n >= 2, of any lengths but 0.
    """
    x = unit(vectors)
    similarity = (x @ x.sum(axis=0) - 1.0) / (len(x) - 1)
    return np.asarray(100 * np.clip(1.0 - similarity, 0.0, 2.0))


def equal_shares(responses: Sequence[Hashable]) -> list[float]:
    """Of each of n >= 2 responses the share of the others that are equal to it, 0 to 1; the mean is that of pairs."""
    times = Counter(responses)
    return [(times[response] - 1) / (len(responses) - 1) for response in responses]


def binned(dissimilarities: Sequence[float]) -> float | None:
    """100 · (1 - Σ_b p_b·m_b): the score as ten bins of the mean similarities s_k of K prompts give it.

    p_b is the share of prompts whose s_k lies in bin b, [0, .1) to [.9, 1], and m_b the middle of the bin; what is
    below 0 is in the first. It lies within 5 of the score where no s_k is negative (Schapiro et al. 2026, appendix C,
    eq. 30, from Table 6 of Jiang et al. 2025).

    Args:
        dissimilarities: K values 100 · (1 - s_k).

    Returns:
        5 to 95; None for no prompt.
    """
    if not dissimilarities:
        return None
    similarity = np.clip(1 - np.asarray(dissimilarities) / 100, 0, 1)
    return float(95 - 10 * np.minimum(np.floor(10 * similarity), 9).mean())


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
    return float(100 * (1.0 - similarity))


def unit(vectors: NDArray[np.floating]) -> Numbers:
    """The rows in double precision, scaled to length one."""
    x = np.asarray(vectors, dtype=np.float64)
    return np.asarray(x / np.linalg.norm(x, axis=-1, keepdims=True))


def prompt_similarity(
    times: NDArray[np.integer], vectors: NDArray[np.floating], keys: Sequence[Hashable]
) -> tuple[Numbers, Numbers]:
    """What the responses of r runs to one prompt have in common.

    Args:
        times: shape (r, u): how often each run gave each of u different texts.
        vectors: shape (u, d), of any lengths but 0.
        keys: u keys, equal for texts that count as one.

    Returns:
        The mean cosine of the pairs of responses, -1 to 1, and the share of the pairs that are one text, 0 to 1; shape
        (r, r), symmetric, NaN where a run has too few responses.
    """
    is_key = np.eye(len(keys))[key_codes(keys)]
    return _pairs(times @ unit(vectors), times), _pairs(times @ is_key, times)


def _pairs(sums: Numbers, times: NDArray[np.integer]) -> Numbers:
    """Means over pairs from sums of vectors of length one, shape (r, d): no response is paired with itself."""
    n = times.sum(axis=1).astype(np.float64)
    return ratio(sums @ sums.T - np.diag(n), np.outer(n, n) - np.diag(n))


def homogeneity(
    cells: Iterable[tuple[Numbers, Numbers]],
    models: Sequence[str],
    counts: NDArray[np.bool_],
    draws: int,
    rng: np.random.Generator,
) -> dict[str, Numbers]:
    """Sums up what ``prompt_similarity`` returns of k >= 1 prompts about r runs.

    Args:
        cells: of each prompt.
        models: names of the models of the runs: two runs of one model are no pair of models.
        counts: shape (r,): which runs count in means over runs.
        draws: of the bootstrap.
        rng: source of its random numbers.

    Returns:
        NaN where there is none. Means over prompts: ``similarity``, shape (r, r, 3), and ``identical``, the share of
        equal pairs, shape (r, r), over as many as ``prompts`` says. Of each run and those of other models that count:
        ``others``, shape (r, 3), and ``identical_to_others``, shape (r,). Means over the runs that count, ``within``,
        over their pairs of different models, ``between``, and the ``difference`` over the same draws, shape (3,) each.
        An axis of 3 is a mean and the ends of its interval.
    """
    r, names = len(models), np.array(models)
    similar, identical = (np.stack(part).reshape(-1, r * r).T for part in zip(*cells, strict=True))
    drawn = np.vstack([known_means(similar), bootstrap_means(similar, draws, rng)]).reshape(-1, r, r)
    equal = known_means(identical).reshape(r, r)
    others = (names[:, None] != names) & counts
    within = known_means(drawn[:, np.diag(counts)])
    between = known_means(drawn[:, np.tril(others & counts[:, None])])
    to_others = [known_means(drawn[:, row, some]) for row, some in enumerate(others)]
    means = np.column_stack([within, between, within - between, *to_others, drawn.reshape(-1, r * r)])
    found = np.stack([means[0], *interval(means[1:])], axis=1)
    return {
        "similarity": found[3 + r :].reshape(r, r, 3),
        "identical": equal,
        "prompts": np.isfinite(similar).sum(axis=1).reshape(r, r),
        "others": found[3 : 3 + r],
        "identical_to_others": known_means(np.where(others, equal, np.nan)),
        **dict(zip(("within", "between", "difference"), found, strict=False)),
    }
