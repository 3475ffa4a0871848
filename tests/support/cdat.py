"""Responses to the conditional DAT, and word vectors whose angles can be read off, without HELM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from support.benchmarks import scorer_of, settings_of

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.lexicon.word_files import CUE_WORDS
from helm_creativity.scenarios.cdat.benchmark import CdatScorer

BENCHMARK = get_benchmark("cdat")


def cdat(embedding="builtin", dictionary="none", protocol="schapiro2026"):
    """The scorer under these settings."""
    return scorer_of("cdat", embedding=embedding, dictionary=str(dictionary), protocol=protocol)


def row(text="", words=None, cue="paris", **answer):
    """One response, as text or as words."""
    fields = {"cue": cue}
    return Sample(None, {**fields, "words": words}) if words is not None else Sample(Response(text, **answer), fields)


def one(scorer, text="", words=None, cue="paris", **answer):
    """The score of one response."""
    return scorer.score([row(text, words, cue, **answer)])[0]


def make_vectors(folder: Path, name: str, vectors: Mapping[str, Sequence[float]]) -> str:
    """Word vectors under a name of their own."""
    path = folder / f"{name}.txt"
    path.write_text("".join(f"{word} {' '.join(map(repr, vector))}\n" for word, vector in vectors.items()))
    fetch_embedding(name, origin=path)
    return name


def score_run(scorer, rows):
    """The statistics of the run as a whole."""
    return scorer.score_run(rows, scorer.score(rows))


@lru_cache(maxsize=1)
def noun_vectors() -> NDArray[np.float32]:
    """Shape (v, d): of the nouns of the built-in table."""
    return builtin().embed(builtin().nouns).vectors


def nearest_nouns(cue: str, n: int) -> list[str]:
    """Nouns of the built-in table by their similarity to the cue, which is the first."""
    similarities = noun_vectors() @ builtin().embed([cue]).vectors[0]
    return [builtin().nouns[i] for i in np.argsort(-similarities, kind="stable")[:n]]


def rows_of_nouns(choose, cues=CUE_WORDS):
    """One response to each cue: the nouns that ``choose(cue)`` gives."""
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

    def __init__(self, embedding):
        settings = settings_of(BENCHMARK, embedding=embedding)
        super().__init__(BENCHMARK.card, settings)

    def open(self, embedding):
        self.counting = tuple(map(Counting, super().open(embedding)))
        return self.counting
