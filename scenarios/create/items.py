"""The queries: those of this package, the authors' 931, or those of a file.

The order of queries belongs to them: the id of a query that was not written for this package holds its row, and the
checksum changes with the order.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.rows.records import BadRow
from helm_creativity.benchmark.rows.tables import rows_in_file
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import listed, quoted
from helm_creativity.scenarios.create.graph import read_once, users_file, users_name
from helm_creativity.scenarios.create.paths import Target

OWN = Path(__file__).with_name("items") / "own.yaml"
OFFICIAL = "wadhma/CREATE"
"""The authors' data set on the Hub. Licence CC BY-SA 4.0; 931 queries, split ``train``."""

OFFICIAL_QUERIES = 931
RELATIONS = (
    "award received",
    "position held",
    "child",
    "member of",
    "member of sports team",
    "director",
    "screenwriter",
    "cast member",
    "producer",
    "medical condition treated",
    "genetic association",
)
"""Of Wadhwa et al. 2026, Table 4, in its order."""

COLUMNS = ("query", "entity_a", "rel_b", "entity_b")
"""What every set of queries has; ``relation`` may stand beside."""

ENDINGS = (".csv", ".jsonl", ".json", ".xlsx", ".parquet")
"""How the name of a file of queries may end."""

_ALLOWED = "items must be own, official, official@ and 7 to 40 hexadecimal digits, or a file"
_OFFICIAL_NAME = re.compile(r"official(?:@([0-9a-fA-F]{7,40}))?")
_Rows = Sequence[tuple[str, Mapping[str, Any]]]
"""Each row with its place in the file, for messages."""


@dataclass(frozen=True)
class Query:
    """One query."""

    id: str
    query: str
    entity_a: str
    rel_b: str
    entity_b: str
    relation: str = ""

    @property
    def target(self) -> Target:
        """From where to where its paths must lead."""
        return Target(self.entity_a, self.rel_b, self.entity_b)


@lru_cache(maxsize=1)
def read_own() -> tuple[Query, ...]:
    """The queries that were written for this package, nine for each of ``RELATIONS``, in that order."""
    entries: list[dict[str, Any]] = read_yaml(OWN)
    return tuple(Query(**{name: entry[name] for name in ("id", *COLUMNS, "relation")}) for entry in entries)


def read_queries(name: str) -> tuple[Query, ...]:
    """The queries of that name."""
    if name == "own":
        return read_own()
    if official := _OFFICIAL_NAME.fullmatch(name):
        return read_official(official[1].lower() if official[1] else None)
    path = users_file(name, _ALLOWED, ENDINGS)
    return read_once(read_file, path)


def queries_label(name: str) -> str:
    """What stands for the queries in names and titles of runs."""
    if name == "own":
        return "own"
    if official := _OFFICIAL_NAME.fullmatch(name):
        return f"official@{official[1][:7].lower()}" if official[1] else "official"
    return f"{users_name(name, 'own', 'official')}@{queries_checksum(read_queries(name))[:8]}"


def queries_checksum(queries: Iterable[Query]) -> str:
    """The first 12 hexadecimal digits of the SHA-256 of what is asked: ``COLUMNS`` of every query, in their order."""
    rows = [[query.query, *query.target] for query in queries]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode("ascii")).hexdigest()[:12]


@lru_cache(maxsize=4)
def read_official(commit: str | None = None) -> tuple[Query, ...]:
    """The authors' 931 queries, as they are: nothing is refused but what cannot be asked."""
    import datasets

    name = f"{OFFICIAL}@{commit}" if commit else OFFICIAL
    try:
        found = datasets.load_dataset(OFFICIAL, split="train", revision=commit)
        rows = [(f"row {number}", dict(row)) for number, row in enumerate(found, start=1)]
    except Exception as error:  # of the network, of the Hub, of the library's cache, of files: all mean the same here
        short = "; the Hub may know a commit only by all of its 40 digits" if commit and len(commit) < 40 else ""
        raise FileProblem(
            f"cannot load the data set {name} with the library datasets: {type(error).__name__}: {error}{short}. "
            "Without a network, save its split train as a file (train.csv) elsewhere, and give the path of that file"
        ) from error
    queries = _queries(rows, name)
    if len(rows) != OFFICIAL_QUERIES:
        raise FileProblem(
            f"{name}: expected the {OFFICIAL_QUERIES} queries of Wadhwa et al. 2026, got {len(rows)}; name a commit "
            "that has them (official@COMMIT), or save the queries that you mean to a file and give its path"
        )
    return queries


def read_file(path: Path) -> tuple[Query, ...]:
    """The queries of a file, in their order; columns that have no meaning here are left aside."""
    rows, seen = rows_of_file(path), dict[tuple[str, ...], str]()
    queries = _queries(rows, str(path))
    for query, (place, _) in zip(queries, rows, strict=True):
        if query.entity_a.casefold() == query.entity_b.casefold():
            both = f"{quoted(query.entity_a)} as both entity_a and entity_b"
            raise FileProblem(f"{path}, {place}: expected two entities, got {both}")
        first = seen.setdefault(tuple(part.casefold() for part in (query.query, *query.target)), place)
        if first != place:
            raise FileProblem(
                f"{path}, {place}: expected every query once, got that of {first} again: {quoted(query.query)}; remove "
                "one of them"
            )
    return queries


def rows_of_file(path: Path) -> _Rows:
    """The rows of a file, whatever their columns; blank ones are dropped."""
    rows = []
    for number, row in rows_in_file(path):
        if isinstance(row, BadRow):
            raise FileProblem(f"{path}, line {number}: {row.problem}")
        if any(cell is not None and str(cell).strip() for cell in row.values()):
            rows.append((f"line {number}", row))
    return rows


def _queries(rows: _Rows, name: str) -> tuple[Query, ...]:
    if not rows:
        raise FileProblem(f"{name}: expected queries under {', '.join(COLUMNS)}, found no row below the header")
    found = {column: None for _, row in rows for column in row}
    if lost := [column for column in COLUMNS if column not in found]:
        there = listed(found)
        raise FileProblem(f"{name}: expected the columns {', '.join(COLUMNS)}, got {there} and no {', '.join(lost)}")
    queries = []
    for number, (place, row) in enumerate(rows, start=1):
        cells = {column: _text(row.get(column)) for column in (*COLUMNS, "relation")}
        if empty := [column for column in COLUMNS if not cells[column]]:
            raise FileProblem(f"{name}, {place}: expected a value under {', '.join(empty)}, got none; fill it in")
        names = filter(None, (_slug(cells["entity_a"]), _slug(cells["entity_b"])))
        queries.append(Query(id="-".join((f"{number:04d}", *names)), **cells))
    return tuple(queries)


def _text(cell: object) -> str:
    if isinstance(cell, float):
        return "" if math.isnan(cell) else f"{cell:.15g}"
    return "" if cell is None else str(cell).strip()


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:24].rstrip("-")
