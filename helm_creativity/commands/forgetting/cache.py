"""HELM's cache of replies: an SQLite file for each host of deployments, with the request as the key of its reply."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.files.source_files import sync
from helm_creativity.errors import FileProblem

WAIT = 30.0
"""Seconds that a program which writes to the file is waited for."""

# The table that sqlitedict, by which HELM writes, makes where none is named.
_ONE = "SELECT value FROM unnamed WHERE key = ?"


class CachedReply(NamedTuple):
    """Where a reply is kept: the file, and its key there."""

    file: Path
    key: str


def look_up(reply: CachedReply) -> Any | None:  # noqa: ANN401 - whatever a client keeps
    """What a client keeps of a server's reply; None where the cache has nothing."""
    from sqlitedict import decode

    if not reply.file.is_file():
        return None
    try:
        with closing(_opened(reply.file)) as connection:
            row = connection.execute(_ONE, (reply.key,)).fetchone()
    except sqlite3.Error as error:
        raise FileProblem(f"cannot read HELM's cache {reply.file}: {error}") from error
    return decode(row[0]) if row else None


def drop(replies: Iterable[CachedReply]) -> dict[Path, Path]:
    """Drops replies; the copies of their files, of which none or all are made before anything is dropped."""
    keys: dict[Path, list[tuple[str]]] = {}
    for reply in replies:
        keys.setdefault(reply.file, []).append((reply.key,))
    name = f"before-forget-{datetime.now():%Y%m%d-%H%M%S-%f}"
    copies = {file: file.with_name(f"{file.name}.{name}") for file in keys}
    try:
        for file, copy in copies.items():
            os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with closing(_opened(file)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
                if not all(target.execute(_ONE, key).fetchone() for key in keys[file]):
                    raise sqlite3.DatabaseError("the copy lacks a reply that is to be dropped")
            shutil.copymode(file, copy)
            sync(copy)
    except (OSError, sqlite3.Error) as error:
        for made in copies.values():
            made.unlink(missing_ok=True)
        raise FileProblem(f"cannot copy {file} to {copies[file]}: {error}; nothing was dropped") from error
    for file, copy in copies.items():
        try:
            with closing(_opened(file)) as connection, connection:
                connection.executemany("DELETE FROM unnamed WHERE key = ?", keys[file])
        except sqlite3.Error as error:
            raise FileProblem(
                f"cannot change {file}: {error}; its copy is {copy}. Wait until no run uses the cache, and run the "
                "command again"
            ) from error
    return copies


def _opened(file: Path) -> sqlite3.Connection:
    """A connection to a file that is there; sqlite would make one that is not."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=WAIT)
