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
from typing import Any
from unicodedata import east_asian_width

from helm_creativity.benchmark.rows.records import csv_cell
from helm_creativity.results.table import Column, Row, Table, Undefined, cell_text, printed_cells
from helm_creativity.safe_text import escaped, escaped_line, listed

FORMATS = ("text", "csv", "json", "html", "markdown")
WIDTH = 118
"""Of lines of text, unless the rows of a table are wider."""
MOST_LEFT_OUT = 8
"""Names in a note about columns that are left out."""
LEAST_WRAPPED = 36
"""Columns of a terminal for a cell that is broken into lines; with less room it stands below its row."""
LEAST_HEAD = 9
"""Columns of a terminal for a title that is broken into lines."""
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
        return _text([fitted(table, width) for table in several] if width else several, colours, width)
    writers = {"csv": _csv, "json": _json, "html": _html, "markdown": _markdown}
    if as_ not in writers:
        raise ValueError(f"expected one of {', '.join(FORMATS)}, got {as_!r}")
    text = writers[as_](several)
    return text if as_ == "json" else escaped(text)


def _shown(table: Table) -> list[Column]:
    return [column for column in table.columns if column.in_text and column.printed and not column.below]


def _cells(table: Table, columns: Sequence[Column]) -> tuple[list[str], list[list[str]]]:
    """Texts of all rows: what stands above each where the first column is too long, and its cells."""
    every = (*table.rows, *table.totals)
    rows = [[cell_text(*pair) for pair in printed_cells(table, row) if pair[0] in columns] for row in every]
    rows = [[f"{cells[0]}{_marks(table, row)}", *cells[1:]] for cells, row in zip(rows, every, strict=True)]
    too_long = len(columns) > 1 and max(text_width(row[0]) for row in rows) > LONGEST_LABEL
    return [row[0] * too_long for row in rows], [["", *row[1:]] if too_long else row for row in rows]


def _heads(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int | None
) -> tuple[list[list[str]], list[int]]:
    """Lines of titles, several where a terminal has no room otherwise, and widths of columns with them."""
    cells = [max(map(text_width, texts)) for texts in zip(*rows, strict=True)]
    if columns[-1].wrapped:
        cells[-1] = min(cells[-1], LEAST_WRAPPED)
    titles = [escaped_line(column.title) for column in columns]
    heads = [[title] for title in titles]
    widths = list(map(max, cells, map(text_width, titles)))
    if width is not None and _total(widths) > width:
        heads = [_in_lines(title, max(own, LEAST_HEAD)) for title, own in zip(titles, cells, strict=True)]
        widths = [max(own, *map(text_width, lines)) for own, lines in zip(cells, heads, strict=True)]
    return heads, widths


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _most(widths: Sequence[int], width: int) -> int:
    return next(n for n in range(len(widths), 0, -1) if n == 1 or _total(widths[:n]) <= width)


def fitted(table: Table, width: int) -> Table:
    """A table without the last of the columns for which a terminal has no room; a note names them.

    Titles are broken into lines first. A first column that is too long stands above the other cells of its row, and a
    last one that is broken into lines below them.
    """
    columns = _shown(table)
    if not table.rows or not columns:
        return table
    rows = _cells(table, columns)[1]
    if _total(_heads(columns, rows, width)[1]) <= width:
        return table
    some = columns[:-1] if columns[-1].wrapped else columns
    left_out = some[_most(_heads(some, [row[: len(some)] for row in rows], width)[1], width) :]
    if not left_out:
        return table
    names = listed((column.title for column in left_out), MOST_LEFT_OUT)
    note = f"Not shown, for lack of room: {names}. A wider terminal or a file has all columns."
    kept = [column for column in table.columns if column not in left_out]
    return replace(table, columns=kept, notes=[*table.notes, note])


def in_blocks(table: Table, width: int) -> Iterator[Table]:
    """A table as several that are no wider than a screen, each with the first column."""
    first, *others = columns = _shown(table)
    label, *widths = _heads(columns, _cells(table, columns)[1], width)[1]
    while others:
        n = max(1, _most([label, *widths], width) - 1)
        yield replace(table, columns=[first, *others[:n]], notes=() if others[n:] else table.notes)
        others, widths = others[n:], widths[n:]


def _below(tables: Sequence[Table]) -> Iterator[tuple[Table, list[str]]]:
    """Tables with the lines below each: facts that are new, reasons that are new, notes."""
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
        printed.update(reason for row in table.rows for cell in table.cells(row) if (reason := cell.reason))
        yield table, [*facts, *notes]


def _reasons(table: Table, printed: Collection[str]) -> Iterator[str]:
    """One sentence per column and reason; a reason that holds for more of a row is printed once."""
    found: dict[tuple[str, str, bool], dict[str, None]] = {}
    for row in table.rows:
        of_row = set(printed)
        cells = table.cells(row)
        for column, cell in zip(table.columns, cells, strict=True):
            reason = cell.reason
            if reason and reason not in of_row:
                of_row.add(reason)
                key = (column.title, reason, isinstance(cell.value, Undefined))
                found.setdefault(key, {})[escaped_line(str(cells[0].value))] = None
    everybody = len({str(table.cells(row)[0].value) for row in table.rows})
    for (title, reason, undefined), labels in found.items():
        whose = "" if len(labels) == everybody > 1 else f" for {listed(labels)}"
        why = f"undefined{whose}, because {escaped_line(reason)}" if undefined else f"{escaped_line(reason)}{whose}"
        yield f"{title}: {why}"


