"""Similarity between vectors of one embedding: the plain dot product; and a table of those that were asked for.

Every embedding of this package returns rows whose dot product *is* their similarity: rows of length one for word
vectors and sentence encoders, and, for the built-in table, rows whose dot products approximate the encoder's cosines.
Nothing is normalised here, so that the built-in table, which must not be, needs no case of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress, filterfalse

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedding

# Lists at a time: 512 rows of 300 float32 are 600 kB.
STEP = 512


def mean_pairwise_distance(x: NDArray[np.floating]) -> NDArray[np.float64]:
    """Mean of 1 - x_i·x_j over all unordered pairs i < j of rows: x, shape (..., n, d), n >= 2, to shape (...).

    Uses Σ_{i≠j} x_i·x_j = |Σ_i x_i|² - Σ_i |x_i|², so that the cost is that of one pass over the rows. Between 0 and
    n/(n-1) for unit rows: above 1 because n unit vectors can point away from each other, at best to a sum of 0.
    """
    n = x.shape[-2]
    if n < 2:
        raise ValueError(f"a mean over pairs needs at least 2 rows, got {n}")
    total = x.sum(axis=-2, dtype=np.float64)
    squares = np.einsum("...nd,...nd->...", x, x, dtype=np.float64)
    off_diagonal = np.einsum("...d,...d->...", total, total) - squares
    return np.asarray(1.0 - off_diagonal / (n * (n - 1)))


def mean_pairwise_distances(lists: Sequence[Sequence[int]], vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """``mean_pairwise_distance`` of m lists of two or more rows of one table, vectors, shape (u, d), to shape (m,).

    Works through ``STEP`` lists of one length at a time and one position after the other, so that what it touches
    stays in the processor's cache, and memory stays flat as responses grow. Sums are float32, which moves a distance by
    less than 1e-6.
    """
    distances = np.empty(len(lists))
    lengths = np.fromiter(map(len, lists), dtype=np.intp, count=len(lists))
    for n in np.unique(lengths).tolist():
        if n < 2:
            raise ValueError(f"a mean over pairs needs at least 2 rows, got {n}")
        of_length = np.flatnonzero(lengths == n)
        for start in range(0, len(of_length), STEP):
            which = of_length[start : start + STEP]
            total = np.zeros((len(which), vectors.shape[1]), dtype=np.float32)
            squares = np.zeros(len(which), dtype=np.float32)
            for position in np.array([lists[i] for i in which]).T:
                x = vectors.take(position, axis=0)
                total += x
                squares += np.einsum("md,md->m", x, x)
            off_diagonal = (np.einsum("md,md->m", total, total) - squares).astype(np.float64)
            distances[which] = 1.0 - off_diagonal / (n * (n - 1))
    return distances


def mean_similarities(
    lists: Sequence[Sequence[int]], others: Sequence[Sequence[int]], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Shape (m,): mean of x·y over all pairs of a row from a list and one from its other, for m pairs of lists.

    Uses Σ_i Σ_j x_i·y_j = (Σ_i x_i)·(Σ_j y_j), so that the cost is that of one pass over both; memory stays flat.
    """
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


class WordTable:
    """The vectors of all texts asked for so far, in the order of their first appearance.

    Memory grows with the number of distinct texts, not with the number of responses.
    """

    def __init__(self, embedding: Embedding) -> None:
        self.embedding = embedding
        self._row_of: dict[str, int] = {}
        self._vectors = np.empty((0, embedding.dimension), dtype=np.float32)

    @property
    def vectors(self) -> NDArray[np.float32]:
        """Shape (u, d): the u texts so far."""
        return self._vectors[: len(self._row_of)]

    def rows(self, lists: Sequence[Sequence[str]]) -> list[list[int]]:
        """Row numbers for lists of texts; those that are new are embedded in one batch."""
        try:
            return [list(map(self._row_of.__getitem__, texts)) for texts in lists]
        except KeyError:  # some are new
            self._add(list(dict.fromkeys(filterfalse(self._row_of.__contains__, chain.from_iterable(lists)))))
            return self.rows(lists)

    def _add(self, new: Sequence[str]) -> None:
        start = len(self._row_of)
        vectors, known = self.embedding.embed(new)
        if not known.all():
            raise ValueError(f"{self.embedding.name} does not know {list(compress(new, ~known))[:5]}")
        if start + len(new) > len(self._vectors):
            # What is not written yet takes no memory.
            grown = np.empty((max(len(new), 3 * start), self.embedding.dimension), dtype=np.float32)
            self._vectors = np.concatenate([self.vectors, grown])
        self._vectors[start : start + len(new)] = vectors
        self._row_of.update(zip(new, range(start, start + len(new)), strict=True))
