"""The run that HELM is working on, of which it tells its parts nothing, and warnings that are repeated at the end."""

from __future__ import annotations

import atexit
import inspect
import logging
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import helm_creativity.helm.models  # noqa: F401 - each class of HELM's imports this module, in any process

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec
    from helm.benchmark.runner import Runner

_PACKAGE = logging.getLogger(__name__.partition(".")[0])
_MAY_STILL_COME = re.compile("failed|not_asked")
_SKIPS = "--skip-completed-runs"
_lines: list[str] = []


class CurrentRun(NamedTuple):
    """A run, and HELM's runner that executes it."""

    runner: Runner
    spec: RunSpec


def current_run() -> CurrentRun | None:
    """The run from within which this is called; None outside."""
    arguments = caller_arguments("helm.benchmark.runner", "run_one")
    return CurrentRun(arguments["self"], arguments["run_spec"]) if arguments else None


def caller_arguments(module: str, function: str) -> Mapping[str, Any] | None:
    """The arguments of that function, where this is called from within it; None otherwise."""
    frame = inspect.currentframe() if module in sys.modules else None
    while frame is not None:
        code = frame.f_code
        if code.co_name == function and frame.f_globals.get("__name__") == module:
            return {argument: frame.f_locals[argument] for argument in code.co_varnames[: code.co_argcount]}
        frame = frame.f_back
    return None


class _Collector(logging.Handler):
    """Keeps warnings of a run, and prints them where no other handler does: Python prints only what none has taken."""

    def __init__(self, spec: RunSpec) -> None:
        super().__init__(logging.WARNING)
        self.spec = spec

    def emit(self, record: logging.LogRecord) -> None:
        if not logging.getLogger().handlers and logging.lastResort is not None:
            logging.lastResort.handle(record)
        if not _lines:
            atexit.register(_repeat)
        message = record.getMessage()
        for group in self.spec.groups:
            message = message.removeprefix(f"{group}: ")
        _lines.append(f"* {self.spec.name}: {message}")


@contextmanager
def repeated_at_the_end() -> Iterator[None]:
    """Repeats what this package warns of within in the last lines of ``helm-run``'s log, where it is read."""
    run = current_run()
    if run is None:
        yield
        return
    collector = _Collector(run.spec)
    _PACKAGE.addHandler(collector)
    try:
        yield
    finally:
        _PACKAGE.removeHandler(collector)


def _repeat() -> None:
    lines = ["Runs of this command whose scores need attention:", *dict.fromkeys(_lines)]
    if any(map(_MAY_STILL_COME.search, _lines)):
        program, *arguments = sys.argv
        # With that option, a run that lacks ratings is passed over.
        again = shlex.join(["helm-run", *(argument for argument in arguments if argument != _SKIPS)])
        known = Path(program).name == "helm-run"
        lines.append(
            f"To repeat failed requests, start {again if known else f'the same helm-run command, without {_SKIPS}'}"
        )
    _PACKAGE.warning("\n%s", "\n".join(lines))
