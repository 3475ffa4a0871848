"""``helm-creativity leaderboard``: the scores of suites."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import (
    floor_option,
    norms_option,
    people_option,
    print_tables,
    read_runs,
    suites_argument,
    table_options,
    tell,
)
from helm_creativity.errors import BadArguments


@click.command()
@suites_argument()
@click.option(
    "--signatures",
    type=click.Choice(("full", "short")),
    default="full",
    show_default=True,
    help="The settings that make scores comparable: all of them, or the protocol and a checksum.",
)
@norms_option
@people_option
@click.option("--participants", is_flag=True, help="With --people: a table of every participant, too.")
@floor_option
@table_options
def leaderboard(
    suites: Sequence[str],
    output_path: Path,
    signatures: str,
    norms: bool,
    people: Sequence[Path],
    participants: bool,
    least_scored: float,
    as_: str,
    out: Path | None,
) -> None:
    """Print the scores of suites: one table per benchmark, comparable settings and number of items.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either. If a run is in two of them,
    the later one counts.
    """
    from helm_creativity.core.comparability import short_key
    from helm_creativity.people.sample import read_people
    from helm_creativity.reporting import leaderboard as tables

    shown = short_key if signatures == "short" else str
    if participants and not people:
        raise BadArguments("--participants shows those of samples: name these with --people")
    samples, problems = read_people(people), list[str]()
    found = tables.leaderboard(
        read_runs(suites, output_path).runs,
        shown,
        least_scored,
        norms=norms,
        people=samples,
        participants=participants,
        problems=problems,
    )
    for problem in problems:
        tell(f"left out: {problem}")
    print_tables(found, as_, out)
