"""Norms of people's lists of words, of the lists that Olson et al. 2021 released."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.benchmark.recipes import Recipe, github_file
from helm_creativity.results.people_scores import read_rows, stat_scores

BLANK = ("", "NA", "nan")
"""Cells without a word."""
STUDY_2 = github_file(
    "theGreen-Coder/MCTB",
    "2652cf343d5be9d95596e7b17df7518fc30e3ca6",
    "data/olson_2021/study2.tsv",
    "e54f80182775fd82c36cfa928958cc90fc8a7e74cb3e33fb449cb2930ec28b97",
    "MIT",
)


def words(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of the words of the people of study 2, of those who have one."""
    return stat_scores("dat", [word_record(row) for row in read_rows(paths[0], "\t")], stat, arguments)


def word_record(row: Mapping[str, str]) -> dict[str, list[str]]:
    """The words of a row of theirs."""
    entries = [row[f"word.{place}"] for place in range(1, 11)]
    return {"words": ["" if word in BLANK else word for word in entries]}


RECIPES: Mapping[str, Recipe] = {"words": Recipe("Olson et al. 2021", (STUDY_2,), words)}
