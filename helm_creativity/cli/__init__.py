"""The command ``helm-creativity``. It never imports HELM, and a command imports what it needs when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from io import StringIO
from typing import Any

import click

from helm_creativity.errors import CreativityError
from helm_creativity.safe_text import bounded, escaped
from helm_creativity.version import __version__

# By command: its module in this package, and one line of help, so that `--help` imports none of them.
COMMANDS = {
    "run": ("run", "run a set of benchmarks on a model through HELM, and print its leaderboard"),
    "score": ("score", "score answers that came from anywhere, people included"),
    "leaderboard": ("leaderboard", "print the scores of suites"),
    "status": ("status", "print what became of every run of suites; the exit status says whether all is there"),
    "report": ("report", "write what suites say together as one page"),
    "show": ("show", "show the responses to an item: prompt, what was parsed, scores, judges' replies; text or a page"),
    "tables": ("tables", "write suites as tidy tables in Parquet"),
    "export": ("export", "write suites for other tools: Every Eval Ever, the Hugging Face Hub"),
    "ratings": ("judges", "write the judges' ratings of suites as a table, one row per rating"),
    "calibrate": ("judges", "print how severe and consistent judges are, and models' means without that"),
    "judge-bias": (
        "judges",
        "print what judges favour: length, their own family, order; models at equal length",
    ),
    "judge-agreement": ("judges", "measure how far a judge agrees with people's labels"),
    "judge-exam": ("judge_exam", "examine judges on texts that people judged, and write their cards"),
    "across": ("across", "compare the models of suites, as a benchmark does whose scores need all of them"),
    "validity": (
        "validity",
        "print what tests predict beyond capability: a paper's table recomputed, or suites' columns",
    ),
    "plan": ("plan", "print how many requests, judge calls and tokens runs would take, without asking any model"),
    "shard": ("shards", "print the run entries of a part of the items, for a run on several machines"),
    "merge": ("shards", "merge shards into whole runs, without asking any model"),
    "forget": (
        "forget",
        "drop useless replies, such as empty ones, from HELM's cache, so that they are asked for again",
    ),
    "embeddings": ("embeddings", "list, describe and fetch embeddings"),
    "items": ("items", "list and fetch files of the benchmarks' authors: dictionaries, norms, items"),
    "people": (
        "people",
        "make a form for participants, import responses of people, and show those that authors released",
    ),
    "new": ("new", "write the first version of a benchmark, here or as a project of your own"),
    "check": (
        "check",
        "check a benchmark: card, items, prompts, run names, scorer, baselines, and a pilot through HELM",
    ),
    "schema": ("schema", "print the schema for helm-summarize --schema-path"),
}


class LazyGroup(click.Group):
    """Commands whose modules are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order in which they are used."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        if name not in COMMANDS:
            return None
        module, help_line = COMMANDS[name]
        command: click.Command = getattr(import_module(f"{__name__}.{module}"), name.replace("-", "_"))
        command.short_help = help_line
        command.help = command.help or f"{help_line[0].upper()}{help_line[1:]}."
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; of an unknown one the message names those that look like it."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"there is no command {args[0]!r}{did_you_mean(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and one line each, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in COMMANDS.items()])


def did_you_mean(name: str, names: Sequence[str] | dict[str, Any]) -> str:
    """Finishes a message about an unknown name: "; did you mean 'report'?"."""
    close = get_close_matches(name, list(names))
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else f"; there are: {', '.join(names)}"


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
