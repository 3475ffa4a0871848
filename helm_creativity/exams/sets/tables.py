"""Tables and lines of the fetched files of the sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.rows.tables import read_spreadsheet
from helm_creativity.benchmark.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import listed, quoted


def fetched_rows(name: str, columns: Sequence[str]) -> Sequence[tuple[int, Mapping[str, Any]]]:
    """The rows of a fetched table, each with its line."""
    path = require_source(name, f"{name}, texts that people judged", "another set")
    table = read_spreadsheet(path)
    if missing := [column for column in columns if column not in table.columns]:
        raise FileProblem(f"{path}: expected a column {quoted(missing[0])}, found {listed(table.columns)}")
    return table.rows


def numbered_lines(path: Path, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """The lines of a file that are not blank, each with its number."""
    lines = enumerate(path.read_text(encoding).split("\n"), start=1)
    return ((number, line) for number, line in lines if line.strip())
