"""The vectors of all uses of a run under one embedding; each distinct text is embedded once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.protocols import Embedding
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
        self.name = embedding.name
        self._reads_sentences = isinstance(embedding, SentenceEncoder)
        distinct = list(dict.fromkeys(texts))
        self._unknown: dict[str, tuple[str, ...]] = {}
        parts = self._vector_parts(embedding, distinct)
        known = [text for text in distinct if parts[text]]
        words = list(dict.fromkeys(chain.from_iterable(parts[text] for text in known)))
        row_of = {word: row for row, word in enumerate(words)}
        rows = embedding.embed(words).vectors if words else np.empty((0, embedding.dimension), np.float32)
        self._vectors = np.empty((len(known), embedding.dimension), dtype=np.float32)
        self._row_of: dict[str, int] = {}
        for text in known:
            vector = phrase_vector(rows[[row_of[word] for word in parts[text]]])
            if vector is not None:
                self._vectors[len(self._row_of)] = vector
                self._row_of[text] = len(self._row_of)

    def knows(self, text: str) -> bool:
        """Whether there is a vector for the text."""
        return text in self._row_of

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, d): vectors of n known texts, compared by dot product."""
        return self._vectors[[self._row_of[text] for text in texts]]

    def unknown_words(self, text: str) -> tuple[str, ...]:
        """The content words of a use that the embedding does not know."""
        return self._unknown.get(text, ())

    def _vector_parts(self, embedding: Embedding, texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
        if self._reads_sentences:
            return {text: (text,) if there else () for text, there in zip(texts, _knows(embedding, texts), strict=True)}
        words = {text: content_words(text) for text in texts}
        phrases = {text: " ".join(words[text]) for text in texts}
        pieces = (piece for some in words.values() for word in some for piece in (word, *hyphen_parts(word)))
        asked = [text for text in dict.fromkeys([*phrases.values(), *pieces]) if text]
        there = frozenset(text for text, is_known in zip(asked, _knows(embedding, asked), strict=True) if is_known)
        found = {}
        for text in texts:
            found[text], self._unknown[text] = _known_and_missing(phrases[text], words[text], there)
        return found


def _knows(embedding: Embedding, texts: Sequence[str]) -> list[bool]:
    return [bool(is_known) for is_known in embedding.knows(texts)] if texts else []


def _known_and_missing(
    phrase: str, words: Sequence[str], there: frozenset[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if phrase in there:
        return (phrase,), ()
    parts: list[str] = []
    unknown: list[str] = []
    for word in words:
        found = [word] if word in there else [part for part in hyphen_parts(word) if part in there]
        parts += found
        unknown += [] if found else [word]
    return tuple(parts), tuple(unknown)


def require_known(space: UseSpace, names: Sequence[str]) -> None:
    """Makes sure that there is a vector for every object."""
    unknown = [name for name in dict.fromkeys(names) if not space.knows(name)]
    if unknown:
        raise BadArguments(f"{space.name} has no vector for the object {', '.join(map(repr, unknown[:5]))}")


def missing_words(spaces: Sequence[UseSpace], uses: Sequence[str]) -> list[str]:
    """The words of the uses that some embedding does not know, each once."""
    return list(dict.fromkeys(word for use in uses for space in spaces for word in space.unknown_words(use)))
