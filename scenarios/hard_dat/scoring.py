"""Hard Divergent Association Task.

Formula (Multimodal Creative Thinking Benchmark 2025, section HardDAT, in words only; in symbols ours), for new words
w_1..w_n and given words g_1..g_m, which are the texts t_1..t_N of one list, N = n + m::

    HardDAT         = 100 / (N(N-1)) · Σ_{i≠j} (1 - cos(t_i, t_j))
    novelty_within  = 100 / (n(n-1)) · Σ_{i≠j} (1 - cos(w_i, w_j))
    distance_to_given = 100 / (n·m) · Σ_i Σ_j (1 - cos(w_i, g_j))

so that, with ``given`` for the first formula over the given words alone and C(k) = k(k-1)/2 pairs,
C(N)·HardDAT = C(n)·novelty_within + n·m·distance_to_given + C(m)·given.

Units: hundredths of cosine distance. 0 is the same direction throughout, 100 is words each unrelated to all others; at
most 100·N/(N-1) for HardDAT, 100·n/(n-1) for ``novelty_within`` and 200 for ``distance_to_given``. The pairs of given
words (190 of 990 for n = 25 and m = 20) are in the score and equal for all models, which brings models closer together.

Where the program differs from its report: it appends the given words to the end of the list and scores the first
twelve words of it, so that the given words are never scored.

Undefined for fewer than two new words, and without a given word.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.similarity import mean_pairwise_distances, mean_similarities


def hard_dat_of_lists(
    new: Sequence[Sequence[int]], given: Sequence[Sequence[int]], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """HardDAT of m responses whose words are rows of one table.

    Args:
        new: m lists of row numbers, each of length 2 or more; lengths may differ.
        given: m lists of row numbers, none empty.
        vectors: shape (u, d): the u distinct words.

    Returns:
        Shape (m, 3): HardDAT, ``novelty_within``, ``distance_to_given``. Memory stays flat, whatever m is.

    Raises:
        ValueError: for a list that is too short.
    """
    between = 1.0 - mean_similarities(new, given, vectors)
    within = mean_pairwise_distances(new, vectors)
    together = mean_pairwise_distances([[*mine, *theirs] for mine, theirs in zip(new, given, strict=True)], vectors)
    return 100 * np.stack([together, within, between], axis=1)
