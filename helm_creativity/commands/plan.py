"""``helm-creativity plan``: what runs would ask, before any model is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from helm_creativity.commands.options import (
    format_option,
    local_path_option,
    price_option,
    print_tables,
    tell,
    wide_option,
)

COUNT = click.IntRange(1)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="SET-OR-BENCHMARK...")
@click.option("--model", "models", multiple=True, metavar="NAME", help="HELM's name for a model; repeatable.")
@click.option("--judges", default="", metavar="JUDGE+JUDGE", help="Judges for all benchmarks that use judges.")
@click.option("-m", "--max-eval-instances", type=COUNT, metavar="N", help="As in helm-run: at most N items per run.")
@local_path_option("As in helm-run: the folder with model registrations.")
@price_option("Price per million tokens of a deployment; repeatable.")
@click.option("--answer-tokens", type=COUNT, metavar="N", help="Tokens per response, reasoning included.")
@click.option("--judge-tokens", type=COUNT, metavar="N", help="Tokens per judge's reply.")
@click.option("--download", is_flag=True, help="Download items that are not on this machine.")
@click.option("--ping", is_flag=True, help="Also look for API keys and for servers that respond; sends no request.")
@format_option
@wide_option
def plan(
    names: Sequence[str],
    models: Sequence[str],
    judges: str,
    local_path: Path,
    prices: Mapping[str, tuple[float, float]],
    ping: bool,
    as_: str,
    wide: bool,
    **counting: Any,  # noqa: ANN401 - arguments of make_plan
) -> None:
    """Print how many requests, judge calls and tokens runs would take, without asking any model.

    SET-OR-BENCHMARK is a set, a benchmark or a run entry, as in run, or a file of run entries (.conf). A run entry may
    name its model. Without any model, requests are counted as for a baseline. The exit status is 1 if something is not
    counted or cannot be asked.
    """
    from helm_creativity.commands.planning.counting import make_plan, pinged
    from helm_creativity.commands.planning.tables import plan_tables
    from helm_creativity.commands.running.sets import in_full

    found = make_plan(in_full(names, models, judges, tell), local_path, **counting)
    found = pinged(found, local_path) if ping else found
    print_tables(plan_tables(found, prices), as_, wide=wide)
    click.get_current_context().exit(0 if found.complete else 1)
