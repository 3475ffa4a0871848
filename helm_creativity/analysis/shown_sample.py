"""Finds one response of a run, for a benchmark's page to show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.analysis.suite import read_run
from helm_creativity.core import find_entry
from helm_creativity.errors import BadArguments, FileProblem

if TYPE_CHECKING:
    from helm_creativity.analysis.samples import SavedSample
    from helm_creativity.analysis.suite import Run
    from helm_creativity.core.shown import Shown

EXAMPLES = 5
USUAL = Path("benchmark_output", "runs")
"""Where suites lie below the current folder, unless ``helm-run --output-path`` says otherwise."""


def shown_of(folder: Path, benchmark: str, item: str, trial: int | None) -> Shown:
    """One answer of the run in ``folder``.

    Args:
        folder: of the run.
        benchmark: its name.
        item: id of what was asked.
        trial: which answer to it; None for the first.

    Raises:
        BadArguments: when the run is of another benchmark, or has no such answer; the message names some that it has.
        FileProblem: when there is no run in the folder, or a damaged one.
    """
    from helm_creativity.analysis.samples import saved_samples
    from helm_creativity.core.shown import Shown

    run = _run_of(folder, benchmark)
    answer, trials = _chosen(saved_samples(run), run, item, trial)
    return Shown(item, answer.trial, trials, answer.row, answer.model, run.name, run.settings, run.comparable)


def _run_of(folder: Path, benchmark: str) -> Run:
    _require_run(folder)
    run = read_run(folder)
    group = find_entry(benchmark).card.group
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
    answers: Sequence[SavedSample], run: Run, item: str, trial: int | None
) -> tuple[SavedSample, tuple[int, ...]]:
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
