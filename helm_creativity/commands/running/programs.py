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
from pathlib import Path
from typing import IO

from helm_creativity.defaults import FROM_CACHE, WATCHED
from helm_creativity.masking import without_secrets
from helm_creativity.results.comparable import distinct_settings
from helm_creativity.safe_text import bounded

RUN = "from helm.benchmark.run import main; main()"
SUMMARIZE = "from helm.benchmark.presentation.summarize import main; main()"
_BEGINS = re.compile(r"Running (creativity_.*?) \{\s*$")
_FAILS = re.compile(r"Error when running (creativity_.*?):\s*$")
# What begins a line of HELM's log; the lines of a traceback begin otherwise.
_LOGGED = re.compile(r"\d{4}-\d\d-\d\d ")
# An error at the end of a traceback; further lines of its words do not begin so.
_RAISED = re.compile(r"(?:\w+\.)+\w+(?:: |$)|\w*(?:Error|Exception)(?:: |$)")
# Classes of errors whose message says all that a user needs, and what HELM's executor adds: the whole request.
_AROUND = re.compile(
    r"^(?:helm\.benchmark\.executor\.ExecutorError|helm_creativity\.errors\.\w+): | Request: Request\(.*"
)
_LONGEST, _END = 300, 120
"""Characters of a reason on the screen, and of its end, in which advice stands; the log has all of it."""
_POLL, _REPORT, _PATIENCE = 0.5, 30.0, 10.0
"""Seconds between looks at the run, between lines that are not written over, and until a program is killed."""
_NO_SERVER = "no request to a server"
"""Said of runs of models that are computed here, whose responses are in no cache."""


class Watch:
    """Follows the log of ``helm-run`` and counts the responses in HELM's cache, another process's among them."""

    def __init__(
        self,
        runs: Mapping[str, int],
        caches: Collection[Path],
        tell: Callable[[str], None],
        overwrite: Callable[[str], None] | None,
        deployments: Collection[str] = (),
    ) -> None:
        self.problems: dict[str, str] = {}
        self._runs, self._caches, self._tell, self._overwrite = runs, caches, tell, overwrite
        self._deployments, self._settings = deployments, distinct_settings(runs)
        self._name = self._failing = ""
        self._began = self._reported = time.monotonic()
        self._before = self._kept = 0

    def read(self, line: str) -> None:
        """Takes a line of the log."""
        if line.partition(" ")[0].rstrip(":") in self._deployments:
            self._print(bounded(without_secrets(line.strip()), _LONGEST, _END))
        if line == FROM_CACHE:
            self._kept += 1
        elif begins := _BEGINS.search(line):
            self.finish()
            self._name, self._kept, self._before = begins[1], 0, self._answered()
            self._began = self._reported = time.monotonic()
        elif fails := _FAILS.search(line):
            self._failing = fails[1]
            self.problems[self._failing] = "see the log"
        elif _LOGGED.match(line):
            self._failing = ""
        elif self._failing and _RAISED.match(line):
            # Keys are hidden before anything is cut: half a key would not be known.
            line = without_secrets(line.strip().replace(f"{self._failing} was not started", "not started"))
            reason = _AROUND.sub("", line.replace(self._failing, "..."))
            self.problems[self._failing] = bounded(reason, _LONGEST, _END)

    def look(self) -> None:
        """Shows how far the present run is: requests done and left, and how fast."""
        now, name = time.monotonic(), self._name  # which the reading thread may change
        if not name or (self._overwrite is None and now - self._reported < _REPORT):
            return
        self._reported = now
        new, expected = self._answered() - self._before, self._runs.get(name, 0)
        done, speed = new + self._kept, new / max(now - self._began, 1.0)
        left = f"{expected - done:,} left, " if done <= expected else ""
        rate = f"{speed:.1f} a second" if speed >= 1 else f"{60 * speed:.0f} a minute"
        how_far = f"{done:,} of about {expected:,} requests, {left}{rate}" if expected or done else _NO_SERVER
        (self._overwrite or self._tell)(f"{self._label(name)}: {how_far}")

    def finish(self) -> None:
        """Says what became of the present run."""
        if not self._name:
            return
        new = self._answered() - self._before
        became = f"done, {new:,} new requests" if new or self._runs.get(self._name) else f"done, {_NO_SERVER}"
        became += f", {self._kept:,} from the cache" if self._kept else ""
        if problem := self.problems.get(self._name):
            became = f"failed: {problem}"
        self._print(f"{self._label(self._name)}: {became}, {time.monotonic() - self._began:.0f} s")
        self._name = ""

    def _print(self, line: str) -> None:
        if self._overwrite is not None:
            self._overwrite("")
        self._tell(line)

    def _label(self, name: str) -> str:
        group, _, arguments = name.partition(":")
        model = next((part for part in arguments.split(",") if part.startswith("model=")), "")
        place = list(self._runs).index(name) + 1 if name in self._runs else 0
        shown = " ".join(filter(None, (group, self._settings.get(name), model)))
        return f"[{place}/{len(self._runs)}] {shown}"

    def _answered(self) -> int:
        """Responses that the files of HELM's cache ever took, by the numbers of their last rows."""
        import sqlite3

        found = 0
        for path in self._caches:
            uri = f"{path.absolute().as_uri()}?mode=ro"
            with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True, timeout=0.2)) as connection:
                # There may be no file or no table yet, or it is being written.
                found += int(connection.execute("SELECT max(rowid) FROM unnamed").fetchone()[0] or 0)
        return found


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

    def copy() -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                if line != FROM_CACHE:
                    log.write(line)
                    log.flush()
                if watch is not None:
                    watch.read(line)

    reader = threading.Thread(target=copy, daemon=True)
    reader.start()
    try:
        while reader.is_alive():
            reader.join(_POLL)
            if watch is not None:
                watch.look()
        return process.wait()
    except BaseException:
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        reader.join(_PATIENCE)
        raise
