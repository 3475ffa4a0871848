"""What a benchmark's module ``across`` offers: tables over the models of suites, which no single run can have.

It has ``settings_type``, a frozen dataclass that subclasses ``DeclaredOptions`` and whose fields are options of
``helm-creativity across BENCHMARK``, and::

    def compare_runs(runs: Sequence[Run], settings: Settings, tell: Callable[[str], None]) -> list[Table]

The runs are those of the benchmark, or of the one that the setting ``benchmark`` names where there is such a setting.
``tell`` takes a line for whatever is left out or must be known. The first paragraph of the module's docstring is the
help of the command. Two functions and a name are optional:

* ``leaderboard_tables(runs) -> list[Table]``: what stands below the benchmark's scores in leaderboard and report.
* ``uncounted(stats, baselines) -> tuple[str, ...]`` and ``DECIDING``: see ``results.counting``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.registry import find_entry, import_part, list_entries, tolerating
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.runs import Run
from helm_creativity.results.table import Table


def comparing_entries() -> list[BenchmarkEntry]:
    """The benchmarks that compare the models of a suite; none of them is imported."""
    return [entry for entry in list_entries() if entry.has("across")]


def across_part(entry: BenchmarkEntry) -> ModuleType:
    """A benchmark's module ``across``."""
    if not entry.has("across"):
        names = ", ".join(comparing.name for comparing in comparing_entries())
        raise BadArguments(f"{entry.name} has no comparison of models (across.py); benchmarks that have one: {names}")
    try:
        return entry.module("across")
    except Exception as error:
        raise BadArguments(f"{entry.package}.across cannot be used: {type(error).__name__}: {error}") from error


def compare_runs(
    entry: BenchmarkEntry,
    runs: Iterable[Run],
    settings: Any,  # noqa: ANN401 - of the part's settings_type
    tell: Callable[[str], None],
) -> list[Table]:
    """The tables of a benchmark's module ``across``."""
    whose = getattr(settings, "benchmark", "")
    group = (find_entry(whose) if whose else entry).group
    own = [run for run in runs if run.group == group]
    if not own:
        raise FileProblem(f"no run of these suites that can be read is one of {group}")
    return list(across_part(entry).compare_runs(own, settings, tell))


def tables_below_leaderboard(runs: Sequence[Run]) -> Iterator[Table]:
    """What the benchmarks of the runs put below their scores, by benchmark."""
    groups = {run.group for run in runs}
    for entry in sorted(list_entries(), key=lambda entry: entry.group):
        part = import_part(entry, "across") if entry.group in groups else None
        if part is not None and hasattr(part, "leaderboard_tables"):
            with tolerating(entry):
                yield from part.leaderboard_tables([run for run in runs if run.group == entry.group])
