"""Commands that read suites: leaderboard, report, show, schema."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from helm_creativity.commands.options import (
    NEW_FILE,
    NEW_FOLDER,
    WINDOW,
    NewPath,
    leave_out,
    load_suite,
    out_option,
    print_tables,
    printable,
    say,
    some_runs,
    suite_options,
    suites_argument,
    table_options,
    tell,
)
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted, listed, quoted

ALL = "all"
PAGES = (".html", ".htm")
RESPONSES = ("best", "3", "all", "none")
"""As in ``reports.response``."""


@click.command()
@click.argument("suites", nargs=-1, metavar="[SUITE]...")
@click.option(
    "--benchmark", multiple=True, metavar=f"NAME|{ALL}", help="The table of this benchmark, or of all; repeatable."
)
@click.option("--models", default="", metavar="TEXT", help="Only models with this text in their names.")
@suite_options
@table_options
def leaderboard(
    suites: Sequence[str],
    benchmark: Sequence[str],
    models: str,
    as_: str | None,
    out: Path | None,
    wide: bool,
    **settings: Any,  # noqa: ANN401
) -> None:
    """Print the scores of suites: models by benchmarks, or with --benchmark a table per benchmark.

    A benchmark's table has ranks, intervals, standard errors, shares of scored responses, cautions and settings; files
    and formats other than text have those of all. SUITE is helm-run's --suite, helm-summarize's --release, or a folder
    of either; the newest suite if left out. If a run is in two of them, the later one counts.
    """
    suite = load_suite(suites, tell_notes=False, **settings)

    from helm_creativity.reports.tables import in_blocks
    from helm_creativity.results.leaderboard import leaderboard_tables, overview
    from helm_creativity.results.suite import part_of

    def wanted(model: str) -> bool:
        return models.casefold() in model.casefold()

    if not any(map(wanted, suite.models)):
        raise BadArguments(f"--models: no model's name contains {quoted(models)}; there are {listed(suite.models)}")
    names = [name for name in benchmark if name != ALL] or [""]
    shown = part_of(suite, sorted({place for name in names for place in suite.find_columns(name)}))
    groups = {column.group for column in shown.columns}
    if benchmark or len(groups) == 1 or as_ not in (None, "text") or out:
        print_tables(leaderboard_tables(shown, range(len(shown.columns)), wanted), as_, out, wide)
        return
    table = overview(shown, wanted)
    print_tables([table] if wide else [*in_blocks(table, shutil.get_terminal_size(WINDOW).columns)])
    say(f"\nDetails: --benchmark NAME, or --benchmark {ALL} for all {len(groups)} benchmarks.")


@click.command()
@click.argument("suites", nargs=-1, metavar="[SUITE]...")
@click.option(
    "--out", type=NewPath(*PAGES), default=Path("report.html"), show_default=True, metavar="FILE", help="File to write."
)
@click.option("--figures", type=NEW_FOLDER, metavar="FOLDER", help="Also write every plot as PNG and PDF.")
@click.option(
    "--option",
    "chosen",
    multiple=True,
    metavar="ANALYSIS.OPTION=VALUE",
    help="Option of an analysis, such as validity.covariates=FILE or groups.groups=FILE; repeatable.",
)
@click.option(
    "--responses",
    type=click.Choice(RESPONSES),
    default=RESPONSES[0],
    show_default=True,
    help="Responses to include: the best and the worst of each benchmark; for each model the best, a median, the worst "
    "and one without a score; all; or none.",
)
@suite_options
@click.pass_context
def report(
    context: click.Context,
    /,
    suites: Sequence[str],
    out: Path,
    figures: Path | None,
    chosen: Sequence[str],
    responses: str,
    **settings: Any,  # noqa: ANN401
) -> None:
    """Write what suites say together as one page.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either; the newest suite if left out. If a
    run is in two of them, the later one counts. `helm-creativity analyse SUITE NAME --help` has an analysis's options.
    """
    from helm_creativity.reports.page import write_report
    from helm_creativity.results.analyses import find_analysis

    of_analyses: dict[str, dict[str, str]] = {}
    for text in chosen:
        place, _, value = text.partition("=")
        name, _, option = place.partition(".")
        if not (name and option and value):
            raise BadArguments(f"--option: expected ANALYSIS.OPTION=VALUE, got {quoted(text)}")
        of_analyses.setdefault(find_analysis(name).name, {})[option] = value
    suite, command = load_suite(suites, **settings), repeat_command(context)
    plots = write_report(suite, out, figures, options=of_analyses, command=command, responses=responses)
    say(f"{out}: {counted(len(suite.models), 'model')}, {counted(len(suite.columns), 'column')}")
    if figures is not None:
        say(f"{figures}: {plots} plots as PNG and PDF")


def repeat_command(context: click.Context) -> str:
    """The command that makes the page again; of a whole path it shows the last part, as a page travels."""

    def short(path: object) -> str:
        before, equals, text = str(path).rpartition("=")
        return f"{before}{equals}{Path(text).name if Path(text).is_absolute() else text}"

    words = ["helm-creativity", "report", *map(short, context.params["suites"])]
    for option in context.command.params:
        name, value = str(option.name), context.params[str(option.name)]
        if isinstance(option, click.Option) and name not in ("out", "figures"):
            usual = context.get_parameter_source(name) is ParameterSource.DEFAULT
            for each in () if usual else value if option.multiple else (value,):
                words += [option.opts[0], short(each)]
    return shlex.join(words)


@click.command()
@suites_argument
@click.option("--benchmark", default="", metavar="NAME", help="Benchmark to show; required if suites have several.")
@click.option("--item", metavar="ID", help="Item to show (default: list all items with their scores).")
@click.option("--model", "models", multiple=True, metavar="MODEL", help="Model to show (default: all); repeatable.")
@click.option("--trial", type=int, metavar="N", help="Number of the response to the item, from 0 (default: all).")
@out_option
def show(
    suites: Sequence[str],
    output_path: Path,
    benchmark: str,
    item: str | None,
    models: Sequence[str],
    trial: int | None,
    out: Path | None,
) -> None:
    """Show the responses to one item: prompt, response, what was parsed, scores, judges' replies, failure reasons.

    A terminal shows one response whole, and a line of each other; a file has all. Without --item, the items are listed.
    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either; the newest suite if left out.
    """
    from helm_creativity.benchmark.rows.records import writing
    from helm_creativity.reports.response import items_table, written_responses
    from helm_creativity.results.responses import benchmark_runs, listed_items, shown_responses

    ending = out.suffix.lower() if out is not None else ""
    if item is not None and ending not in ("", ".txt", *PAGES):
        raise BadArguments(f"--out: an item is shown as .txt or .html, not as {ending}; tables: helm-creativity export")
    runs = benchmark_runs(some_runs(suites, output_path).runs, benchmark, models)
    if item is None:
        print_tables(items_table(runs, listed_items(runs, trial, leave_out)), out=out)
        return
    width = None if out is not None else shutil.get_terminal_size(WINDOW).columns
    written = written_responses(shown_responses(runs, item, trial, leave_out), ending in PAGES, tell, width)
    with writing(out) as file:
        file.write(f"{printable(written) if out is None else written}\n")


@click.command()
@suites_argument
@click.option("--card", is_flag=True, help="The JSON schema of card.yaml instead, for editors.")
@click.option("--out", type=NEW_FILE, metavar="FILE", help="Write it to a file.")
def schema(suites: Sequence[str], output_path: Path, card: bool, out: Path | None) -> None:
    """Print the schema for helm-summarize --schema-path: of the benchmarks in suites, or of all benchmarks."""
    from helm_creativity.benchmark.card import card_schema
    from helm_creativity.benchmark.registry import list_entries
    from helm_creativity.benchmark.rows.records import writing
    from helm_creativity.commands.helm_schema import schema_yaml, suites_schema

    if card and suites:
        raise BadArguments("--card prints one schema, which applies to every card: leave out the suites")
    if card:
        text = card_schema()
    elif suites:
        text = suites_schema(some_runs(suites, output_path))
    else:
        text = schema_yaml([entry.card for entry in list_entries()])
    with writing(out) as file:
        file.write(text)
