"""``helm-creativity forget``: drops useless replies from HELM's cache, so that they are asked for again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from helm_creativity.commands.options import (
    leave_out,
    local_path_option,
    print_tables,
    some_runs,
    suites_argument,
    tell,
)
from helm_creativity.defaults import REPLY_KINDS, RESPONSE
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.results.table import Table

DRAWN_ANEW = "Dropping responses for their content and sampling them again raises the score: report it with the score."


@click.command()
@suites_argument
@click.option(
    "--reason",
    "reasons",
    multiple=True,
    required=True,
    metavar="REASON",
    help="Failure reason of the replies to drop: empty, truncated, unparsable and so on; repeatable.",
)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(REPLY_KINDS), help="Only this kind; repeatable (default: all)."
)
@click.option("--model", "models", multiple=True, metavar="NAME", help="Only runs of this model; repeatable.")
@local_path_option("As in helm-run: the folder with model registrations and HELM's cache.")
@click.option("--yes", is_flag=True, help="Drop the replies. Without it, only print how many would be dropped.")
def forget(
    suites: Sequence[str],
    output_path: Path,
    reasons: Sequence[str],
    kinds: Sequence[str],
    models: Sequence[str],
    local_path: Path,
    yes: bool,
) -> None:
    """Drop useless replies from HELM's cache.

    HELM keeps every reply, even one that is empty because a provider failed briefly, and a rerun takes it from the
    cache. This command drops the replies that the runs of suites count under a failure reason, so that the next run
    asks for them again. It first copies the cache, and sends nothing to any model. It supports SQLite caches, HELM's
    default, but not --mongo-uri.
    """
    from helm_creativity.commands.forgetting import drop, find_useless

    runs = [run for run in some_runs(suites, output_path, models).runs if not models or run.model in models]
    found = find_useless(runs, reasons, kinds or REPLY_KINDS, local_path, leave_out)
    print_tables(_table(list(found.values())))
    files = ", ".join(sorted({str(reply.file) for reply in found}))
    many = counted(len(found), "reply", "replies")
    if found and not yes:
        tell(f"nothing was dropped: add --yes to drop {many} from {files}")
    elif found:
        for file, copy in drop(found).items():
            tell(f"{file} was copied to {copy}")
        again = "to ask for these again, start helm-run as before, without --skip-completed-runs"
        tell(f"{many} dropped from {files}: {again}")


def _table(found: Sequence[tuple[str, str, str, str, str]]) -> Table:
    from helm_creativity.benchmark.types import FailureReason
    from helm_creativity.results.table import Column, Table

    hiccups = (FailureReason.EMPTY, FailureReason.FAILED)
    is_drawn_anew = any(kind == RESPONSE and reason not in hiccups for _, _, kind, _, reason in found)
    titles = ("model", "benchmark", "kind", "reply of", "reason")
    columns = [*(Column(title, title, left=True) for title in titles), Column("kept", "in the cache")]
    rows = [(*about, number) for about, number in sorted(Counter(found).items())]
    notes = ["There are none in the cache."] if not found else [DRAWN_ANEW] if is_drawn_anew else []
    return Table("replies", columns, rows, title="Useless replies", notes=notes)
