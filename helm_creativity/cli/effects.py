"""``helm-creativity effects``: what a factor, such as temperature, does to scores within models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import (
    NEW_FILE,
    NamedChoice,
    floor_option,
    print_tables,
    read_runs,
    require_figure,
    scores_option,
    suites_argument,
    table_options,
    tell,
)
from helm_creativity.defaults import FACTORS


@click.command()
@suites_argument()
@click.option("--by", type=NamedChoice(FACTORS), required=True, help="The factor.")
@click.option(
    "--pairs",
    default="",
    metavar="TEXT|FILE",
    help="For model-pair: how the second name of each pair ends, such as -thinking, or a CSV or JSONL file with the "
    "columns first and second (or base and thinking).",
)
@click.option("--figure", type=NEW_FILE, metavar="FILE", help="Also draw d_z with intervals: .png, .pdf or .svg.")
@scores_option
@floor_option
@table_options
def effects(
    suites: Sequence[str],
    output_path: Path,
    by: str,
    pairs: str,
    figure: Path | None,
    scores: str,
    least_scored: float,
    as_: str,
    out: Path | None,
) -> None:
    """Print what a factor does to scores within models.

    Every benchmark that was run under two or more levels of the factor, with all other comparable settings equal, is
    compared level by level: paired differences over models, d_z with its interval, shares of variance.
    """
    from helm_creativity.reports.effects import draw_effects, effects_tables
    from helm_creativity.results.effects import factor_effects
    from helm_creativity.results.runs import find_suites

    if figure is not None:
        require_figure(figure)
    found = factor_effects(
        find_suites(suites, output_path), read_runs(suites, output_path, scores), by, pairs, least_scored, tell
    )
    print_tables(effects_tables(found), as_, out)
    if not found.effects:
        tell(
            f"helm-creativity: no effect of {by}: in no benchmark do two language models have scores that count under "
            "two levels and differ in what the levels do"
        )
        click.get_current_context().exit(1)
    if figure is not None:
        draw_effects(found, figure)
