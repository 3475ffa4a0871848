"""Names of columns: in any case, with signs around, numbered for the parts of a response."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from helm_creativity.benchmark.types import visible
from helm_creativity.safe_text import listed, without_addresses

# Not "#" and "?": ``# uses`` is a count, and ``Response?`` a yes or no.
_AROUND_NAMES = ":;,\uff1a\uff1b\uff0c*." + "".join(filter(str.isspace, map(chr, range(0x3001))))
PART = r"(word|noun|use|response|answer|idea|w|r|wort|antwort|idee)"
"""How a column with a part of a response is called, but for its number."""
NUMBERED_PART = re.compile(rf"{PART}s?(?:[ _.-]?|\s?(?=[(\[]))[(\[]?(\d+)[)\]]?", re.IGNORECASE)


@lru_cache(maxsize=4096)
def bare_name(column: str) -> str:
    """The name of a column in lower case, without white space, signs and invisible characters around it."""
    name = visible(column).strip().casefold()
    return name.strip(_AROUND_NAMES) or name


def letters_of(column: str) -> str:
    """The name of a column in lower case, without spaces and signs: of ``Participant ID`` it is ``participantid``."""
    return re.sub(r"[\W_]+", "", column.casefold())


def list_columns(record: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Cells by the ``bare_name`` of their columns; that of the very name is first, those with signs around are last."""
    found: dict[str, list[tuple[int, Any]]] = {}
    for name, value in record.items():
        if isinstance(name, str):
            bare = bare_name(name)
            rank = 0 if name == bare else 1 if name.strip().casefold() == bare else 2
            found.setdefault(bare, []).append((rank, value))
    return {name: [value for _, value in sorted(cells, key=lambda cell: cell[0])] for name, cells in found.items()}


def part_columns(columns: Iterable[str]) -> tuple[str, ...]:
    """Columns such as word1 to word10, by their numbers: those of the name that the most have."""
    parts: dict[str, list[tuple[int, str]]] = {}
    for column in columns:
        if found := NUMBERED_PART.fullmatch(column):
            parts.setdefault(found[1].casefold(), []).append((int(found[2]), column))
    most = max(parts.values(), key=len, default=[])
    return tuple(column for _, column in sorted(most))


def rater_columns(columns: Iterable[str], rated: str) -> list[str]:
    """Columns of several raters of something, such as originality_1 or creativity_rater2."""
    number = re.compile(rf"{re.escape(rated)}[ _.-]?(?:rater|judge|coder|r)?[ _.-]?[0-9]{{1,3}}")
    return [column for column in columns if number.fullmatch(column)]


def note_of_addresses(records: Iterable[Mapping[str, Any]]) -> str:
    """That columns have mail addresses or IP numbers, which are shown nowhere; empty where there are none."""
    cells = (item for record in records for item in record.items() if isinstance(item[1], str))
    found = dict.fromkeys(str(name) for name, cell in cells if without_addresses(cell) != cell)
    what = "mail addresses or IP numbers, which no score needs: delete them before you keep or share a sample"
    return f"columns with {what}: {listed(found)}" if found else ""
