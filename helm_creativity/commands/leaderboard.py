"""``helm-creativity leaderboard``: the scores of suites."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from helm_creativity.commands.options import WINDOW, load_suite, print_tables, say, suite_options, table_options
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import listed, quoted

ALL = "all"


@click.command()
@click.argument("suites", nargs=-1, metavar="[SUITE]...")
@click.option(
    "--benchmark", multiple=True, metavar=f"NAME|{ALL}", help="The table of this benchmark, or of all; repeatable."
)
@click.option("--models", metavar="TEXT", help="Only models with this text in their names.")
@suite_options
@table_options
def leaderboard(
    suites: Sequence[str],
    benchmark: Sequence[str],
    models: str | None,
    as_: str | None,
    out: Path | None,
    wide: bool,
    **settings: Any,  # noqa: ANN401
) -> None:
    """Print the scores of suites: models by benchmarks, or with --benchmark a table per benchmark.

    A benchmark's table has ranks, intervals, standard errors, shares of scored responses, cautions and settings; files
    and formats other than text have those of all. SUITE is helm-run's --suite, helm-summarize's --release, or a folder
    of either; the newest suite if left out. If a run is in two of them, the later one counts.
    """
    suite = load_suite(suites, tell_notes=False, **settings)

    from helm_creativity.reports.tables import in_blocks
    from helm_creativity.results.leaderboard import leaderboard_tables, overview
    from helm_creativity.results.suite import part_of

    names = [name for name in benchmark if name != ALL]
    places = {place for name in names or ("",) for place in suite.find_columns(name)}
    text = (models or "").casefold()
    if not any(text in model.casefold() for model in suite.models):
        raise BadArguments(f"--models: no model's name contains {quoted(models)}; there are {listed(suite.models)}")
    shown = part_of(suite, sorted(places))
    groups = {column.group for column in shown.columns}
    if not (benchmark or len(groups) == 1 or as_ not in (None, "text") or out):
        table = overview(shown, lambda model: text in model.casefold())
        print_tables([table] if wide else [*in_blocks(table, shutil.get_terminal_size(WINDOW).columns)])
        say(f"\nDetails: --benchmark NAME, or --benchmark {ALL} for all {len(groups)} benchmarks.")
        return
    tables = leaderboard_tables(shown, range(len(shown.columns)), lambda model: text in model.casefold())
    print_tables(tables, as_, out, wide)
