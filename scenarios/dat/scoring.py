"""Divergent Association Task.

Formula (Schapiro et al. 2026, eq. 1, after Olson et al. 2021)::

    DAT(w_1..w_n) = 100 / (n(n-1)) · Σ_{i≠j} (1 - cos(w_i, w_j))

Units: hundredths of cosine distance. 0 is n times the same direction; 100 is n words each unrelated to all others; the
maximum is 100·n/(n-1), since n vectors can point away from each other (116.7 for n = 7). Human means lie near 78 under
GloVe 840B.

Which words count is the rule of the authors' program (Olson et al. 2021, ``dat.py``), kept in
``helm_creativity.words.lexicon``: cleaned, looked up, unique, the first seven. The program does not check that a
word is a noun, or singular, or not a name; nor does the score.

Where a program differs from its paper:

* Olson et al. 2021: the paper asks for nouns; the program scores any word of its dictionary that has a vector.
* Schapiro et al. 2026: eq. 1 is over the n words of a response; the program scores the first seven valid ones.
* Multimodal Creative Thinking Benchmark 2025: the report speaks of all words; the program scores up to the first
twelve.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.similarity import mean_pairwise_distance, mean_pairwise_distances


def dat(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """DAT of responses with the same number of words.

    Args:
        vectors: shape (..., n, d), n >= 2, compared by dot product.

    Returns:
        Shape (...), from 0 to 100·n/(n-1) for unit vectors.

    Raises:
        ValueError: for n < 2.
    """
    return 100 * mean_pairwise_distance(vectors)


def dat_of_lists(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """DAT of m responses whose words are rows of one table.

    Args:
        lists: m lists of row numbers, each of length 2 or more; lengths may differ.
        vectors: shape (u, d): the u distinct words.

    Returns:
        Shape (m,). Memory stays flat, whatever m is.
    """
    return 100 * mean_pairwise_distances(lists, vectors)
