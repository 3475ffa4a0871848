"""``helm-creativity export``: suites as tidy tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.commands.options import NEW_FOLDER, leave_out, people_option, say, some_runs, suites_argument
from helm_creativity.results.tidy import TABLES
from helm_creativity.safe_text import counted

ENDINGS = ("parquet", "csv", "jsonl")


@click.command()
@suites_argument
@click.option("--out", type=NEW_FOLDER, required=True, metavar="FOLDER", help="Folder for the files.")
@click.option(
    "--table",
    "tables",
    type=click.Choice(TABLES),
    multiple=True,
    help="Only this table; repeatable (default: all but rated_texts, for which judges' severity is estimated).",
)
@click.option("--format", "ending", type=click.Choice(ENDINGS), default=ENDINGS[0], show_default=True)
@people_option
def export(
    suites: Sequence[str], output_path: Path, out: Path, tables: Sequence[str], ending: str, people: Sequence[str]
) -> None:
    """Write suites as tidy tables: runs, stats, scores, responses, judges' ratings, and samples of people.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either; the newest suite if left out. If a
    run is in two of them, the later one counts. In rated_texts each text has its mean rating, and that without judges'
    severity and at equal length.
    """
    from helm_creativity.people.sample import read_people
    from helm_creativity.results.tidy import write_tables

    samples = read_people(map(Path, people))
    usual = [name for name in TABLES if name != "rated_texts" and (samples or not name.startswith("people"))]
    counts = write_tables(some_runs(suites, output_path), out, tables or usual, leave_out, samples, f".{ending}")
    for name, n in counts.items():
        say(f"{counted(n, 'row')} in {out / name}.{ending}")
