"""Whether the vectors of two responses are near."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.registry import load_embeddings


def nearness(name: str, threshold: float, texts: Sequence[str]) -> Callable[[str, str], bool]:
    """Whether two of the texts have vectors whose cosine reaches the threshold.

    Each distinct text is embedded once; one without a vector is near to no other.
    """
    distinct = list(dict.fromkeys(texts))
    place = {text: i for i, text in enumerate(distinct)}
    (embedding,) = load_embeddings(name)
    vectors, known = WithPhrases(embedding).embed(distinct)

    def near(first: str, second: str) -> bool:
        i, j = place[first], place[second]
        return bool(known[i] and known[j] and float(np.dot(vectors[i], vectors[j])) >= threshold)

    return near
