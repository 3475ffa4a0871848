"""``helm-creativity leaderboard``: the scores of suites."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from helm_creativity.commands.options import load_suite, print_tables, say, suite_options, table_options
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import listed, quoted


@click.command()
@click.argument("suites", nargs=-1, required=True, metavar="SUITE...")
@click.option("--benchmark", multiple=True, metavar="NAME", help="Only this benchmark, with all details; repeatable.")
@click.option("--domain", metavar="NAME", help="Only benchmarks of this domain of creativity.")
@click.option("--models", metavar="TEXT", help="Only models with this text in their names.")
@click.option("--wide", is_flag=True, help="All tables, one per benchmark and settings, in place of the overview.")
@suite_options
@table_options
def leaderboard(
    suites: Sequence[str],
    benchmark: Sequence[str],
    domain: str | None,
    models: str | None,
    wide: bool,
    as_: str,
    out: Path | None,
    **settings: Any,  # noqa: ANN401
) -> None:
    """Print the scores of suites: models by benchmarks, then with --benchmark or --wide a table per benchmark.

    Files and formats other than text have all tables: one per benchmark, comparable settings and number of items, with
    ranks, intervals, standard errors, shares of scored responses, cautions and settings.

    SUITE is helm-run's --suite, helm-summarize's --release, or a folder of either. If a run is in two of them,
    the later one counts.
    """
    suite = load_suite(suites, tell_notes=False, **settings)

    from helm_creativity.results.leaderboard import leaderboard_tables, overview
    from helm_creativity.results.suite import part_of

    places = {place for name in benchmark or ("",) for place in suite.find_columns(name)}
    if domain is not None:
        domains = [column.domain or "probe" for column in suite.columns]
        if domain.casefold() not in domains:
            raise BadArguments(f"--domain: no run of {quoted(domain)}; there are {listed(sorted(set(domains)))}")
        places &= {place for place, name in enumerate(domains) if name == domain.casefold()}
    text = (models or "").casefold()
    if not any(text in model.casefold() for model in suite.models):
        raise BadArguments(f"--models: no model's name contains {quoted(models)}; there are {listed(suite.models)}")
    shown = part_of(suite, sorted(places))
    groups = {column.group for column in shown.columns}
    if not (wide or benchmark or len(groups) == 1 or as_ != "text" or out):
        width = shutil.get_terminal_size((118, 1)).columns
        print_tables(overview(shown, lambda model: text in model.casefold()), width=width)
        say(f"\nDetails: --benchmark NAME, or --wide for all {len(groups)} benchmarks.")
        return
    print_tables(leaderboard_tables(shown, range(len(shown.columns)), lambda model: text in model.casefold()), as_, out)
