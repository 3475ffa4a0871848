"""HELM's cache of replies, with ``usable_reply`` before it, and an error of its own where the fault is the cache's.

HELM's own writes through threads that end when a disk is full, after which a run waits for ever, and lets errors of the
file pass for errors of the model. So an SQLite cache is read and written here, in HELM's form: both may use one file.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from helm.clients.client import Client
from helm.common.cache import Cache, SqliteCacheConfig, cache_stats
from helm.common.key_value_store import request_to_key

from helm_creativity.defaults import FROM_CACHE, WATCHED
from helm_creativity.errors import CacheProblem
from helm_creativity.helm.clients.deployments import make_private
from helm_creativity.helm.clients.provider_replies import MalformedReply, ReportedError, usable_reply

Compute = Callable[[], dict[str, Any]]
Bounded = Callable[[Compute], dict[str, Any]]

NOT_CACHED = "HELM's cache has no reply to this request"
"""The error where kept replies are looked up and nothing is asked."""

SHORT_WAIT = 2.0
"""Seconds that SQLite waits for a file that another process is writing, before it is said that this takes long."""

_locked_since: dict[Path, float] = {}
"""When a file was first found locked, of those that were not free since: all threads share the patience."""


class ReplyCache(Cache):
    """In a client in the place of HELM's cache."""

    def __init__(
        self, cache: Cache, owner: object, patience: float, warn: Callable[[str], None], bounded: Bounded
    ) -> None:
        self.config = cache.config
        self._cache, self.owner, self._patience, self._warn, self._bounded = cache, owner, patience, warn, bounded

    def get(self, request: Mapping[str, Any], compute: Compute) -> tuple[Any, bool]:
        """What is kept for a request and can be used, or what ``compute`` brings, which is then kept."""

        def usable(response: object) -> Any:  # noqa: ANN401
            return usable_for(self.owner, request, response)

        if not isinstance(self.config, SqliteCacheConfig):
            response, cached = self._cache.get(request, lambda: usable(self._asked(compute)))
            return (usable(response) if cached else response), cached
        from sqlitedict import decode, encode

        file, key = Path(self.config.path), request_to_key(request)
        cache_stats.increment_query(self.config.cache_stats_key)
        if (kept := self._within_patience(file, lambda: _read(file, key))) is not None:
            try:
                response = decode(kept)
            except Exception as error:  # unpickling raises whatever the bytes make it raise
                raise CacheProblem(problem_with(file, error)) from error
            with suppress(MalformedReply, ReportedError):
                if response:  # HELM asks again for what is empty, too
                    found = usable(response)
                    if WATCHED in os.environ:
                        sys.stdout.write(FROM_CACHE)
                    return found, True
        cache_stats.increment_compute(self.config.cache_stats_key)
        response = usable(self._asked(compute))
        self._within_patience(file, lambda: _write(file, key, encode(response)))
        return response, False

    def _asked(self, compute: Compute) -> dict[str, Any]:
        try:
            return self._bounded(compute)
        except json.JSONDecodeError as error:
            raise MalformedReply("its body is empty, or no JSON") from error
        except AttributeError as error:
            if "model_dump" not in str(error):
                raise
            # OpenAI's library returns whatever the body holds, which HELM's client takes for a reply.
            raise MalformedReply("its body is no JSON object") from error

    def _within_patience(self, file: Path, action: Callable[[], Any]) -> Any:  # noqa: ANN401
        began = time.monotonic()
        while True:
            try:
                result = action()
            except (sqlite3.Error, OSError) as error:
                is_first = file not in _locked_since
                since = min(began, _locked_since.setdefault(file, began)) if is_locked(error) else began
                if not is_locked(error) or time.monotonic() - since >= self._patience:
                    raise CacheProblem(problem_with(file, error)) from error
                if is_first:
                    self._warn(f"{file} is locked by another program, waiting up to {self._patience:g} s")
            else:
                _locked_since.pop(file, None)
                return result


