"""How far the paths of CREATE lie from the paths of other models: measured over suites, and as a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from helm_creativity.core.comparability import checksum_of
from helm_creativity.core.population import TextDistances
from helm_creativity.core.prompts import Prompt
from helm_creativity.core.registry import find_entry
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.reporting.tables import Column, Table, Undefined, count, fixed, positive
from helm_creativity.results.calibration import run_labels
from helm_creativity.results.distinctiveness import (
    COLUMNS,
    MODELS,
    MeasuredPath,
    PopulationSetting,
    QueryPaths,
    RunTally,
    mean_of,
    measure,
)
from helm_creativity.results.sample_store import SampleStore, store_candidates
from helm_creativity.results.suite import Run
from helm_creativity.results.tidy import write_table

BENCHMARK = "create"
NOT_NAMED = "not named"
NOTHING_MEASURED = "no path of it was measured"
ONE_QUERY = "one query was measured"
LEGEND = (
    "ν: distance, 0 to 1, from a path to the nearest that the population has for its query; max: of an answer's paths\n"
    "σ: quality of a path, 1 to 5: its specificity as judged; avg, max: means over queries; se: their standard error"
)
_COLUMNS = (
    Column("model", "model", left=True),
    Column("average", "avg ν", fixed(3)),
    Column("average_se", "± se", positive(3)),
    Column("largest", "max ν", fixed(3)),
    Column("largest_se", "± se", positive(3)),
    Column("quality", "avg σ", fixed(2)),
    Column("quality_se", "± se", positive(2)),
    Column("queries", "queries", count),
    Column("paths", "paths", count),
    Column("alone", "no population", count),
    Column("unjudged", "not judged", count),
)
Tell = Callable[[str], None]


def distinctiveness_of(
    runs: Sequence[Run],
    suites: str,
    tell: Tell,
    population: str = MODELS,
    threshold: float = 1.0,
    least_quality: float = 3.0,
    embedding: str | None = None,
    paths: Path | None = None,
) -> Table:
    """Measures every path of the runs of CREATE, and puts the means of each run into a table.

    Args:
        runs: of the suites; those of other benchmarks are left out.
        suites: their names, for messages.
        tell: takes a line for each run that is left out or not comparable.
        population: whose paths a path is compared with, ``models`` or ``runs``.
        threshold: share of a path's triples that must be facts, 0 to 1.
        least_quality: paths whose quality is above it are measured.
        embedding: of the paths; None for that of the runs.
        paths: where to write one row per measured path.

    Raises:
        BadArguments: for a setting that cannot be, or suites in which there is nothing to compare with.
        FileProblem: when no run is one of CREATE, or a file cannot be written.
        CreativityError: when the embedding is not here.
    """
    check_bounds(threshold, least_quality)
    group = find_entry(BENCHMARK).card.group
    found = [run for run in runs if run.group == group]
    if not found:
        raise FileProblem(f"no run of the suite {suites!r} that can be read is one of {group}")
    _require_others(found, suites, population)
    benchmark = find_entry(BENCHMARK).module("across")
    neighbours = benchmark.neighbours_of(_embedding(embedding, benchmark, found))
    with SampleStore() as gathered:
        read = store_candidates(found, benchmark, threshold, gathered, tell)
        _require_others(read.runs, suites, population)
        for line in differences(read.runs, benchmark.MAY_DIFFER, benchmark.JUDGING):
            tell(line)
        question = PopulationSetting(population, least_quality, read.runs)
        tallies = [RunTally() for _ in read.runs]
        _measure(question, gathered, neighbours, tallies, paths)
    own = {
        "population": population,
        "threshold": f"{threshold:.12g}",
        "quality_above": f"{least_quality:.12g}",
        "embedding": neighbours.signature,
    }
    key = comparable_key(BENCHMARK, read.runs, own, benchmark.MAY_DIFFER)
    notes = [*nothing_measured(tallies, least_quality, threshold), LEGEND]
    return table_of(read.runs, tallies, read.unjudged, {"comparable_settings": key}, notes)


def check_bounds(threshold: float, least_quality: float) -> None:
    """Refuses bounds that cannot be, before anything is read.

    Raises:
        BadArguments: for a threshold that is no share, or a quality that is no number.
    """
    if not 0 <= threshold <= 1:
        raise BadArguments(f"--threshold must be a share from 0 to 1, got {threshold:g}")
    if not math.isfinite(least_quality):
        raise BadArguments(f"--least-quality must be a number, got {least_quality:g}")


def _require_others(runs: Sequence[Run], suites: str, population: str) -> None:
    """Refuses a suite without a population.

    Raises:
        BadArguments: where there is one run alone, or one model alone and only other models count.
    """
    models = sorted({run.model for run in runs})
    if len(runs) < 2:
        raise BadArguments(
            f"expected two runs of this benchmark or more in the suite {suites!r}, got {len(runs)} that can "
            "be read; paths are held against those of other runs: run another model, or this one with another form"
        )
    if len(models) < 2 and population == MODELS:
        raise BadArguments(
            f"all {len(runs)} runs of the suite {suites!r} are of one model, {models[0]}, and paths are held "
            "against those of other models: run another one, or compare runs of one model with --population runs"
        )


def _embedding(name: str | None, benchmark: ModuleType, runs: Sequence[Run]) -> str:
    """The one that was named, or that of all runs.

    Raises:
        BadArguments: where runs have several.
    """
    if name is not None:
        return name
    names = sorted({benchmark.embedding_of(run.settings) for run in runs})
    if len(names) > 1:
        raise BadArguments(
            f"the runs were scored under several embeddings ({', '.join(names)}), and distances need one: name it with "
            "--embedding"
        )
    return str(names[0])


def _measure(
    question: PopulationSetting,
    gathered: SampleStore,
    neighbours: TextDistances,
    tallies: Sequence[RunTally],
    out: Path | None,
) -> None:
    """Measures all paths into the tallies of their runs, and into a file where there is one."""
    rows = _tallied(measure(question, gathered, neighbours), tallies)
    if out is not None:
        write_table(rows, COLUMNS, out)
    else:
        for _ in rows:
            pass


def _tallied(found: Iterator[QueryPaths], tallies: Sequence[RunTally]) -> Iterator[MeasuredPath]:
    """All rows, each query tallied before they pass."""
    for one in found:
        tallies[one.run].add(one.answers)
        for some in one.answers:
            yield from some


def labels_of(runs: Sequence[Run]) -> list[str]:
    """What stands for each run: its model, and what tells it from the model's other runs."""
    labels = run_labels({run.folder.name: run.model for run in runs})
    return [labels[run.folder.name] for run in runs]


