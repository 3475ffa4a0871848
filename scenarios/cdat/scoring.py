"""Conditional Divergent Association Task: novelty and appropriateness of words given a cue.

Formulas (Schapiro et al. 2026, eq. 2 and 3, after Nakajima et al. 2026), for words w_1..w_n and cue c::

    novelty(w_1..w_n)             = 100 / (n(n-1)) · Σ_{i≠j} (1 - cos(w_i, w_j))
    appropriateness(w_1..w_n | c) = 100 / n · Σ_i cos(c, w_i)

Units: hundredths of cosine distance and of cosine. Novelty is the DAT of the words: 0 for n times the same direction,
100 for unrelated words, at most 100·n/(n-1). Appropriateness lies between -100 and 100.

Where a program differs from its paper: the values near 140 in Schapiro et al. 2026, Table 3, are not on the scale of
eq. 3. The program of Nakajima et al. computes 200 - 100 · mean(1 - cos) = 100 + appropriateness, from 0 to 200, which
is reported beside it as ``appropriateness_200``.

Beside the papers' gate, which a model can pass that says the same common words to every cue, stands how much closer the
words are to their own cue than to the others (``specificity_of_lists``, ours)::

    specificity = appropriateness to the own cue - mean appropriateness to the other cues of the run

Undefined: specificity for one cue, novelty for fewer than two words, appropriateness for none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.similarity import (
    mean_pairwise_distance,
    mean_pairwise_distances,
    mean_similarities,
    mean_vectors,
)


def novelty(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """Eq. 2.

    Args:
        vectors: shape (..., n, d), n >= 2, compared by dot product.

    Returns:
        Shape (...), from 0 to 100·n/(n-1) for unit vectors.

    Raises:
        ValueError: for n < 2.
    """
    return 100 * mean_pairwise_distance(vectors)


def appropriateness(vectors: NDArray[np.floating], cue: NDArray[np.floating]) -> NDArray[np.float64]:
    """Eq. 3.

    Args:
        vectors: shape (..., n, d), n >= 1, compared by dot product.
        cue: shape (..., d).

    Returns:
        Shape (...), from -100 to 100 for unit vectors.

    Raises:
        ValueError: for n < 1.
    """
    if vectors.shape[-2] < 1:
        raise ValueError("appropriateness is a mean over words, got none")
    return np.asarray(100 * np.einsum("...nd,...d->...n", vectors, cue, dtype=np.float64).mean(axis=-1))


def novelty_of_lists(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """``novelty`` of m lists of rows of one table, shape (m,). Memory stays flat, whatever m is."""
    return 100 * mean_pairwise_distances(lists, vectors)


def appropriateness_of_lists(
    lists: Sequence[Sequence[int]], cues: Sequence[int], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """``appropriateness`` of m lists of rows of one table to m cues, shape (m,). Memory stays flat, whatever m is."""
    return 100 * mean_similarities(lists, [[cue] for cue in cues], vectors)


def specificity_of_lists(
    lists: Sequence[Sequence[int]], cues: Sequence[int], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """How much closer m responses are to their own cue than to the other cues of the run.

    Args:
        lists: m lists of row numbers.
        cues: the row of each response's cue, at least two different ones in all.
        vectors: shape (u, d).

    Returns:
        Shape (m,), in the units of ``appropriateness``: about 0 for words that do not depend on the cue.

    Raises:
        ValueError: for a single cue, which has no others.
    """
    different = list(dict.fromkeys(cues))
    if len(different) < 2:
        raise ValueError("specificity compares a cue with the others, got a single cue")
    own = appropriateness_of_lists(lists, cues, vectors)
    to_all = 100 * (mean_vectors(lists, vectors) @ vectors[different].sum(axis=0, dtype=np.float64))
    return np.asarray(own - (to_all - own) / (len(different) - 1))


def gated_novelty(novelty: Mapping[float, float], passed: Mapping[float, bool]) -> float | None:
    """A model's score: its mean novelty over the temperatures at which it passed the gate.

    Args:
        novelty: by temperature, hundredths of cosine distance.
        passed: by temperature, whether it passed the gate.

    Returns:
        None if the model passed at no temperature.

    Raises:
        ValueError: for temperatures that are in one mapping only, or a novelty that is not finite.
    """
    if missing := sorted(novelty.keys() ^ passed.keys()):
        raise ValueError(f"novelty and passed must have the same temperatures; in one only: {missing}")
    for temperature, value in novelty.items():
        if not math.isfinite(value):
            raise ValueError(f"novelty at temperature {temperature} must be finite, got {value}")
    values = [value for temperature, value in novelty.items() if passed[temperature]]
    return math.fsum(values) / len(values) if values else None
