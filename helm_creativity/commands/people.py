"""``helm-creativity people``: samples of people, and responses of people that authors released with ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from helm_creativity.commands import SuggestingGroup
from helm_creativity.commands.options import (
    FILE,
    NEW_FILE,
    FiniteRange,
    NamedChoice,
    print_tables,
    read_runs,
    say,
    suites_argument,
    table_options,
    tell,
)
from helm_creativity.commands.people_import import import_command
from helm_creativity.commands.people_norms import norms
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments

copy_option = click.option(
    "--from",
    "source",
    type=FILE,
    help="Your own copy of AGC-Human's file of responses (default: the fetched one).",
)


@click.group(cls=SuggestingGroup)
def people() -> None:
    """Import and describe responses of people, and show those released with ratings."""


people.add_command(import_command)


people.add_command(norms)


@norms.command()
@suites_argument(required=False)
@copy_option
@click.option(
    "--common-scale",
    is_flag=True,
    help="People and models on one scale instead: scores without length, alphas, percentiles among people.",
)
@click.option(
    "--measure",
    type=NamedChoice(("rating", "panel")),
    default="rating",
    show_default=True,
    help="With --common-scale: the released ratings, or the paper's panel of novelty and diversity.",
)
@click.option("--embedding", default="", help="With --measure panel: embedding of the responses (default: builtin).")
@table_options
def show(
    suites: Sequence[str],
    output_path: Path,
    source: Path | None,
    common_scale: bool,
    measure: str,
    embedding: str,
    as_: str,
    out: Path | None,
) -> None:
    """Print ratings of people and models by task, with the runs of suites beside them.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either.
    """
    from helm_creativity.results.common_scale import common_scale_tables
    from helm_creativity.results.human_responses import load_human_responses

    if measure == "panel" and not common_scale:
        raise BadArguments("--measure panel is for --common-scale: add it, or leave --measure out")
    if embedding and measure != "panel":
        raise BadArguments("--embedding is for --measure panel: add it, or leave --embedding out")
    if common_scale:
        if suites:
            raise BadArguments("--common-scale is of the released responses alone: leave the suites out")
        name = (embedding or "builtin") if measure == "panel" else ""
        print_tables(common_scale_tables(load_human_responses(source), name), as_, out)
        return
    runs = read_runs(suites, output_path).runs if suites else []
    print_tables(load_human_responses(source).beside(runs), as_, out)


@people.command()
@click.argument("folders", nargs=-1, required=True, type=FILE, metavar="DIR...")
@click.option("--top", type=click.IntRange(1), default=2, show_default=True, help="Number of ideas in the top score.")
@click.option("--embedding", default="", help="Compare ideas by these vectors (default: by their texts).")
@click.option(
    "--threshold",
    type=FiniteRange(0, 1, min_open=True),
    help="With --embedding: similarity from which ideas are alike (default: 0.8).",
)
@click.option("--participants", is_flag=True, help="Add a table of every participant.")
@table_options
def statistics(
    folders: Sequence[Path],
    top: int,
    embedding: str,
    threshold: float | None,
    participants: bool,
    as_: str,
    out: Path | None,
) -> None:
    """Print what studies of divergent thinking report of samples of people.

    DIR is a sample that people import wrote, or a folder of some. The tables have fluency, mean, top and maximum
    originality, originality without fluency, uniqueness within the sample, and reliability over items and raters.
    """
    from helm_creativity.people.responses import THRESHOLD
    from helm_creativity.people.sample import read_people
    from helm_creativity.results.people import statistics_tables

    if threshold is not None and not embedding:
        raise BadArguments("--threshold is for --embedding: name one, or leave --threshold out")
    found = [
        sample.statistics(top=top, embedding=embedding, threshold=THRESHOLD if threshold is None else threshold)
        for sample in read_people(folders)
    ]
    print_tables(
        [table for sample in found for table in statistics_tables(sample, participants=participants)], as_, out
    )


@people.command()
@click.argument("benchmark")
@click.option("--who", type=NamedChoice(("people", "models")), default="people", show_default=True)
@click.option("--judge", metavar="DEPLOYMENT", help="Have this judge rate them again (default: the released ratings).")
@click.option(
    "--local-path",
    "--prod-env",
    type=FILE,
    default=LOCAL_PATH,
    show_default=True,
    help="With --judge: helm-run's --local-path, cache included.",
)
@click.option("--threads", type=click.IntRange(1), default=4, show_default=True, help="Number of concurrent requests.")
@copy_option
@click.option("--out", type=NEW_FILE, required=True, help="A .csv or .jsonl file.")
def responses(
    benchmark: str,
    who: str,
    judge: str | None,
    local_path: Path,
    threads: int,
    source: Path | None,
    out: Path,
) -> None:
    """Write released responses to a benchmark's items as records for ``helm-creativity score``."""
    from helm_creativity.benchmark.rows.records import is_csv, write_records, writing
    from helm_creativity.results.human_responses import STAT, load_human_responses

    records = load_human_responses(source).records(benchmark, who)
    if judge is not None:
        ratings = _ratings(benchmark, records, judge, local_path, threads)
        records = [{**record, STAT: rating} for record, rating in zip(records, ratings, strict=True)]
        if missing := ratings.count(None):
            tell(f"{missing} of {len(ratings)} responses have no rating by {judge}")
    with writing(out) as file:
        write_records(records, file, is_csv(out))
    say(f"{len(records):,} records in {out}")


def _ratings(
    benchmark: str, records: Sequence[Mapping[str, Any]], judge: str, local_path: Path, threads: int
) -> list[float | None]:
    from helm_creativity.judges.evaluation.taking import AskingOptions
    from helm_creativity.results.human_responses import STAT, questions_about

    rubric, questions = questions_about(benchmark, records)
    replies = AskingOptions(local_path=local_path, threads=threads).ask(judge, rubric, questions)
    return [reply.readings[STAT].value for reply in replies]
