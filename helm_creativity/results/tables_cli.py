"""Suites as tables for one's own analyses: ``helm-creativity tables``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from helm_creativity.errors import FileProblem

Tell = Callable[[str], None]


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command; ``run`` prints what ``report`` gives."""
    parser = commands.add_parser("tables", help="write suites as tidy tables in Parquet")
    add_suites(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the tables go")
    parser.add_argument("--answers", action="store_true", help="write the texts of the answers too")
    parser.add_argument("--ratings", action="store_true", help="write the judges' ratings too")
    parser.set_defaults(run=run)


def add_suites(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments by which a command takes several suites: ``suites`` and ``output_path``."""
    parser.add_argument(
        "suites",
        nargs="+",
        metavar="SUITE",
        help="helm-run's --suite, helm-summarize's --release, or a folder of either; of a run that is in two of them, "
        "that of the later one counts",
    )
    parser.add_argument("--output-path", type=Path, default=Path("benchmark_output"), help="helm-run's --output-path")


def report(arguments: argparse.Namespace, tell: Tell) -> str:
    """Writes the tables and returns what was written, a line a table.

    Args:
        arguments: of the command.
        tell: takes a line for all that is left out or must be known.

    Raises:
        BadArguments: for a name that is no suite's.
        FileProblem: when a suite is not there, no run of it can be read, or a table cannot be written.
    """
    from helm_creativity.results.suites import find_suites, read_suites
    from helm_creativity.results.tidy import write_all

    found = read_suites(find_suites(arguments.suites, arguments.output_path))
    for problem in found.problems:
        tell(f"left out: {problem}")
    for note in found.notes:
        tell(f"note: {note}")
    if not found.runs:
        raise FileProblem(f"no run of {', '.join(arguments.suites)} can be read")
    counts = write_all(
        found, arguments.out, arguments.answers, arguments.ratings, lambda line: tell(f"left out: {line}")
    )
    return "\n".join(f"{count:,} rows in {arguments.out / name}.parquet" for name, count in counts.items())
