"""The composite of a table of benchmarks: one number per model, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.core.pooling import is_baseline
from helm_creativity.psychometrics.composites import overall, z_scores


class Member(NamedTuple):
    """A benchmark of the composite."""

    title: str
    lower_is_better: bool = False


class CompositeEntry(NamedTuple):
    """A model's composite."""

    value: float | None
    description: str


class Composite(NamedTuple):
    """A column."""

    entries: tuple[CompositeEntry, ...]
    description: str
    problem: str = ""


def composite(
    models: Sequence[str],
    members: Sequence[Member],
    scores: ArrayLike,
    uncounted: Mapping[tuple[int, int], str] | None = None,
) -> Composite:
    """Mean of z over benchmarks.

    Args:
        models: n names.
        members: m benchmarks.
        scores: shape (n, m), in each benchmark's own units and direction, NaN where a model has none.
        uncounted: why a score does not count, by row and benchmark; see ``psychometrics.uncounted``.

    Returns:
        Entries only where there are z-scores by the rule of reports (``psychometrics.z_scores``), and at least one
        language model has a score that counts on all benchmarks. A benchmark without z-scores is left out, which the
        description says.
    """
    reasons = uncounted or {}
    counted = np.array(scores, dtype=float)
    for cell in reasons:
        counted[cell] = np.nan
    signs = np.array([-1.0 if member.lower_is_better else 1.0 for member in members])
    pool = np.array([not is_baseline(model) for model in models], dtype=bool)
    found = z_scores(counted * signs, [member.title for member in members], pool)
    if found.problem:
        return Composite((), "", found.problem)
    telling = [members[place] for place in found.places]
    flat = [member.title for place, member in enumerate(members) if place not in found.places]
    entries = tuple(
        _entry(telling, z, mean, [reasons.get((row, place), "") for place in found.places])
        for row, (z, mean) in enumerate(zip(found.z, overall(found.z).tolist(), strict=True))
    )
    if all(entry.value is None for entry, counts in zip(entries, pool, strict=True) if counts):
        return Composite((), "", "no language model has a score that counts on every benchmark")
    return Composite(entries, _description(models, telling, flat, pool))


def _entry(members: Sequence[Member], z: NDArray[np.float64], mean: float, reasons: Sequence[str]) -> CompositeEntry:
    missing = [
        f"{member.title} ({why})" if why else member.title
        for member, value, why in zip(members, z, reasons, strict=True)
        if np.isnan(value)
    ]
    if missing:
        return CompositeEntry(None, f"no score that counts on {', '.join(missing)}")
    values = [f"{member.title} {value:.2f}" for member, value in zip(members, z, strict=True)]
    return CompositeEntry(mean, f"z: {', '.join(values)}")


def _description(models: Sequence[str], members: Sequence[Member], flat: Sequence[str], pool: NDArray[np.bool_]) -> str:
    everyone = pool.sum() == len(models)
    scale = f"the scores of the {pool.sum()} {'models' if everyone else 'language models'}"
    aside = "" if everyone else " Baselines do not affect this scale."
    turned = [member.title for member in members if member.lower_is_better]
    signs = f" The sign is reversed where less is better: {', '.join(turned)}." if turned else ""
    why = "because fewer than three models have scores that count, or all scores are equal"
    left_out = f" Left out, {why}: {', '.join(flat)}." if flat else ""
    return (
        f"Mean z over {len(members)} benchmarks of this table: how many standard deviations a score lies above the "
        f"mean of {scale}.{aside}{signs} Only a model with a score that counts on each of them has a "
        f"composite.{left_out}"
    )
