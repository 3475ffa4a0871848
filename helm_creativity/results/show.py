"""The part of the command line that shows one answer of a run to people: ``helm-creativity show``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.runs import read_run
from helm_creativity.rooms import find_room, find_rooms
from helm_creativity.rooms.records import writing

if TYPE_CHECKING:
    from helm_creativity.results.answers import SavedAnswer
    from helm_creativity.results.runs import Run
    from helm_creativity.rooms.shown import Shown

EXAMPLES = 5
USUAL = Path("benchmark_output", "runs")
"""Where suites lie below the current folder, unless ``helm-run --output-path`` says otherwise."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command, with the rooms that have a page."""
    parser = commands.add_parser("show", help="show one answer of a run, as text or as a page for a browser")
    benchmarks = parser.add_subparsers(dest="benchmark", required=True, metavar="BENCHMARK")
    for room in find_rooms():
        if room.has("page"):
            one = benchmarks.add_parser(room.name, help=room.card.title)
            one.add_argument("folder", type=Path, metavar="RUN", help="a run's folder: OUTPUT_PATH/runs/SUITE/NAME")
            one.add_argument("item", metavar="INSTANCE", help="id of what was asked")
            one.add_argument("--html", type=Path, metavar="FILE", help="write a page that needs no other file")
            one.add_argument("--trial", type=int, metavar="N", help="which answer to it, from 0 (default: the first)")
            one.set_defaults(run=_show)


def _show(arguments: argparse.Namespace) -> int:
    shown = shown_of(arguments.folder, arguments.benchmark, arguments.item, arguments.trial)
    page = find_room(arguments.benchmark).module("page")
    text = str(page.text_of(shown) if arguments.html is None else page.html_of(shown))
    with writing(arguments.html) as out:
        out.write(text if arguments.html else f"{_printable(text)}\n")
    return 0


def _printable(text: str) -> str:
    """What the terminal can show; names may be in any script."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def shown_of(folder: Path, benchmark: str, item: str, trial: int | None) -> Shown:
    """One answer of the run in ``folder``.

    Args:
        folder: of the run.
        benchmark: name of its room.
        item: id of what was asked.
        trial: which answer to it; None for the first.

    Raises:
        BadArguments: when the run is of another benchmark, or has no such answer; the message names some that it has.
        FileProblem: when there is no run in the folder, or a damaged one.
    """
    from helm_creativity.results.answers import answers_of
    from helm_creativity.rooms.shown import Shown

    run = _run_of(folder, benchmark)
    answer, trials = _chosen(answers_of(run), run, item, trial)
    return Shown(item, answer.trial, trials, answer.row, answer.model, run.name, run.settings, run.signature)


def _run_of(folder: Path, benchmark: str) -> Run:
    _require_run(folder)
    run = read_run(folder)
    group = find_room(benchmark).card.group
    if run.group != group:
        raise BadArguments(f"expected a run of {group}, got one of {run.group or 'no group'} in {folder}")
    return run


def _require_run(folder: Path) -> None:
    """Refuses what is no run's folder; where a name was given and one suite has such a run, that is named."""
    if (folder / "run_spec.json").is_file():
        return
    suites = [one for one in USUAL.glob("*") if not one.is_symlink()]  # ``latest`` is another name of a suite
    runs = [one / folder for one in suites if (one / folder / "run_spec.json").is_file()]
    raise FileProblem(
        "expected RUN to be the folder of a run, OUTPUT_PATH/runs/SUITE/NAME, which holds a run_spec.json, got "
        f"{folder}, which {'holds none' if folder.is_dir() else 'is no folder'}"
        + (f"; there is one of this name: {runs[0]}" if len(runs) == 1 else "")
    )


def _chosen(
    answers: Sequence[SavedAnswer], run: Run, item: str, trial: int | None
) -> tuple[SavedAnswer, tuple[int, ...]]:
    """The answer, and which trials there are."""
    items = list(dict.fromkeys(one.item for one in answers))
    if not items:
        raise BadArguments(f"{run.name} holds no answer: it was a dry run or stopped early; run it again")
    if item not in items:
        more = f" and {len(items) - EXAMPLES} more" if len(items) > EXAMPLES else ""
        raise BadArguments(f"the run has no instance {item!r}; it has {', '.join(items[:EXAMPLES])}{more}")
    of_item = {one.trial: one for one in reversed(answers) if one.item == item}
    trials = tuple(sorted(of_item))
    chosen = trials[0] if trial is None else trial
    if chosen not in of_item:
        raise BadArguments(f"instance {item!r} has no trial {chosen}; it has {', '.join(map(str, trials))}")
    return of_item[chosen], trials
