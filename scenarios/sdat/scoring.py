"""Synthetic Divergent Association Task: the DAT in many languages.

Formula (Haase et al. 2025, as used in the report of the Multimodal Creative Thinking Benchmark 2025), for the n valid
words of a response under a multilingual encoder::

    S-DAT(w_1..w_n) = 100 / (n(n-1)) · Σ_{i≠j} (1 - cos(w_i, w_j))

Units: hundredths of cosine distance, as for the DAT: 0 for n times the same direction, 100 for unrelated words, at most
100·n/(n-1). Values are those of one encoder and not comparable with the DAT's under another.

Words are cleaned as for the DAT, in any script (``helm_creativity.text.words.word_candidates``): one character is a
word only where a script writes words with one.

Undefined for fewer than two words; the scorer needs seven, as the DAT does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.similarity import mean_pairwise_distance, mean_pairwise_distances


def sdat(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """S-DAT of responses with the same number of words.

    Args:
        vectors: shape (..., n, d), n >= 2, compared by dot product.

    Returns:
        Shape (...), from 0 to 100·n/(n-1) for unit vectors.

    Raises:
        ValueError: for n < 2.
    """
    return 100 * mean_pairwise_distance(vectors)


def sdat_of_lists(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """``sdat`` of m lists of rows of one table, shape (m,). Memory stays flat, whatever m is."""
    return 100 * mean_pairwise_distances(lists, vectors)
