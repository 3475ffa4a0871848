"""``helm-run`` and ``helm-summarize`` in processes of their own, watched from outside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from helm_creativity.defaults import FROM_CACHE, WATCHED
from helm_creativity.masking import without_secrets
from helm_creativity.results.comparable import distinct_settings
from helm_creativity.safe_text import bounded

RUN = "from helm.benchmark.run import main; main()"
SUMMARIZE = "from helm.benchmark.presentation.summarize import main; main()"
_ASKED = re.compile(r" (\S.*): \d+ queries, (\d+) computes\s*$")
"""What HELM says of each of its caches at the end of a run: requests of this process since it began."""
_BEGINS = re.compile(r"Running (creativity_.*?) \{\s*$", re.MULTILINE)
_FAILS = re.compile(r"Error when running (creativity_.*?):\s*$")
# What begins a line of HELM's log; the lines of a traceback begin otherwise.
_LOGGED = re.compile(r"\d{4}-\d\d-\d\d ")
# An error at the end of a traceback; further lines of its words do not begin so.
_RAISED = re.compile(r"(?:\w+\.)+\w+(?:: |$)|\w*(?:Error|Exception)(?:: |$)")
_CLASS = re.compile(r"^(?:helm\.benchmark\.executor\.ExecutorError|helm_creativity\.errors\.\w+): ")
"""Classes of errors whose message says all that a user needs."""
_BEHIND = " Request: Request("
"""Behind this HELM's executor has the whole request."""
_LONGEST, _END = 300, 120
"""Characters of a reason on the screen, and of its end, in which advice stands; the log has all of it."""
_POLL, _REPORT = 0.5, 30.0
"""Seconds between looks at the run, and between two lines about it where lines cannot be written over."""
_NO_SERVER = "no request to a server"
"""Said of runs of models that are computed here, whose responses are in no cache."""
_PATIENCE = 10.0
"""Seconds in which a stopped program may end by itself."""


@dataclass
class RunProgress:
    """One run, while it is made."""

    place: int
    label: str
    expected: int
    before: int = 0
    kept: int = 0
    began: float = field(default_factory=time.monotonic)

    def line(self, n_runs: int, answered: int) -> str:
        """Requests done and left, and how fast; ``answered`` is the number in the cache now."""
        new = answered - self.before
        done = new + self.kept
        if not self.expected and not done:
            return f"[{self.place}/{n_runs}] {self.label}: {_NO_SERVER}"
        seconds = time.monotonic() - self.began
        left = f"{max(self.expected - done, 0):,} left, " if done <= self.expected else ""
        speed = new / max(seconds, 1.0)
        rate = f"{speed:.1f} a second" if speed >= 1 else f"{60 * speed:.0f} a minute"
        return f"[{self.place}/{n_runs}] {self.label}: {done:,} of about {self.expected:,} requests, {left}{rate}"

    def end(self, n_runs: int, asked: int, problem: str) -> str:
        """What became of it; ``asked`` is the number of its requests that the cache had not."""
        seconds = time.monotonic() - self.began
        new = f"{asked:,} new requests" if asked or self.expected else _NO_SERVER
        new += f", {self.kept:,} from the cache" if self.kept else ""
        became = f"failed: {problem}" if problem else f"done, {new}"
        return f"[{self.place}/{n_runs}] {self.label}: {became}, {seconds:.0f} s"


