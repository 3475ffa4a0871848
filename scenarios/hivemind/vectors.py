"""Vectors of whole responses under any embedding."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.lexicon.function_words import FUNCTION_WORDS, words_checksum
from helm_creativity.text.text import clean

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PART = re.compile(r"[^\W\d_]{2,}")


class TextVectors:
    """One embedding as an ``Embedding`` of whole texts.

    A sentence encoder reads a text as it is, up to the end of its window. Any other embedding knows words: the vector
    of a text is then the sum of those of its content words that are known, as often as they occur, scaled to length
    one. That is for trying things out without a download; no source scores so.
    """

    def __init__(self, name: str) -> None:
        (self._embedding,) = load_embeddings(name)
        self.name, self.signature = self._embedding.name, self._embedding.signature
        self.dimension = self._embedding.dimension
        self._encoder = self._embedding if isinstance(self._embedding, SentenceEncoder) else None

    @property
    def signed(self) -> dict[str, str]:
        """Everything about vectors that moves a score, by name."""
        words = {} if self._encoder else {"words": f"without@{words_checksum()}"}
        return {"embedding": self.signature, **words}

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts have a vector."""
        return self._encoder.knows(texts) if self._encoder else self.embed(texts).known

    def embed(self, texts: Sequence[str]) -> Embedded:
        """See ``Embedding.embed``."""
        if self._encoder:
            return self._encoder.embed(texts)
        words = [_content_words(text) for text in texts]
        distinct = sorted({word for some in words for word in some})
        row_of = {word: row for row, word in enumerate(distinct)}
        table = self._embedding.embed(distinct).vectors
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, some in enumerate(words):
            total = table[[row_of[word] for word in some]].sum(axis=0, dtype=np.float64)
            vectors[row] = total / (np.linalg.norm(total) or 1.0)
        return Embedded(vectors, np.asarray(vectors.any(axis=1), dtype=np.bool_))

    def cut(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): of which texts the end lies beyond the encoder's window, so that it does not count."""
        return self._encoder.cut(texts) if self._encoder else np.zeros(len(texts), dtype=np.bool_)


def _content_words(text: str) -> list[str]:
    """Words of two letters or more that are no words of grammar; contractions are looked up before their parts."""
    whole = (found.replace("’", "'") for found in _WORD.findall(clean(text).casefold()))
    parts = (part for word in whole if word not in FUNCTION_WORDS for part in _PART.findall(word))
    return [part for part in parts if part not in FUNCTION_WORDS]
