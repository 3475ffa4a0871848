"""Norms of people in words."""

from __future__ import annotations

from collections.abc import Callable

from helm_creativity.core.card import SCORE, Norm


def norm_text(norm: Norm, title: Callable[[str], str] = str) -> str:
    """Mean, standard deviation and sample, and what keeps scores of models from being comparable as they are.

    Args:
        norm: of a card.
        title: what a stat is called, by its name.
    """
    stat = "" if norm.stat == SCORE else f", {title(norm.stat)}"
    unit = "" if norm.unit == "people" else f" {norm.unit}"
    roughly = f"; comparable only roughly: {norm.differs}" if norm.differs else ""
    return f"people{stat}: {norm.mean:g}, sd {norm.sd:g}, n {norm.n:,}{unit} ({norm.sample}{roughly})"


def percentile_note(norm: Norm, title: Callable[[str], str] = str) -> str:
    """Of whom the percentiles are."""
    return f"percentile: the share of {norm.unit} whose score a model's score surpasses; {norm_text(norm, title)}"
