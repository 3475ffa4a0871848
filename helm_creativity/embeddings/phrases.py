"""Vectors of phrases under embeddings that know single words only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedded, Embedding


class Extended(ABC):
    """An embedding that knows more than the one that it is made of, under the same name and signature.

    What that embedding knows stays as it is. Settings name what is added.
    """

    def __init__(self, exact: Embedding) -> None:
        self.exact = exact

    @property
    def name(self) -> str:
        """That of the embedding."""
        return self.exact.name

    @property
    def signature(self) -> str:
        """That of the embedding."""
        return self.exact.signature

    @property
    def dimension(self) -> int:
        """That of the embedding."""
        return self.exact.dimension

    @abstractmethod
    def _can_make(self, text: str) -> bool:
        """Whether a text that the embedding does not know has a vector here."""

    @abstractmethod
    def _make(self, text: str) -> NDArray[np.float32] | None:
        """Shape (d,): the vector of such a text, if it has one."""

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts have a vector."""
        known = self.exact.knows(texts).copy()
        for i in np.flatnonzero(~known).tolist():
            known[i] = self._can_make(texts[i])
        return known

    def embed(self, texts: Sequence[str]) -> Embedded:
        """See ``Embedding.embed``."""
        vectors, known = self.exact.embed(texts)
        if known.all():
            return Embedded(vectors, known)
        vectors, known = vectors.copy(), known.copy()
        for i in np.flatnonzero(~known).tolist():
            vector = self._make(texts[i])
            if vector is not None:
                vectors[i], known[i] = vector, True
        return Embedded(vectors, known)


class WithPhrases(Extended):
    """An embedding that also knows phrases of words that it knows: the sum of their vectors, scaled to length one.

    A sentence encoder reads every phrase as one text.
    """

    def _can_make(self, text: str) -> bool:
        words = text.split()
        return len(words) > 1 and bool(self.exact.knows(words).all())

    def _make(self, text: str) -> NDArray[np.float32] | None:
        words = text.split()
        parts, known = self.exact.embed(words)
        total = parts.sum(axis=0)
        length = float(np.linalg.norm(total))
        return np.asarray(total / length) if len(words) > 1 and known.all() and length > 0 else None


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
