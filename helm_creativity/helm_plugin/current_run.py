"""The run that HELM is working on, and what is kept and said beside it: anchors' ratings, warnings at the end."""

from __future__ import annotations

import atexit
import inspect
import logging
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
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


class CurrentRun(NamedTuple):
    """A run, and HELM's runner that executes it."""

    runner: Runner
    spec: RunSpec


def current_run() -> CurrentRun | None:
    """The run from within which this is called, found among the callers; None outside of HELM's runner."""
    module: Any = sys.modules.get("helm.benchmark.runner")
    frame = inspect.currentframe() if module else None
    while frame is not None:
        if frame.f_code is module.Runner.run_one.__code__:
            return CurrentRun(frame.f_locals["self"], frame.f_locals["run_spec"])
        frame = frame.f_back
    return None


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


class AnchorsOfRun:
    """Has the panel of a run rate the anchors once, and keeps the ratings in the run's folder.

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
        try:
            self._rate(self._folder, self._judges)
        except CacheProblem:
            raise
        except Exception as error:
            why = without_secrets(f"{type(error).__name__}: {error}")
            logger.warning("%s: there are no ratings of anchors: %s", self._benchmark.card.group, why)

    def _rate(self, folder: Path, judges: Judges) -> None:
        from helm_creativity.exams.anchors import RUN_FILE, rate_anchors, run_anchors, write_anchor_ratings

        assert isinstance(self._settings, JudgedSettings)
        rows = rate_anchors(judges, run_anchors(self._benchmark, self._settings))
        write_anchor_ratings(rows, folder / RUN_FILE)
        planned = Counter(row.judge for row in rows)
        missing = Counter((row.judge, row.missing) for row in rows if row.rating is None)
        for (judge, reason), number in missing.items():
            logger.warning(
                "%s: %s: %d of %d ratings of anchors are missing (%s)",
                self._benchmark.card.group, judge, number, planned[judge], reason,
            )  # fmt: skip
