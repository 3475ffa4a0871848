"""Profiles of models: each a small polygon over the same axes, its mean over models the dashed ring."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from helm_creativity.reports.report.wording import signed
from helm_creativity.results.findings import Findings
from helm_creativity.results.leaderboard import LEAST_PARTS, CompositeParts, CompositeScores, composite_parts
from helm_creativity.results.numbers import DASH

FIRST = 12
"""Small ones that stand open; the rest is a click away."""
RADIUS, CENTRE = 42.0, 50.0
FARTHEST = 3.0
"""Standard deviations from the centre of a profile to its mean, at most."""


class Profile(NamedTuple):
    """One model's polygon."""

    model: str
    baseline: bool
    path: str
    dots: tuple[tuple[str, str], ...]
    text: str
    beyond: str = ""


class Profiles(NamedTuple):
    """All of them."""

    names: tuple[str, ...]
    of: str
    reach: float
    clipped: bool
    ends: tuple[tuple[str, str], ...]
    labels: tuple[tuple[str, str], ...]
    profiles: tuple[Profile, ...]


def composite_profiles(composite: CompositeScores, findings: Findings) -> Profiles | None:
    """Small profiles of all models, on one scale; None with fewer than three axes or no value."""
    axes = composite_parts(composite, findings.study)
    known = np.abs(axes.values[np.isfinite(axes.values)])
    if len(axes.names) < LEAST_PARTS or not len(known):
        return None
    reach = min(FARTHEST, max(1.0, math.ceil(2 * float(known.max())) / 2))
    rows = {model: row for row, model in enumerate(findings.study.models)}
    p = len(axes.names)
    profiles = tuple(
        _profile(row.model, row.baseline, axes, axes.values[rows[row.model]], reach)
        for row in composite.rows
        if np.isfinite(axes.values[rows[row.model]]).any()
    )
    ends, labels = (tuple(_point(i, p, radius) for i in range(p)) for radius in (RADIUS, RADIUS + 5))
    return Profiles(axes.names, axes.of, reach, bool(known.max() > reach), ends, labels, profiles)


def _profile(model: str, baseline: bool, axes: CompositeParts, values: Sequence[float], reach: float) -> Profile:
    p = len(values)
    points = [
        _point(i, p, RADIUS * (min(reach, max(-reach, z)) + reach) / (2 * reach)) if math.isfinite(z) else None
        for i, z in enumerate(values)
    ]
    texts = [
        f"{name} {signed(float(z)) if math.isfinite(z) else DASH}" for name, z in zip(axes.names, values, strict=True)
    ]
    beyond = [text for text, z in zip(texts, values, strict=True) if abs(z) > reach]
    dots = tuple(point for point in points if point)
    return Profile(model, baseline, _path(points), dots, ", ".join(texts), ", ".join(beyond))


def _point(i: int, p: int, radius: float) -> tuple[str, str]:
    angle = 2 * math.pi * i / p
    return f"{CENTRE + radius * math.sin(angle):.1f}", f"{CENTRE - radius * math.cos(angle):.1f}"


def _path(points: Sequence[tuple[str, str] | None]) -> str:
    if all(points):
        return "M" + "L".join(f"{x} {y}" for x, y in (point for point in points if point)) + "Z"
    ends = zip(points, [*points[1:], points[0]], strict=True)
    return "".join(f"M{a[0]} {a[1]}L{b[0]} {b[1]}" for a, b in ends if a and b)
