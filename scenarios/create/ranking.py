"""The judged paths of a response in the order of their worth, and what the whole set is worth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.protocols import Embedding
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.phrases import phrase_vector
from helm_creativity.judges.ratings import enough_rated, mean_or_none
from helm_creativity.scenarios.create.judged_paths import JudgedPath, JudgedResponse
from helm_creativity.scenarios.create.measure import (
    Utility,
    creative_utility,
    factuality_area,
    greedy,
    mean_pairwise,
    path_distances,
    patience_area,
    utilities_by_factuality,
)
from helm_creativity.scenarios.create.paths import path_text
from helm_creativity.scenarios.create.program import program_area, program_distances, program_utility

if TYPE_CHECKING:
    from helm_creativity.scenarios.create.protocols import CreateProtocol

PATIENCE = 0.9
"""Of the score: the s of the paper's tables. Its s_0.7 is ``utility_patience_70``."""

PATIENCES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
THRESHOLDS = (0.0, 0.25, 0.5, 0.75, 1.0)
GRID = tuple(step / 20 for step in range(21))
"""Of both curves."""


_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Ranking:
    """What the judged paths of a response are worth together.

    Attributes:
        score: creative utility; None where too few valid paths were judged, or asking broke off.
        order: places of the paths with a quality above 0, as the greedy choice takes them.
        gains: what each of them adds before it is discounted.
        n_unjudged: valid paths whose quality is unknown.
        submetrics: numbers beside the score.
        details: lists beside them.
    """

    score: float | None
    order: tuple[int, ...] = ()
    gains: tuple[float, ...] = ()
    n_unjudged: int = 0
    submetrics: dict[str, float | None] = field(default_factory=dict)
    details: dict[str, Any] = field(default_factory=dict)


class PathSpace:
    """Vectors of the texts of paths under one embedding or several, compared by dot product.

    Each distinct text is embedded once.

    A sentence encoder, such as the paper's, reads a text as it is. Any other embedding knows words: the vector of a
    text is then the sum of those of the different words that it knows, scaled to length one. That is for trying things
    out without a download; no source scores so.

    Args:
        embeddings: where the vectors are from.
        texts: all that will be asked for.
    """

    def __init__(self, embeddings: Sequence[Embedding], texts: Iterable[str]) -> None:
        distinct = list(dict.fromkeys(texts))
        self._row_of = {text: row for row, text in enumerate(distinct)}
        self._vectors = [_vectors(one, distinct) for one in embeddings]

    def vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """For each embedding an array of shape (n, d). A text without a known word is all zero: at a distance of 1."""
        rows = [self._row_of[text] for text in texts]
        return [vectors[rows] for vectors in self._vectors]


def _vectors(embedding: Embedding, texts: Sequence[str]) -> NDArray[np.float32]:
    if not texts:
        return np.empty((0, embedding.dimension), np.float32)
    if isinstance(embedding, SentenceEncoder):
        return embedding.embed(texts).vectors
    words = [dict.fromkeys(_WORD.findall(text)) for text in texts]
    distinct = list(dict.fromkeys(word for some in words for word in some))
    row_of = {word: row for row, word in enumerate(distinct)}
    found = embedding.embed(distinct) if distinct else None
    vectors = np.zeros((len(texts), embedding.dimension), dtype=np.float32)
    for row, some in enumerate(words):
        known = [row_of[word] for word in some if found is not None and found.known[row_of[word]]]
        whole = phrase_vector(found.vectors[known]) if found is not None and known else None
        if whole is not None:
            vectors[row] = whole
    return vectors


def texts_of(response: JudgedResponse) -> list[str]:
    """What is embedded: the texts of the paths that are compared."""
    return [path_text(response.paths[place].path) for place in _known(response)]


def _known(response: JudgedResponse) -> list[int]:
    """Places of the valid paths whose quality is known. The curve over factuality needs those that are worth 0 too."""
    return [place for place, path in enumerate(response.paths) if path.quality() is not None]


def rank(response: JudgedResponse, space: PathSpace, protocol: CreateProtocol) -> Ranking:
    """Orders a response's paths and adds up what they are worth.

    Paths whose quality is not known are left out, as are those whose structure is invalid. A response of which fewer
    than half of the valid paths were judged, or none, has no score. One without any valid path is worth what the
    protocol says.
    """
    places = _known(response)
    n_valid = sum(path.valid for path in response.paths)
    if (n_valid and not places) or not enough_rated(len(places), n_valid):
        return Ranking(None, n_unjudged=n_valid - len(places))
    paths = [response.paths[place] for place in places]
    distances = _distances(space, [path_text(path.path) for path in paths], protocol)
    quality = [value for path in paths if (value := path.quality()) is not None]
    best = greedy(quality, distances)
    worth = program_utility if protocol.by_program else creative_utility
    area = program_area if protocol.by_program else patience_area
    submetrics: dict[str, float | None] = {
        **{f"utility_patience_{round(100 * one)}": worth(best.gains, one) for one in PATIENCES},
        "utility_patience_area": area(best.gains),
        "max_quality": max(quality, default=0.0),
        "pairwise_distance": mean_pairwise(distances[np.ix_(best.order, best.order)]),
        "n_paths": float(len(best.order)),
        "factual_triples": mean_or_none([path.factual_share for path in paths if path.factual_share is not None]),
    }
    by_facts, curve = _over_factuality(paths, distances, worth)
    order = tuple(places[one] for one in best.order)
    details = {
        "greedy_order": list(order),
        "gains": list(best.gains),
        "patience_curve": [worth(best.gains, one) for one in GRID],
        "factuality_curve": curve,
    }
    return Ranking(
        worth(best.gains, PATIENCE), order, best.gains, n_valid - len(places), submetrics | by_facts, details
    )


def _over_factuality(
    paths: Sequence[JudgedPath], distances: NDArray[np.float64], worth: Utility
) -> tuple[dict[str, float | None], list[float]]:
    """Creative utility by the share of triples that must be facts (section 7.4): submetrics and values on ``GRID``.

    Over the paths of which specificity and factuality are known; None and no values where there are paths and of none
    of them both are.
    """
    full = [row for row, path in enumerate(paths) if path.judged]
    names = [*(f"utility_factuality_{round(100 * one)}" for one in THRESHOLDS), "utility_factuality_area"]
    if paths and not full:
        return dict.fromkeys(names), []
    judged = (
        np.array([paths[row].specificity for row in full], dtype=np.float64),
        np.array([paths[row].factual_share for row in full], dtype=np.float64),
        distances[np.ix_(full, full)],
    )
    at = utilities_by_factuality(*judged, [*THRESHOLDS, *GRID], PATIENCE, worth).tolist()
    values = [*at[: len(THRESHOLDS)], factuality_area(*judged, PATIENCE, worth)]
    return dict(zip(names, values, strict=True)), at[len(THRESHOLDS) :]


def _distances(space: PathSpace, texts: Sequence[str], protocol: CreateProtocol) -> NDArray[np.float64]:
    """Shape (n, n): of an ensemble of embeddings the mean."""
    between = program_distances if protocol.by_program else path_distances
    return np.asarray(np.mean([between(vectors) for vectors in space.vectors(texts)], axis=0))
