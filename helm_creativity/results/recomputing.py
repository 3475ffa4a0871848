"""What modules ``fidelity`` recompute with: scores of responses in a file, means, standard deviations."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.benchmark import parse_settings, sample_in_row
from helm_creativity.core.claims import Recomputed
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.rows import score_usable
from helm_creativity.core.types import SampleScore
from helm_creativity.judges.scoring import found_in

BLANK = ("", "NA", "nan")
"""Cells without a value in tables that R or pandas wrote."""


def mean(values: Iterable[float]) -> Recomputed:
    """The mean, and of how many.

    Raises:
        ValueError: without a number.
    """
    known = _known(values, 1)
    return Recomputed(float(known.mean()), len(known))


def sd(values: Iterable[float]) -> Recomputed:
    """The standard deviation (n - 1), and of how many.

    Raises:
        ValueError: for fewer than two numbers.
    """
    known = _known(values, 2)
    return Recomputed(float(known.std(ddof=1)), len(known))


def _known(values: Iterable[float], least: int) -> NDArray[np.float64]:
    known = np.array(list(values), dtype=np.float64)
    if len(known) < least:
        raise ValueError(f"expected at least {least} numbers, got {len(known)}")
    return known


def mean_or_sd(values: Iterable[float], what: str) -> Recomputed:
    """The standard deviation where what is measured begins with "sd", else the mean."""
    return sd(values) if what.startswith("sd") else mean(values)


def read_rows(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    """The rows of a table of the authors."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def numbers(rows: Iterable[Mapping[str, str]], column: str) -> list[float]:
    """The numbers of a column, without blank cells."""
    return [float(row[column]) for row in rows if row[column] not in BLANK]


def score_records(name: str, records: Sequence[Mapping[str, Any]], **settings: object) -> Iterator[SampleScore]:
    """The scores of responses to a benchmark, as ``helm-creativity score`` gives them, in order.

    Args:
        name: of the benchmark.
        records: what a row of a file of responses holds.
        settings: of the benchmark.

    Raises:
        EmbeddingNotFound: for an embedding that is not on this machine.
        ValueError: for a response that cannot be used.
    """
    benchmark = get_benchmark(name)
    chosen = parse_settings(benchmark, settings, asked=False)
    scorer = benchmark.scorer(chosen)
    found = [found_in(benchmark, chosen, sample_in_row(benchmark, record, chosen, None)) for record in records]
    for score in score_usable(scorer, found):
        if not isinstance(score, SampleScore):
            raise ValueError(f"a response of {name} cannot be used: {score.problem}")
        yield score
