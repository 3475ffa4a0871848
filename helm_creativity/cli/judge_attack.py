"""``helm-creativity judges attack``: judges rate responses with and without planted instructions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from helm_creativity.cli.judge_exam import LACKS_REPLY, card_options
from helm_creativity.cli.options import print_tables, printable, tell

if TYPE_CHECKING:
    from helm_creativity.exams.attacking import Attacked
    from helm_creativity.exams.attacks import Attack
    from helm_creativity.exams.taking import AskingOptions
    from helm_creativity.reporting.tables import Table


@click.command(short_help="measure how far planted instructions raise judges' ratings")
@click.option("--judges", required=True, metavar="A+B", help="HELM's names for the judges' deployments, joined by +.")
@click.option(
    "--benchmark",
    "benchmarks",
    multiple=True,
    metavar="NAME",
    help="Whose question is asked; repeatable (default: all that have responses for it).",
)
@card_options
@click.option("--repetition", default="", metavar="NAME", help="Ask anew, and cache the replies under this name.")
def attack(
    judges: str,
    benchmarks: Sequence[str],
    local_path: Path,
    judge_temp: float,
    judge_max_tokens: int,
    threads: int,
    prices: Sequence[str],
    out: Path | None,
    repetition: str,
    dry_run: bool,
) -> None:
    """Ask judges about responses with and without planted instructions, and write what that does into their cards.

    The responses and the instructions come with this package: 10 responses, and instructions at 4 places in each. A
    harmless text of about the same length at the same places shows what length alone does.
    Judges are asked as in a run, and their replies are cached, so that a repeated attack asks nothing.
    """
    from helm_creativity.exams.attacking import attack_judges
    from helm_creativity.exams.attacks import list_attacks, load_attack
    from helm_creativity.exams.card import cards_folder
    from helm_creativity.exams.taking import AskingOptions
    from helm_creativity.judges.designs import parse_judges
    from helm_creativity.judges.standalone import require_judges, unreachable_judges
    from helm_creativity.reporting.tables import render

    names = parse_judges(judges)
    options = AskingOptions(judge_temp, judge_max_tokens, local_path, threads, repetition)
    attacks = [load_attack(name) for name in dict.fromkeys(benchmarks or list_attacks())]
    require_judges(names, local_path)
    plans = _plans(names, attacks, options, prices)
    if dry_run:
        print_tables(plans)
        return
    tell(printable(render(plans)))
    for line in unreachable_judges(names, local_path):
        tell(f"helm-creativity: {line}; replies that HELM's cache lacks will be missing")
    folder = out or cards_folder()
    rated = 0
    for attacked in attack_judges(judges, attacks, options, folder):
        _show(attacked, folder)
        rated += sum(result.overall.n for result in attacked.results)
    if not rated:
        click.get_current_context().exit(1)


def _plans(
    names: Sequence[str], attacks: Sequence[Attack], options: AskingOptions, prices: Sequence[str]
) -> list[Table]:
    """What each attack asks of each judge."""
    from helm_creativity.exams.attacking import attack_plan
    from helm_creativity.operations.planning.prices import parse_prices
    from helm_creativity.operations.planning.rating_files import ratings_table
    from helm_creativity.reporting.numbers import counted

    parsed = parse_prices(prices)
    return [
        ratings_table(
            attack_plan(names, attack),
            options.max_tokens,
            f"{attack.benchmark}: {counted(len(attack.pairs), 'pair')}, {counted(len(attack.questions), 'question')}",
            parsed,
        )
        for attack in attacks
    ]


def _show(attacked: Attacked, folder: Path) -> None:
    """Prints what was found about a judge, and writes its card as Markdown beside its file."""
    from helm_creativity.exams.card import card_path
    from helm_creativity.reporting.judge_cards import card_tables

    card = attacked.card
    print_tables(card_tables(card.judge, (), attacked.results))
    for result in attacked.results:
        if not result.overall.n:
            reasons = sum((Counter(counts) for _, counts in result.all_missing), Counter[str]())
            why = result.error or ", ".join(f"{reason} {number:,}" for reason, number in reasons.most_common())
            tell(f"{card.judge} rated no pair of {result.benchmark}, so its card leaves it out: {why}")
        elif any(reason in counts for _, counts in result.all_missing for reason in LACKS_REPLY):
            tell(
                f"{card.judge}: ratings of {result.benchmark} are missing; start the same command again; it asks only "
                "for missing replies"
            )
    if card.attacks:
        page = card_path(folder, card.judge, "md")
        print_tables(card_tables(card.judge, card.results, card.attacks), "markdown", page)
        tell(f"card of {card.judge}: {page} and {page.with_suffix('.json').name}")
