"""Columns that the tables of several analyses have, and what sets rows apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from helm_creativity.results.numbers import between, count, p_value, positive
from helm_creativity.results.table import Column

TITLE, JUDGE = Column("title", "benchmark", left=True), Column("judge", "judge", left=True)
N, P, P_HOLM = Column("n", "n", count), Column("p", "p", p_value), Column("p_holm", "p (Holm)", p_value)


def texts(*keys: str) -> tuple[Column, ...]:
    """Columns of text that are titled as their keys are, without underscores."""
    return tuple(Column(key, key.replace("_", " "), left=True) for key in keys)


def numbers(write: Callable[[float], str], *keys: str) -> tuple[Column, ...]:
    """Columns of numbers that are written alike, and titled as their keys are, without underscores."""
    return tuple(Column(key, key.replace("_", " "), write) for key in keys)


def error(key: str) -> Column:
    """Standard errors, of the column to the left."""
    return Column(f"{key}_se", "± se", positive(2))


def interval(key: str, write: Callable[[float], str], title: str = "95 % interval") -> Column:
    """An interval, whose ends are ``KEY_low`` and ``KEY_high``; for "" that of the row's only estimate."""
    of = (f"{key}_low", f"{key}_high") if key else ("low", "high")
    return Column(f"{key}_interval" if key else "interval", title, between(write), of=of)


def differences(settings: Sequence[Mapping[str, object]]) -> list[str]:
    """Of each of several settings the parts that are not the same in all, such as "judge temp 0, card 1"."""
    names = [name for name in dict.fromkeys(chain(*settings)) if len({parts.get(name) for parts in settings}) > 1]
    return [
        ", ".join(f"{name.replace('_', ' ')} {parts[name]}" for name in names if parts.get(name)) for parts in settings
    ]
