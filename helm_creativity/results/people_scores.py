"""Scores of people's responses in the files that authors released, of which norms are made."""

from __future__ import annotations

import ast
import csv
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from helm_creativity.benchmark.base import parse_settings, sample_in_row
from helm_creativity.benchmark.card import Recipe
from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import SCORE
from helm_creativity.benchmark.registry import BenchmarkEntry
from helm_creativity.benchmark.rows.scored import score_usable
from helm_creativity.benchmark.types import SampleScore
from helm_creativity.judges.scoring import found_in

GROUPING = frozenset({"draws", "groups", "size", "draw_seed"})
"""Arguments of ``drawn_groups``, which are no settings."""
BLANK = ("NA", "nan")
"""Cells without a word."""


@dataclass(frozen=True)
class MadeOf:
    """How scores of people are made of a file that authors released.

    Attributes:
        paper: authors and year.
        file: what they released.
        scores: from the file here, a stat and arguments to scores, one for each unit of a norm.
        scores_responses: whether settings of the benchmark change them.
    """

    paper: str
    file: SourceFile
    scores: Callable[[Path, str, Mapping[str, str]], Iterable[float]]
    scores_responses: bool = True


def read_rows(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    """The rows of a table of the authors."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def score_records(name: str, records: Sequence[Mapping[str, Any]], **settings: object) -> Iterator[SampleScore]:
    """The scores of responses to a benchmark, as ``helm-creativity score`` gives them, in order."""
    benchmark = get_benchmark(name)
    chosen = parse_settings(benchmark, settings, asked=False)
    found = [found_in(benchmark, chosen, sample_in_row(benchmark, record, chosen, None)) for record in records]
    for score in score_usable(benchmark.scorer(chosen), found):
        if not isinstance(score, SampleScore):
            raise ValueError(f"a response of {name} cannot be used: {score.problem}")
        yield score


def stat_scores(
    name: str, records: Sequence[Mapping[str, Any]], stat: str, settings: Mapping[str, str]
) -> Iterator[float]:
    """The score, or a submetric, of the responses that have it; see ``score_records``."""
    values = (sample.value(stat) for sample in score_records(name, records, **settings))
    return (value for value in values if value is not None)


def drawn_groups(responses: Mapping[Any, Sequence[Any]], arguments: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    """Groups of responses with one key, drawn without replacement within a draw."""
    groups, size = int(arguments["groups"]), int(arguments["size"])
    for draw in range(int(arguments["draws"])):
        random = Random(int(arguments["draw_seed"]) + draw)
        for some in responses.values():
            drawn = random.sample(some, groups * size)
            yield from (tuple(drawn[start : start + size]) for start in range(0, len(drawn), size))


def table_scores(
    entry: BenchmarkEntry, recipe: Recipe, path: Path, stat: str, arguments: Mapping[str, str]
) -> Iterator[float]:
    """Scores of the responses in a table, as a card's recipe reads it.

    A submetric of a whole run is here the score of the rows that count for it.
    """
    records: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    where, group = _expression(recipe.where), _expression(recipe.group or "0")
    fields = {field: _expression(text) for field, text in recipe.record.items()}
    for row in read_rows(path, "\t" if recipe.file.name.endswith(".tsv") else ","):
        if where(row=row, stat=stat):
            names = {"row": row, "cells": partial(table_cells, row)}
            records[group(row=row)].append({field: read(**names) for field, read in fields.items()})
    if not recipe.group:
        of_run = any((submetric.name, submetric.of) == (stat, "run") for submetric in entry.card.submetrics)
        yield from stat_scores(entry.name, records[0], SCORE if of_run else stat, arguments)
        return
    settings = {setting: value for setting, value in arguments.items() if setting not in GROUPING}
    drawn = [
        {"prompt": f"group {number}", **record}
        for number, some in enumerate(drawn_groups(records, arguments))
        for record in some
    ]
    each: dict[str, list[float]] = defaultdict(list)
    for record, sample in zip(drawn, score_records(entry.name, drawn, **settings), strict=True):
        if (value := sample.value(stat)) is not None:
            each[record["prompt"]].append(value)
    yield from (sum(values) / len(values) for values in each.values())


def _expression(text: str) -> Callable[..., Any]:
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment()
    environment.globals["literal"] = ast.literal_eval
    return environment.compile_expression(text)


def table_cells(row: Mapping[str, str], beginning: str) -> list[str]:
    """The cells whose columns begin so, "" for one without a word."""
    return ["" if cell in BLANK else cell for column, cell in row.items() if column.startswith(beginning)]
