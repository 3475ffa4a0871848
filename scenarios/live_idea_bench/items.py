"""The keywords: those of this package, or the authors' 1,180."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.core.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.io.sheets import numbered_rows
from helm_creativity.safe_text import listed, quoted

OWN = Path(__file__).with_name("items") / "keywords.csv"
OFFICIAL_KEYWORDS = 1180
CATEGORIES = (
    "Accounting",
    "Agricultural science",
    "Anthropology",
    "Astronomy",
    "Biology",
    "Chemistry",
    "Data engineering",
    "Data science",
    "Earth science",
    "Economics",
    "Finance",
    "Mathematics and Logic",
    "Medicine",
    "Pedagogy",
    "Pharmacy",
    "Physics",
    "Political science",
    "Psychology",
    "Sociology",
    "Statistics",
    "Systems engineering",
    "Systems science",
)
"""The names in the authors' file. Ruan et al. 2024 speak of 18 disciplines."""

# Enough to find the mistake, and few enough to read.
_SHOWN = 5


class Keyword(NamedTuple):
    """What an idea is asked for, and its category; None where a file has no categories."""

    keyword: str
    category: str | None


class _Line(NamedTuple):
    number: int
    cells: tuple[str, ...]


def slug(category: str) -> str:
    """The category as a part of a submetric's name: ``mathematics_and_logic``."""
    return re.sub(r"[\W_]+", "_", category.casefold()).strip("_")


@lru_cache(maxsize=1)
def read_own() -> tuple[Keyword, ...]:
    """The 216 keywords that were written for this package, 12 in each of 18 categories."""
    return read_file(OWN)


def read_file(path: Path) -> tuple[Keyword, ...]:
    """The keywords of a file, in their order."""
    lines = _read(path, ("keyword",), ("category",))
    found = tuple(Keyword(line.cells[0], line.cells[1] if len(line.cells) > 1 else None) for line in lines)
    names: dict[str, str] = {}
    for line, keyword in zip(lines, found, strict=True):
        if keyword.category is None:
            continue
        name = names.setdefault(slug(keyword.category), keyword.category)
        if not slug(name) or name != keyword.category:
            other = f"as {quoted(name)} is another one" if slug(name) else "in letters or figures"
            raise FileProblem(
                f"{path}, row {line.number}: category {quoted(keyword.category)} has no name of its own, {other}"
            )
    return found


def read_official(kws: Path, classifications: Path) -> tuple[Keyword, ...]:
    """The authors' 1,180 keywords with their categories, in the order of the first file."""
    keywords = _read(kws, ("Keyword",), as_csv=True)
    filed = _read(classifications, ("keyword", "category", "similarity_score"), as_csv=True)
    for path, lines in ((kws, keywords), (classifications, filed)):
        if len(lines) != OFFICIAL_KEYWORDS:
            raise FileProblem(f"{path}: expected the {OFFICIAL_KEYWORDS} keywords of LiveIdeaBench, found {len(lines)}")
    if bad := [f"{quoted(line.cells[1])} in row {line.number}" for line in filed if line.cells[1] not in CATEGORIES]:
        raise FileProblem(
            f"{classifications}: unknown categories: {_some(bad)}; expected one of {', '.join(CATEGORIES)}"
        )
    categories = {line.cells[0]: line.cells[1] for line in filed}
    if lost := [
        f"{quoted(line.cells[0])} in row {line.number}" for line in keywords if line.cells[0] not in categories
    ]:
        raise FileProblem(f"{kws}: {_some(lost)} has no category in {classifications}; use both files of one revision")
    return tuple(Keyword(line.cells[0], categories[line.cells[0]]) for line in keywords)


def _read(
    path: Path, columns: tuple[str, ...], optional: tuple[str, ...] = (), as_csv: bool | None = None
) -> list[_Line]:
    rows = numbered_rows(path, as_csv=as_csv)
    if not rows:
        raise FileProblem(f"{path}: expected a table of keywords, found no row below the header")
    names = tuple(rows[0][1])
    if set(names) not in (set(columns), {*columns, *optional}):
        also = f", and {', '.join(optional)} if you like" if optional else ""
        raise FileProblem(f"{path}, row 1: expected the columns {', '.join(columns)}{also}, found {listed(names)}")
    order = [name for name in (*columns, *optional) if name in names]
    for name in order:
        if empty := [str(number) for number, row in rows if row[name] is None]:
            raise FileProblem(f"{path}: expected a {name} in every row, found none in row {_some(empty)}; fill it in")
    lines = [_Line(number, tuple(" ".join(str(row[name]).split()) for name in order)) for number, row in rows]
    _check_keywords(lines, path)
    return lines


def _check_keywords(lines: Iterable[_Line], path: Path) -> None:
    seen: dict[str, int] = {}
    for number, (keyword, *_) in lines:
        first = seen.setdefault(keyword.casefold(), number)
        if first != number:
            raise FileProblem(
                f"{path}, row {number}: {quoted(keyword)} stands in row {first} already; keep one of them"
            )
        if '"' in keyword:
            raise FileProblem(f"{path}, row {number}: expected a keyword without double quotes, got {quoted(keyword)}")


def _some(parts: Sequence[str]) -> str:
    more = f" and {len(parts) - _SHOWN} more" if len(parts) > _SHOWN else ""
    return ", ".join(parts[:_SHOWN]) + more


@cache
def official() -> tuple[Keyword, ...]:
    """The 1,180 keywords of the authors' files."""
    needed_by = ("the items 'official'", "the items own")
    paths, missing = [], []
    for name in ("liveideabench-keywords", "liveideabench-categories"):
        try:
            paths.append(require_source(name, *needed_by))
        except FileProblem as problem:
            missing.append(str(problem))
    if missing:
        raise FileProblem("; ".join(missing))
    return read_official(*paths)


KEYWORDS: Mapping[str, Callable[[], tuple[Keyword, ...]]] = {"own": read_own, "official": official}
