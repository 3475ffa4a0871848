"""Vectors of whole responses under any embedding."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.protocols import Embedded
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.registry import (
    check_embeddings,
    load_embeddings,
    require_embeddings,
)
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.text.text import clean
from helm_creativity.words.function_words import FUNCTION_WORDS, words_checksum

EMBEDDING = "sbert-mpnet"
"""Where none is named: the package's encoder of English, from which the built-in table is made. It reads 384 pieces."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PART = re.compile(r"[^\W\d_]{2,}")


def require_single(embedding: str) -> None:
    """Makes sure, before a request is paid for, that a name is one embedding and here."""
    require_embeddings(embedding)
    if len(check_embeddings(embedding)) > 1:
        raise BadArguments(f"embedding must be a single one here, got {quoted(embedding)}")


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
        if self._encoder:
            return self._encoder.knows(texts)
        words = [_content_words(text) for text in texts]
        known = self._known({word for of_text in words for word in of_text})
        return np.array([not known.isdisjoint(of_text) for of_text in words], dtype=np.bool_)

    def embed(self, texts: Sequence[str]) -> Embedded:
        """See ``Embedding.embed``."""
        if self._encoder:
            return self._encoder.embed(texts)
        words = [_content_words(text) for text in texts]
        distinct = sorted(self._known({word for of_text in words for word in of_text}))
        row_of = {word: row for row, word in enumerate(distinct)}
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        table = self._embedding.embed(distinct).vectors if distinct else vectors
        for row, some in enumerate(words):
            total = table[[row_of[word] for word in some if word in row_of]].sum(axis=0, dtype=np.float64)
            length = float(np.linalg.norm(total))
            vectors[row] = total / length if length > 0 else 0.0
        return Embedded(vectors, np.asarray(vectors.any(axis=1), dtype=np.bool_))

    def cut(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): of which texts the end lies beyond the encoder's window, so that it does not count."""
        return self._encoder.cut(texts) if self._encoder else np.zeros(len(texts), dtype=np.bool_)

    def _known(self, words: set[str]) -> set[str]:
        listed = sorted(words)
        there = self._embedding.knows(listed) if listed else np.zeros(0, dtype=np.bool_)
        return {word for word, known in zip(listed, there, strict=True) if known}


def text_vectors(embedding: str) -> TextVectors:
    """Vectors of a name from a user, once it is certain that it is one embedding and here."""
    require_single(embedding)
    return TextVectors(embedding)


def _content_words(text: str) -> list[str]:
    """Words of two letters or more that are no words of grammar; contractions are looked up before their parts."""
    whole = (found[0].replace("’", "'") for found in _WORD.finditer(clean(text).casefold()))
    parts = (part for word in whole if word not in FUNCTION_WORDS for part in _PART.findall(word))
    return [part for part in parts if part not in FUNCTION_WORDS]
