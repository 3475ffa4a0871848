"""Norms of people's stories, of the stories that Johnson et al. 2022 released."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.core.names import SCORE
from helm_creativity.core.recipes import Recipe
from helm_creativity.results.people_scores import STORIES, read_rows, stat_scores

NEAR = ("petrol-diesel-pump", "year-week-embark", "belief-faith-sing", "stamp-letter-send")
"""Sets of cue words of low semantic distance."""
SETS = {"dsi_low": "near", "dsi_high": "distant"}
"""Which sets a stat is of, where it is not of all."""


def stories(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of the stories, of those that have one."""
    sets = SETS.get(stat, "all")
    records = [
        {"story": row["Story"], "cues": row["prompt"].split("-")}
        for row in read_rows(paths[0])
        if sets == "all" or (row["prompt"] in NEAR) == (sets == "near")
    ]
    return stat_scores("story", records, SCORE if stat in SETS else stat, arguments)


RECIPES: Mapping[str, Recipe] = {"stories": Recipe("Johnson et al. 2022", (STORIES,), stories)}
