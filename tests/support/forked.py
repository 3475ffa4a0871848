"""Programs in processes of their own that are forked from one that has imported HELM, which takes seconds."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from unittest import mock

import yaml

CONTEXT = multiprocessing.get_context("forkserver")
# Nothing of ours: a program imports that itself.
CONTEXT.set_forkserver_preload(
    ["helm.benchmark.run", "helm.benchmark.presentation.summarize", "datasets", "scipy.stats"]
)

COVERED = "COVERAGE_PROCESS_CONFIG" in os.environ
"""Whether coverage is measured, which a process that is forked would miss."""


class Process:
    """The part of ``subprocess.Popen`` that the tests need, for what ``python -c`` would be given.

    Output goes to files, so that no pipe can be full; ``apart``: standard error is a text of its own.
    """

    def __init__(
        self, code: str, arguments: list[str], cwd: Path | None, environment: dict[str, str], apart: bool = False
    ) -> None:
        _ensure_offline_server()
        self._printed = [tempfile.TemporaryFile("w+") for _ in range(1 + apart)]  # noqa: SIM115
        files = [Connection(os.dup(file.fileno()), readable=False) for file in self._printed]
        start = (code, arguments, str(cwd or Path.cwd()), environment, files)
        self._process = CONTEXT.Process(target=_become, args=start)
        self._process.start()
        for file in files:
            file.close()
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            self._process.kill()
            raise subprocess.TimeoutExpired("a forked program", timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str | None]:
        """What was printed until the end, on standard output and on standard error."""
        self.wait(timeout)
        texts = []
        for printed in self._printed:
            with printed as file:
                file.seek(0)
                texts.append(file.read())
        output, *errors = texts
        return output, errors[0] if errors else None


def _ensure_offline_server() -> None:
    """Hugging Face's libraries read when they are imported whether they may use the network."""
    with mock.patch.dict(os.environ, {"HF_HUB_OFFLINE": "1"}):
        forkserver.ensure_running()


def _become(code: str, arguments: list[str], cwd: str, environment: dict[str, str], files: list[Connection]) -> None:
    """Runs ``code`` as ``python -c`` does."""
    for number, file in zip((1, 2), [*files, *files], strict=False):
        os.dup2(file.fileno(), number)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:] = ["", *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep)), *sys.path]
    sys.argv = ["-c", *arguments]
    random.seed()
    # HELM's list of models is long, and PyYAML's other parser ten times as fast.
    yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    main = sys.modules["__main__"] = ModuleType("__main__")
    try:
        exec(compile(code, "<string>", "exec"), vars(main))
    finally:
        atexit._run_exitfuncs()
