"""Whose scores set a scale, and which of several ways to run a benchmark stands for it.

Reports and HELM's pages both ask here, so that their composites are of the same scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BASELINES = "creativity/"
"""Names of our own baselines begin so."""


def is_baseline(model: str) -> bool:
    """Whether a model is one of our own baselines: they are no language models and move nobody's standing."""
    return model.startswith(BASELINES)


def pool_of(models: Sequence[str]) -> NDArray[np.bool_]:
    """Whose scores set the scale, shape (n,): the language models, or all where there is none."""
    languages = np.array([not is_baseline(model) for model in models], dtype=bool)
    return languages if languages.any() else ~languages


def answers_in(stats: Mapping[str, float], trials: int) -> float:
    """How many answers a run has: of several runs of one model that were measured alike, that with the most counts.

    Args:
        stats: means by name of the stat.
        trials: answers to an item, for runs whose stats do not say.
    """
    return stats.get("num_answers", stats.get("num_instances", 0.0) * trials)


class Way(NamedTuple):
    """One of the ways in which a benchmark was run.

    Attributes:
        instructed: whether models were told something before every prompt.
        language_models: how many of them have a score.
        models: how many of any kind have one.
        items: how many were asked, None where runs do not say.
        name: decides between equals.
    """

    instructed: bool
    language_models: int
    models: int
    items: int | None
    name: str


def ranked(ways: Sequence[Way]) -> list[int]:
    """Places of the ways to run one benchmark, that which stands for it in composites first.

    It has no instruction, most language models with a score, most models of any kind, most items, and among equals the
    first name. One that fewer than half as many language models have as the one that most have comes behind, so that a
    single run that failed does not put the scores under an instruction beside other benchmarks' scores under none.
    """
    most = max((way.language_models for way in ways), default=0)

    def order(place: int) -> tuple[bool, int, int, int, str]:
        way = ways[place]
        aside = way.instructed or 2 * way.language_models < most
        return aside, -way.language_models, -way.models, -(way.items or 0), way.name

    return sorted(range(len(ways)), key=order)
