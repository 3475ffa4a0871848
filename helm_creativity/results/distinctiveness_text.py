"""The table that ``helm-creativity distinctiveness`` prints, and what must be said of runs that differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from helm_creativity import __version__
from helm_creativity.results.cells import Cell
from helm_creativity.results.distinctiveness import Mean, Tally, mean_of
from helm_creativity.results.leaderboard import aligned
from helm_creativity.results.runs import Run
from helm_creativity.rooms import Prompt, checksum_of

HEAD = ("model", "avg ν", "± se", "max ν", "± se", "avg σ", "± se", "queries", "paths", "no population", "not judged")
NOT_SAID = "not said"
LEGEND = (
    "ν: distance, 0 to 1, from a path to the nearest that the population has for its query; max: of an answer's paths\n"
    "σ: quality of a path, 1 to 5: its specificity as judged; avg, max: means over queries; se: their standard error"
)


def labels_of(runs: Sequence[Run]) -> list[str]:
    """What stands for each run: its model, and what tells it from the model's other runs."""
    labels = Cell("", "", "", {run.folder.name: run.model for run in runs}).labels()
    return [labels[run.folder.name] for run in runs]


def table(runs: Sequence[Run], tallies: Sequence[Tally], unjudged: Sequence[int]) -> str:
    """One line a run, the largest average ν first; runs without one stand last.

    Args:
        runs: n runs.
        tallies: what came out for each.
        unjudged: of each the valid paths without a judgement.
    """
    ranked = sorted(zip(labels_of(runs), tallies, unjudged, strict=True), key=_rank)
    return "\n".join(aligned([HEAD, *(_row(*one) for one in ranked)]))


def nothing_measured(tallies: Sequence[Tally], least: float, threshold: float) -> list[str]:
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


def _rank(line: tuple[str, Tally, int]) -> tuple[float, str]:
    value = mean_of(line[1].average).value
    return (float("inf") if value is None else -value, line[0])


def _row(label: str, tally: Tally, unjudged: int) -> tuple[str, ...]:
    counts = (len(tally.average), tally.paths, tally.alone, unjudged)
    return (
        label,
        *_cells(mean_of(tally.average), 3),
        *_cells(mean_of(tally.largest), 3),
        *_cells(mean_of(tally.quality), 2),
        *(f"{count:,}" for count in counts),
    )


def _cells(mean: Mean, decimals: int) -> tuple[str, str]:
    value, se = ("-" if one is None else f"{one:.{decimals}f}" for one in mean)
    return value, se


def signature_parts(run: Run) -> dict[str, str]:
    """The parts of a run's signature by name."""
    parts = (part.partition(":") for part in str(run.settings.get("signature") or "").split("|")[1:])
    return {key: value for key, _, value in parts}


def signature_of(name: str, runs: Sequence[Run], own: Mapping[str, str], leave: Collection[str]) -> str:
    """Everything that moves the numbers, in one line.

    Args:
        name: of the benchmark.
        runs: all that were compared; their names are signed by number and checksum.
        own: settings of the command.
        leave: parts of the runs' signatures that do not count.
    """
    parts = {**own, "runs": checksum_of(Prompt("", run.name) for run in runs)}
    for key, values in _values(runs, leave).items():
        parts.setdefault(key, next(iter(values)) if len(values) == 1 else "several")
    parts["helm-creativity"] = __version__
    return "|".join([f"{name} distinctiveness", *(f"{key}:{value}" for key, value in parts.items())])


def differences(runs: Sequence[Run], may_differ: Collection[str], judging: Collection[str]) -> list[str]:
    """One line for each part of a signature that makes runs incomparable: who has what.

    Args:
        runs: all that stand in one table.
        may_differ: parts that may.
        judging: parts that say how judges were asked: a population needs none.
    """
    lines = []
    for key, values in _values(runs, may_differ).items():
        if len(values) > 1:
            (common, most), *rest = sorted(values.items(), key=lambda one: (-len(one[1]), one[0]))
            what = (
                "avg σ is not comparable, and other judges chose which paths are measured"
                if key in judging
                else "not comparable"
            )
            others = "; ".join(f"{value} in {', '.join(sorted(names))}" for value, names in rest)
            lines.append(f"{what}: {key} is {common} in {_runs(len(most))}, but {others}")
    return lines


def _values(runs: Sequence[Run], leave: Collection[str]) -> dict[str, dict[str, list[str]]]:
    """Of each part of the signatures the values, with the labels of the runs that have them."""
    parts = [signature_parts(run) for run in runs]
    found: dict[str, dict[str, list[str]]] = {}
    for key in dict.fromkeys(key for some in parts for key in some if key not in leave):
        for label, some in zip(labels_of(runs), parts, strict=True):
            found.setdefault(key, {}).setdefault(some.get(key, NOT_SAID), []).append(label)
    return found


def _runs(n: int) -> str:
    return f"{n:,} {'run' if n == 1 else 'runs'}"
