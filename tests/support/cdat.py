"""Answers to the conditional DAT, and word vectors whose angles can be read off, without HELM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.responses import Answer
from helm_creativity.rooms import Row
from helm_creativity.scenarios.cdat.scorer import CdatScorer
from helm_creativity.vocabulary import CUE_WORDS


def row(text=None, words=None, cue="paris", **answer):
    """One answer, as text or as words."""
    fields = {"cue": cue}
    return Row(None, {**fields, "words": words}) if words is not None else Row(Answer(text, **answer), fields)


def one(scorer, text=None, words=None, cue="paris", **answer):
    """The outcome of one answer."""
    return scorer.score([row(text, words, cue, **answer)])[0]


def make_vectors(folder: Path, name: str, vectors: Mapping[str, Sequence[float]]) -> str:
    """Word vectors under a name of their own."""
    path = folder / f"{name}.txt"
    path.write_text("".join(f"{word} {' '.join(map(repr, vector))}\n" for word, vector in vectors.items()))
    fetch_embedding(name, origin=path)
    return name


def of_run(scorer, rows):
    """What is said of the run as a whole."""
    return scorer.of_run(rows, scorer.score(rows))


@lru_cache(maxsize=1)
def noun_vectors() -> NDArray[np.float32]:
    """Shape (v, d): of the nouns of the built-in table."""
    return builtin().embed(builtin().nouns).vectors


def nearest_nouns(cue: str, n: int) -> list[str]:
    """Nouns of the built-in table by their similarity to the cue, which is the first."""
    similarities = noun_vectors() @ builtin().embed([cue]).vectors[0]
    return [builtin().nouns[i] for i in np.argsort(-similarities, kind="stable")[:n]]


def rows_of_nouns(choose, cues=CUE_WORDS):
    """One answer to each cue: the nouns that ``choose(cue)`` gives."""
    return [row(words=choose(cue), cue=cue) for cue in cues]


class Counting:
    """An embedding that remembers every text that it was asked to embed."""

    def __init__(self, embedding):
        self._embedding = embedding
        self.embedded: list[str] = []

    def __getattr__(self, name):
        return getattr(self._embedding, name)

    def embed(self, texts):
        self.embedded.extend(texts)
        return self._embedding.embed(texts)


class CountingScorer(CdatScorer):
    """A scorer over counting embeddings."""

    def open(self, embedding):
        self.counting = tuple(map(Counting, super().open(embedding)))
        return self.counting
