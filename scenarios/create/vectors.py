"""Vectors of the texts of paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.phrases import phrase_vector

_WORD = re.compile(r"[^\W\d_]{2,}")


class PathSpace:
    """Vectors of the texts of paths under one embedding or several, compared by dot product.

    Each distinct text is embedded once.

    A sentence encoder, such as the paper's, reads a text as it is. Any other embedding knows words: the vector of a
    text is then the sum of those of the different words that it knows, scaled to length one. That is for trying things
    out without a download; no source scores so.
    """

    def __init__(self, embeddings: Sequence[Embedding], texts: Iterable[str]) -> None:
        distinct = list(dict.fromkeys(texts))
        self._row_of = {text: row for row, text in enumerate(distinct)}
        self._vectors = [_vectors(embedding, distinct) for embedding in embeddings]

    def vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """For each embedding an array of shape (n, d). A text without a known word is all zero: at a distance of 1."""
        rows = [self._row_of[text] for text in texts]
        return [vectors[rows] for vectors in self._vectors]


def _vectors(embedding: Embedding, texts: Sequence[str]) -> NDArray[np.float32]:
    if not texts:
        return np.empty((0, embedding.dimension), np.float32)
    if isinstance(embedding, SentenceEncoder):
        return embedding.embed(texts).vectors
    words = [dict.fromkeys(_WORD.findall(text)) for text in texts]
    distinct = list(dict.fromkeys(word for some in words for word in some))
    row_of = {word: row for row, word in enumerate(distinct)}
    found = embedding.embed(distinct) if distinct else None
    vectors = np.zeros((len(texts), embedding.dimension), dtype=np.float32)
    for row, some in enumerate(words):
        known = [row_of[word] for word in some if found is not None and found.known[row_of[word]]]
        whole = phrase_vector(found.vectors[known]) if found is not None and known else None
        if whole is not None:
            vectors[row] = whole
    return vectors
