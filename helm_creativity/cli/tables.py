"""``helm-creativity tables``: suites as tables for one's own analyses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import FILE, no_runs, people_option, read_runs, say, suites_argument, tell
from helm_creativity.errors import FileProblem


@click.command()
@suites_argument()
@click.option("--out", type=FILE, required=True, metavar="FOLDER", help="Folder for the tables.")
@click.option("--answers", is_flag=True, help="Add the texts of the responses.")
@click.option("--ratings", is_flag=True, help="Add the judges' ratings.")
@people_option
def tables(
    suites: Sequence[str], output_path: Path, out: Path, answers: bool, ratings: bool, people: Sequence[Path]
) -> None:
    """Write suites as tidy tables in Parquet.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either. If a run is in two of them,
    the later one counts.
    """
    from helm_creativity.people.sample import read_people
    from helm_creativity.results.tidy import write_tables

    samples = read_people(people)
    found = read_runs(suites, output_path)
    if not found.runs:
        raise FileProblem(no_runs(suites))
    counts = write_tables(found, out, answers, ratings, lambda line: tell(f"left out: {line}"), samples)
    for name, n in counts.items():
        say(f"{n:,} rows in {out / name}.parquet")
