"""Norms of people in words."""

from __future__ import annotations

from collections.abc import Callable

from helm_creativity.core.card import Norm
from helm_creativity.core.names import SCORE


def norm_text(norm: Norm, title: Callable[[str], str] = str) -> str:
    """Sentences: mean, standard deviation, sample, and what keeps models' scores from being comparable as they are."""
    stat = "" if norm.stat == SCORE else f", {title(norm.stat)}"
    unit = "" if norm.unit == "people" else f" {norm.unit}"
    roughly = f" Comparable only roughly: {norm.differs}." if norm.differs else ""
    return f"People{stat}: mean {norm.mean:g}, SD {norm.sd:g}, n = {norm.n:,}{unit}. Sample: {norm.sample}.{roughly}"


def percentile_note(norm: Norm, title: Callable[[str], str] = str) -> str:
    """Of whom the percentiles are."""
    return f"Percentile: the share of {norm.unit} that a model surpasses; ties count half. {norm_text(norm, title)}"