def _text(tables: Sequence[Table], colours: Mapping[str, str], width: int | None) -> str:
    starts = {kind: f"\033[{code}m" for kind, code in colours.items() if code}
    parts = (
        "\n".join(
            f"{starts[kind]}{escaped(text)}\033[0m" if kind in starts else escaped(text)
            for kind, text in _table_lines(*shown_table, width)
        )
        for shown_table in _below(tables)
    )
    return "\n\n".join(part for part in parts if part)


def _table_lines(table: Table, below: Sequence[str], width: int | None) -> Iterator[tuple[str, str]]:
    yield from (("title", line) for line in _wrapped(table.title, width))
    if table.rows:
        yield from _aligned(table, width)
    for note in (*_marked_cells(table), *below):
        yield from (("note", line) for line in _wrapped(note, width))


def _marked_cells(table: Table) -> Iterator[str]:
    for column in (column for column in table.columns if column.below):
        found: dict[str, dict[str, None]] = {}
        for row in (*table.rows, *table.totals):
            cells = dict(printed_cells(table, row))
            if cells[column].value and (text := cell_text(column, cells[column])):
                found.setdefault(text, {})[cell_text(*next(iter(cells.items())))] = None
        for text, labels in found.items():
            yield column.below.format(", ".join(labels), text)


def _marks(table: Table, row: Row) -> str:
    """The signs of what text shows of a row below its table."""
    signs = (column.below.split()[0] for column, cell in printed_cells(table, row) if column.below and cell.value)
    return "".join(f" {sign}" for sign in signs)


class _Notes(textwrap.TextWrapper):
    """Breaks lines behind the parts of run names and of comparable settings, too."""

    wordsep_simple_re = re.compile(r"(\s+|(?<=[|,])(?=\S))")


def _wrapped(note: str, width: int | None) -> list[str]:
    """Lines of a note; a terminal's width breaks words that are longer."""
    if width is None and "\n" in note:
        return note.splitlines()
    wrapper = _Notes(
        min(width or WIDTH, WIDTH),
        subsequent_indent="  ",
        break_long_words=width is not None,
        break_on_hyphens=False,
    )
    return [part for line in note.splitlines() for part in wrapper.wrap(line)]


def _aligned(table: Table, width: int | None) -> Iterator[tuple[str, str]]:
    columns = _shown(table)
    above, rows = _cells(table, columns)
    below = [""] * len(rows)
    if columns[-1].wrapped and width is not None and _total(_heads(columns, rows, width)[1]) > width:
        columns, below, rows = columns[:-1], [row[-1] for row in rows], [row[:-1] for row in rows]
    heads, widths = _heads(columns, rows, width)
    before = _total([*widths[:-1], 0])
    room = max((width or WIDTH) - before, LEAST_WRAPPED)
    parts = [_in_lines(row[-1], room) if columns[-1].wrapped else [row[-1]] for row in rows]
    widths[-1] = max(map(text_width, (*heads[-1], *(text for texts in parts for text in texts))))
    lefts = [column.left for column in columns]

    def line(cells: Sequence[str]) -> str:
        aligned = (
            cell + " " * (width - text_width(cell)) if left else " " * (width - text_width(cell)) + cell
            for cell, width, left in zip(cells, widths, lefts, strict=True)
        )
        return GAP.join(aligned).rstrip()

    rule = GAP.join("-" * width for width in widths)
    if any(map(any, heads)):
        n = max(map(len, heads))
        yield from (
            ("head", line(texts)) for texts in zip(*([""] * (n - len(head)) + head for head in heads), strict=True)
        )
        yield "rule", rule
    for place, (row, (first, *more)) in enumerate(zip(rows, parts, strict=True)):
        if place == len(table.rows):
            yield "rule", rule
        yield from (("row", text) for text in _wrapped(above[place], width))
        yield "row", line([*row[:-1], first])
        yield from (("row", " " * before + text) for text in more)
        yield from (("row", f"    {text}") for text in _wrapped(below[place], (width or WIDTH) - 4))


def _in_lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]


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


def _html(tables: Sequence[Table]) -> str:
    body = "\n".join(table.html(None, below) for table, below in _below(tables))
    title = html.escape(next((table.title.splitlines()[0] for table in tables if table.title), "helm-creativity"))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</body>\n</html>"
    )


def _markdown(tables: Sequence[Table]) -> str:
    return "\n\n".join(part for part in (_table_markdown(*shown_table) for shown_table in _below(tables)) if part)


def _table_markdown(table: Table, below: Sequence[str]) -> str:
    head = [f"## {_flat(table.title)}"] if table.title else []
    columns = [column for column in table.columns if column.printed]
    rows = [[_flat(cell_text(*pair)) for pair in printed_cells(table, row)] for row in (*table.rows, *table.totals)]
    ruled = [
        [_flat(escaped_line(column.title)) for column in columns],
        [":--" if column.left else "--:" for column in columns],
        *rows,
    ]
    lines = "\n".join(f"| {' | '.join(row)} |" for row in ruled) if rows else ""
    return "\n\n".join(part for part in (*head, lines, "\n".join(f"- {_flat(line)}" for line in below)) if part)


def _flat(text: str) -> str:
    """One line in which nothing is markup: names and replies may hold anything."""
    return _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))
