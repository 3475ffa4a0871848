"""Suites as commands and Python read them: the newest where none is named, and what is left out is told."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.results.loading import LoadedSuite
    from helm_creativity.results.runs import SuiteRuns

NORMS = "norms"
"""A sample of people that is no folder: published scores."""
Tell = Callable[[str], None]


def load_suite(
    names: Sequence[str],
    output_path: Path,
    *,
    people: Sequence[str],
    metrics: Sequence[str] | Mapping[str, str],
    tell: Tell,
    tell_notes: bool = True,
    **settings: Any,  # noqa: ANN401 - of ``results.loading.read_suite``
) -> LoadedSuite:
    """The suite of ``options.suite_options``, the newest where none is named; ``tell`` takes what must be known."""
    # Set before numpy is imported: these arrays are small, and threads of its library would only wait for one another.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from helm_creativity.people.sample import read_people
    from helm_creativity.results.loading import read_suite

    mains: dict[str, str] = {}
    for pair in metrics.items() if isinstance(metrics, Mapping) else (text.split("=", 1) for text in metrics):
        group, stat = (*map(str.strip, pair), "")[:2]
        if not (group and stat) or mains.setdefault(group, stat) != stat:
            raise BadArguments(f"--metric: expected GROUP=STAT, one for each group, got {quoted('='.join(pair))}")
    suite = read_suite(
        names or newest_suite(output_path, tell=tell),
        output_path,
        metrics=mains,
        warn=tell,
        people=tuple(read_people(Path(sample) for sample in people if sample != NORMS)),
        norms=NORMS in people,
        **settings,
    )
    for problem in suite.problems:
        tell(f"left out: {problem}")
    for note in suite.notes if tell_notes else ():
        tell(f"note: {note}")
    return suite


def newest_suite(output_path: Path, *, tell: Tell) -> list[str]:
    """The suite that was written last; ``tell`` takes its name."""
    from helm_creativity.results.runs import newest_suite as newest

    found = newest(output_path)
    tell(f"suite: {found}")
    return [found]


def some_runs(suites: Sequence[str], output_path: Path, models: Sequence[str] = (), *, tell: Tell) -> SuiteRuns:
    """The runs of suites, or of the newest, each once; one of some models, or of any where none is named, is there."""
    from helm_creativity.results.runs import find_suites, read_suites

    suites = suites or newest_suite(output_path, tell=tell)
    found = read_suites(find_suites(suites, output_path))
    for line in (*(f"left out: {problem}" for problem in found.problems), *(f"note: {note}" for note in found.notes)):
        tell(line)
    if not any(not models or run.model in models for run in found.runs):
        of = f" of {', '.join(models)}" if models else ""
        raise FileProblem(f"no run of {', '.join(suites)} can be read{of}")
    return found
