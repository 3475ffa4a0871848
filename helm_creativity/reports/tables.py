"""Tables, and the one place where they become text, CSV, JSON or HTML."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import textwrap
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from helm_creativity.benchmark.rows.records import csv_cell
from helm_creativity.results.table import Cell, Column, Row, Table, Undefined, cell_text, is_undefined, printed_cells
from helm_creativity.safe_text import escaped, escaped_line

FORMATS = ("text", "csv", "json", "html", "markdown")
WIDTH = 118
"""Of lines of text, unless the rows of a table are wider."""
LEAST_WRAPPED = 40
"""Columns of a terminal for a cell that is broken into lines."""
GAP = "  "
LONGEST_LABEL = 60
"""A label longer than this stands on a line of its own, above the numbers of its row."""
COLOURS = MappingProxyType({"title": "1", "head": "1", "rule": "2", "note": "2"})
"""How a terminal shows the lines of a table: 1 is bold, 2 faint."""


_NO_COLOURS: Mapping[str, str] = MappingProxyType({})
_MARKUP = re.compile(r"[\\`*_\[\]<>|#]")


def render(
    tables: Table | Sequence[Table],
    as_: str = "text",
    colours: Mapping[str, str] = _NO_COLOURS,
    width: int | None = None,
) -> str:
    """Tables as text for people, one CSV table, a JSON list, an HTML page that needs no other file, or Markdown.

    * CSV has a row per row. In front stand the table's name, where there are several kinds, and its facts; columns of
      all tables follow, empty where a table has none of that name. Titles and notes are left out.
    * JSON is a list with one object per table: ``name``, ``title``, ``facts``, ``rows`` (objects by column), ``notes``.
    * Names and replies may hold anything: all but JSON, which holds the data, show escapes for what is invisible or
      would steer a terminal.
    * Text is no wider than ``width`` columns: it leaves out the last columns of a table, and names them below it.
    * An undefined value is empty or null, and a field ``undefined`` of its row holds the reasons by column.
    """
    several = [tables] if isinstance(tables, Table) else list(tables)
    if as_ not in ("csv", "json"):
        several = [table for table in several if table.printed]
    if as_ == "text":
        return _text([fitted(table, width) for table in several] if width else several, colours, width or WIDTH)
    writers = {"csv": _csv, "json": _json, "html": _html, "markdown": _markdown}
    if as_ not in writers:
        raise ValueError(f"expected one of {', '.join(FORMATS)}, got {as_!r}")
    text = writers[as_](several)
    return text if as_ == "json" else escaped(text)


def _shown(table: Table) -> list[Column]:
    return [column for column in table.columns if column.in_text and column.printed and not column.below]


def _widths(table: Table, columns: Sequence[Column]) -> list[int]:
    rows = [dict(printed_cells(table, row)) for row in (*table.rows, *table.totals)]
    return [
        max(text_width(column.title), *(text_width(cell_text(column, row[column])) for row in rows), 0)
        for column in columns
    ]


def fitted(table: Table, width: int) -> Table:
    """A table without the last of the columns for which a terminal has no room; its notes name them.

    A column that is broken into lines takes what room is left, and a first column that is too long stands on lines of
    its own.
    """
    columns = _shown(table)
    widths = _widths(table, columns)
    if not columns or not table.rows:
        return table
    if columns[-1].wrapped:
        widths[-1] = min(widths[-1], LEAST_WRAPPED)
    if widths[0] > LONGEST_LABEL:
        widths[0] = 0
    n = next(n for n in range(len(columns), 0, -1) if n == 1 or sum(widths[:n]) + len(GAP) * (n - 1) <= width)
    left_out = columns[n:]
    if not left_out:
        return table
    names = f"no room for: {', '.join(column.title for column in left_out)}"
    kept = [column for column in table.columns if column not in left_out]
    return replace(table, columns=kept, notes=[*table.notes, f"{names}; --wide or --format json has all columns"])


def in_blocks(table: Table, width: int) -> Iterator[Table]:
    """A table as several that are no wider than a screen, each with the first column."""
    shown = _shown(table)
    widths = _widths(table, shown)
    first, *others = shown
    while others:
        taken, n = widths[0], 0
        while n < len(others) and (n == 0 or taken + len(GAP) + widths[n + 1] <= width):
            taken += len(GAP) + widths[n + 1]
            n += 1
        some, others = others[:n], others[n:]
        widths = [widths[0], *widths[n + 1 :]]
        yield replace(table, columns=[first, *some], notes=() if others else table.notes)


class _Below(NamedTuple):
    facts: Sequence[str]
    notes: Sequence[str]


def _below(tables: Sequence[Table]) -> Iterator[tuple[Table, _Below]]:
    before: Mapping[str, Any] = {}
    printed: set[str] = set()
    for table in tables:
        if table.facts != before:
            before, printed = table.facts, set()
            facts = [
                escaped_line(f"{key.replace('_', ' ')}: {value}")
                for key, value in table.facts.items()
                if str(value) not in table.title
            ]
        else:
            facts = []
        notes = [*_reasons(table, frozenset(printed)), *table.notes]
        printed.update(reason for row in table.rows for cell in table.cells(row) if (reason := _reason(cell)))
        yield table, _Below(facts, notes)


def _reason(cell: Cell) -> str:
    if isinstance(cell.value, Undefined):
        return cell.value.reason
    return "" if is_undefined(cell.value) else cell.why


def _reasons(table: Table, printed: Collection[str]) -> Iterator[str]:
    """One sentence per column and reason; a reason that holds for more of a row is printed once."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for row in table.rows:
        of_row = set(printed)
        cells = table.cells(row)
        for column, cell in zip(table.columns, cells, strict=True):
            reason = _reason(cell)
            if reason and reason not in of_row:
                of_row.add(reason)
                what = f"no {column.title}" if isinstance(cell.value, Undefined) else column.title
                found.setdefault((what, reason), {})[escaped_line(str(cells[0].value))] = None
    for (what, reason), labels in found.items():
        yield f"{what} of {', '.join(labels)}: {escaped_line(reason)}"


