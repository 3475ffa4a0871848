"""Results of the Python API as a notebook shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from helm_creativity.reports.tables import html_fragment
from helm_creativity.results.table import Column, Table

MOST_ROWS, MOST_CHARACTERS, SHORT = 10, 80, 20


def records_html(title: str, records: Sequence[Mapping[str, Any]]) -> str:
    """The first records as an HTML table, without columns that are empty or the same text in all of them."""
    first = records[:MOST_ROWS]
    values = {name: [record.get(name) for record in first] for name in dict.fromkeys(chain.from_iterable(first))}
    said = {name: column[0] for name, column in values.items() if _said_once(column)}
    shown = {name: column for name, column in values.items() if name not in said and any(map(_has_value, column))}
    columns = []
    for name, column in shown.items():
        left = any(
            isinstance(value, bool) or not isinstance(value, (int, float)) for value in filter(_has_value, column)
        )
        columns.append(Column(name, name, _in_one_line, left=left, named=True))
    more = len(records) - len(first)
    notes = [f"{name}: {text}" for name, text in said.items()]
    notes += [f"and {more:,} more: records(), to_polars() and to_pandas() have all"] * (more > 0)
    rows = list(zip(*shown.values(), strict=True))
    return html_fragment([Table("records", columns, rows, title=title, notes=notes)])


def _has_value(value: object) -> bool:
    return value is not None and value != []


def _said_once(column: Sequence[object]) -> bool:
    """Whether it is a long text that is the same in several rows."""
    text = column[0]
    return len(column) > 1 and isinstance(text, str) and len(text) > SHORT and all(value == text for value in column)


def _in_one_line(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.5g}"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    line = " ".join(text.split())
    return line if len(line) <= MOST_CHARACTERS else f"{line[: MOST_CHARACTERS - 1]}…"
