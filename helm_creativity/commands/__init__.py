"""The command ``helm-creativity``. It never imports HELM, and a command imports what it needs when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from io import StringIO

import click

from helm_creativity.benchmark.names import did_you_mean
from helm_creativity.commands.examples import EXAMPLES
from helm_creativity.errors import CreativityError
from helm_creativity.safe_text import bounded, escaped, listed, quoted
from helm_creativity.version import __version__

# By title and command: its module in this package, and one line of help, so that `--help` imports none of them.
GROUPS = {
    "Measure": {
        "run": ("run", "run benchmarks on a model through HELM; print a leaderboard"),
        "plan": ("plan", "estimate a run's requests, judge calls, tokens and cost"),
        "score": ("score", "score responses that you have, from models or people"),
        "status": ("status", "print what is missing from every run; for job scripts"),
        "doctor": ("doctor", "say what is missing on this machine; ask a model once"),
    },
    "Read": {
        "leaderboard": ("leaderboard", "print models' scores with intervals and ranks"),
        "report": ("report", "write an HTML report on one or more suites"),
        "show": ("show", "show an item's prompt, responses, scores, judges' replies"),
        "analyse": ("analyse", "print an analysis of a suite: effects, validity, judges, ..."),
        "export": ("export", "write tidy tables: scores, responses, judges' ratings"),
    },
    "Judges and people": {
        "judges": ("judges", "evaluate and calibrate judges; measure agreement"),
        "people": ("people", "import responses of people; describe samples"),
    },
    "Files": {
        "list": ("listing", "list benchmarks, sets, embeddings, files; describe one"),
        "fetch": ("fetch", "download and verify an embedding or authors' files"),
        "draw": ("draw", "draw new items by a seed"),
        "forget": ("forget", "drop useless replies from HELM's cache, to ask again"),
    },
    "Extend": {
        "new": ("new", "copy a shipped benchmark into a project of your own"),
        "check": ("check", "check a benchmark, and print what to change in it"),
        "schema": ("schema", "print the schema for helm-summarize --schema-path"),
        "cite": ("cite", "print BibTeX for this package and for benchmarks' papers"),
    },
}
PARTS = {"judges": ("agreement", "calibrate", "evaluate"), "people": ("import", "statistics")}
"""Commands of groups of commands, for messages about them."""
COMMANDS = {name: command for commands in GROUPS.values() for name, command in commands.items()}


def with_examples(name: str, command: click.Command) -> click.Command:
    """A command whose help ends with lines to copy."""
    if name in EXAMPLES:
        command.epilog = "\n  ".join(["\b\nExamples:", *EXAMPLES[name]])
    return command


class SuggestingGroup(click.Group):
    """Commands, of which a message about an unknown one names those that look like it."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        command = super().get_command(ctx, name)
        return command and with_examples(f"{self.name} {name}", command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant."""
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            meant = [f"{group} {part}" for group, parts in PARTS.items() for part in parts if part == args[0]]
            suggested = f"; did you mean {listed(map(quoted, meant))}?" if meant else did_you_mean(args[0], names)
            raise click.UsageError(f"there is no command {quoted(args[0])}{suggested}", ctx)
        return super().resolve_command(ctx, args)


class LazyGroup(SuggestingGroup):
    """Commands whose modules are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order of the groups."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        if name not in COMMANDS:
            return None
        module, help_line = COMMANDS[name]
        command: click.Command = getattr(import_module(f"{__name__}.{module}"), name)
        command.short_help = help_line
        command.help = command.help or f"{help_line[0].upper()}{help_line[1:]}."
        return with_examples(name, command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and one line each, under the titles of their groups, without importing them."""
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), help_line) for name, (_, help_line) in commands.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, prog_name="helm-creativity", message="%(prog)s %(version)s")
def cli() -> None:
    """Creativity benchmarks for language models: scores, leaderboards, judges, reports."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; errors that a user can act on are one line on stderr and 2."""
    try:
        status = cli.main(None if argv is None else list(argv), "helm-creativity", standalone_mode=False)
    except CreativityError as error:
        click.echo(escaped(f"helm-creativity: {error}"), err=True)
        return 2
    except ModuleNotFoundError as error:
        from helm_creativity.extras import missing

        message = missing((error.name or "").partition(".")[0], "this command")
        if message is None:
            raise
        click.echo(escaped(f"helm-creativity: {message}"), err=True)
        return 2
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        click.echo(escaped(bounded(shown.getvalue())), err=True, nl=False)
        return error.exit_code
    except click.Abort:
        click.echo("helm-creativity: stopped", err=True)
        return 130
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    sys.exit(main())
