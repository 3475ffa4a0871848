"""The keywords and their categories: those of this package, or the authors' 1,180."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from helm_creativity.benchmark.rows.cells import Cell
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.sources import require_source


def _read(path: Path) -> list[dict[str, Cell]]:
    return read_sheet(path)


@cache
def own_keywords() -> Sequence[tuple[str, str]]:
    """Twelve in each of 18 categories."""
    return [(str(row["keyword"]), str(row["category"])) for row in _read(Path(__file__).parent / "items/keywords.csv")]


@cache
def official_keywords() -> Sequence[tuple[str, str]]:
    """In the order of the authors' list, from which the file of categories differs."""
    names = ("liveideabench-keywords", "liveideabench-categories")
    keywords, filed = (_read(require_source(name, "the items 'official'", "the items own")) for name in names)
    categories = {row["keyword"]: str(row["category"]) for row in filed}
    return [(str(row["Keyword"]), categories[row["Keyword"]]) for row in keywords]


KEYWORDS: Mapping[str, Callable[[], Sequence[tuple[str, str]]]] = {
    "own": own_keywords,
    "official": official_keywords,
}
