"""What modules ``fidelity`` recompute with: scores of responses in a file, means, standard deviations."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.benchmark import parse_settings, sample_in_row
from helm_creativity.core.claims import Claim, Difference, Recipe, Recomputed, github_file, shipped_file
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.rows import score_usable
from helm_creativity.core.types import SampleScore
from helm_creativity.judges.scoring import found_in
from helm_creativity.psychometrics.validity import pearson, specificity
from helm_creativity.results.published_scores import read_published_scores

BLANK = ("", "NA", "nan")
"""Cells without a value in tables that R or pandas wrote."""


def mean(values: Iterable[float]) -> Recomputed:
    """The mean, and of how many.

    Raises:
        ValueError: without a number.
    """
    known = _enough_numbers(values, 1)
    return Recomputed(float(known.mean()), len(known))


def sd(values: Iterable[float]) -> Recomputed:
    """The standard deviation (n - 1), and of how many.

    Raises:
        ValueError: for fewer than two numbers.
    """
    known = _enough_numbers(values, 2)
    return Recomputed(float(known.std(ddof=1)), len(known))


def _enough_numbers(values: Iterable[float], least: int) -> NDArray[np.float64]:
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


def stat_scores(
    name: str, records: Sequence[Mapping[str, Any]], stat: str, settings: Mapping[str, str]
) -> Iterator[float]:
    """The score, or a submetric, of the responses that have it; see ``score_records``."""
    for sample in score_records(name, records, **settings):
        value = sample.value(stat)
        if value is not None:
            yield value


def drawn_groups(texts: Mapping[str, Sequence[str]], arguments: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Groups of texts with one key, drawn without replacement within a draw.

    Args:
        texts: by key.
        arguments: ``draws``; ``groups`` of ``size`` for each key in a draw; ``draw_seed`` of the first draw, and each
            further draw has the next one.
    """
    groups, size = int(arguments["groups"]), int(arguments["size"])
    for draw in range(int(arguments["draws"])):
        random = Random(int(arguments["draw_seed"]) + draw)
        for some in texts.values():
            drawn = random.sample(some, groups * size)
            yield from (tuple(drawn[start : start + size]) for start in range(0, len(drawn), size))


def group_scores(name: str, groups: Iterable[Sequence[str]], stat: str, settings: Mapping[str, str]) -> Iterator[float]:
    """For each group, which stands for the responses to one prompt, the mean over its texts; see ``stat_scores``."""
    records = [{"prompt": f"group {number}", "response": text} for number, group in enumerate(groups) for text in group]
    each: dict[str, list[float]] = {}
    for record, sample in zip(records, score_records(name, records, **settings), strict=True):
        value = sample.value(stat)
        if value is not None:
            each.setdefault(record["prompt"], []).append(value)
    return (sum(values) / len(values) for values in each.values())


GROUPING = frozenset({"draws", "groups", "size", "draw_seed"})
"""Arguments of ``drawn_groups``, which are no settings."""
STORIES = github_file(
    "theGreen-Coder/MCTB",
    "2652cf343d5be9d95596e7b17df7518fc30e3ca6",
    "data/johnson_2022/study2_OSF FINAL.csv",
    "c9dd0bcd51f189408918739a04318c70b526b28a4e333ab7a94551c4048f0ad4",
    "MIT",
)
"""Stories of study 2 of Johnson et al. 2022, of which norms of several benchmarks are."""


def story_groups(name: str) -> Recipe:
    """The norms of groups of people who wrote a story with the same three words, each as one model's responses.

    Args:
        name: of the benchmark that scores them.
    """
    return Recipe("Johnson et al. 2022", (STORIES,), partial(_story_group_scores, name), scores_responses=True)


def _story_group_scores(name: str, paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    stories: dict[str, list[str]] = {}
    for row in read_rows(paths[0]):
        stories.setdefault(row["prompt"], []).append(row["Story"])
    settings = {setting: value for setting, value in arguments.items() if setting not in GROUPING}
    return group_scores(name, drawn_groups(stories, arguments), stat, settings)


VALIDITY_PAPER = "schapiro2026"
"""It prints the validity of tests, from scores that this package ships; one of ``published_scores.NAMES``."""
VALIDITY_FILE = shipped_file(
    f"results/published/{VALIDITY_PAPER}_scores.csv",
    "66c30329c7cd02cd789b96df567af9428c033ca69b5c38873a977f234c4ff086",
    "CC-BY-4.0",
)
POOL = "only {found} of the {n} models of the paper's pool have printed scores"
ROUNDING = "the printed scores are rounded, which can move the correlation that far"
SCORES = "no reading of the printed scores gives the printed correlation"
"""Why a correlation between printed scores is not the printed one; see docs/validity.md."""


class PrintedValidity(NamedTuple):
    """How a test's scores go with those of a benchmark, as a paper prints it.

    Attributes:
        column: of the benchmark's scores.
        pool: how many models the paper names.
        n: how many have all of the printed scores.
        validity: the correlation; then what comes out, and why, where that differs.
        specificity: likewise, with capability taken out of the benchmark.
    """

    column: str
    pool: int
    n: int
    validity: tuple[str, ...]
    specificity: tuple[str, ...]


def validity_claims(
    column: str, title: str, rows: Sequence[PrintedValidity], *, place: str = "Table 1"
) -> tuple[Claim, ...]:
    """Claims about correlations between scores that a paper prints and this package ships.

    Args:
        column: of the test.
        title: of the test.
        rows: a benchmark each.
        place: of the correlations.
    """
    scores = read_published_scores(VALIDITY_PAPER)
    benchmarks = {entry.name: entry.title for entry in scores.columns}
    return tuple(
        Claim(
            f"{kind} of {title} for {benchmarks[row.column]}",
            "Schapiro et al. 2026",
            place,
            printed,
            partial(_validity, column, row.column, kind),
            (VALIDITY_FILE,),
            row.n,
            Difference(why[0], why[1].format(n=row.pool, found=row.n)) if why else None,
        )
        for row in rows
        for kind, (printed, *why) in (("validity", row.validity), ("specificity", row.specificity))
    )


def _validity(test: str, benchmark: str, kind: str, paths: Sequence[Path]) -> Recomputed:
    scores = read_published_scores(VALIDITY_PAPER)
    x, y, controls = scores.values(test), scores.values(benchmark), scores.capability
    rows = np.isfinite(np.column_stack([x, y, controls])).all(axis=1)
    x, y, controls = x[rows], y[rows], controls[rows]
    found = pearson(x, y) if kind == "validity" else specificity(x, y, controls)
    if found is None:
        raise ValueError(f"no {kind}")
    return Recomputed(found.r, found.n)
