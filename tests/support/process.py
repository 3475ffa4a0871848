"""Short programs in a fresh interpreter: what is imported, and what is registered."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from helm_creativity.conformance.imports import HEAVY

__all__ = ["HEAVY", "python"]


def python(code: str, cwd: Path | None = None, executable: str = sys.executable) -> Any:
    """Runs ``code``, which prints one JSON value on its last line."""
    done = subprocess.run([executable, "-c", code], capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])
