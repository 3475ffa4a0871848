"""Conditional Divergent Association Task: novelty and appropriateness of words given a cue.

Formulas (Schapiro et al. 2026, eq. 2 and 3, after Nakajima et al. 2026), for words w_1..w_n and cue c::

    novelty(w_1..w_n)             = 100 / (n(n-1)) · Σ_{i≠j} (1 - cos(w_i, w_j))
    appropriateness(w_1..w_n | c) = 100 / n · Σ_i cos(c, w_i)

Units: hundredths of cosine distance and of cosine. Novelty is ``task_types.word_list.scoring.mean_distances``: 0 for n
times the same direction, 100 for unrelated words, at most 100·n/(n-1). Appropriateness lies between -100 and 100.

Where a program differs from its paper: the values near 140 in Schapiro et al. 2026, Table 3, are not on the scale of
eq. 3. The program of Nakajima et al. computes 200 - 100 · mean(1 - cos) = 100 + appropriateness, from 0 to 200, which
is reported beside it as ``appropriateness_200``.

Beside the papers' gate, which a model can pass that says the same common words to every cue, stands how much closer the
words are to their own cue than to the others (``specificity``, ours)::

    specificity = appropriateness to the own cue - mean appropriateness to the other cues of the run

Undefined: specificity for one cue, novelty for fewer than two words, appropriateness for none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.similarity import mean_similarities, mean_vectors


def appropriateness(
    lists: Sequence[Sequence[int]], cues: Sequence[int], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Eq. 3 of m responses whose words and cues are rows of one table.

    Args:
        lists: m lists of row numbers, none empty; lengths may differ.
        cues: the row of each response's cue.
        vectors: shape (u, d), compared by dot product.

    Returns:
        Shape (m,), from -100 to 100 for unit vectors. Memory stays flat, whatever m is.
    """
    return 100 * mean_similarities(lists, [[cue] for cue in cues], vectors)


def specificity(
    lists: Sequence[Sequence[int]], cues: Sequence[int], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """How much closer m responses are to their own cue than to the other cues of the run.

    Args:
        lists: see ``appropriateness``.
        cues: the row of each response's cue, at least two different ones in all.
        vectors: see ``appropriateness``.

    Returns:
        Shape (m,), in the units of ``appropriateness``: about 0 for words that do not depend on the cue.
    """
    different = list(dict.fromkeys(cues))
    own = appropriateness(lists, cues, vectors)
    to_all = 100 * (mean_vectors(lists, vectors) @ vectors[different].sum(axis=0, dtype=np.float64))
    return np.asarray(own - (to_all - own) / (len(different) - 1))
