"""Norms of people that may stand beside a table."""

from __future__ import annotations

from helm_creativity.core.card import Norm
from helm_creativity.core.names import SCORE
from helm_creativity.core.norms import known_norms
from helm_creativity.results.comparable import cards
from helm_creativity.results.runs import split_comparable_key


def norms_for(group: str, comparable: str) -> tuple[Norm, ...]:
    """The norms of a benchmark that hold for its comparable settings, those among them that a user has kept."""
    card = cards().get(group)
    parts = split_comparable_key(comparable)
    return tuple(norm for norm in known_norms(card) if norm.holds_for(parts)) if card else ()


def norm_with_quantiles(group: str, comparable: str, stat: str = SCORE) -> Norm | None:
    """The first norm of a stat that holds for comparable settings and says which share of people has less."""
    return next((norm for norm in norms_for(group, comparable) if norm.quantiles and norm.stat == stat), None)
