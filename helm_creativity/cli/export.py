"""``helm-creativity export``: suites in the formats in which others read results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import FILE, NamedChoice, no_runs, read_runs, say, suites_argument, tell
from helm_creativity.errors import FileProblem
from helm_creativity.results.exporting.evaluator import RELATIONSHIPS, UNKNOWN, Evaluator

FORMATS = ("every-eval-ever", "hf")


@click.command()
@click.argument("form", metavar="FORMAT", type=NamedChoice(FORMATS))
@suites_argument()
@click.option("--out", type=FILE, required=True, metavar="FOLDER", help="Where the files go.")
@click.option("--responses", is_flag=True, help="Write prompts, responses and judges' ratings too.")
@click.option("--organization", default=UNKNOWN, help="Who ran the evaluation (every-eval-ever).")
@click.option(
    "--relationship",
    type=NamedChoice(RELATIONSHIPS),
    default="other",
    show_default=True,
    help="Of that organization to the models' makers (every-eval-ever).",
)
def export(
    form: str,
    suites: Sequence[str],
    output_path: Path,
    out: Path,
    responses: bool,
    organization: str,
    relationship: str,
) -> None:
    """Write suites in a format that other tools read.

    FORMAT is every-eval-ever (a JSON file per run in the schema of the Every Eval Ever project) or hf (a data set
    folder for the Hugging Face Hub).

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either. If a run is in two of them,
    the later one counts.
    """
    found = read_runs(suites, output_path)
    if not found.runs:
        raise FileProblem(no_runs(suites))

    def warn(line: str) -> None:
        tell(f"left out: {line}")

    if form == "hf":
        from helm_creativity.results.exporting.hugging_face import write_dataset

        for name, n in write_dataset(found, out, responses, warn).items():
            say(f"{n:,} rows in {out / name}")
        return
    from helm_creativity.results.exporting.every_eval_ever import write_every_eval_ever

    written = write_every_eval_ever(found, out, Evaluator(organization, relationship), responses, warn)
    say(f"{written.runs:,} runs with {written.results:,} results, {written.errors:,} of them with a standard error")
    if responses:
        say(f"{written.rows:,} rows of responses")
