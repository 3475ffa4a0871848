"""Norms of people's stories, of the stories that Johnson et al. 2022 released."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.benchmark.names import SCORE
from helm_creativity.benchmark.recipes import Recipe
from helm_creativity.results.people_scores import STORIES, read_rows, stat_scores

NEAR = ("petrol-diesel-pump", "year-week-embark", "belief-faith-sing", "stamp-letter-send")
"""Sets of cue words of low semantic distance."""


def _scores(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of the stories, of those that have one; ``dsi_low`` and ``dsi_high`` are of some cue words alone."""
    near = {"dsi_low": True, "dsi_high": False}.get(stat)
    rows = [row for row in read_rows(paths[0]) if near in (None, row["prompt"] in NEAR)]
    records = [{"story": row["Story"], "cues": row["prompt"].split("-")} for row in rows]
    return stat_scores("story", records, stat if near is None else SCORE, arguments)


RECIPES = {"stories": Recipe("Johnson et al. 2022", (STORIES,), _scores)}
