"""The queries: those of this package, the authors' 931, or those of a file.

The order of queries belongs to them: the id of a query that was not written for this package holds its row, and the
checksum changes with the order.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import pathlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.records import read_lines, read_records
from helm_creativity.io.sheets import numbered_rows
from helm_creativity.io.untrusted_files import open_file, parse_json
from helm_creativity.io.yaml_files import read_yaml
from helm_creativity.safe_text import kind_of, listed, quoted
from helm_creativity.scenarios.create.parse import Path, Target, Triple, find_faults

OWN = pathlib.Path(__file__).with_name("items") / "own.yaml"
OFFICIAL = "wadhma/CREATE"
"""The authors' data set on the Hub. Licence CC BY-SA 4.0; 931 queries, split ``train``."""

Rows = list[tuple[str, Mapping[str, Any]]]
"""Each row with its place in the file, for messages: ``row 3``, or ``line 3`` in a file of lines."""
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
"""What every set of queries has; ``relation`` and, in a file, ``source`` may stand beside."""

_OFFICIAL_NAME = re.compile(r"official(?:@([0-9a-fA-F]{7,40}))?")
_HALVES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Query:
    """One query."""

    id: str
    query: str
    entity_a: str
    rel_b: str
    entity_b: str
    relation: str = ""
    source: Path | None = None

    @property
    def target(self) -> Target:
        """From where to where its paths must lead."""
        return Target(self.entity_a, self.rel_b, self.entity_b)


@lru_cache(maxsize=1)
def read_own() -> tuple[Query, ...]:
    """The queries that were written for this package, nine for each of ``RELATIONS``, in that order."""
    entries: list[dict[str, Any]] = read_yaml(OWN)
    return tuple(Query(**{**entry, "source": tuple(Triple(*parts) for parts in entry["source"])}) for entry in entries)


def read_queries(name: object) -> tuple[Query, ...]:
    """The queries of that name."""
    if name == "own":
        return read_own()
    if isinstance(name, str) and (official := _OFFICIAL_NAME.fullmatch(name)):
        return read_official(official[1].lower() if official[1] else None)
    path = _queries_file(name)
    status = path.stat()
    return _read_once(path.absolute(), status.st_mtime_ns, status.st_size)


def queries_label(name: object) -> str:
    """What stands for the queries in names and titles of runs."""
    if name == "own":
        return "own"
    if isinstance(name, str) and (official := _OFFICIAL_NAME.fullmatch(name)):
        return f"official@{official[1][:7].lower()}" if official[1] else "official"
    stem = re.sub(r"[^\w.-]+", "_", _queries_file(name).stem)[:40]
    mine = f"{stem}_file" if stem in ("own", "official") else stem
    return f"{mine}@{queries_checksum(read_queries(name))[:8]}"


def queries_checksum(queries: Iterable[Query]) -> str:
    """The first 12 hexadecimal digits of the SHA-256 of what is asked: ``COLUMNS`` of every query, in their order.

    A copy of a set has the checksum of the set, whatever columns stand beside and whatever the kind of file.
    """
    rows = [[query.query, query.entity_a, query.rel_b, query.entity_b] for query in queries]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode("ascii")).hexdigest()[:12]


@lru_cache(maxsize=4)
def read_official(commit: str | None = None) -> tuple[Query, ...]:
    """The authors' 931 queries, as they are: nothing is refused but what cannot be asked."""
    name = f"{OFFICIAL}@{commit}" if commit else OFFICIAL
    rows = rows_of_official(commit)
    _check_columns(rows, name)
    if len(rows) != OFFICIAL_QUERIES:
        raise FileProblem(
            f"{name}: expected the {OFFICIAL_QUERIES} queries of Wadhwa et al. 2026, got {len(rows)}; name a commit "
            "that has them (official@COMMIT), or save the queries that you mean to a file and give its path"
        )
    return tuple(_query(number, row, f"{name}, {place}") for number, (place, row) in enumerate(rows, start=1))


def read_file(path: pathlib.Path) -> tuple[Query, ...]:
    """The queries of a file, in their order; columns that have no meaning here are left aside."""
    rows = rows_of_file(path)
    _check_columns(rows, str(path))
    queries, seen = [], dict[tuple[str, ...], str]()
    for number, (place, row) in enumerate(rows, start=1):
        where = f"{path}, {place}"
        query = _query(number, row, where, _source(row.get("source"), where))
        _check(query, where)
        first = seen.setdefault(tuple(part.casefold() for part in (query.query, *query.target)), place)
        if first != place:
            raise FileProblem(
                f"{where}: expected every query once, got that of {first} again: {quoted(query.query)}; remove one of "
                "them"
            )
        queries.append(query)
    return tuple(queries)


@lru_cache(maxsize=4)
def _read_once(path: pathlib.Path, changed: int, size: int) -> tuple[Query, ...]:
    """Time of the last change and size are there to tell versions of a file apart."""
    return read_file(path)


def _queries_file(name: object) -> pathlib.Path:
    allowed = f"own, official, official@ and 7 to 40 hexadecimal digits, or a file that ends in {', '.join(ENDINGS)}"
    if not isinstance(name, str):
        raise BadArguments(f"items must be {allowed}, got {quoted(name)}, which is no text")
    path = pathlib.Path(os.path.expanduser(name))  # an unknown user is no error
    if path.suffix.lower() not in ENDINGS:
        raise BadArguments(f"items must be {allowed}, got {quoted(name)}")
    if not os.path.isfile(path):  # a name that no file can have: no error
        raise BadArguments(f"items must be {allowed}, got {quoted(name)}, but there is no such file")
    return path


