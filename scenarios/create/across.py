"""Paths held against the paths of other runs: what ``helm-creativity distinctiveness`` needs to know of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.population import Candidate, Candidates, NearestText
from helm_creativity.core.types import Sample
from helm_creativity.embeddings.registry import check_embeddings, load_embeddings, require_embeddings
from helm_creativity.judges.scoring import found_in
from helm_creativity.scenarios.create.benchmark import EMBEDDING, CreateSettings
from helm_creativity.scenarios.create.measure import JudgedResponse, annealed, cosine_distances
from helm_creativity.scenarios.create.parse import path_text, text_for_judges
from helm_creativity.scenarios.create.vectors import PathSpace

MAY_DIFFER = frozenset({"form", "responses", "prompts", "instruction", "temp", "embedding"})
"""How the paths came about, which is what is compared, and the vectors of each run's own score."""

JUDGING = frozenset({"judges", "design", "rubric", "judge_temp"})
"""Who rates what is factual and how specific: it selects the paths that are measured, and no path of a population."""


def candidates_of(sample: Sample, settings: Mapping[str, Any], threshold: float) -> Candidates:
    """The structurally valid paths of a response, judged or not, with their quality.

    Args:
        sample: as the run's scorer got it.
        settings: arguments of the run's metric.
        threshold: share of a path's triples that must be facts, 0 to 1; a path below it has a quality of 0.
    """
    response: JudgedResponse = found_in(get_benchmark("create"), CreateSettings.of_run(settings), sample)
    found = (
        Candidate(text_for_judges(path.path), path_text(path.path), path.quality(threshold))
        for path in response.paths
        if path.valid
    )
    return Candidates(tuple(response.target), tuple(found))


def embedding_of(settings: Mapping[str, Any]) -> str:
    """The embedding under which a run was scored: the usual one where its arguments name none.

    Args:
        settings: arguments of the run's metric.
    """
    return str(settings.get("embedding") or EMBEDDING)


def neighbours_of(embedding: str) -> PathNeighbours:
    """Distances under an embedding.

    Raises:
        CreativityError: when it is not here.
    """
    return PathNeighbours(embedding)


class PathNeighbours:
    """Distances between the texts of the paths of one query at a time; see ``Neighbours``.

    They are those of the paper under every protocol, g of eq. 9, for an ensemble of embeddings the mean over them.
    Memory is that of one query, and of the vectors of the texts that several queries share.

    Args:
        embedding: a name, or names joined with ``+``.
    """

    def __init__(self, embedding: str) -> None:
        require_embeddings(embedding)
        self.signature = "+".join(check_embeddings(embedding))
        self._embeddings = load_embeddings(embedding)
        self._kept: dict[str, tuple[NDArray[np.float32], ...]] = {}
        self._vectors: list[NDArray[np.float64]] = []

    def enter(self, texts: Sequence[str], again: Collection[str]) -> None:
        """See ``Neighbours.enter``."""
        self._vectors = []
        new = [text for text in texts if text not in self._kept]
        arrays = PathSpace(self._embeddings, new).vectors(new)
        # Copies, since a row would keep the array of its whole query.
        self._kept |= {
            text: tuple(array[row].copy() for array in arrays) for row, text in enumerate(new) if text in again
        }
        row_of = {text: row for row, text in enumerate(new)}
        self._vectors = [
            np.array([array[row_of[text]] if text in row_of else self._kept[text][which] for text in texts], np.float64)
            for which, array in enumerate(arrays)
        ]

    def nearest(self, places: Sequence[int], among: NDArray[np.bool_]) -> list[NearestText]:
        """See ``Neighbours.nearest``. Of several at the least distance it is the one whose vector is nearest."""
        rows = list(places)
        raw = np.stack([cosine_distances(vector[rows] @ vector.T) for vector in self._vectors])
        # The same text is at 0 from itself whatever rounding, or an embedding whose rows are short, makes of it.
        raw[:, np.arange(len(rows)), rows] = 0.0
        distances = np.where(among, annealed(raw).mean(axis=0), np.inf)
        least = distances.min(axis=1)
        nearest = np.where(distances == least[:, None], raw.mean(axis=0), np.inf).argmin(axis=1)
        return [NearestText(int(place), float(distance)) for place, distance in zip(nearest, least, strict=True)]
