"""``helm-creativity export``: suites as tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import click

from helm_creativity.commands import SuggestingGroup
from helm_creativity.commands.options import (
    NEW_FILE,
    NEW_FOLDER,
    leave_out,
    people_option,
    rows_file,
    say,
    some_runs,
    suites_argument,
    tell,
)
from helm_creativity.errors import NothingToSay
from helm_creativity.safe_text import counted, listed


@click.group(cls=SuggestingGroup)
def export() -> None:
    """Write suites as tables."""


@export.command(short_help="tidy tables in Parquet: runs, stats, scores, responses")
@suites_argument()
@click.option("--out", type=NEW_FOLDER, required=True, metavar="FOLDER", help="Folder for the files.")
@click.option("--responses", is_flag=True, help="Add the texts of the responses.")
@click.option("--ratings", is_flag=True, help="Add the judges' ratings.")
@people_option
def tables(
    suites: Sequence[str], output_path: Path, out: Path, responses: bool, ratings: bool, people: Sequence[Path]
) -> None:
    """Write suites as tidy tables in Parquet.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either. If a run is in two of them,
    the later one counts.
    """
    from helm_creativity.people.sample import read_people
    from helm_creativity.results.tidy import write_tables

    samples = read_people(people)
    counts = write_tables(some_runs(suites, output_path), out, responses, ratings, leave_out, samples)
    for name, n in counts.items():
        say(f"{counted(n, 'row')} in {out / name}.parquet")


@export.command(short_help="the judges' ratings, one row per rating")
@suites_argument()
@click.option("--out", type=NEW_FILE, required=True, callback=rows_file, help="A .parquet, .csv or .jsonl file.")
@click.option(
    "--corrected",
    is_flag=True,
    help="One row per rated text: prompt, text, mean rating, calibrated rating, and rating at equal length.",
)
def ratings(suites: Sequence[str], output_path: Path, out: Path, corrected: bool) -> None:
    """Write the judges' ratings of suites as a table, one row per rating, or per rated text with --corrected."""
    from helm_creativity.results.ratings import COLUMNS, ratings_of_all
    from helm_creativity.results.tidy import write_table

    problems: list[str] = []
    if corrected:
        from helm_creativity.results.rescoring import CORRECTED, corrected_rows

        rows = corrected_rows(some_runs(suites, output_path).runs, problems)
        told = counted(write_table(rows, CORRECTED, out), "rated text")
    else:
        found = ratings_of_all(some_runs(suites, output_path).runs, problems, every=True)
        first = next(found, None)
        if first is None:
            raise NothingToSay("; ".join([f"no run of {listed(suites)} has ratings by judges", *problems]))
        told = counted(write_table(chain([first], found), COLUMNS, out), "rating")
    for problem in problems:
        leave_out(problem)
    tell(f"{told} in {out}")
