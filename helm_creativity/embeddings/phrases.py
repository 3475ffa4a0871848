"""Vectors of phrases under embeddings that know single words only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedded, Embedding


class Extended:
    """An embedding that knows more than the one that it is made of, under the same name and signature."""

    def __init__(self, exact: Embedding) -> None:
        self.exact = exact

    @property
    def name(self) -> str:
        """That of the embedding."""
        return self.exact.name

    @property
    def signature(self) -> str:
        """That of the embedding; settings name what is added."""
        return self.exact.signature

    @property
    def dimension(self) -> int:
        """That of the embedding."""
        return self.exact.dimension


class WithPhrases(Extended):
    """An embedding that also knows phrases of words that it knows: the sum of their vectors, scaled to length one.

    What the embedding knows as a whole stays as it is, so that a sentence encoder reads every phrase as one text.
    """

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts have a vector, or words that all have one."""
        known = self.exact.knows(texts).copy()
        for i in np.flatnonzero(~known).tolist():
            words = texts[i].split()
            known[i] = len(words) > 1 and self.exact.knows(words).all()
        return known

    def embed(self, texts: Sequence[str]) -> Embedded:
        """See ``Embedding.embed``."""
        vectors, known = self.exact.embed(texts)
        if known.all():
            return Embedded(vectors, known)
        vectors, known = vectors.copy(), known.copy()
        for i in np.flatnonzero(~known).tolist():
            words = texts[i].split()
            parts, there = self.exact.embed(words)
            if len(words) > 1 and there.all():
                total = parts.sum(axis=0)
                length = float(np.linalg.norm(total))
                known[i] = length > 0
                vectors[i] = total / length if length > 0 else 0
        return Embedded(vectors, known)


def phrase_vector(rows: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The sum of k >= 1 vectors, rows, shape (k, d), scaled so that its dot products are similarities again.

    |Σ x_i|² is taken as k + Σ_{i≠j} x_i·x_j, every vector being of length one: in the built-in table rows are shorter,
    and only their dot products with one another say what the encoder's would be. None for vectors that cancel each
    other out.
    """
    if len(rows) == 1:
        return np.asarray(rows[0])
    total = rows.sum(axis=0, dtype=np.float64)
    own = np.einsum("kd,kd->", rows, rows, dtype=np.float64)
    squared = len(rows) + float(total @ total) - float(own)
    return np.asarray(total / np.sqrt(squared), dtype=np.float32) if squared > 1e-6 else None
