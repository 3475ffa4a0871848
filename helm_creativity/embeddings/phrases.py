"""Vectors of phrases under embeddings that know single words only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.protocol import Embedded, Embedding


class WithPhrases:
    """An embedding that also knows phrases of words that it knows: the sum of their vectors, scaled to length one.

    What the embedding knows as a whole stays as it is, so that a sentence encoder reads every phrase as one text.
    """

    def __init__(self, embedding: Embedding) -> None:
        self._embedding = embedding

    @property
    def name(self) -> str:
        """That of the embedding."""
        return self._embedding.name

    @property
    def signature(self) -> str:
        """That of the embedding."""
        return self._embedding.signature

    @property
    def dimension(self) -> int:
        """That of the embedding."""
        return self._embedding.dimension

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts have a vector, or words that all have one."""
        known = self._embedding.knows(texts).copy()
        for i in np.flatnonzero(~known).tolist():
            words = texts[i].split()
            known[i] = len(words) > 1 and self._embedding.knows(words).all()
        return known

    def embed(self, texts: Sequence[str]) -> Embedded:
        """See ``Embedding.embed``."""
        vectors, known = self._embedding.embed(texts)
        if known.all():
            return Embedded(vectors, known)
        vectors, known = vectors.copy(), known.copy()
        for i in np.flatnonzero(~known).tolist():
            words = texts[i].split()
            parts, there = self._embedding.embed(words)
            if len(words) > 1 and there.all():
                total = parts.sum(axis=0)
                length = float(np.linalg.norm(total))
                known[i] = length > 0
                vectors[i] = total / length if length > 0 else 0
        return Embedded(vectors, known)
