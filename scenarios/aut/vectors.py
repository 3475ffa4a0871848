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
        self._row_of: dict[str, int] = {}
        distinct = list(dict.fromkeys(texts))
        whole = isinstance(embedding, SentenceEncoder)
        parts = {text: [text] for text in self._known(distinct)} if whole else self._known_words(distinct)
        words = list(dict.fromkeys(chain.from_iterable(parts.values())))
        row_of = {word: row for row, word in enumerate(words)}
        rows = embedding.embed(words).vectors if words else np.empty((0, embedding.dimension), np.float32)
        # The last row stays zero, for texts without a vector.
        self._vectors = np.zeros((len(parts) + 1, embedding.dimension), np.float32)
        for text, its_words in parts.items():
            vector = phrase_vector(rows[[row_of[word] for word in its_words]]) if its_words else None
            if vector is not None:
                self._row_of[text] = len(self._row_of)
                self._vectors[self._row_of[text]] = vector

    def knows(self, text: str) -> bool:
        """Whether there is a vector for the text."""
        return text in self._row_of

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n, d): vectors of n texts, compared by dot product; zeros for a text without one."""
        return self._vectors[[self._row_of.get(text, -1) for text in texts]]

    def unknown_words(self, text: str) -> tuple[str, ...]:
        """The content words of a use that the embedding does not know."""
        return self._unknown.get(text, ())

    def require_known(self, names: Iterable[str]) -> None:
        """Makes sure that there is a vector for every object."""
        if unknown := [name for name in dict.fromkeys(names) if not self.knows(name)]:
            raise BadArguments(
                f"{self._embedding.name} has no vector for the object {', '.join(map(repr, unknown[:5]))}"
            )

    def _known(self, texts: Sequence[str]) -> list[str]:
        known = self._embedding.knows(texts) if texts else ()
        return [text for text, there in zip(texts, known, strict=True) if there]

    def _known_words(self, texts: Sequence[str]) -> dict[str, list[str]]:
        words = {text: content_words(text) for text in texts}
        phrases = {text: " ".join(its_words) for text, its_words in words.items()}
        pieces = [piece for word in chain.from_iterable(words.values()) for piece in (word, *hyphen_parts(word))]
        there = frozenset(self._known([text for text in dict.fromkeys([*phrases.values(), *pieces]) if text]))
        parts = {
            word: [word] if word in there else [part for part in hyphen_parts(word) if part in there]
            for word in chain.from_iterable(words.values())
        }
        found = {}
        for text, phrase in phrases.items():
            self._unknown[text] = () if phrase in there else tuple(word for word in words[text] if not parts[word])
            found[text] = [phrase] if phrase in there else [part for word in words[text] for part in parts[word]]
        return found
