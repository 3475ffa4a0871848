"""Divergent Semantic Integration: how far apart the ideas are that a story brings together.

Formula (Johnson, Kaufman, Baker et al. 2022, as the Multimodal Creative Thinking Benchmark 2025 describes it)::

    DSI(v_1..v_n) = 2 / (n(n-1)) · Σ_{i<j} (1 - cos(v_i, v_j))

over all vectors of a story: hidden states 6 and 7 of bert-large-uncased of every word piece, each vector by itself, so
that a piece and itself in the other layer are a pair as well (``embeddings.contextual`` has what is left out). With
vectors of length one the sum over pairs is (n² - |Σ_i v_i|²) / 2 and needs no pair.

Units: cosine distance. 0 is n times the same direction, 1 on average unrelated; the maximum, n/(n-1), lies at 2 for two
opposite vectors. Values are those of one model and its layers and compare with no others.

Undefined, NaN, for fewer than two vectors.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def dsi_of_sums(counts: NDArray[np.integer], totals: NDArray[np.float64]) -> NDArray[np.float64]:
    """DSI of m stories from the sums of their unit vectors.

    Args:
        counts: shape (m,): vectors of each story.
        totals: shape (m, d): their sum.

    Returns:
        Shape (m,), from 0 to n/(n-1); NaN for fewer than two vectors.
    """
    n = counts.astype(np.float64)
    similarity = np.einsum("md,md->m", totals, totals) - n
    mean = np.divide(similarity, n * (n - 1), out=np.full(len(n), np.nan), where=n > 1)
    return np.asarray(1 - mean)


def dsi_of_lists(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """The same formula over words without context, which is no published DSI.

    A word counts as often as it occurs. It has the distance 0 from itself, also under vectors that are not of length
    one, as those of the built-in table.

    Args:
        lists: m stories as rows of one table.
        vectors: shape (u, d), compared by dot product.

    Returns:
        Shape (m,); NaN for fewer than two words.
    """
    return np.array([_of_words(np.array(rows, dtype=np.intp), vectors) for rows in lists], dtype=np.float64)


def _of_words(rows: NDArray[np.intp], vectors: NDArray[np.float32]) -> float:
    n = len(rows)
    if n < 2:
        return float("nan")
    words, times = np.unique(rows, return_counts=True)
    x = vectors[words].astype(np.float64)
    total = times @ x
    between = total @ total - times**2 @ np.einsum("ud,ud->u", x, x)
    same = (times * (times - 1)).sum()
    return float(1 - (between + same) / (n * (n - 1)))
