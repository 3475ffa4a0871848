"""The vectors of all uses of a run under one embedding; each distinct text is embedded once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.phrases import phrase_vector
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.aut.parse import content_words, hyphen_parts


class UseSpace:
    """Vectors of objects and uses.

    A sentence encoder reads a use as it is. Any other embedding is asked for the content words of a use as one phrase,
    then for each of them: the vector of the use is the sum of those that it knows, scaled to length one. A word with
    hyphens that it does not know is replaced by its parts.
    """

    def __init__(self, embedding: Embedding, texts: Iterable[str]) -> None:
        self._embedding = embedding
        self._unknown: dict[str, tuple[str, ...]] = {}
        distinct = list(dict.fromkeys(texts))
        reads_sentences = isinstance(embedding, SentenceEncoder)
        parts = {text: [text] for text in self._known(distinct)} if reads_sentences else self._known_words(distinct)
        pieces = list(dict.fromkeys(chain.from_iterable(parts.values())))
        row_of = {piece: row for row, piece in enumerate(pieces)}
        rows = embedding.embed(pieces).vectors if pieces else np.empty((0, embedding.dimension), np.float32)
        vectors = {text: phrase_vector(rows[[row_of[piece] for piece in its]]) for text, its in parts.items() if its}
        self._vectors = {text: vector for text, vector in vectors.items() if vector is not None}
        self._zeros = np.zeros(embedding.dimension, np.float32)

    def knows(self, text: str) -> bool:
        """Whether there is a vector for the text."""
        return text in self._vectors

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, d): vectors of n texts, compared by dot product; zeros for a text without one."""
        return np.array([self._vectors.get(text, self._zeros) for text in texts]).reshape(-1, len(self._zeros))

    def unknown_words(self, text: str) -> tuple[str, ...]:
        """The content words of a use that the embedding does not know."""
        return self._unknown.get(text, ())

    def require_known(self, names: Iterable[str]) -> None:
        """Makes sure that there is a vector for every object."""
        if unknown := [name for name in dict.fromkeys(names) if not self.knows(name)]:
            shown = ", ".join(map(repr, unknown[:5]))
            raise BadArguments(f"{self._embedding.name} has no vector for the object {shown}")

    def _known(self, texts: Sequence[str]) -> list[str]:
        known = self._embedding.knows(texts) if texts else ()
        return [text for text, there in zip(texts, known, strict=True) if there]

    def _known_words(self, texts: Sequence[str]) -> dict[str, list[str]]:
        found, words = {}, {text: content_words(text) for text in texts}
        pieces = [piece for word in chain.from_iterable(words.values()) for piece in (word, *hyphen_parts(word))]
        there = set(self._known(list(dict.fromkeys([*map(" ".join, filter(None, words.values())), *pieces]))))
        for text, its in words.items():
            if (phrase := " ".join(its)) in there:
                found[text] = [phrase]
                continue
            parts = [
                [word] if word in there else [part for part in hyphen_parts(word) if part in there] for word in its
            ]
            found[text] = list(chain.from_iterable(parts))
            self._unknown[text] = tuple(word for word, known in zip(its, parts, strict=True) if not known)
        return found
