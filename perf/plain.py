"""The plain program that a researcher writes in twenty lines, beside which ``perf/bench.py`` puts ``hc.score``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import numpy as np

from helm_creativity.benchmark.protocols import Embedding


def entries(text: str) -> list[str]:
    """The words of a list: JSON with a list in it, numbered lines, or words between commas."""
    if text.startswith("{"):
        return list(next(iter(json.loads(text).values())))
    return re.findall(r"^\d+\. (.*)$", text, re.MULTILINE) or text.split(",")


def dat(texts: Sequence[str], embedding: Embedding, vocabulary: Sequence[str]) -> list[float | None]:
    """The mean distance of the first seven words of each list that the vocabulary has, None where there are fewer."""
    vectors, places = embedding.embed(vocabulary).vectors, dict(zip(vocabulary, range(len(vocabulary)), strict=True))
    scores: list[float | None] = []
    for text in texts:
        words = [entry.strip().strip(".").lower() for entry in entries(text)]
        rows = list(dict.fromkeys(places[word] for word in words if word in places))[:7]
        own = vectors[rows]
        dots = own @ own.T
        scores.append(100 * (1 - float(dots.sum() - np.trace(dots)) / 42) if len(rows) == 7 else None)
    return scores
