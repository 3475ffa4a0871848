"""Warnings about a run's scores, repeated in the last lines of ``helm-run``'s log, where they are read."""

from __future__ import annotations

import atexit
import logging
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from helm_creativity.helm_plugin.current_run import current_run

_PACKAGE = logging.getLogger(__name__.partition(".")[0])
_MAY_STILL_COME = re.compile("failed|not_asked")
_SKIPS = "--skip-completed-runs"
_lines: list[str] = []


class _Collector(logging.Handler):
    """Keeps warnings, and prints them where no other handler does: Python prints only what no handler has taken."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())
        if not logging.getLogger().handlers and logging.lastResort is not None:
            logging.lastResort.handle(record)


@contextmanager
def repeated_at_the_end() -> Iterator[None]:
    """Repeats what this package warns of within, when the process of ``helm-run`` ends."""
    run = current_run()
    if run is None:
        yield
        return
    collector = _Collector()
    _PACKAGE.addHandler(collector)
    try:
        yield
    finally:
        _PACKAGE.removeHandler(collector)
        if collector.messages and not _lines:
            atexit.register(_repeat)
        prefixes = [f"{group}: " for group in run.spec.groups]
        for message in collector.messages:
            for prefix in prefixes:
                message = message.removeprefix(prefix)
            _lines.append(f"* {run.spec.name}: {message}")


def _repeat() -> None:
    lines = ["Runs of this command whose scores need attention:", *dict.fromkeys(_lines)]
    if any(map(_MAY_STILL_COME.search, _lines)):
        lines.append(f"To repeat failed requests, start {_same_command()}")
    _PACKAGE.warning("\n%s", "\n".join(lines))


def _same_command() -> str:
    """The command of this process, without the option under which a run that lacks ratings is passed over."""
    program, *arguments = sys.argv
    if Path(program).name != "helm-run":
        return f"the same helm-run command, without {_SKIPS}"
    return shlex.join(["helm-run", *(argument for argument in arguments if argument != _SKIPS)])
