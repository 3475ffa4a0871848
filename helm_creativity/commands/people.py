"""``helm-creativity people``: samples of people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.commands import SuggestingGroup
from helm_creativity.commands.options import FILE, FiniteRange, out_option, print_tables
from helm_creativity.commands.people_import import import_command
from helm_creativity.errors import BadArguments


@click.group(cls=SuggestingGroup)
def people() -> None:
    """Import responses of people, and describe samples of them."""


people.add_command(import_command)


@people.command()
@click.argument("folders", nargs=-1, required=True, type=FILE, metavar="DIR...")
@click.option("--top", type=click.IntRange(1), default=2, show_default=True, help="Number of ideas in the top score.")
@click.option("--embedding", default="", help="Compare ideas by these vectors (default: by their texts).")
@click.option(
    "--threshold",
    type=FiniteRange(0, 1, min_open=True),
    help="With --embedding: similarity from which ideas are alike (default: 0.8).",
)
@out_option
def statistics(
    folders: Sequence[Path],
    top: int,
    embedding: str,
    threshold: float | None,
    out: Path | None,
) -> None:
    """Print what studies of divergent thinking report of samples of people.

    DIR is a sample that people import wrote, or a folder of some. The tables have fluency, mean, top and maximum
    originality, originality without fluency, uniqueness within the sample, and reliability over items and raters. A
    file (--out) also has a row for each participant.
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
        [table for sample in found for table in statistics_tables(sample, participants=out is not None)], out=out
    )
