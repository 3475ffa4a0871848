"""Baselines as players: a room asks them for words, they choose.

A room's ``baseline.py`` recognises its own prompts and asks a player for what the task needs; a player knows no task.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.builtin import BuiltinEmbedding, builtin
from helm_creativity.embeddings.protocol import Embedding
from helm_creativity.embeddings.store import VectorStore
from helm_creativity.files import beside, home, sync, writing_to


class Player(Protocol):
    """Chooses words. Equal seeds choose equal words."""

    def unrelated(self, n: int) -> list[str]:
        """``n`` different nouns, as unrelated as the player can make them."""


def seed_of(*parts: str) -> int:
    """A seed from texts, equal on every machine and in every process."""
    return int.from_bytes(hashlib.sha256("\0".join(parts).encode()).digest()[:8], "big")


@lru_cache(maxsize=8)
def vocabulary(embedding: str) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    """WordNet's common nouns that ``embedding`` knows, and their vectors, shape (v, d).

    An encoder needs minutes for all nouns, so what it gave is kept under its signature.
    """
    from helm_creativity.embeddings.registry import load_embeddings

    (one,) = load_embeddings(embedding)
    nouns = builtin().nouns
    known = one.knows(nouns)
    words = tuple(noun for noun, there in zip(nouns, known, strict=True) if there)
    if isinstance(one, (BuiltinEmbedding, VectorStore)):
        return words, one.embed(words).vectors
    return words, _kept(one, words)


def _kept(embedding: Embedding, words: Sequence[str]) -> NDArray[np.float32]:
    """Vectors of all words, from the home folder or, the first time, from the encoder."""
    key = hashlib.sha256("\n".join([embedding.signature, *words]).encode()).hexdigest()
    path = home() / "vocabularies" / f"{key[:32]}.npy"
    if not path.is_file():
        vectors = embedding.embed(words).vectors
        with writing_to(path.parent), beside(path) as draft:
            with draft.open("wb") as file:
                np.save(file, vectors)
            sync(draft)
            draft.replace(path)
    return np.asarray(np.load(path, mmap_mode="r"))


class SeededPlayer:
    """What the players share: a vocabulary and a source of chance."""

    def __init__(self, embedding: str, seed: int) -> None:
        self._embedding = embedding
        self._rng = np.random.default_rng(seed)

    def unrelated(self, n: int) -> list[str]:
        """See ``Player``."""
        words, vectors = vocabulary(self._embedding)
        return [words[row] for row in self._rows(vectors, n)]

    @abstractmethod
    def _rows(self, vectors: NDArray[np.float32], n: int) -> list[int]:
        """Rows of ``vectors``, shape (v, d), that the player chooses."""


class RandomPlayer(SeededPlayer):
    """Nouns drawn uniformly without replacement."""

    def _rows(self, vectors: NDArray[np.float32], n: int) -> list[int]:
        return [int(row) for row in self._rng.choice(len(vectors), size=n, replace=False)]


class GreedyPlayer(SeededPlayer):
    """Schapiro et al. 2026, Algorithm 1, from a first noun drawn at random."""

    def _rows(self, vectors: NDArray[np.float32], n: int) -> list[int]:
        return greedy_unrelated(vectors, n, first=int(self._rng.integers(len(vectors))))


def greedy_unrelated(vectors: NDArray[np.float32], n: int, first: int) -> list[int]:
    """Rows chosen one by one, each with the smallest mean similarity to those before it.

    The sum of similarities to the chosen rows is kept and grows by one matrix-vector product a step, so that n words
    out of v cost O(n·v·d) instead of the O(n²·v·d) of computing every mean anew. The smallest sum is the smallest mean.

    Args:
        vectors: shape (v, d), compared by dot product.
        n: how many rows to choose, at most v.
        first: the first row.

    Returns:
        n different row numbers, ``first`` leading; ties go to the lower number.

    Raises:
        ValueError: for n above v.
    """
    if not 1 <= n <= len(vectors):
        raise ValueError(f"n must be from 1 to the {len(vectors)} words of the vocabulary, got {n}")
    chosen = [first]
    sums = np.zeros(len(vectors), dtype=np.float32)
    while len(chosen) < n:
        sums += vectors @ vectors[chosen[-1]]
        sums[chosen[-1]] = np.inf
        chosen.append(int(sums.argmin()))
    return chosen


PLAYERS: dict[str, type[SeededPlayer]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
