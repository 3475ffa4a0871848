"""The judged paths of an answer in the order of their worth, and what the whole set is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.judging.given import mean_or_none
from helm_creativity.scenarios.create.judged import JudgedAnswer, JudgedPath
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
from helm_creativity.scenarios.create.program import program_area, program_distances, program_utility
from helm_creativity.scenarios.create.protocols import Protocol
from helm_creativity.scenarios.create.space import PathSpace
from helm_creativity.scenarios.create.texts import path_text

PATIENCE = 0.9
"""Of the score: the s of the paper's tables. Its s_0.7 is ``utility_patience_70``."""

PATIENCES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
THRESHOLDS = (0.0, 0.25, 0.5, 0.75, 1.0)
GRID = tuple(step / 20 for step in range(21))
"""Of both curves."""


@dataclass(frozen=True)
class Ranking:
    """What the judged paths of an answer are worth together.

    Attributes:
        score: creative utility; None where no valid path was judged, or asking broke off.
        order: places of the paths with a quality above 0, as the greedy choice takes them.
        gains: what each of them adds before it is discounted.
        n_unjudged: valid paths whose quality is unknown.
        facets: numbers beside the score.
        details: lists beside them.
    """

    score: float | None
    order: tuple[int, ...] = ()
    gains: tuple[float, ...] = ()
    n_unjudged: int = 0
    facets: dict[str, float | None] = field(default_factory=dict)
    details: dict[str, Any] = field(default_factory=dict)


def texts_of(answer: JudgedAnswer) -> list[str]:
    """What is embedded: the texts of the paths that are compared."""
    return [path_text(answer.paths[place].path) for place in _known(answer)]


def _known(answer: JudgedAnswer) -> list[int]:
    """Places of the valid paths whose quality is known. The curve over factuality needs those that are worth 0 too."""
    return [place for place, path in enumerate(answer.paths) if path.quality() is not None]


def rank(answer: JudgedAnswer, space: PathSpace, protocol: Protocol) -> Ranking:
    """Orders an answer's paths and adds up what they are worth.

    Paths whose quality is not known are left out, as are those whose structure is invalid. An answer of which no valid
    path was judged has no score. One without any valid path is worth what the protocol says, unless asking broke off:
    further answers, and paths with them, may be missing then.
    """
    places = _known(answer)
    n_valid = sum(path.valid for path in answer.paths)
    if not places and (n_valid or answer.judgement.error):
        return Ranking(None, n_unjudged=n_valid)
    paths = [answer.paths[place] for place in places]
    distances = _distances(space, [path_text(path.path) for path in paths], protocol)
    quality = [value for path in paths if (value := path.quality()) is not None]
    best = greedy(quality, distances)
    worth = program_utility if protocol.by_program else creative_utility
    area = program_area if protocol.by_program else patience_area
    facets: dict[str, float | None] = {
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
    return Ranking(worth(best.gains, PATIENCE), order, best.gains, n_valid - len(places), facets | by_facts, details)


def _over_factuality(
    paths: Sequence[JudgedPath], distances: NDArray[np.float64], worth: Utility
) -> tuple[dict[str, float | None], list[float]]:
    """Creative utility by the share of triples that must be facts (section 7.4): facets, and the values on ``GRID``.

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


def _distances(space: PathSpace, texts: Sequence[str], protocol: Protocol) -> NDArray[np.float64]:
    """Shape (n, n): of an ensemble of embeddings the mean."""
    between = program_distances if protocol.by_program else path_distances
    return np.asarray(np.mean([between(vectors) for vectors in space.vectors(texts)], axis=0))
