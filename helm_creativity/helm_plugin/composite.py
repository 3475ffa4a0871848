"""The composite of a table of HELM's pages: one number per model, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.core.pooling import pool_of
from helm_creativity.psychometrics import overall, standardised

DECIMALS = 3
"""HELM's pages show no more."""


class Member(NamedTuple):
    """A benchmark of the composite.

    Attributes:
        title: short name for people.
        lower_is_better: the direction of its score.
    """

    title: str
    lower_is_better: bool = False


class CompositeEntry(NamedTuple):
    """A model's composite.

    Attributes:
        value: mean of z, rounded as the pages show it; None without a score on every benchmark.
        description: the z behind it, or what is missing.
    """

    value: float | None
    description: str


class Composite(NamedTuple):
    """A column.

    Attributes:
        entries: n entries, one per model; empty where there is no composite.
        description: what the number is.
        problem: why there is no composite, "" where there is one.
    """

    entries: tuple[CompositeEntry, ...]
    description: str
    problem: str = ""


def composite(models: Sequence[str], members: Sequence[Member], scores: ArrayLike) -> Composite:
    """Mean of z over benchmarks.

    Args:
        models: n names.
        members: m benchmarks.
        scores: shape (n, m), in each benchmark's own units and direction, NaN where a model has none.

    Returns:
        Entries only where two benchmarks tell two models of the pool apart, and at least one of it has a score on all
        that do. A benchmark on which all have one score has no z-scores and is left out, which the description says.
    """
    pool = pool_of(models)
    if len(members) < 2 or pool.sum() < 2:
        return Composite((), "", "it takes at least two benchmarks and two models")
    signs = np.array([-1.0 if member.lower_is_better else 1.0 for member in members])
    z = standardised(np.asarray(scores, dtype=float) * signs, pool)
    telling = [bool(np.isfinite(column).any()) for column in z.T]
    flat = [member.title for member, one in zip(members, telling, strict=True) if not one]
    if sum(telling) < 2:
        return Composite((), "", f"no two models that set the scale have different scores on {', '.join(flat)}")
    members, z = [member for member, one in zip(members, telling, strict=True) if one], z[:, telling]
    entries = tuple(_entry(members, row, mean) for row, mean in zip(z, overall(z), strict=True))
    if all(entry.value is None for entry, one in zip(entries, pool, strict=True) if one):
        return Composite((), "", "no model that sets the scale has a score on every benchmark")
    return Composite(entries, _description(models, members, flat, pool))


def _entry(members: Sequence[Member], z: NDArray[np.float64], mean: float) -> CompositeEntry:
    if missing := [member.title for member, value in zip(members, z, strict=True) if np.isnan(value)]:
        return CompositeEntry(None, f"no score on {', '.join(missing)}")
    values = [f"{member.title} {value:.2f}" for member, value in zip(members, z, strict=True)]
    # Adding 0 turns the -0.0 of rounding into 0.0.
    return CompositeEntry(round(float(mean), DECIMALS) + 0.0, f"z: {', '.join(values)}")


def _description(models: Sequence[str], members: Sequence[Member], flat: Sequence[str], pool: NDArray[np.bool_]) -> str:
    everyone = pool.sum() == len(models)
    scale = f"those of the {pool.sum()} {'models' if everyone else 'language models'} that have one"
    aside = "" if everyone else " Baselines stand on this scale and do not move it."
    turned = [member.title for member in members if member.lower_is_better]
    signs = f" Where less is better, the sign is turned: {', '.join(turned)}." if turned else ""
    left_out = f" Left out, since they tell no two models apart: {', '.join(flat)}." if flat else ""
    return (
        f"Mean of z over {len(members)} benchmarks of this table: how many standard deviations a score stands "
        f"above the mean of {scale}.{aside}{signs} Only a model with a score on each of them has a composite.{left_out}"
    )
