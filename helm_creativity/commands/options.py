"""What several commands share: options, suites, tables to print, files to write.

Parameters of a command: of ``format_option`` ``as_``, which is None where it is not named, of ``price_option`` and
``server_options`` ``prices``, ``base_url`` and ``api_key_env``, of ``suites_argument`` ``suites`` and ``output_path``.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from helm_creativity.commands import suites
from helm_creativity.defaults import LEAST_SCORED, LOCAL_PATH, OUTPUT_PATH, RAW, SCORES
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import escaped, escaped_line, quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry
    from helm_creativity.results.table import Table

FORMATS = ("text", "csv", "json", "html", "markdown")
"""As in ``reports.tables``."""
FILE = click.Path(path_type=Path)
WINDOW = (100, 24)
"""Columns and lines of a terminal that does not say its size."""
Command = TypeVar("Command", bound=Callable[..., Any])


class NewPath(click.Path):
    """A path at which a command writes at its end: what could not be written is refused at its beginning."""

    def __init__(self, *endings: str, folder: bool = False, of_tables: bool = False) -> None:
        super().__init__(path_type=Path)
        self._endings, self._folder, self._of_tables = endings, folder, of_tables

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401
        """The path; an error where nothing can be written there, or its name says another format."""
        from helm_creativity.benchmark.files.source_files import require_new_file, require_new_folder

        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        (require_new_folder if self._folder else require_new_file)(path)
        if self._endings:
            from helm_creativity.benchmark.rows.records import check_ending

            check_ending(path, self._endings, param.opts[0] if param else "")
        if self._of_tables:
            from helm_creativity.reports.table_files import require_format

            named = ctx.params.get("as_") if ctx else None  # click 8.5 has a sentinel where nothing is named
            require_format(path, named if isinstance(named, str) else None)
        return path


NEW_FILE = NewPath()
NEW_FOLDER = NewPath(folder=True)


class BenchmarkGroup(click.Group):
    """One command for each of some benchmarks, made when it is called: nothing of the others is imported."""

    def entries(self) -> Sequence[BenchmarkEntry]:
        """The benchmarks; all where a subclass says nothing else."""
        from helm_creativity.benchmark.registry import list_entries

        return list_entries()

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the benchmarks."""
        return [entry.name for entry in self.entries()]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and titles, without importing a benchmark."""
        with formatter.section("Benchmarks"):
            formatter.write_dl([(entry.name, entry.card.title) for entry in self.entries()])


def _together(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which help has them."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


def local_path_option(text: str) -> Callable[[Command], Command]:
    """``--local-path``: the folder with model registrations, in the words of the command."""
    return click.option("--local-path", type=FILE, default=LOCAL_PATH, show_default=True, help=text)


def price_option(text: str) -> Callable[[Command], Command]:
    """``--price`` of a command that plans: its parameter ``prices``."""
    return click.option(
        "--price", "prices", multiple=True, metavar="NAME=PROMPT/COMPLETION", callback=parse_prices, help=text
    )


def parse_prices(
    context: click.Context, option: click.Parameter, texts: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """Prices of a million tokens that a deployment reads and writes, by its name."""
    prices: dict[str, tuple[float, float]] = {}
    for text in texts:
        name, _, both = text.rpartition("=")
        try:
            prompt, completion = map(float, both.split("/"))
        except ValueError:
            prompt = completion = math.nan
        if not (name.strip() and 0 <= prompt < math.inf and 0 <= completion < math.inf):
            what = "--price must be NAME=PROMPT/COMPLETION, a deployment and its prices per million tokens"
            raise BadArguments(f"{what}, such as openai/gpt-4o-2024-11-20=2.5/10, got {quoted(text)}")
        if name.strip() in prices:
            raise BadArguments(f"--price has {name.strip()} twice: keep one")
        prices[name.strip()] = prompt, completion
    return prices


def options_of(*decorators: Callable[[Any], Any]) -> list[click.Parameter]:
    """The options of decorators, for a command that is made without a function of its own."""

    def command() -> None: ...

    return click.command()(_together(*decorators)(command)).params


server_options = _together(
    click.option(
        "--base-url",
        metavar="URL",
        help="An OpenAI-compatible server, such as http://localhost:8000/v1; what it has is asked there.",
    ),
    click.option("--api-key-env", metavar="VAR", help="The environment variable with the key of --base-url."),
)
judging_options = _together(
    local_path_option("With --judges: helm-run's --local-path, cache included."),
    price_option("With --judges: price per million tokens of a judge; repeatable."),
    server_options,
)
"""How judges are asked about responses."""
format_option = click.option(
    "--format",
    "as_",
    type=click.Choice(FORMATS),
    show_default="text, or from the extension of --out",
    is_eager=True,
    help="Format of the tables.",
)
wide_option = click.option("--wide", is_flag=True, help="All columns, however wide the terminal is.")


out_option = click.option(
    "--out",
    type=NewPath(of_tables=True),
    metavar="FILE",
    help="Write to a file: .txt, .csv, .json, .html, .md, .xlsx or .parquet.",
)
table_options = _together(format_option, out_option, wide_option)
people_option = click.option(
    "--people",
    multiple=True,
    metavar="PEOPLE|norms",
    help="Add samples of people, a folder written by people import, or norms: published scores of people where they "
    "apply to the settings; repeatable.",
)
_output_path_option = click.option(
    "--output-path", type=FILE, default=OUTPUT_PATH, show_default=True, help="As in helm-run: where suites are."
)
suites_argument = _together(click.argument("suites", nargs=-1, metavar="[SUITE]..."), _output_path_option)

suite_options = _together(
    _output_path_option,
    click.option(
        "--scores",
        type=click.Choice(SCORES),
        default=RAW,
        show_default=True,
        help="Scores of judged benchmarks: as judges gave them, without judges' severity, or at equal length.",
    ),
    people_option,
    click.option(
        "--least-scored",
        type=click.FloatRange(0, 1),
        default=LEAST_SCORED,
        show_default=True,
        metavar="SHARE",
        help="Minimum share of scored responses. Scores below it are marked, unranked and left out of composites.",
    ),
    click.option(
        "--metric",
        "metrics",
        multiple=True,
        metavar="GROUP=STAT",
        help="Main stat of another package's benchmark; repeatable.",
    ),
)
"""What every command about the scores of suites takes; ``load_suite`` of these makes a suite."""


def tell(line: str) -> None:
    """Prints what is left out or must be known, on stderr."""
    click.echo(escaped(line), err=True)


def leave_out(line: str) -> None:
    """Prints what is left out, on stderr."""
    tell(f"left out: {line}")


def say(line: str) -> None:
    """Prints what a command has done, on standard output."""
    click.echo(escaped(line))


def overwriting() -> Callable[[str], None] | None:
    """Prints a line over the one before, where stderr is a terminal."""
    if not sys.stderr.isatty():
        return None

    def show(line: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        click.echo(f"\r\033[K{escaped_line(line)[:width]}", err=True, nl=False)

    return show


def printable(text: str) -> str:
    """What standard output can hold; names may be in any script."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def print_tables(
    tables: Table | Sequence[Table], as_: str | None = None, out: Path | None = None, wide: bool = False
) -> None:
    """Prints tables, or writes them to a file, in the format that was named or that its ending says; else as text.

    Text fits the terminal (``COLUMNS``, else 100 columns): the last columns of a table are left out and named. It has
    colours on a terminal that shows them, where they are wanted: see no-color.org.
    """
    from helm_creativity.benchmark.rows.records import writing
    from helm_creativity.reports.table_files import write_tables
    from helm_creativity.reports.tables import COLOURS, render
    from helm_creativity.results.table import Table

    if out is not None:
        write_tables([tables] if isinstance(tables, Table) else tables, out, as_)
        return
    as_, width = as_ or "text", None if wide else shutil.get_terminal_size(WINDOW).columns
    colours = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    if as_ == "text" and colours:
        click.echo(printable(render(tables, as_, COLOURS, width)), color=True)  # in which names are escaped
        return
    with writing(None) as file:
        file.write(printable(render(tables, as_, width=width)) + "\n")


def announce_plans(plans: Sequence[Table], dry_run: bool, unreachable: Callable[[], Sequence[str]]) -> bool:
    """Prints what judges will be asked, and which of them cannot be reached; whether they are to be asked."""
    from helm_creativity.reports.tables import render

    if dry_run:
        print_tables(plans)
        return False
    tell(printable(render(plans, width=shutil.get_terminal_size(WINDOW).columns)))
    for line in unreachable():
        tell(f"helm-creativity: {line}; replies that HELM's cache lacks will be missing")
    return True


load_suite = partial(suites.load_suite, tell=tell)
newest_suite = partial(suites.newest_suite, tell=tell)
some_runs = partial(suites.some_runs, tell=tell)
