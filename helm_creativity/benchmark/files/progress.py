"""A bar on standard error for work that takes long; nothing where that is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from helm_creativity.benchmark.files.untrusted_files import open_file

DELAY = 2.0
"""Seconds until the bar appears."""

T = TypeVar("T")


def watched(
    things: Iterable[T],
    what: str,
    total: Callable[[], int | None] = lambda: None,
    place: Callable[[T], int] | None = None,
) -> Iterator[T]:
    """The things, with a bar behind which they come, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from things
        return
    from tqdm import tqdm

    with tqdm(total=total(), desc=what, delay=DELAY, unit_scale=True, unit="", leave=False) as bar:
        for thing in things:
            yield thing
            bar.update(place(thing) - bar.n if place else 1)


def number_of_lines(path: Path | None) -> int | None:
    """Lines of a file, or rows of one in Parquet; None for one that can be read only once, or not at all."""
    if path is None or not path.is_file():
        return None
    try:
        with open_file(path) as file:
            if path.suffix.lower() == ".parquet":
                from pyarrow import parquet

                return int(parquet.ParquetFile(file).metadata.num_rows)
            return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
    except (OSError, ValueError):  # what reads the file says what is wrong with it
        return None
