"""What the arguments of a run are called where its user writes them: on the command line, or in Python."""

from __future__ import annotations

from enum import Enum


class Interface(Enum):
    """Where a run is asked for. Messages name arguments as they are written there."""

    COMMAND_LINE = "command line"
    PYTHON = "Python"

    def argument(self, name: str) -> str:
        """What an argument of ``helm_creativity.run`` is called: ``--base-url`` or ``base_url``."""
        if self is Interface.PYTHON:
            return name
        called_otherwise = {"models": "model", "threads": "num-threads"}
        return f"--{called_otherwise.get(name, name.replace('_', '-'))}"

    def switch(self, name: str) -> str:
        """An argument that is on, as it is written: ``--reasoning`` or ``reasoning=True``."""
        return f"{name}=True" if self is Interface.PYTHON else self.argument(name)
