"""Vectors of a growing set of texts, each of which is embedded once, however many batches ask for it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedding


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
        row_of = self._row_of
        new = list(dict.fromkeys(text for texts in lists for text in texts if text not in row_of))
        if new:
            self._add(new)
        return [[row_of[text] for text in texts] for texts in lists]

    def _add(self, texts: Sequence[str]) -> None:
        vectors, known = self.embedding.embed(texts)
        if not known.all():
            unknown = [text for text, there in zip(texts, known, strict=True) if not there]
            raise ValueError(f"{self.embedding.name} does not know {unknown[:5]}")
        start, end = len(self._row_of), len(self._row_of) + len(texts)
        if end > len(self._vectors):
            larger = np.empty((max(end, 2 * len(self._vectors)), self.embedding.dimension), dtype=np.float32)
            larger[:start] = self._vectors[:start]
            self._vectors = larger
        self._vectors[start:end] = vectors
        self._row_of.update((text, start + i) for i, text in enumerate(texts))