def _text(tables: Sequence[Table], colours: Mapping[str, str], width: int) -> str:
    starts = {kind: f"\033[{code}m" for kind, code in colours.items() if code}
    parts = (
        "\n".join(
            f"{starts[kind]}{escaped(text)}\033[0m" if kind in starts else escaped(text)
            for kind, text in _table_lines(*shown_table, width)
        )
        for shown_table in _below(tables)
    )
    return "\n\n".join(part for part in parts if part)


def _table_lines(table: Table, below: _Below, width: int) -> Iterator[tuple[str, str]]:
    yield from (("title", line) for line in _wrapped(table.title, width))
    if table.rows:
        yield from _aligned(table, width)
    for note in (*_marked_cells(table), *below.facts, *below.notes):
        yield from (("note", line) for line in _wrapped(note, width))


def _marked_cells(table: Table) -> Iterator[str]:
    for column in (column for column in table.columns if column.below):
        found: dict[str, dict[str, None]] = {}
        for row in (*table.rows, *table.totals):
            cells = dict(printed_cells(table, row))
            if text := cell_text(column, cells[column]):
                found.setdefault(text, {})[cell_text(*next(iter(cells.items())))] = None
        for text, labels in found.items():
            yield column.below.format(", ".join(labels), text)


def _marks(table: Table, row: Row) -> str:
    """The signs of what text shows of a row below its table."""
    signs = (column.below.split()[0] for column, cell in printed_cells(table, row) if column.below and cell.value)
    return "".join(f" {sign}" for sign in signs)


def _wrapped(note: str, width: int) -> list[str]:
    if "\n" in note:
        return note.splitlines()
    return textwrap.wrap(
        note, min(width, WIDTH), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _aligned(table: Table, width: int) -> Iterator[tuple[str, str]]:
    columns = _shown(table)
    head = [escaped_line(column.title) for column in columns]
    every = (*table.rows, *table.totals)
    rows = [[cell_text(*pair) for pair in printed_cells(table, row) if pair[0] in columns] for row in every]
    rows = [[f"{cells[0]}{_marks(table, row)}", *cells[1:]] for cells, row in zip(rows, every, strict=True)]
    labels = [""] * len(rows)
    if len(head) > 1 and max(text_width(row[0]) for row in rows) > LONGEST_LABEL:
        labels = [row[0] for row in rows]
        rows = [["", *row[1:]] for row in rows]
    widths = [max(map(text_width, column)) for column in zip(head, *rows, strict=True)]
    before = sum(width + len(GAP) for width in widths[:-1])
    parts = [_in_lines(row[-1], width - before) if columns[-1].wrapped else [row[-1]] for row in rows]
    widths[-1] = max(map(text_width, (head[-1], *(text for texts in parts for text in texts))))
    lefts = [column.left for column in columns]

    def line(cells: Sequence[str]) -> str:
        aligned = (
            cell + " " * (width - text_width(cell)) if left else " " * (width - text_width(cell)) + cell
            for cell, width, left in zip(cells, widths, lefts, strict=True)
        )
        return GAP.join(aligned).rstrip()

    rule = GAP.join("-" * width for width in widths)
    if any(head):
        yield "head", line(head)
        yield "rule", rule
    for place, (label, row, (first, *more)) in enumerate(zip(labels, rows, parts, strict=True)):
        if place == len(table.rows):
            yield "rule", rule
        if label:
            yield "row", label
        yield "row", line([*row[:-1], first])
        yield from (("row", " " * before + text) for text in more)


def _in_lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, LEAST_WRAPPED), break_long_words=False, break_on_hyphens=False) or [""]


