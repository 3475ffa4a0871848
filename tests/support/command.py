"""The command line in this process."""

from __future__ import annotations

from typing import NamedTuple

from click.testing import CliRunner

from helm_creativity.commands import cli


class Printed(NamedTuple):
    """What a command prints: standard output without its last line break, lines of stderr, and its exit status."""

    text: str
    stderr: list[str]
    status: int


def run(*arguments: object, stderr: list[str] | None = None) -> Printed:
    """Runs ``helm-creativity``; errors of ours are raised, after the lines of stderr are in ``stderr``."""
    done = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    if stderr is not None:
        stderr += done.stderr.splitlines()
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Printed(done.stdout.removesuffix("\n"), done.stderr.splitlines(), done.exit_code)
