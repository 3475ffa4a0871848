"""The command ``helm-creativity``. It never imports HELM, and a command imports what it needs when it is called."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import click

from helm_creativity.benchmark.names import did_you_mean
from helm_creativity.errors import CreativityError
from helm_creativity.safe_text import bounded, escaped, listed, quoted
from helm_creativity.version import __version__

GROUPS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("commands.json").read_text("utf-8"))
"""By title and command: its module in this package, one line of help, and lines to copy, by command of a group."""
COMMANDS = {name: command for commands in GROUPS.values() for name, command in commands.items()}
EXAMPLES = {name: lines for command in COMMANDS.values() for name, lines in command["examples"].items()}


class CommandGroup(click.Group):
    """Commands of a group, or all, whose modules are imported when they are called; their help ends with examples."""

    def __init__(self, *args: Any, lazy: bool = False, **about: Any) -> None:  # noqa: ANN401 - of ``click.Group``
        super().__init__(*args, **about)
        self._lazy = COMMANDS if lazy else {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order of help."""
        return list(self._lazy) or super().list_commands(ctx)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        command, known = self.commands.get(name), self._lazy.get(name)
        if known:
            found: click.Command = getattr(import_module(f"{__name__}.{known['module']}"), name)
            found.short_help, command = known["help"], found
        if command and (lines := EXAMPLES.get(name if known else f"{self.name} {name}")):
            command.epilog = "\n  ".join(["\b\nExamples:", *lines])
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; a message about an unknown one names those that look like it."""
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            meant = [known for known in EXAMPLES if known.partition(" ")[2] == args[0]]
            suggested = f"; did you mean {listed(map(quoted, meant))}?" if meant else did_you_mean(args[0], names)
            raise click.UsageError(f"there is no command {quoted(args[0])}{suggested}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and one line each, under the titles of their groups, without importing them."""
        if not self._lazy:
            super().format_commands(ctx, formatter)
            return
        for title, commands in GROUPS.items():
            with formatter.section(title):
                width = max(map(len, COMMANDS))
                formatter.write_dl([(name.ljust(width), command["help"]) for name, command in commands.items()])


@click.group(
    cls=CommandGroup, lazy=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120}
)
@click.version_option(__version__, prog_name="helm-creativity", message="%(prog)s %(version)s")
def cli() -> None:
    """Creativity benchmarks for language models: scores, leaderboards, judges, reports."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; errors that a user can act on are one line on stderr and 2."""
    try:
        status = cli.main(None if argv is None else list(argv), "helm-creativity", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        click.echo(escaped(bounded(shown.getvalue())), err=True, nl=False)
        return error.exit_code
    except click.Abort:
        click.echo("helm-creativity: stopped", err=True)
        return 130
    except CreativityError as error:
        message = str(error)
    except ModuleNotFoundError as error:
        from helm_creativity.extras import missing

        found = missing((error.name or "").partition(".")[0], "this command")
        if found is None:
            raise
        message = found
    click.echo(escaped(f"helm-creativity: {message}"), err=True)
    return 2


if __name__ == "__main__":
    sys.exit(main())
