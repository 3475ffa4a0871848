"""The command line in this process."""

from __future__ import annotations

import re
from typing import NamedTuple

from click.testing import CliRunner

from helm_creativity.commands import cli

COLUMNS = 300
"""Of the terminal."""


class Printed(NamedTuple):
    """What a command prints: standard output without its last line break, lines of stderr, and its exit status."""

    text: str
    stderr: list[str]
    status: int


def run(*arguments: object, stderr: list[str] | None = None) -> Printed:
    """Runs ``helm-creativity``; errors of ours are raised, after the lines of stderr are in ``stderr``."""
    done = CliRunner(env={"COLUMNS": str(COLUMNS)}).invoke(cli, [str(argument) for argument in arguments])
    if stderr is not None:
        stderr += done.stderr.splitlines()
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Printed(done.stdout.removesuffix("\n"), done.stderr.splitlines(), done.exit_code)


def rows_of(text: str) -> list[dict[str, str]]:
    """Rows of the first table that a command prints, by the titles of its columns; none where it prints none."""
    cells = [re.split(r" {2,}", line.strip()) for line in text.splitlines()]
    rule = next((n for n, row in enumerate(cells) if len(row) > 1 and all(set(cell) == {"-"} for cell in row)), 0)
    head = cells[rule - 1] if rule else []
    return [dict(zip(head, row, strict=True)) for row in cells[rule + 1 :] if head and len(row) == len(head)]
