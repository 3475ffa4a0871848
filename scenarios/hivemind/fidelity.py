"""Groups of people as if each were a model that responds to one prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.core.claims import Recipe, github_file
from helm_creativity.results.recomputing import GROUPING, drawn_groups, group_scores, read_rows

JOHNSON = github_file(
    "theGreen-Coder/MCTB",
    "2652cf343d5be9d95596e7b17df7518fc30e3ca6",
    "data/johnson_2022/study2_OSF FINAL.csv",
    "c9dd0bcd51f189408918739a04318c70b526b28a4e333ab7a94551c4048f0ad4",
    "MIT",
)


def groups(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of groups of people who wrote a story with the same three words."""
    stories: dict[str, list[str]] = {}
    for row in read_rows(paths[0]):
        stories.setdefault(row["prompt"], []).append(row["Story"])
    settings = {name: value for name, value in arguments.items() if name not in GROUPING}
    return group_scores("hivemind", drawn_groups(stories, arguments), stat, settings)


RECIPES: Mapping[str, Recipe] = {"groups": Recipe("Johnson et al. 2022", (JOHNSON,), groups, scores_responses=True)}