def _check_columns(rows: Rows, name: str) -> None:
    if not rows:
        raise FileProblem(f"{name}: expected queries under {', '.join(COLUMNS)}, found no row below the header")
    found = {column: None for _, row in rows for column in row}
    if lost := [column for column in COLUMNS if column not in found]:
        there = listed(found)
        raise FileProblem(f"{name}: expected the columns {', '.join(COLUMNS)}, got {there} and no {', '.join(lost)}")


def _query(number: int, row: Mapping[str, Any], where: str, source: Path | None = None) -> Query:
    cells = {column: _text(row.get(column), column, where) for column in (*COLUMNS, "relation")}
    if empty := [column for column in COLUMNS if not cells[column]]:
        raise FileProblem(f"{where}: expected a value under {', '.join(empty)}, got none; fill it in")
    slugs = (_slug(cells["entity_a"]), _slug(cells["entity_b"]))
    return Query(id="-".join((f"{number:04d}", *filter(None, slugs))), source=source, **cells)


def _text(cell: object, column: str, where: str) -> str:
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    if isinstance(cell, bool) or not isinstance(cell, (str, int, float)):
        raise FileProblem(f"{where}: expected a text under {column}, got {quoted(cell)}")
    text = (cell if isinstance(cell, str) else f"{cell:.15g}").strip()
    if _HALVES.search(text):
        raise FileProblem(
            f"{where}: expected a text under {column}, got half a character in {quoted(text)}; write it anew"
        )
    return text


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:24].rstrip("-")


def _source(cell: object, where: str) -> Path | None:
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    try:
        triples = parse_json(cell) if isinstance(cell, str) else cell
    except ValueError:
        triples = None
    if not isinstance(triples, list) or not triples or not all(map(_is_triple, triples)):
        raise FileProblem(f'{where}: expected a source such as [["a", "child", "b"], ...], got {quoted(cell)}')
    return tuple(Triple(*(part.strip() for part in parts)) for parts in triples)


def _is_triple(parts: object) -> bool:
    return isinstance(parts, list) and len(parts) == 3 and all(isinstance(part, str) and part.strip() for part in parts)


def _check(query: Query, where: str) -> None:
    if query.entity_a.casefold() == query.entity_b.casefold():
        raise FileProblem(f"{where}: expected two entities, got {quoted(query.entity_a)} as both entity_a and entity_b")
    if query.source is not None and (faults := find_faults([query.source], query.target)[0]):
        what = ", ".join(fault.value for fault in faults)
        raise FileProblem(
            f"{where}: expected a source from {quoted(query.entity_a)} to "
            f"({quoted(query.rel_b)}, {quoted(query.entity_b)}), each triple beginning where the one "
            f"before ends, got {what}"
        )


def rows_of_file(path: pathlib.Path) -> Rows:
    """The rows of a file, whatever their columns; blank ones are dropped."""
    return _READERS[path.suffix.lower()](path)


def rows_of_official(commit: str | None) -> Rows:
    """The rows of the authors' set, downloaded or from the cache of ``datasets``."""
    import datasets

    name = f"{OFFICIAL}@{commit}" if commit else OFFICIAL
    try:
        found = datasets.load_dataset(OFFICIAL, split="train", revision=commit)
        return [(f"row {number}", dict(row)) for number, row in enumerate(found, start=1)]
    except Exception as error:  # of the network, of the Hub, of the library's cache, of files: all mean the same here
        short = "; the Hub may know a commit only by all of its 40 digits" if commit and len(commit) < 40 else ""
        raise FileProblem(
            f"cannot load the data set {name} with the library datasets: {type(error).__name__}: {error}{short}. If "
            "this machine has no network, download the set on another one, save its split train as a file (for "
            "instance train.csv), and give the path of that file instead of official"
        ) from error


def _records(path: pathlib.Path, ending: str) -> Rows:
    try:
        return [(f"line {number}", row) for number, row in read_records(path, ending) if _filled(row)]
    except BadArguments as error:
        raise FileProblem(f"{path}, {error}") from error


def _json_rows(path: pathlib.Path) -> Rows:
    """An array of objects; what does not begin like one is read as lines, as ``datasets`` writes them."""
    text = "".join(read_lines(path))
    if not text.lstrip().startswith("["):
        return _records(path, ".jsonl")
    try:
        entries = parse_json(text)
    except ValueError as error:
        raise FileProblem(f"{path} is not JSON: {error}") from error
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict):
            raise FileProblem(f"{path}, row {number}: expected an object, got {kind_of(entry)}")
    return [(f"row {number}", entry) for number, entry in enumerate(entries, start=1) if _filled(entry)]


def _parquet_rows(path: pathlib.Path) -> Rows:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with open_file(path) as file:
            entries = parquet.read_table(file).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise FileProblem(f"cannot read {path} as Parquet: {error}") from error
    return [(f"row {number}", entry) for number, entry in enumerate(entries, start=1) if _filled(entry)]


def _filled(row: Mapping[str, Any]) -> bool:
    return any(cell is not None and str(cell).strip() for cell in row.values())


_READERS: Mapping[str, Callable[[pathlib.Path], Rows]] = MappingProxyType(
    {
        ".csv": partial(_records, ending=".csv"),
        ".jsonl": partial(_records, ending=".jsonl"),
        ".json": _json_rows,
        ".xlsx": lambda path: [(f"row {number}", row) for number, row in numbered_rows(path, as_csv=False)],
        ".parquet": _parquet_rows,
    }
)

ENDINGS = tuple(_READERS)
"""How the name of a file of queries may end."""
