"""``helm-creativity leaderboard``: the scores of suites."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from helm_creativity.cli.options import (
    NamedChoice,
    floor_option,
    leave_out,
    norms_option,
    people_option,
    print_tables,
    read_runs,
    say,
    scores_option,
    suites_argument,
    table_options,
)
from helm_creativity.errors import BadArguments

if TYPE_CHECKING:
    from helm_creativity.results.runs import Run

LEAST_BENCHMARKS = 2
"""One benchmark has its own table at once."""
NARROWEST = 40


@click.command()
@suites_argument()
@click.option(
    "--signatures",
    type=NamedChoice(("full", "short")),
    default="full",
    show_default=True,
    help="How to show comparable settings: in full, or as the protocol and a checksum.",
)
@click.option(
    "--benchmark",
    "benchmarks",
    multiple=True,
    metavar="NAME",
    help="Only this benchmark, with all details; repeatable.",
)
@click.option("--domain", metavar="NAME", help="Only benchmarks of this domain of creativity.")
@click.option("--models", metavar="TEXT", help="Only models with this text in their names.")
@click.option("--wide", is_flag=True, help="All tables, one per benchmark and settings, in place of the overview.")
@scores_option
@norms_option
@people_option
@click.option("--participants", is_flag=True, help="With --people: add a table of every participant.")
@floor_option
@table_options
def leaderboard(
    suites: Sequence[str],
    output_path: Path,
    signatures: str,
    benchmarks: Sequence[str],
    domain: str | None,
    models: str | None,
    wide: bool,
    scores: str,
    norms: bool,
    people: Sequence[Path],
    participants: bool,
    least_scored: float,
    as_: str,
    out: Path | None,
) -> None:
    """Print the scores of suites: models by benchmarks, then with --benchmark or --wide a table per benchmark.

    Files and formats other than text have all tables: one per benchmark, comparable settings and number of items, with
    standard errors, shares of scored responses, cautions and settings.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either. If a run is in two of them,
    the later one counts.
    """
    from helm_creativity.core.comparability import short_key
    from helm_creativity.people.sample import read_people
    from helm_creativity.reports import leaderboard as tables
    from helm_creativity.reports.overview import overview
    from helm_creativity.reports.tables import WIDTH

    shown = short_key if signatures == "short" else str
    if participants and not people:
        raise BadArguments("--participants needs samples of people: name them with --people")
    samples, problems = read_people(people), list[str]()
    every = of_benchmarks(read_runs(suites, output_path, scores).runs, benchmarks, domain)
    runs = of_models(every, models)
    groups = {run.group for run in runs}
    details = wide or len(benchmarks) > 0 or len(groups) < LEAST_BENCHMARKS or as_ != "text" or out is not None
    if not details and not (people or norms):
        width = max(shutil.get_terminal_size((WIDTH, 1)).columns, NARROWEST)
        names = {run.model for run in runs}
        print_tables(overview(every, width, leave_out, least_scored, names.__contains__))
        say(f"\nDetails: --benchmark NAME, or --wide for all {len(groups)} benchmarks.")
        return
    found = tables.leaderboard(
        runs,
        shown,
        least_scored,
        norms=norms,
        people=samples,
        participants=participants,
        problems=problems,
    )
    for problem in problems:
        leave_out(problem)
    print_tables(found, as_, out)


def of_benchmarks(runs: Sequence[Run], benchmarks: Sequence[str], domain: str | None) -> list[Run]:
    """The runs of some benchmarks and of a domain; all where nothing is named."""
    from helm_creativity.core.names import PREFIX, did_you_mean, find_name
    from helm_creativity.results.comparable import cards
    from helm_creativity.safe_text import listed, quoted

    groups = sorted({run.group for run in runs})
    wanted = {name: find_name(name, groups) for name in benchmarks}
    if unknown := [name for name, group in wanted.items() if group is None]:
        names = [group.removeprefix(PREFIX) for group in groups]
        raise BadArguments(f"--benchmark: no run of {quoted(unknown[0])}{did_you_mean(unknown[0], names)}")
    domains = {group: card.domain or "probe" for group, card in cards().items() if group in groups}
    if domain is not None and domain.casefold() not in domains.values():
        there = listed(sorted(set(domains.values())))
        raise BadArguments(f"--domain: no run of {quoted(domain)}; there are {there}")
    return [
        run
        for run in runs
        if (not wanted or run.group in wanted.values())
        and (domain is None or domains.get(run.group) == domain.casefold())
    ]


def of_models(runs: Sequence[Run], text: str | None) -> list[Run]:
    """The runs of models with a text in their names; all where there is none."""
    from helm_creativity.safe_text import listed, quoted

    chosen = [run for run in runs if text is None or text.casefold() in run.model.casefold()]
    if text is not None and not chosen:
        names = sorted({run.model for run in runs})
        raise BadArguments(f"--models: no model's name contains {quoted(text)}; there are {listed(names)}")
    return chosen
