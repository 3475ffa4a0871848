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

from helm_creativity.embeddings.similarity import mean_pairwise_distance, mean_pairwise_distances, mean_similarities


def mean_distance(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """D of responses with n >= 2 words each: vectors of shape (..., n, d) give shape (...)."""
    return 100 * mean_pairwise_distance(vectors)


def mean_distances(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """D of m responses, shape (m,), whose two or more words are rows of one table, shape (u, d); memory stays flat."""
    return 100 * mean_pairwise_distances(lists, vectors)


def distances_with_given(
    new: Sequence[Sequence[int]], given: Sequence[Sequence[int]], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """D of new and given words together, of the new ones, and mean distance of new to given ones: shape (m, 3).

    For new words w_1..w_n and given words g_1..g_m, the third is 100/(n·m) · Σ_i Σ_j (1 - cos(w_i, g_j)), at most 200.

    Args:
        new: m lists of row numbers, each of length 2 or more; lengths may differ.
        given: m lists of row numbers, none empty.
        vectors: shape (u, d): the u distinct words.

    Raises:
        ValueError: for a list that is too short.
    """
    between = 1.0 - mean_similarities(new, given, vectors)
    together = [[*mine, *theirs] for mine, theirs in zip(new, given, strict=True)]
    distances = [mean_pairwise_distances(lists, vectors) for lists in (together, new)]
    return 100 * np.stack([*distances, between], axis=1)
