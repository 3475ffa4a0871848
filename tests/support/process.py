"""Short programs in a fresh interpreter: what is imported, and what is registered."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from helm_creativity.testing.checks import HEAVY

__all__ = ["HEAVY", "kill_when", "python"]


def python(code: str, cwd: Path | None = None, executable: str = sys.executable) -> Any:
    """Runs ``code``, which prints one JSON value on its last line."""
    done = subprocess.run([executable, "-c", code], capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def kill_when(line: Sequence[str], reached: Callable[[], bool]) -> None:
    """Starts a command as a process of its own, and kills it as soon as a state is reached, before its end."""
    killed = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    while not reached():
        assert killed.poll() is None
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
