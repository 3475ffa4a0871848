"""The part of the command line that is about judges: ``helm-creativity ratings`` and ``helm-creativity calibrate``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.errors import FileProblem
from helm_creativity.results.runs import Run, read_suite

if TYPE_CHECKING:
    from helm_creativity.results.ratings import RatingRow


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands."""
    ratings = commands.add_parser("ratings", help="write the judges' ratings of a suite as a table, one row a rating")
    ratings.add_argument("--out", type=Path, required=True, help="a .parquet, .csv or .jsonl file")
    ratings.set_defaults(run=_ratings)
    calibrate = commands.add_parser(
        "calibrate", help="print how severe and consistent a suite's judges are, and models' means without it"
    )
    calibrate.set_defaults(run=_calibrate)
    for one in (ratings, calibrate):
        one.add_argument("suite", metavar="SUITE", help="helm-run's --suite")
        one.add_argument("--output-path", type=Path, default=Path("benchmark_output"), help="helm-run's --output-path")


def suite_of(output_path: Path, suite: str) -> list[Run]:
    """The suite's runs; those that cannot be read are named on stderr."""
    runs, problems = read_suite(output_path / "runs" / suite)
    _tell(problems)
    return runs


def _tell(problems: list[str]) -> None:
    for problem in problems:
        print(f"left out: {problem}", file=sys.stderr)


@contextmanager
def _rows_of(arguments: argparse.Namespace) -> Iterator[Iterator[RatingRow]]:
    """The ratings of a suite, which are read while they are used; then what was left out is told.

    Raises:
        FileProblem: when there is none.
    """
    from helm_creativity.results.ratings import ratings_of_all

    problems: list[str] = []
    rows = ratings_of_all(suite_of(arguments.output_path, arguments.suite), problems)
    try:
        first = next(rows, None)
        if first is None:
            raise FileProblem(f"no run of the suite {arguments.suite!r} has ratings by judges")
        yield chain([first], rows)
    finally:
        _tell(problems)


def _ratings(arguments: argparse.Namespace) -> int:
    from helm_creativity.results.ratings import write_ratings

    with _rows_of(arguments) as rows:
        count = write_ratings(rows, arguments.out)
    print(f"{count:,} {'rating' if count == 1 else 'ratings'} in {arguments.out}", file=sys.stderr)
    return 0


def _calibrate(arguments: argparse.Namespace) -> int:
    from helm_creativity.results.calibration_text import calibrations

    with _rows_of(arguments) as rows:
        text = calibrations(rows)
    print(text)
    return 0
