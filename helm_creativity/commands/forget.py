"""``helm-creativity forget``: drops useless replies from HELM's cache, so that they are asked for again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from helm_creativity.commands.forgetting import KINDS
from helm_creativity.commands.options import (
    NamedChoice,
    leave_out,
    local_path_option,
    print_tables,
    some_runs,
    suites_argument,
    tell,
)
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.commands.forgetting.replies import UselessReply
    from helm_creativity.results.runs import Run
    from helm_creativity.results.table import Table

_COLUMNS = {"model": "model", "benchmark": "benchmark", "kind": "kind", "deployment": "reply of", "reason": "reason"}
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
    "--kind", "kinds", multiple=True, type=NamedChoice(KINDS), help="Only this kind; repeatable (default: all)."
)
@click.option("--model", "models", multiple=True, metavar="NAME", help="Only runs of this model; repeatable.")
@local_path_option("As in helm-run: the folder with model registrations and HELM's cache.", metavar="FOLDER")
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
    from helm_creativity.commands.forgetting.cache import drop

    runs = [run for run in some_runs(suites, output_path, models).runs if not models or run.model in models]
    found = _found(runs, reasons, kinds or KINDS, local_path)
    print_tables(_table(found))
    replies = dict.fromkeys(kept for reply in found for kept in reply.kept)
    files = ", ".join(sorted({str(reply.file) for reply in replies}))
    many = counted(len(replies), "reply", "replies")
    if not replies:
        return
    if not yes:
        tell(f"nothing was dropped: add --yes to drop {many} from {files}")
        return
    for file, copy in drop(replies).items():
        tell(f"{file} was copied to {copy}")
    tell(
        f"{many} dropped from {files}: to ask for these again, start helm-run as before, without --skip-completed-runs"
    )


def _found(runs: Sequence[Run], reasons: Sequence[str], kinds: Sequence[str], local_path: Path) -> list[UselessReply]:
    from helm_creativity.commands.forgetting.replay import CACHE, ReplayedClients, unconnected
    from helm_creativity.commands.forgetting.replies import REASONS, UselessReplies
    from helm_creativity.commands.planning.entries import register

    if unknown := sorted(set(reasons) - set(REASONS)):
        raise BadArguments(f"--reason must be one of {', '.join(REASONS)}, got {', '.join(unknown)}")
    if not any((local_path / CACHE).glob("*.sqlite")):
        raise FileProblem(
            f"there is no SQLite cache in {local_path / CACHE}: name helm-run's --local-path. Runs with "
            "--disable-cache keep nothing, and what runs with --mongo-uri keep cannot be dropped by this command"
        )
    register(local_path)
    found: list[UselessReply] = []
    with unconnected():
        useless = UselessReplies(ReplayedClients(local_path), reasons, kinds, leave_out)
        for run in runs:
            try:
                found += useless.of_run(run)
            except CreativityError as problem:
                leave_out(str(problem))
    return found


def _table(found: Sequence[UselessReply]) -> Table:
    from helm_creativity.benchmark.types import FailureReason
    from helm_creativity.results.table import Column, Table

    kept: Counter[tuple[str, ...]] = Counter()
    lacking: Counter[tuple[str, ...]] = Counter()
    for reply in found:
        row = (reply.run.model, reply.run.group, reply.kind, reply.deployment, reply.reason)
        lacking[row] += not reply.kept
        kept[row] += len(reply.kept)
    hiccups = {FailureReason.EMPTY, FailureReason.FAILED}
    notes = []
    if any(lacking.values()):
        notes.append("Not kept: the cache does not have these replies, so the next run asks for them anyway.")
    if any(reply.kind == "response" and reply.reason not in hiccups for reply in found):
        notes.append(DRAWN_ANEW)
    return Table(
        "replies",
        [
            *(Column(name, title, left=True) for name, title in _COLUMNS.items()),
            Column("kept", "in the cache"),
            Column("not_kept", "not kept"),
        ],
        [(*row, kept[row], lacking[row]) for row in sorted(kept)],
        title="Useless replies",
        notes=notes if found else ["There are none."],
    )
