"""What the arguments of a run are called where its user writes them."""

from __future__ import annotations

from enum import Enum


class Interface(Enum):
    """Where a run is asked for. Messages name arguments as they are written there."""

    COMMAND_LINE = "command line"
    PYTHON = "Python"

    def argument(self, name: str) -> str:
        """``--base-url`` or ``base_url``, for the argument of ``helm_creativity.run``."""
        option = f"--{name.replace('_', '-')}".replace("--models", "--model")
        return option if self is Interface.COMMAND_LINE else name