def usable_for(client: object, request: Mapping[str, Any], response: object) -> Any:  # noqa: ANN401
    """``usable_reply`` of what came, or is kept, for a client's own form of a request."""
    bases = {base.__name__ for base in type(client).__mro__}
    has_choices = "OpenAIClient" in bases and "OpenAIResponseClient" not in bases
    asked = request.get("n")
    number = asked if isinstance(asked, int) and asked > 0 else 1
    return usable_reply(response, number, has_choices=has_choices, logprobs=bool(request.get("logprobs")))


def is_locked(error: Exception) -> bool:
    """Whether SQLite says that another program is writing."""
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def problem_with(file: Path, error: Exception) -> str:
    """What is wrong with a cache, and what to do, in one sentence."""
    words, again = str(error), "then start the same command again"
    if is_locked(error):
        return f"HELM's cache {file} is locked by another program: end that program, {again}"
    if "disk is full" in words or "disk I/O" in words or getattr(error, "errno", None) == 28:
        return f"HELM's cache {file} cannot be written, {words}: make room, {again}"
    if "readonly" in words or "unable to open" in words or isinstance(error, OSError):
        return f"HELM's cache {file} cannot be written, {words}: allow this user to write into {file.parent}, {again}"
    move = f"mv {file.name} {file.name}.damaged in {file.parent}"
    return f"HELM's cache {file} is damaged, {words}: move it away ({move}), {again}, which asks for what is missing"


def file_problem(file: Path) -> str | None:
    """What is wrong with the file of a cache, as far as that shows at once; None for one that is not there yet."""
    try:
        if file.exists():
            with _opened(file) as connection:
                (pages,), (size,) = (connection.execute(f"PRAGMA page_{of}").fetchone() for of in ("count", "size"))
                connection.execute("SELECT name FROM sqlite_master LIMIT 1").fetchone()
                if file.stat().st_size < pages * size:
                    raise sqlite3.DatabaseError(f"it has {file.stat().st_size:,} of {pages * size:,} bytes")
                connection.execute("SELECT key FROM unnamed ORDER BY key DESC LIMIT 1").fetchone()
    except (sqlite3.Error, OSError) as error:
        # A lock may be gone by the time that it is needed; without a table, HELM made it and kept nothing yet.
        if not is_locked(error) and "no such table" not in str(error):
            return problem_with(file, error)
    return None


def keep_usable_replies(client: object, patience: float, warn: Callable[[str], None], bounded: Bounded) -> None:
    """Puts a ``ReplyCache`` in the place of the caches of a client and of those inside it; a second time is no harm."""
    for name, value in list(getattr(client, "__dict__", {}).items()):
        if isinstance(value, Client):
            keep_usable_replies(value, patience, warn, bounded)
        elif isinstance(value, Cache) and not isinstance(value, ReplyCache):
            # OpenAI's library warns of what a server sends beside its protocol; here that is told by the reply.
            warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
            setattr(client, name, ReplyCache(value, client, patience, warn, bounded))


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, timeout=SHORT_WAIT)) as connection:
        connection.execute("PRAGMA synchronous = OFF")  # as HELM has it; of a locked file it fails
        yield connection


def _read(file: Path, key: str) -> Any | None:  # noqa: ANN401 - bytes
    if not file.exists():
        return None
    with _opened(file) as connection:
        if not connection.execute("SELECT name FROM sqlite_master WHERE name = 'unnamed'").fetchone():
            return None
        row = connection.execute("SELECT value FROM unnamed WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def _write(file: Path, key: str, value: object) -> None:
    if not file.exists():
        with suppress(FileExistsError):
            make_private(file)
    with _opened(file) as connection, connection:
        # As sqlitedict, by which HELM reads and writes, makes it.
        connection.execute("CREATE TABLE IF NOT EXISTS unnamed (key TEXT PRIMARY KEY, value BLOB)")
        connection.execute("REPLACE INTO unnamed (key, value) VALUES (?, ?)", (key, value))
