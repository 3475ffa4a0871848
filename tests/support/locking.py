"""Another program that writes to an SQLite file and keeps it locked."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def locked(file: Path, seconds: float | None = None) -> Iterator[None]:
    """Locks a file for as long as the context lasts, or only for so many seconds of it."""
    holds, ends = threading.Event(), threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            holds.set()
            ends.wait(seconds)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert holds.wait(60)
        yield
    finally:
        ends.set()
        thread.join()
