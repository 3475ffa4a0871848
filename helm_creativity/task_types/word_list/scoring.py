"""Mean semantic distance between the words of a response.

Formula, for the n valid words of a response under an embedding::

    D(w_1..w_n) = 100 / (n(n-1)) · Σ_{i≠j} (1 - cos(w_i, w_j))

Units: hundredths of cosine distance. 0 is n times the same direction; 100 is n words each unrelated to all others; the
maximum is 100·n/(n-1), since n vectors can point away from each other (116.7 for n = 7). Values under one embedding are
not comparable with those under another. Undefined for fewer than two words.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.similarity import mean_pairwise_distance, mean_pairwise_distances


def mean_distance(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """D of responses with the same number of words.

    Args:
        vectors: shape (..., n, d), n >= 2, compared by dot product.

    Returns:
        Shape (...), from 0 to 100·n/(n-1) for unit vectors.

    Raises:
        ValueError: for n < 2.
    """
    return 100 * mean_pairwise_distance(vectors)


def mean_distances(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """D of m responses whose words are rows of one table.

    Args:
        lists: m lists of row numbers, each of length 2 or more; lengths may differ.
        vectors: shape (u, d): the u distinct words.

    Returns:
        Shape (m,). Memory stays flat, whatever m is.
    """
    return 100 * mean_pairwise_distances(lists, vectors)
