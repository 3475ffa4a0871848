"""``helm-creativity judges attack``: judges rate responses with and without planted instructions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.cli.judge_exam import (
    AGAIN,
    LACKS_REPLY,
    announce_questions,
    card_options,
    judges_option,
    repetition_option,
    write_page,
)
from helm_creativity.cli.options import print_tables, tell
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.exams.rises import AttackResult
    from helm_creativity.exams.taking import Examined


@click.command(short_help="measure how far planted instructions raise judges' ratings")
@judges_option
@click.option(
    "--benchmark",
    "benchmarks",
    multiple=True,
    metavar="NAME",
    help="Whose question is asked; repeatable (default: all that have responses for it).",
)
@card_options
@repetition_option
def attack(
    judges: str,
    benchmarks: Sequence[str],
    asking: Mapping[str, Any],
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
    from helm_creativity.judges.standalone import require_judges

    names = parse_judges(judges)
    options = AskingOptions(**asking, repetition=repetition)
    attacks = [load_attack(name) for name in dict.fromkeys(benchmarks or list_attacks())]
    require_judges(names, options.local_path)
    asked = []
    for chosen in attacks:
        numbers = f"{counted(len(chosen.pairs), 'pair')}, {counted(len(chosen.questions), 'question')}"
        asked.append((f"{chosen.benchmark}: {numbers}", chosen.rubric, chosen.questions))
    if not announce_questions(names, asked, options, prices, dry_run):
        return
    folder = out or cards_folder()
    shown = [_show(attacked, folder) for attacked in attack_judges(judges, attacks, options, folder)]
    if not all(shown):
        click.get_current_context().exit(1)


def _show(attacked: Examined[AttackResult], folder: Path) -> bool:
    """Prints what was found about a judge, and writes its card as Markdown beside its file.

    Returns:
        Whether it rated anything, and no request failed.
    """
    from helm_creativity.reporting.judge_cards import card_tables

    card = attacked.card
    print_tables(card_tables(card.judge, (), attacked.results))
    complete = any(result.rated for result in attacked.results)
    for result in attacked.results:
        failed = any(reason in counts for _, counts in result.all_missing for reason in LACKS_REPLY)
        complete &= not failed
        if not result.rated:
            reasons = sum((Counter(counts) for _, counts in result.all_missing), Counter[str]())
            why = result.error or ", ".join(f"{reason} {number:,}" for reason, number in reasons.most_common())
            tell(f"{card.judge} rated no pair of {result.benchmark}, so its card leaves it out: {why}")
        elif failed:
            tell(f"{card.judge}: ratings of {result.benchmark} are missing; {AGAIN}")
    if card.attacks:
        write_page(card, folder)
    return complete
