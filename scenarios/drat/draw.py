"""Anchor sets drawn by the rule of Schapiro et al. 2026, section 4.5: any two of a set are less similar than a bound.

A set begins with a word and takes further ones at random, each of which is dissimilar to all before; where none is
left, it begins again with another word. No two sets share a word.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.benchmark.types import DrawnItems
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.drat.benchmark import MOST_ANCHORS

BELOW = 0.2
"""The cosine similarity that no two anchors of a set reach (section 4.5, τ)."""


@dataclass(frozen=True)
class AnchorDrawSettings(DeclaredOptions):
    """What is drawn."""

    embedding: str = option("builtin", "vectors by which words are dissimilar, such as sbert-mpnet")
    sets: int = option(30, "number of anchor sets", low=1, high=10_000)
    k: int = option(MOST_ANCHORS, "anchors of a set", low=2, high=MOST_ANCHORS)
    seed: str = option("1", "any text, such as 2026-11: another one draws other sets")


settings_type = AnchorDrawSettings


def draw_items(settings: AnchorDrawSettings) -> DrawnItems:
    """Anchor sets as a file of items has them."""
    nouns = builtin().common_nouns
    embedding = load_embeddings(settings.embedding)[0]
    vectors, known = embedding.embed(nouns)
    words = [word for word, has in zip(nouns, known, strict=True) if has]
    found = draw_sets(vectors[known], settings.sets, settings.k, BELOW, settings.seed)
    if len(found) < settings.sets:
        given = f"the {len(words):,} nouns give {len(found):,}"
        raise BadArguments(f"expected {settings.sets:,} anchor sets, but {given}: ask for fewer with --sets")
    origin = {"embedding": embedding.signature, "seed": settings.seed}
    records = [
        {"id": f"{settings.seed}-{number:02d}", "anchors": [words[place] for place in places], **origin}
        for number, places in enumerate(found, 1)
    ]
    made = f"{len(records):,} sets of {settings.k} from {len(words):,} words, seed {settings.seed}"
    return DrawnItems(records, [made], f"prompts=own,embedding={settings.embedding}")


def draw_sets(vectors: NDArray[np.floating], n: int, k: int, below: float, seed: str) -> list[tuple[int, ...]]:
    """Up to n sets of k rows of vectors, shape (m, d): of a set any two have a cosine similarity under ``below``."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))
    free, found = np.ones(len(unit), dtype=bool), list[tuple[int, ...]]()
    for start in rng.permutation(len(unit)):
        if len(found) == n:
            break
        chosen, left = [int(start)], free.copy()
        while free[start] and len(chosen) < k:
            left &= unit @ unit[chosen[-1]] < below
            if not left.any():
                break
            chosen.append(int(rng.choice(np.flatnonzero(left))))
        if len(chosen) == k:
            free[chosen] = False
            found.append(tuple(chosen))
    return found
