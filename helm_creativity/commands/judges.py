"""``helm-creativity judges``: evaluate them on texts that people rated, calibrate them, measure their agreement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.commands import CommandGroup
from helm_creativity.commands.options import (
    FILE,
    announce_plans,
    local_path_option,
    out_option,
    price_option,
    print_tables,
    server_options,
    tell,
)
from helm_creativity.defaults import THREADS
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.judges.evaluation.card import ExamResult

LACKS_REPLY = {"failed", "not_asked"}


@click.group(cls=CommandGroup)
def judges() -> None:
    """Evaluate judges on texts that people rated, calibrate them, and measure how far they agree with people."""


@judges.command(short_help="ask judges about texts that people rated; write their cards")
@click.option("--judges", required=True, metavar="A+B", help="HELM's names for the judges' deployments, joined by +.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="NAME|FILE.yaml",
    help="A set that people rated, or a YAML file that describes your own; repeatable (default: all that are fetched).",
)
@click.option(
    "--sample", type=click.IntRange(1), metavar="N", help="Number of responses from each set, spread over its items."
)
@server_options
@local_path_option("helm-run's --local-path, cache included.")
@click.option(
    "--judge-temp", "temperature", type=float, default=0.0, show_default=True, help="Temperature of the judges."
)
@click.option(
    "--judge-max-tokens", "max_tokens", type=int, default=4096, show_default=True, help="Token limit of a reply."
)
@click.option("--threads", type=int, default=THREADS, show_default=True, help="Number of concurrent requests.")
@price_option("Price per million tokens.")
@click.option("--dry-run", is_flag=True, help="Print what judges would be asked, and stop.")
def evaluate(
    judges: str,
    sets: Sequence[str],
    base_url: str | None,
    api_key_env: str | None,
    local_path: Path,
    prices: Mapping[str, tuple[float, float]],
    dry_run: bool,
    **asking: Any,  # noqa: ANN401 - of ``ExamOptions``
) -> None:
    """Ask judges about texts that people rated, and keep a card of each, which reports show.

    Judges are asked as in a run, and their replies are cached: the same command goes on where it was stopped, and asks
    nothing again. `helm-creativity fetch NAME` brings a public set.
    """
    from helm_creativity.commands.planning.tables import ratings_table
    from helm_creativity.commands.running.server import served_judges
    from helm_creativity.judges.designs import parse_judges
    from helm_creativity.judges.evaluation import taking
    from helm_creativity.judges.evaluation.card import card_path, cards_folder
    from helm_creativity.judges.evaluation.own_file import exam_sets
    from helm_creativity.judges.standalone import require_judges, unreachable_judges
    from helm_creativity.reports.judge_cards import card_tables

    options = taking.ExamOptions(local_path=local_path, **asking)
    complete = True
    with served_judges(judges, base_url, api_key_env, local_path, tell, write=not dry_run) as panel:
        chosen, names, folder = exam_sets([*dict.fromkeys(sets)], tell), parse_judges(panel), cards_folder()
        require_judges(names, local_path)
        plans = []
        for exam in chosen:
            responses = taking.drawn(exam.responses, options.sample, options.seed)
            title = f"{exam.name}: {counted(len(responses), 'response')} of {len(exam.responses):,}"
            loads = taking.question_loads(names, exam.rubric, taking.questions_about(responses))
            plans.append(ratings_table(loads, options.max_tokens, title, prices))
        if not announce_plans(plans, dry_run, partial(unreachable_judges, names, local_path)):
            return
        for examined in taking.examine_judges(panel, chosen, options, folder):
            card, results = examined.card, examined.results
            print_tables(card_tables(card.judge, results))
            lacking = [_tell_missing(card.judge, result) for result in results]
            complete &= not any(lacking) and any(result.rated for result in results)
            if card.results:
                page = card_path(folder, card.judge, "md")
                print_tables(card_tables(card.judge, card.results), "markdown", page)
                tell(f"card of {card.judge}: {page} and {page.with_suffix('.json').name}")
    click.get_current_context().exit(0 if complete else 1)


def _tell_missing(judge: str, result: ExamResult) -> bool:
    """Prints what a judge did not rate; whether replies are missing."""
    lacking, unasked = sum(result.missing.values()), not LACKS_REPLY.isdisjoint(result.missing)
    if not result.rated:
        tell(f"{judge} rated none of {lacking:,} responses of {result.set}: its card lacks them: {result.error}")
    elif unasked:
        again = "start the same command again; it asks only for missing replies"
        tell(f"{judge}: {lacking:,} ratings of {result.set} are missing; {again}")
    return unasked


@judges.command(short_help="estimate raters' severity from a file of ratings")
@click.argument("table", type=FILE)
@click.option(
    "--rater",
    "raters",
    multiple=True,
    metavar="COLUMN",
    help="A rater's column; repeatable. JUDGES=RATINGS names both columns of a table with one row per rating.",
)
@click.option("--item", default="", metavar="COLUMN", help="Column of items (default: item or instance).")
@out_option
def calibrate(table: Path, raters: Sequence[str], item: str, out: Path | None) -> None:
    """Print how severe and consistent the raters of a file are, and models' means without that.

    TABLE is a .csv, .jsonl or .parquet file: one row per rating with the columns judge, item and rating (optional:
    model, trial, dimension, benchmark, rubric and judging), one row per response with --rater, or one row per rater in
    an export of a survey. For the judges of a suite: helm-creativity analyse SUITE calibration.
    """
    from helm_creativity.results.calibration import calibration_tables
    from helm_creativity.results.rating_tables import ratings_of_table

    print_tables(calibration_tables(ratings_of_table(table, raters, item)), out=out)


@judges.command(short_help="measure how well judges agree with people in a table of ratings")
@click.argument("table", type=FILE)
@click.option(
    "--judge", "judges", multiple=True, required=True, metavar="COLUMN", help="Column of a judge; repeatable."
)
@click.option(
    "--rater", "raters", multiple=True, required=True, metavar="COLUMN", help="Column of a person; repeatable."
)
@click.option("--item", default="", metavar="COLUMN", help="Column of items (default: each row is an item).")
@click.option("--scale", default="automatic", show_default=True, help="classes, binary, ordinal or interval.")
@out_option
def agreement(table: Path, out: Path | None, **options: Any) -> None:  # noqa: ANN401
    """Measure agreement in a table of ratings: a row per response, a column per judge and person.

    TABLE is a .csv, .jsonl or .parquet file. Ratings are numbers or names of classes.
    """
    from helm_creativity.results.agreement import agreement_tables

    print_tables(agreement_tables(table, **options), out=out)
