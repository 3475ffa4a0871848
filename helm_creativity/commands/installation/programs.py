"""Python programs that run beside this one: what they import may be slow, or end their process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

SECONDS = 30.0
"""At most for one program; a first import from a slow disk takes ten."""


class BackgroundProgram:
    """A program under way in this environment's Python; its last line on standard output is its reply, as JSON."""

    def __init__(self, program: str, arguments: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
        )

    def close(self) -> None:
        """Ends the program, if it still runs; what it would reply is lost."""
        self._process.kill()
        self._process.communicate()

    def reply(self) -> Any:  # noqa: ANN401 - as the program has it
        """What it replies; a text says why there is no reply."""
        try:
            stdout, stderr = self._process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
            return f"no result within {SECONDS:g} s"
        try:
            return json.loads(stdout.splitlines()[-1])
        except (IndexError, ValueError):
            lines = stderr.strip().splitlines()
            return lines[-1] if lines else f"Python ended with status {self._process.returncode}"
