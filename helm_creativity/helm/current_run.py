"""The run that HELM is working on, and what is kept and said beside it: anchors' ratings, warnings at the end."""

from __future__ import annotations

import atexit
import inspect
import logging
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.errors import CacheProblem
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.masking import without_secrets
from helm_creativity.safe_text import module_logger

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec
    from helm.benchmark.runner import Runner

    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.settings import Settings
    from helm_creativity.judges.asking import Judges

logger = module_logger(__name__)

_PACKAGE = logging.getLogger(__name__.partition(".")[0])
_MAY_STILL_COME = re.compile("failed|not_asked")
_SKIPS = "--skip-completed-runs"
_lines: list[str] = []


class CurrentRun(NamedTuple):
    """A run, and HELM's runner that executes it."""

    runner: Runner
    spec: RunSpec


def current_run() -> CurrentRun | None:
    """The run from within which this is called, of which HELM tells scenarios and metrics nothing; None outside."""
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
    """Repeats what this package warns of within in the last lines of ``helm-run``'s log, where it is read."""
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
        for message in collector.messages:
            for group in run.spec.groups:
                message = message.removeprefix(f"{group}: ")
            _lines.append(f"* {run.spec.name}: {message}")


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


class AnchorsOfRun:
    """Has the panel of a run rate the anchors once, beside the model's responses, and keeps that in the run's folder.

    Make one where ``current_run`` finds the run. Outside of HELM's runner, and without ``anchors=true``, nothing is
    asked.
    """

    def __init__(self, benchmark: Benchmark[Any], settings: Settings, judges: Judges | None) -> None:
        run = current_run() if isinstance(settings, JudgedSettings) and settings.anchors else None
        self._folder = Path(run.runner._get_run_path(run.spec)) if run else None
        self._benchmark, self._settings, self._judges = benchmark, settings, judges
        self._due = Lock()

    def rate_once(self) -> None:
        """The thread that comes first asks, and the others go on with the responses."""
        if self._folder is None or self._judges is None or not self._due.acquire(blocking=False):
            return
        from helm_creativity.judges.evaluation.anchors import RUN_FILE, rate_anchors, run_anchors, write_anchor_ratings

        assert isinstance(self._settings, JudgedSettings)
        group = self._benchmark.card.group
        try:
            rows = rate_anchors(self._judges, run_anchors(self._benchmark, self._settings))
            write_anchor_ratings(rows, self._folder / RUN_FILE)
        except CacheProblem:
            raise
        except Exception as error:
            why = without_secrets(f"{type(error).__name__}: {error}")
            logger.warning("%s: there are no ratings of anchors: %s", group, why)
            return
        planned = Counter(row.judge for row in rows)
        missing = Counter((row.judge, row.missing) for row in rows if row.rating is None)
        for (judge, reason), number in missing.items():
            words = f"{number} of {planned[judge]} ratings of anchors are missing ({reason})"
            logger.warning("%s: %s: %s", group, judge, words)