def table_of(
    runs: Sequence[Run],
    tallies: Sequence[RunTally],
    unjudged: Sequence[int],
    facts: Mapping[str, Any],
    notes: Sequence[str] = (LEGEND,),
) -> Table:
    """One row per run, the largest average ν first; runs without one come last.

    Args:
        runs: n runs.
        tallies: what came out for each.
        unjudged: of each the valid paths without a judgement.
        facts: of the table.
        notes: of the table.
    """
    ranked = sorted(zip(labels_of(runs), tallies, unjudged, strict=True), key=_rank)
    return Table("distinctiveness", _COLUMNS, [_row(*one) for one in ranked], "", facts, notes)


def nothing_measured(tallies: Sequence[RunTally], least: float, threshold: float) -> list[str]:
    """Why the table is empty, where no run has a path of a quality above ``least``; [] otherwise.

    Args:
        tallies: what came out for each run.
        least: bound of the quality.
        threshold: share of a path's triples that had to be facts.
    """
    if any(tally.paths or tally.alone for tally in tallies):
        return []
    facts = "all triples are facts" if threshold >= 1 else f"a share of {threshold:g} of the triples or more is facts"
    return [f"no judged path of which {facts} has a quality above {least:g} (--least-quality); qualities are 1 to 5"]


def _rank(line: tuple[str, RunTally, int]) -> tuple[float, str]:
    value = mean_of(line[1].average).value
    return (float("inf") if value is None else -value, line[0])


def _row(label: str, tally: RunTally, unjudged: int) -> tuple[Any, ...]:
    means = [mean_of(values) for values in (tally.average, tally.largest, tally.quality)]
    numbers = [
        one
        for mean in means
        for one in (
            Undefined(NOTHING_MEASURED) if mean.value is None else mean.value,
            mean.se if mean.se is not None or mean.value is None else Undefined(ONE_QUERY),
        )
    ]
    return (label, *numbers, len(tally.average), tally.paths, tally.alone, unjudged)


def comparable_key(name: str, runs: Sequence[Run], own: Mapping[str, str], leave: Collection[str]) -> str:
    """Everything that moves the numbers, in one line.

    Args:
        name: of the benchmark.
        runs: all that were compared; their names are signed by number and checksum.
        own: settings of the command.
        leave: parts of the runs' comparable keys that do not count.
    """
    parts = {**own, "runs": checksum_of(Prompt("", run.name) for run in runs)}
    for key, values in _values(runs, leave).items():
        parts.setdefault(key, next(iter(values)) if len(values) == 1 else "several")
    return "|".join([f"{name} distinctiveness", *(f"{key}:{value}" for key, value in parts.items())])


def differences(runs: Sequence[Run], may_differ: Collection[str], judging: Collection[str]) -> list[str]:
    """One line for each part of a comparable key that makes runs incomparable: who has what.

    Args:
        runs: all that stand in one table.
        may_differ: parts that may.
        judging: parts that say how judges were asked: a population needs none.
    """
    lines = []
    for key, values in _values(runs, may_differ).items():
        if len(values) > 1:
            (common, most), *rest = sorted(values.items(), key=lambda item: (-len(item[1]), item[0]))
            what = (
                "avg σ is not comparable, and other judges chose which paths are measured"
                if key in judging
                else "not comparable"
            )
            others = "; ".join(f"{value} in {', '.join(sorted(names))}" for value, names in rest)
            lines.append(f"{what}: {key} is {common} in {_runs(len(most))}, but {others}")
    return lines


def _values(runs: Sequence[Run], leave: Collection[str]) -> dict[str, dict[str, list[str]]]:
    """Of each part of the comparable keys the values, with the labels of the runs that have them."""
    parts = [run.comparable_parts for run in runs]
    found: dict[str, dict[str, list[str]]] = {}
    for key in dict.fromkeys(key for some in parts for key in some if key not in leave):
        for label, some in zip(labels_of(runs), parts, strict=True):
            found.setdefault(key, {}).setdefault(some.get(key, NOT_NAMED), []).append(label)
    return found


def _runs(n: int) -> str:
    return f"{n:,} {'run' if n == 1 else 'runs'}"
