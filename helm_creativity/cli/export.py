"""``helm-creativity export``: suites as files for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli import SuggestingGroup
from helm_creativity.cli.judges import collected_ratings
from helm_creativity.cli.options import (
    NEW_FILE,
    NEW_FOLDER,
    NamedChoice,
    leave_out,
    people_option,
    rows_file,
    say,
    some_runs,
    suites_argument,
    tell,
)
from helm_creativity.results.exporting.evaluator import RELATIONSHIPS, UNKNOWN, Evaluator
from helm_creativity.safe_text import counted

to_folder = click.option("--out", type=NEW_FOLDER, required=True, metavar="FOLDER", help="Folder for the files.")
with_responses = click.option("--responses", is_flag=True, help="Write prompts, responses and judges' ratings too.")


@click.group(cls=SuggestingGroup)
def export() -> None:
    """Write suites as files for other programs."""


@export.command(short_help="tidy tables in Parquet: runs, stats, scores, responses")
@suites_argument()
@to_folder
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
    from helm_creativity.results.ratings import COLUMNS
    from helm_creativity.results.tidy import write_table

    if corrected:
        from helm_creativity.results.rescoring import CORRECTED, corrected_rows

        problems: list[str] = []
        rows = corrected_rows(some_runs(suites, output_path).runs, problems)
        tell(f"{counted(write_table(rows, CORRECTED, out), 'rated text')} in {out}")
        for problem in problems:
            leave_out(problem)
        return
    with collected_ratings(suites, output_path, every=True) as every:
        count = write_table(every, COLUMNS, out)
    tell(f"{counted(count, 'rating')} in {out}")


@export.command("every-eval-ever", short_help="JSON files in the schema of Every Eval Ever")
@suites_argument()
@to_folder
@with_responses
@click.option("--organization", default=UNKNOWN, help="Who ran the evaluation.")
@click.option(
    "--relationship",
    type=NamedChoice(RELATIONSHIPS),
    default="other",
    show_default=True,
    help="Of that organization to the models' makers.",
)
def every_eval_ever(
    suites: Sequence[str], output_path: Path, out: Path, responses: bool, organization: str, relationship: str
) -> None:
    """Write a JSON file per run in the schema of the Every Eval Ever project."""
    from helm_creativity.results.exporting.every_eval_ever import write_every_eval_ever

    found, evaluator = some_runs(suites, output_path), Evaluator(organization, relationship)
    written = write_every_eval_ever(found, out, evaluator, responses, leave_out)
    say(
        f"{counted(written.runs, 'run')} with {counted(written.results, 'result')}, "
        f"{written.errors:,} of them with a standard error"
    )
    if responses:
        say(f"{counted(written.rows, 'row')} of responses")


@export.command(short_help="a data set folder for the Hugging Face Hub")
@suites_argument()
@to_folder
@with_responses
def hf(suites: Sequence[str], output_path: Path, out: Path, responses: bool) -> None:
    """Write a data set folder for the Hugging Face Hub: tables in Parquet, and a data set card."""
    from helm_creativity.results.exporting.hugging_face import write_dataset

    for name, n in write_dataset(some_runs(suites, output_path), out, responses, leave_out).items():
        say(f"{counted(n, 'row')} in {out / name}")
