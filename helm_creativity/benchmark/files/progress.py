"""A bar on standard error for work that takes long; nothing where that is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

DELAY = 2.0
"""Seconds until the bar appears."""

T = TypeVar("T")


def watched(things: Iterable[T], what: str, total: int) -> Iterator[T]:
    """The things, with a bar behind which they come, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from things
        return
    from tqdm import tqdm

    with tqdm(total=total, desc=what, delay=DELAY, unit_scale=True, unit="", leave=False) as bar:
        for thing in things:
            yield thing
            bar.update()
