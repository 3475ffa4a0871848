"""Artificial Hivemind: how unlike the answers are that one model gives to one open-ended prompt.

Formula (Jiang et al. 2025, section 3 and appendix C.1, as a similarity; its complement is "Hivemind diversity" in
Schapiro et al. 2026, section 2.3.2 and Table 4), for K prompts and the n_k answers to prompt k, whose texts have the
unit vectors x_1..x_n::

    s_k   = 2 / (n(n-1)) · Σ_{i<j} x_i·x_j              mean similarity of a prompt ("intra-model repetition")
    d_i   = 100 · (1 - x_i·(S - x_i) / (n-1))           one answer's dissimilarity to the others; S = Σ_j x_j
    score = 1/K · Σ_k 100 · (1 - s_k)                   and 100 · (1 - s_k) is the mean of d_i over the prompt's answers

The sum needs one pass over the answers and no pair of them: Σ_{i≠j} x_i·x_j = |S|² - n.

Units: hundredths of cosine distance, as for the DAT. 0 is n times the same direction and 100 right angles on average;
where unrelated answers lie, ``between_prompts`` says. The mean over a prompt is at most 100·n/(n-1), one answer's value
at most 200. Values are those of one embedding.

s_k is a mean over pairs (a U-statistic of degree 2): for independent answers its expectation is that of one pair, so
that runs with different numbers of answers estimate one quantity, and more answers only narrow it. The same holds for
the share of equal pairs (``equal_shares``); it does not for counts such as "answers equal to an earlier one".

Where the authors' program differs from the paper: the diagonal of the matrix between models (Figure 6, Tables 7 to 11)
is the mean over all n² ordered pairs of a model's answers, each with itself among them, so that it lies (1 - s)/n above
s. Their Table 6 counts *queries* by the bin of s_k; Schapiro et al. 2026, appendix C, read it as response pairs, which
leaves their eq. 30, the mean of the bins' middles, as it is.

Undefined for fewer than two answers, as the mean between prompts is for fewer than two prompts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

SCALE = 100.0


def dissimilarities(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """d_i of the n answers to one prompt.

    Args:
        vectors: shape (n, d), n >= 2, of any lengths but 0; they are scaled to length one in double precision.

    Returns:
        Shape (n,), 0 to 200. Equal rows are at 0 from one another to 1e-13.

    Raises:
        ValueError: for fewer than two answers.
    """
    n = len(vectors)
    if n < 2:
        raise ValueError(f"a mean over pairs needs at least 2 answers, got {n}")
    x = unit(vectors)
    similarity = (x @ x.sum(axis=0) - 1.0) / (n - 1)
    return np.asarray(SCALE * np.clip(1.0 - similarity, 0.0, 2.0))


def equal_shares(answers: Sequence[Hashable]) -> list[float]:
    """Of each of the n answers to one prompt the share of the others that are equal to it, 0 to 1.

    The mean is the share of equal pairs.

    Raises:
        ValueError: for fewer than two answers.
    """
    n = len(answers)
    if n < 2:
        raise ValueError(f"a share of the others needs at least 2 answers, got {n}")
    times = Counter(answers)
    return [(times[one] - 1) / (n - 1) for one in answers]


def between_prompts(prompts: Sequence[NDArray[np.floating]]) -> float | None:
    """Mean of 100 · (1 - x·y) over the pairs of answers to *different* prompts, every pair of prompts weighing alike.

    It is where unrelated answers lie under an embedding (the baseline of Jiang et al. 2025, Figure 4: similarities of
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
