"""Similarity between vectors of one embedding: the plain dot product.

Every embedding of this package returns rows whose dot product *is* their similarity: rows of length one for word
vectors and sentence encoders, and, for the built-in table, rows whose dot products approximate the encoder's cosines.
Nothing is normalised here, so that the built-in table, which must not be, needs no case of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

# Lists at a time: 512 rows of 300 float32 are 600 kB.
STEP = 512


def mean_pairwise_distance(x: NDArray[np.floating]) -> NDArray[np.float64]:
    """Mean of 1 - x_i·x_j over all unordered pairs i < j of rows.

    Uses Σ_{i≠j} x_i·x_j = |Σ_i x_i|² - Σ_i |x_i|², so that the cost is that of one pass over the rows.

    Args:
        x: shape (..., n, d), n >= 2. The leading axes are responses.

    Returns:
        Shape (...): between 0 and n/(n-1) for unit rows. The maximum lies above 1 because n unit vectors can point away
        from each other: at best their sum is 0.

    Raises:
        ValueError: for n < 2, where no pair exists.
    """
    n = x.shape[-2]
    if n < 2:
        raise ValueError(f"a mean over pairs needs at least 2 rows, got {n}")
    total = x.sum(axis=-2, dtype=np.float64)
    squares = np.einsum("...nd,...nd->...", x, x, dtype=np.float64)
    off_diagonal = np.einsum("...d,...d->...", total, total) - squares
    return np.asarray(1.0 - off_diagonal / (n * (n - 1)))


def mean_pairwise_distance_of_lists(rows: NDArray[np.integer], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """``mean_pairwise_distance`` of m lists of n rows of one table, without gathering all their vectors.

    Works through ``STEP`` lists at a time and one position after the other, so that what it touches stays in the
    processor's cache, and memory stays flat as responses grow. Sums are float32, which moves a distance by less than
    1e-6.

    Args:
        rows: shape (m, n), n >= 2: row numbers.
        vectors: shape (u, d).

    Returns:
        Shape (m,).

    Raises:
        ValueError: for n < 2.
    """
    m, n = rows.shape
    if n < 2:
        raise ValueError(f"a mean over pairs needs at least 2 rows, got {n}")
    off_diagonal = np.empty(m)
    for start in range(0, m, STEP):
        block = rows[start : start + STEP]
        total = np.zeros((len(block), vectors.shape[1]), dtype=np.float32)
        squares = np.zeros(len(block), dtype=np.float32)
        for position in block.T:
            x = vectors.take(position, axis=0)
            total += x
            squares += np.einsum("md,md->m", x, x)
        off_diagonal[start : start + STEP] = np.einsum("md,md->m", total, total) - squares
    return np.asarray(1.0 - off_diagonal / (n * (n - 1)))


def mean_pairwise_distances(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """``mean_pairwise_distance`` of m lists of rows of one table, whatever their lengths.

    Args:
        lists: m lists of row numbers, each of length 2 or more; lengths may differ.
        vectors: shape (u, d).

    Returns:
        Shape (m,). Memory stays flat, whatever m is.
    """
    distances = np.empty(len(lists))
    by_length: dict[int, list[int]] = {}
    for i, rows in enumerate(lists):
        by_length.setdefault(len(rows), []).append(i)
    for which in by_length.values():
        distances[which] = mean_pairwise_distance_of_lists(np.array([lists[i] for i in which]), vectors)
    return distances


def mean_similarities(
    lists: Sequence[Sequence[int]], others: Sequence[Sequence[int]], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Mean of x·y over all pairs of one row from a list and one from another, for m pairs of lists.

    Uses Σ_i Σ_j x_i·y_j = (Σ_i x_i)·(Σ_j y_j), so that the cost is that of one pass over both.

    Args:
        lists: m lists of row numbers, none empty; lengths may differ.
        others: m further lists, none empty.
        vectors: shape (u, d).

    Returns:
        Shape (m,). Memory stays flat, whatever m is.

    Raises:
        ValueError: for an empty list, over which there is no mean, or sides of different lengths.
    """
    if len(lists) != len(others):
        raise ValueError(f"expected as many lists on both sides, got {len(lists)} and {len(others)}")
    if not all(map(len, lists)) or not all(map(len, others)):
        raise ValueError("a mean over pairs needs at least one row on each side, got an empty list")
    means = np.empty(len(lists))
    for start in range(0, len(lists), STEP):
        block = slice(start, start + STEP)
        left, right = mean_vectors(lists[block], vectors), mean_vectors(others[block], vectors)
        means[block] = np.einsum("md,md->m", left, right)
    return means


def mean_vectors(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Shape (m, d): mean of the rows of each of m lists, none of which is empty."""
    lengths = np.fromiter(map(len, lists), dtype=np.intp, count=len(lists))
    rows = vectors.take(np.fromiter(chain.from_iterable(lists), dtype=np.intp, count=int(lengths.sum())), axis=0)
    sums = np.add.reduceat(rows, np.concatenate([[0], np.cumsum(lengths)[:-1]]), axis=0)
    return np.asarray(sums / lengths[:, None], dtype=np.float32)
