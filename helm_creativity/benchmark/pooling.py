"""Which models set the scale of a score, and which variant of a benchmark stands for it in composites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BASELINES = "creativity/"
"""Names of our own baselines begin so."""


def is_baseline(model: str) -> bool:
    """Whether a model is one of our own baselines: they are no language models and change no model's rank."""
    return model.startswith(BASELINES)


def pooled_models(models: Sequence[str]) -> NDArray[np.bool_]:
    """Whose scores set the scale, shape (n,): the language models, or all where there is none."""
    languages = np.array([not is_baseline(model) for model in models], dtype=bool)
    return languages if languages.any() else ~languages


def response_count(stats: Mapping[str, float], trials: int) -> float:
    """How many responses a run has: of several comparable runs of one model, the one with the most counts."""
    return stats.get("num_answers", stats.get("num_instances", 0.0) * trials)


class SettingsVariant(NamedTuple):
    """One set of comparable settings under which a benchmark was run."""

    instructed: bool
    language_models: int
    models: int
    items: int | None
    name: str


def representative_first(variants: Sequence[SettingsVariant]) -> list[int]:
    """Places of the variants of one benchmark, the one that represents it in composites first.

    It has no instruction, most language models with a score, most models of any kind, most items, and among equals the
    first name. One that fewer than half as many language models have as the one that most have comes behind, so that a
    single run that failed does not put the scores under an instruction beside other benchmarks' scores under none.
    """
    most = max((variant.language_models for variant in variants), default=0)
    order = [
        (
            variant.instructed or 2 * variant.language_models < most,
            -variant.language_models,
            -variant.models,
            -(variant.items or 0),
            variant.name,
        )
        for variant in variants
    ]
    return sorted(range(len(variants)), key=order.__getitem__)
