"""Norms of people's lists of words, of the lists that Nakajima et al. 2026 released."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.benchmark.recipes import Recipe, github_file
from helm_creativity.results.people_scores import read_rows, stat_scores

PEOPLE = github_file(
    "knakajima1225/beyond_divergent_creativity",
    "904f7a1cf559ceaef66df814250eee7ef601165f",
    "cdat/data/csv_data/results_with_bert_layers_human.csv",
    "0e6dcda40c1e4ea920dfd7f81cc48bb3ae9d57b16b56db94b1d0c959a7222a9d",
    "none stated",
)


def words(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of the people's words, of the lists that have one."""
    records = [{"cue": row["Cue"], "words": ast.literal_eval(row["Words"])} for row in read_rows(paths[0])]
    return stat_scores("cdat", records, stat, arguments)


RECIPES: Mapping[str, Recipe] = {"words": Recipe("Nakajima et al. 2026", (PEOPLE,), words)}
