"""The run that HELM is working on, which it tells neither to scenarios nor to metrics."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec
    from helm.benchmark.runner import Runner


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
