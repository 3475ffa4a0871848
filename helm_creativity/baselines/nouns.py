"""The nouns that baselines choose from, with their vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.files.source_files import beside, home, sync, writing_to
from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings.builtin import BuiltinEmbedding, builtin
from helm_creativity.embeddings.store import VectorStore


@dataclass(frozen=True, eq=False)
class Nouns:
    """WordNet's v common nouns that an embedding knows."""

    words: tuple[str, ...]
    embedding: Embedding

    @cached_property
    def vectors(self) -> NDArray[np.float32]:
        """Shape (v, d), compared by dot product; what an encoder gave is kept, since it needs minutes for all."""
        if isinstance(self.embedding, (BuiltinEmbedding, VectorStore)):
            return self.embedding.embed(self.words).vectors
        key = hashlib.sha256("\n".join([self.embedding.signature, *self.words]).encode()).hexdigest()
        path = home() / "vocabularies" / f"{key[:32]}.npy"
        if not path.is_file():
            vectors = self.embedding.embed(self.words).vectors
            with writing_to(path.parent), beside(path) as draft:
                with draft.open("wb") as file:
                    np.save(file, vectors)
                sync(draft)
                draft.replace(path)
        return np.asarray(np.load(path, mmap_mode="r"))

    def find_vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (k, d): vectors of those of the texts that the embedding knows."""
        vectors, known = self.embedding.embed(texts)
        return vectors[known]

    def sums(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (v,): sum of every noun's similarities to those of the texts that the embedding knows."""
        return np.asarray(self.vectors @ self.find_vectors(texts).sum(axis=0))


@lru_cache(maxsize=8)
def load_nouns(embedding: str) -> Nouns:
    """The nouns of an embedding."""
    from helm_creativity.embeddings.registry import load_embeddings

    (space,) = load_embeddings(embedding)
    nouns = builtin().nouns
    return Nouns(tuple(noun for noun, there in zip(nouns, space.knows(nouns), strict=True) if there), space)