class Watch:
    """Follows the log of ``helm-run`` and counts the responses in HELM's cache.

    While a run is made, what another process writes into the same files counts, too; at its end it does not, as HELM
    says how many requests its process made.
    """

    def __init__(
        self,
        runs: Mapping[str, int],
        caches: Collection[Path],
        tell: Callable[[str], None],
        overwrite: Callable[[str], None] | None,
        deployments: Collection[str] = (),
    ) -> None:
        self._deployments = frozenset(deployments)
        self._runs, self._caches, self._tell, self._overwrite = runs, caches, tell, overwrite
        self._settings = distinct_settings(runs)
        self._now: RunProgress | None = None
        self._failing: str | None = None
        self._reported = time.monotonic()
        self._asked: dict[str, int] = {}
        self._asked_before = 0
        self.problems: dict[str, str] = {}
        self._name = ""

    def read(self, line: str) -> None:
        """Takes a line of the log."""
        if line.partition(" ")[0].rstrip(":") in self._deployments:
            self._print_line(_shortened(without_secrets(line.strip())))
        if line == FROM_CACHE and self._now is not None:
            self._now.kept += 1
        elif begins := _BEGINS.search(line):
            self.finish()
            self._name = begins[1]
            place = list(self._runs).index(self._name) + 1 if self._name in self._runs else 0
            label = _label(self._name, self._settings.get(self._name, ""))
            self._now = RunProgress(place, label, self._runs.get(self._name, 0), self._answered())
            self._reported = time.monotonic()
        elif asked := _ASKED.search(line):
            self._asked[asked[1]] = int(asked[2])
        elif fails := _FAILS.search(line):
            self._failing = fails[1]
            self.problems[self._failing] = ""
        elif self._failing and _LOGGED.match(line):
            self._failing = None
        elif self._failing and line.strip() and not line.startswith(" "):
            before = self.problems[self._failing]
            if not before or before.startswith("Traceback") or _RAISED.match(line):
                self.problems[self._failing] = reason_in(line, self._failing)

    def look(self) -> None:
        """Shows how far the present run is."""
        if self._now is None:
            return
        if self._overwrite is not None:
            self._overwrite(self._now.line(len(self._runs), self._answered()))
        elif time.monotonic() - self._reported >= _REPORT:
            self._reported = time.monotonic()
            self._tell(self._now.line(len(self._runs), self._answered()))

    def _print_line(self, line: str) -> None:
        if self._overwrite is not None:
            self._overwrite("")
        self._tell(line)

    def finish(self) -> None:
        """Says what became of the present run."""
        if self._now is not None:
            asked = sum(self._asked.values())
            # Requests of a failed run are in HELM's count of the next one, and those that failed are in no cache.
            own = min(asked - self._asked_before, self._answered() - self._now.before)
            self._asked_before = asked
            self._print_line(self._now.end(len(self._runs), own, self.problems.get(self._name, "")))
        self._now = None

    def _answered(self) -> int:
        return sum(map(rows_of_cache, self._caches))


def reason_in(line: str, name: str) -> str:
    """Why a run failed, by the last line of its traceback: without the request, and of a length to read."""
    # Keys are hidden before anything is cut: half a key would not be known.
    said = without_secrets(line.strip().replace(f"{name} was not started", "not started").replace(name, "..."))
    return _shortened(_CLASS.sub("", said).partition(_BEHIND)[0])


def _shortened(text: str) -> str:
    return bounded(text, _LONGEST, _END)


def _label(name: str, settings: str) -> str:
    group, _, rest = name.partition(":")
    model = next((part for part in rest.split(",") if part.startswith("model=")), "")
    return " ".join(filter(None, (group, settings, model)))


def rows_of_cache(path: Path) -> int:
    """Responses that a file of HELM's cache ever took; 0 where it cannot be read now.

    The number of the last row, which is found without reading the others.
    """
    import sqlite3

    if not path.is_file():
        return 0
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)) as connection:
            return int(connection.execute("SELECT max(rowid) FROM unnamed").fetchone()[0] or 0)
    except sqlite3.Error:  # it has no table yet, or is being written
        return 0


def keep_locked(log: IO[str]) -> None:
    """Locks a log until it is closed or this process ends, so that ``status`` knows that a run goes on."""
    with suppress(ImportError, OSError):  # there is no such module on Windows
        import fcntl

        fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)


def run_program(program: str, arguments: Sequence[str], log: IO[str], watch: Watch | None = None) -> int:
    """Runs a program of HELM's to its end, and returns its exit status."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="backslashreplace",
        env={**os.environ, "PYTHONUNBUFFERED": "1", WATCHED: "1"},
    )
    reader = threading.Thread(target=_copy, args=(process, log, watch), daemon=True)
    reader.start()
    try:
        while reader.is_alive():
            reader.join(_POLL)
            if watch is not None:
                watch.look()
        status = process.wait()
    except BaseException:
        _stop(process)
        reader.join(_PATIENCE)
        raise
    if watch is not None:
        watch.finish()
    return status


def _copy(process: subprocess.Popen[str], log: IO[str], watch: Watch | None) -> None:
    assert process.stdout is not None
    with process.stdout as lines:
        for line in lines:
            if line != FROM_CACHE:
                log.write(line)
                log.flush()
            if watch is not None:
                watch.read(line)


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