def text_width(text: str) -> int:
    """Columns of a terminal that a text takes: wide characters two, marks on a letter none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(character) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(character) in "WF")
        for character in text
    )


def _json(tables: Sequence[Table]) -> str:
    found = [
        {
            "name": table.name,
            "title": table.title,
            "facts": dict(table.facts),
            "rows": table.records(),
            **({"totals": table.records(table.totals)} if table.totals else {}),
            "notes": list(table.notes),
        }
        for table in tables
    ]
    return json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False)


def table_records(tables: Sequence[Table]) -> tuple[list[str], list[dict[str, Any]]]:
    """Tables as one table for programs: names of its columns, and a record per row.

    In front stand the table's name, where there are several kinds, and its facts; columns of all tables follow. A
    record lacks those that its table has not.
    """
    several = len({table.name for table in tables if table.rows}) > 1
    records = []
    facts: dict[str, None] = {}
    columns: dict[str, None] = {}
    for table in tables:
        for record in table.records():
            if "undefined" in record:
                record["undefined"] = "; ".join(f"{key}: {reason}" for key, reason in record["undefined"].items())
            facts |= dict.fromkeys(table.facts)
            columns |= dict.fromkeys(record)
            records.append({**({"table": table.name} if several else {}), **table.facts, **record})
    if "undefined" in columns:
        columns["undefined"] = columns.pop("undefined")
    names = [*(["table"] if several else []), *facts, *(name for name in columns if name not in facts)]
    return names, records


def _csv(tables: Sequence[Table]) -> str:
    names, records = table_records(tables)
    out = io.StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n")
    if records:
        writer.writeheader()
    writer.writerows({name: csv_cell(value) for name, value in record.items()} for record in records)
    return out.getvalue().removesuffix("\n")


_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#1b1b1b}table{border-collapse:collapse;margin:.5rem 0}"
    "caption{text-align:left;font-weight:600;white-space:pre-line}th,td{padding:.2rem .7rem;text-align:right;"
    "border-bottom:1px solid #ddd}.left{text-align:left}section{margin-bottom:2rem}.note{white-space:pre-line;"
    "max-width:60rem;color:#555}"
)


def html_fragment(tables: Sequence[Table]) -> str:
    """Tables as a part of an HTML page, whose style is the page's."""
    return "\n".join(_table_html(*shown_table) for shown_table in _below(tables))


def _html(tables: Sequence[Table]) -> str:
    body = html_fragment(tables)
    title = html.escape(next((table.title.splitlines()[0] for table in tables if table.title), "helm-creativity"))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</body>\n</html>"
    )


def _table_html(table: Table, below: _Below) -> str:
    lines = ["<section>"]
    if table.rows:
        lines += ["<table>", f"<caption>{html.escape(table.title)}</caption>"]
        heads = "".join(
            f"<th{_left(column)}>{html.escape(escaped_line(column.title))}</th>"
            for column in table.columns
            if column.printed
        )
        lines.append(f"<thead><tr>{heads}</tr></thead>")
        lines.append("<tbody>")
        for row in (*table.rows, *table.totals):
            cells = (_td(*pair) for pair in printed_cells(table, row))
            lines.append(f"<tr>{''.join(cells)}</tr>")
        lines += ["</tbody>", "</table>"]
    elif table.title:
        lines.append(f"<p><strong>{html.escape(table.title)}</strong></p>")
    lines += [f'<p class="note">{html.escape(line)}</p>' for line in (*below.facts, *below.notes)]
    return "\n".join([*lines, "</section>"])


def _markdown(tables: Sequence[Table]) -> str:
    return "\n\n".join(part for part in (_table_markdown(*shown_table) for shown_table in _below(tables)) if part)


def _table_markdown(table: Table, below: _Below) -> str:
    head = [f"## {_flat(table.title)}"] if table.title else []
    columns = [column for column in table.columns if column.printed]
    rows = [[_flat(cell_text(*pair)) for pair in printed_cells(table, row)] for row in (*table.rows, *table.totals)]
    ruled = [
        [_flat(escaped_line(column.title)) for column in columns],
        [":--" if column.left else "--:" for column in columns],
        *rows,
    ]
    lines = "\n".join(f"| {' | '.join(row)} |" for row in ruled) if rows else ""
    below_it = "\n".join(f"- {_flat(line)}" for line in (*below.facts, *below.notes))
    return "\n\n".join(part for part in (*head, lines, below_it) if part)


def _flat(text: str) -> str:
    """One line in which nothing is markup: names and replies may hold anything."""
    return _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


def _left(column: Column) -> str:
    return ' class="left"' if column.left else ""


def _td(column: Column, cell: Cell) -> str:
    reason = _reason(cell)
    why = f' title="{html.escape(reason)}"' if reason else ""
    return f"<td{_left(column)}{why}>{html.escape(cell_text(column, cell))}</td>"
