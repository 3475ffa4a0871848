"""Scores of people's responses in the files that authors released, of which norms are made."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from helm_creativity.benchmark.base import parse_settings, sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.recipes import Recipe, github_file
from helm_creativity.benchmark.rows.scored import score_usable
from helm_creativity.benchmark.types import SampleScore
from helm_creativity.judges.scoring import found_in

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


def drawn_groups(texts: Mapping[str, Sequence[str]], arguments: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Groups of texts with one key, drawn without replacement within a draw."""
    groups, size = int(arguments["groups"]), int(arguments["size"])
    for draw in range(int(arguments["draws"])):
        random = Random(int(arguments["draw_seed"]) + draw)
        for some in texts.values():
            drawn = random.sample(some, groups * size)
            yield from (tuple(drawn[start : start + size]) for start in range(0, len(drawn), size))


def story_groups(name: str) -> Recipe:
    """Norms of groups of people who wrote a story with the same three words, each as one model's responses."""

    def scores(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
        stories: dict[str, list[str]] = defaultdict(list)
        for row in read_rows(paths[0]):
            stories[row["prompt"]].append(row["Story"])
        settings = {setting: value for setting, value in arguments.items() if setting not in GROUPING}
        records = [
            {"prompt": f"group {number}", "response": text}
            for number, group in enumerate(drawn_groups(stories, arguments))
            for text in group
        ]
        each: dict[str, list[float]] = defaultdict(list)
        for record, sample in zip(records, score_records(name, records, **settings), strict=True):
            value = sample.value(stat)
            each[record["prompt"]] += () if value is None else (value,)
        return (sum(values) / len(values) for values in each.values() if values)

    return Recipe("Johnson et al. 2022", (STORIES,), scores)
