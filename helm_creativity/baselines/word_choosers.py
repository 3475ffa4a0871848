"""Baselines choose words: at random, or greedily by their vectors.

A benchmark's ``baseline.py`` recognises its own prompts and asks a baseline for the words that the task needs; a
baseline knows no task. All of them can obey a rule of spelling; only the greedy one knows what a word means.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns, load_nouns
from helm_creativity.errors import BadArguments

# Nearest nouns that are put in order before any other.
FIRST_LOOK = 256

Spelling = Callable[[str], bool]
Meaning = Callable[[Nouns], NDArray[np.bool_]]


def make_seed(*parts: str) -> int:
    """A seed from texts, equal on every machine and in every process."""
    return int.from_bytes(hashlib.sha256("\0".join(parts).encode()).digest()[:8], "big")


class SeededChooser(ABC):
    """What the baselines share: nouns and a source of chance."""

    def __init__(self, embedding: str, seed: int) -> None:
        self._embedding = embedding
        self._rng = np.random.default_rng(seed)

    @property
    def nouns(self) -> Nouns:
        """The nouns to choose from."""
        return load_nouns(self._embedding)

    def unrelated(
        self, n: int, *, spelt: Spelling | None = None, meaning: Meaning | None = None, unlike: Sequence[str] = ()
    ) -> list[str]:
        """See ``Baseline``."""
        rows = self._allowed(spelt, unlike)
        return [self.nouns.words[row] for row in self._unrelated(rows, min(n, len(rows)), meaning, unlike)]

    def nearest(self, words: Sequence[str], n: int, *, spelt: Spelling | None = None) -> list[str]:
        """See ``Baseline``."""
        nouns = (self.nouns.words[row] for row in self._by_nearness(words))
        fitting = (noun for noun in nouns if noun not in words and (spelt is None or spelt(noun)))
        return list(islice(fitting, n))

    def _allowed(self, spelt: Spelling | None, unwanted: Collection[str]) -> NDArray[np.intp]:
        if spelt is None and not unwanted:
            return np.arange(len(self.nouns.words))
        words = enumerate(self.nouns.words)
        found = [row for row, word in words if word not in unwanted and (spelt is None or spelt(word))]
        if not found:
            raise BadArguments("no noun of the vocabulary is spelt as the task asks")
        return np.array(found, dtype=np.intp)

    @abstractmethod
    def _unrelated(self, rows: NDArray[np.intp], n: int, meaning: Meaning | None, unlike: Sequence[str]) -> list[int]:
        """``n`` of ``rows``."""

    @abstractmethod
    def _by_nearness(self, words: Sequence[str]) -> Iterator[int]:
        """All rows, the nearest first."""


class RandomChooser(SeededChooser):
    """Nouns drawn uniformly without replacement, whatever they mean."""

    def _unrelated(self, rows: NDArray[np.intp], n: int, meaning: Meaning | None, unlike: Sequence[str]) -> list[int]:
        return [int(row) for row in rows[self._rng.choice(len(rows), size=n, replace=False)]]

    def _by_nearness(self, words: Sequence[str]) -> Iterator[int]:
        yield from map(int, self._rng.permutation(len(self.nouns.words)))


class GreedyChooser(SeededChooser):
    """Takes the best next word by the vectors: Schapiro et al. 2026, Algorithm 1, from a first noun drawn at random."""

    def _unrelated(self, rows: NDArray[np.intp], n: int, meaning: Meaning | None, unlike: Sequence[str]) -> list[int]:
        nouns = self.nouns
        if meaning is not None:
            fitting = rows[meaning(nouns)[rows]]
            rows = fitting if len(fitting) >= n else rows
        vectors = nouns.vectors if len(rows) == len(nouns.words) else nouns.vectors[rows]
        first = int(self._rng.integers(len(rows)))
        start = vectors @ nouns.find_vectors(unlike).sum(axis=0) if unlike else None
        return [int(rows[row]) for row in greedy_unrelated(vectors, n, first, start)]

    def _by_nearness(self, words: Sequence[str]) -> Iterator[int]:
        yield from nearest_rows(self._embedding, tuple(words))
        yield from np.argsort(-self.nouns.sums(words), kind="stable")[FIRST_LOOK:].tolist()


@lru_cache(maxsize=20_000)
def nearest_rows(embedding: str, words: tuple[str, ...]) -> tuple[int, ...]:
    """Rows of the nouns nearest to ``words``, the nearest first, ties by row. Chains meet, so they are kept."""
    return tuple(np.argsort(-load_nouns(embedding).sums(words), kind="stable")[:FIRST_LOOK].tolist())


def greedy_unrelated(
    vectors: NDArray[np.float32], n: int, first: int, start: NDArray[np.float32] | None = None
) -> list[int]:
    """``n`` rows of ``vectors``, shape (v, d), from ``first`` on, each least similar, on average, to those before it.

    The sum of similarities to the chosen rows is kept and grows by one matrix-vector product a step, so that n words
    out of v cost O(n·v·d) instead of the O(n²·v·d) of computing every mean anew. The smallest sum is the smallest mean;
    ties go to the lower row. ``start``, shape (v,), are sums of similarities to words that were there before.
    """
    chosen = [first]
    sums = np.zeros(len(vectors), dtype=np.float32) if start is None else start.astype(np.float32)
    while len(chosen) < n:
        sums += vectors @ vectors[chosen[-1]]
        sums[chosen[-1]] = np.inf
        chosen.append(int(sums.argmin()))
    return chosen


CHOOSERS: dict[str, type[SeededChooser]] = {"random": RandomChooser, "greedy": GreedyChooser}
