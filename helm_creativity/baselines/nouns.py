"""The nouns that baselines choose from, with their vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.files.source_files import beside, home, sync, writing_to
from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings.builtin import BuiltinEmbedding, builtin
from helm_creativity.embeddings.store import VectorStore


@dataclass(frozen=True, eq=False)
class Nouns:
    """WordNet's v common nouns that an embedding knows; their vectors, shape (v, d), are compared by dot product."""

    words: tuple[str, ...]
    vectors: NDArray[np.float32]
    embedding: Embedding

    def find_vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (k, d): vectors of those of the texts that the embedding knows."""
        vectors, known = self.embedding.embed(texts)
        return vectors[known]

    def sums(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (v,): sum of every noun's similarities to those of the texts that the embedding knows."""
        return np.asarray(self.vectors @ self.find_vectors(texts).sum(axis=0))


@lru_cache(maxsize=8)
def load_nouns(embedding: str) -> Nouns:
    """The nouns of an embedding. An encoder needs minutes for all, so what it gave is kept under its signature."""
    from helm_creativity.embeddings.registry import load_embeddings

    (space,) = load_embeddings(embedding)
    nouns = builtin().nouns
    words = tuple(noun for noun, there in zip(nouns, space.knows(nouns), strict=True) if there)
    if isinstance(space, (BuiltinEmbedding, VectorStore)):
        return Nouns(words, space.embed(words).vectors, space)
    key = hashlib.sha256("\n".join([space.signature, *words]).encode()).hexdigest()
    path = home() / "vocabularies" / f"{key[:32]}.npy"
    if not path.is_file():
        vectors = space.embed(words).vectors
        with writing_to(path.parent), beside(path) as draft:
            with draft.open("wb") as file:
                np.save(file, vectors)
            sync(draft)
            draft.replace(path)
    return Nouns(words, np.asarray(np.load(path, mmap_mode="r")), space)
