"""``helm-creativity show``: the responses to one item, as text or as a page for a browser; without an item, a list."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.commands.options import (
    WINDOW,
    leave_out,
    out_option,
    print_tables,
    printable,
    some_runs,
    suites_argument,
    tell,
)
from helm_creativity.errors import BadArguments

PAGES = (".html", ".htm")


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

    A terminal shows one response whole, and a line of each other; a file has all. Without --item, the items are
    listed. SUITE is helm-run's --suite, helm-summarize's --release, or a folder of
    either; the newest suite if left out.
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
