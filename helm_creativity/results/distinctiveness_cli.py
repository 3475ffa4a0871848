"""How far models' paths lie from one another's: ``helm-creativity distinctiveness``."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.rooms import find_room

if TYPE_CHECKING:
    from helm_creativity.results.distinctiveness import Measured, OfQuery, Question, Tally
    from helm_creativity.results.gathered import Gathered
    from helm_creativity.results.runs import Run
    from helm_creativity.rooms.population import Neighbours

ROOM = "create"
# As in ``distinctiveness``, which takes a while to load.
MODELS, RUNS = "models", "runs"
LEAST_QUALITY = 3.0
Tell = Callable[[str], None]


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command; ``run`` prints what ``report`` gives."""
    parser = commands.add_parser(
        "distinctiveness", help="print how far the paths of CREATE lie from other models' paths"
    )
    parser.add_argument("suite", metavar="SUITE", help="helm-run's --suite")
    parser.add_argument("--output-path", type=Path, default=Path("benchmark_output"), help="helm-run's --output-path")
    parser.add_argument(
        "--population",
        choices=(MODELS, RUNS),
        default=MODELS,
        help="whose paths: other models', or all other runs', of the same model too (default: models)",
    )
    parser.add_argument(
        "--threshold",
        type=float,
        default=1.0,
        metavar="T",
        help="share of a path's triples that must be facts (default: 1)",
    )
    parser.add_argument(
        "--least-quality",
        type=float,
        default=LEAST_QUALITY,
        metavar="Q",
        help=f"measure paths whose quality is above it (default: {LEAST_QUALITY:g})",
    )
    parser.add_argument("--embedding", metavar="NAME", help="of the paths (default: that of the runs)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write a row a measured path, .parquet, .csv or .jsonl"
    )
    parser.set_defaults(run=run)


def report(arguments: argparse.Namespace, tell: Tell) -> str:
    """Measures a suite and returns the table; writes the one of paths where it was asked for.

    Args:
        arguments: of the command.
        tell: takes a line for each run that is left out or not comparable.

    Raises:
        BadArguments: for a setting that cannot be, or a suite in which there is nobody to compare with.
        FileProblem: when the suite is not there, or a file cannot be written.
        CreativityError: when the embedding is not here.
    """
    from helm_creativity.results.distinctiveness import Question, Tally
    from helm_creativity.results.distinctiveness_text import LEGEND, differences, nothing_measured, signature_of, table
    from helm_creativity.results.gathered import Gathered, gather

    _check(arguments)
    found = _runs_of(arguments, tell)
    _require_others(arguments, found)
    room = find_room(ROOM).module("population")
    neighbours = room.neighbours_of(_embedding(arguments, found))
    with Gathered() as gathered:
        read = gather(found, room, arguments.threshold, gathered, tell)
        _require_others(arguments, read.runs)
        for line in differences(read.runs, room.MAY_DIFFER, room.JUDGING):
            tell(line)
        question = Question(arguments.population, arguments.least_quality, read.runs)
        tallies = [Tally() for _ in read.runs]
        _measure(question, gathered, neighbours, tallies, arguments.out)
    own = {
        "population": arguments.population,
        "threshold": f"{arguments.threshold:.12g}",
        "quality_above": f"{arguments.least_quality:.12g}",
        "embedding": neighbours.signature,
    }
    signature = signature_of(ROOM, read.runs, own, room.MAY_DIFFER)
    empty = nothing_measured(tallies, arguments.least_quality, arguments.threshold)
    parts = [table(read.runs, tallies, read.unjudged), *empty, LEGEND, f"signature: {signature}"]
    return "\n".join(parts)


def _check(arguments: argparse.Namespace) -> None:
    """Refuses what cannot be before anything is read."""
    from helm_creativity.results.tables import check_ending

    if not 0 <= arguments.threshold <= 1:
        raise BadArguments(f"--threshold must be a share from 0 to 1, got {arguments.threshold:g}")
    if not math.isfinite(arguments.least_quality):
        raise BadArguments(f"--least-quality must be a number, got {arguments.least_quality:g}")
    if arguments.out is not None:
        check_ending(arguments.out)


def _runs_of(arguments: argparse.Namespace, tell: Tell) -> list[Run]:
    from helm_creativity.results.runs import read_suite

    group = find_room(ROOM).card.group
    runs, problems = read_suite(arguments.output_path / "runs" / arguments.suite)
    for problem in problems:
        tell(f"left out: {problem}")
    found = [run for run in runs if run.group == group]
    if not found:
        raise FileProblem(f"no run of the suite {arguments.suite!r} that can be read is one of {group}")
    return found


def _require_others(arguments: argparse.Namespace, runs: Sequence[Run]) -> None:
    """Refuses a suite without a population.

    Raises:
        BadArguments: where there is one run alone, or one model alone and only other models count.
    """
    models = sorted({run.model for run in runs})
    if len(runs) < 2:
        raise BadArguments(
            f"expected two runs of this benchmark or more in the suite {arguments.suite!r}, got {len(runs)} that can "
            "be read; paths are held against those of other runs: run another model, or this one with another prompting"
        )
    if len(models) < 2 and arguments.population == MODELS:
        raise BadArguments(
            f"all {len(runs)} runs of the suite {arguments.suite!r} are of one model, {models[0]}, and paths are held "
            "against those of other models: run another one, or compare runs of one model with --population runs"
        )


def _embedding(arguments: argparse.Namespace, runs: Sequence[Run]) -> str:
    """The one that was named, or that of all runs.

    Raises:
        BadArguments: where runs have several.
    """
    if arguments.embedding is not None:
        return str(arguments.embedding)
    names = sorted({str(run.settings.get("embedding") or "none") for run in runs})
    if len(names) > 1:
        raise BadArguments(
            f"the runs were scored under several embeddings ({', '.join(names)}), and distances need one: name it with "
            "--embedding"
        )
    return names[0]


def _measure(
    question: Question, gathered: Gathered, neighbours: Neighbours, tallies: Sequence[Tally], out: Path | None
) -> None:
    """Measures all paths into the tallies of their runs, and into a file where there is one."""
    from helm_creativity.results.distinctiveness import COLUMNS, measure
    from helm_creativity.results.tables import write_table

    rows = _tallied(measure(question, gathered, neighbours), tallies)
    if out is not None:
        write_table(rows, COLUMNS, out)
    else:
        for _ in rows:
            pass


def _tallied(found: Iterator[OfQuery], tallies: Sequence[Tally]) -> Iterator[Measured]:
    """All rows, each query tallied before they pass."""
    for one in found:
        tallies[one.run].add(one.answers)
        for some in one.answers:
            yield from some
