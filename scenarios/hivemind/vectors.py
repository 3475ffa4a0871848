"""Vectors of whole responses under one embedding; each distinct text is embedded once."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.lexicon.function_words import FUNCTION_WORDS, words_checksum
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.task_types.semantic_integration import content_words, embed_texts
from helm_creativity.text.text import clean


class TextVectors:
    """A sentence encoder reads a text as it is, up to the end of its window. Any other embedding knows words.

    The vector of a text is then the sum of those of its content words that are known, as often as they occur. That is
    for trying things out without a download; no source scores so.
    """

    def __init__(self, name: str) -> None:
        (self._embedding,) = load_embeddings(name)
        self.name, self.signature = self._embedding.name, self._embedding.signature
        self._vectors: dict[str, Numbers | None] = {}

    @property
    def signed(self) -> dict[str, str]:
        """Everything about vectors that moves a score, by name."""
        reads_sentences = isinstance(self._embedding, SentenceEncoder)
        return {"embedding": self.signature, **({} if reads_sentences else {"words": f"without@{words_checksum()}"})}

    def embed(self, texts: Collection[str]) -> list[Numbers | None]:
        """The vector of each text, shape (d,), of any length but 0; None where it has none."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        vectors, known = embed_texts(self._embedding, new, _words)
        for text, vector, there in zip(new, vectors, known, strict=True):
            self._vectors[text] = vector if there else None
        return [self._vectors[text] for text in texts]

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Of which texts the end lies beyond the encoder's window, so that it does not count."""
        encoder = self._embedding
        return encoder.cut(texts).tolist() if isinstance(encoder, SentenceEncoder) else [False] * len(texts)


def _words(text: str) -> list[str]:
    return [word for word in content_words(clean(text), FUNCTION_WORDS) if len(word) > 1]
