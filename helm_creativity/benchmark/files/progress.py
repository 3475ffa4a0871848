"""A bar on standard error for work that takes long; nothing where that is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar, cast

DELAY = 2.0
"""Seconds until the bar appears."""

T = TypeVar("T")


def watched(things: Iterable[T], what: str, total: int) -> Iterable[T]:
    """The things, with a bar behind which they come, where standard error is a terminal."""
    from tqdm import tqdm

    hidden = not sys.stderr.isatty()
    bar = tqdm(things, what, total, delay=DELAY, unit_scale=True, unit="", leave=False, disable=hidden)
    return cast("Iterable[T]", bar)
