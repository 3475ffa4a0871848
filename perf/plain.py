"""The plain program that a researcher writes in twenty lines, beside which ``perf/rows.py`` puts ``hc.score``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray


def entries(text: str) -> list[str]:
    """The words of a list: JSON with a list in it, numbered lines, or words between commas."""
    if text.startswith("{"):
        return list(next(iter(json.loads(text).values())))
    return re.findall(r"^\d+\. (.*)$", text, re.MULTILINE) or text.split(",")


def dat(texts: Sequence[str], places: Mapping[str, int], vectors: NDArray[np.float32]) -> list[float | None]:
    """The mean distance of the first seven known words of each list, None where there are fewer."""
    scores: list[float | None] = []
    for text in texts:
        words = [entry.strip().strip(".").lower() for entry in entries(text)]
        rows = list(dict.fromkeys(places[word] for word in words if word in places))[:7]
        own = vectors[rows]
        dots = own @ own.T
        scores.append(100 * (1 - float(dots.sum() - np.trace(dots)) / 42) if len(rows) == 7 else None)
    return scores
