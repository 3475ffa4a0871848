"""Rows of queries as they stand in a file, or in the set that the authors publish on the Hugging Face Hub."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.rooms.records import read_lines, read_records
from helm_creativity.rooms.sheets import numbered_rows

OFFICIAL = "wadhma/CREATE"
"""The authors' data set on the Hub. Licence CC BY-SA 4.0; 931 queries, split ``train``."""

Rows = list[tuple[str, Mapping[str, Any]]]
"""Each row with its place in the file, for messages: ``row 3``, or ``line 3`` in a file of lines."""


def rows_of_file(path: Path) -> Rows:
    """The rows of a file, whatever their columns; blank ones are dropped.

    Args:
        path: a name that ends in one of ``ENDINGS``. CSV and JSON are UTF-8; of a workbook the first sheet counts; a
            ``.json`` file is an array of objects, or an object a line.

    Raises:
        FileProblem: for a file that cannot be read or is not what its name says.
    """
    return _READERS[path.suffix.lower()](path)


def rows_of_official(commit: str | None) -> Rows:
    """The rows of the authors' set, downloaded or from the cache of ``datasets``.

    Args:
        commit: hexadecimal digits of a commit of the set; None is the newest that can be had.

    Raises:
        FileProblem: when it cannot be had, with what to do.
    """
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


def _csv_rows(path: Path) -> Rows:
    return _records(path, as_csv=True)


def _jsonl_rows(path: Path) -> Rows:
    return _records(path, as_csv=False)


def _records(path: Path, as_csv: bool) -> Rows:
    try:
        return [(f"line {number}", row) for number, row in read_records(read_lines(path), as_csv) if _filled(row)]
    except BadArguments as error:
        raise FileProblem(f"{path}, {error}") from error


def _json_rows(path: Path) -> Rows:
    """An array of objects; what does not begin like one is read as lines, as ``datasets`` writes them."""
    text = "".join(read_lines(path))
    if not text.lstrip().startswith("["):
        return _jsonl_rows(path)
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileProblem(f"{path} is not JSON: {error}") from error
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict):
            raise FileProblem(f"{path}, row {number}: expected an object, got {type(entry).__name__}")
    return [(f"row {number}", entry) for number, entry in enumerate(entries, start=1) if _filled(entry)]


def _workbook_rows(path: Path) -> Rows:
    return [(f"row {number}", row) for number, row in numbered_rows(path, as_csv=False)]


def _parquet_rows(path: Path) -> Rows:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with path.open("rb") as file:
            entries = parquet.read_table(file).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise FileProblem(f"cannot read {path} as Parquet: {error}") from error
    return [(f"row {number}", entry) for number, entry in enumerate(entries, start=1) if _filled(entry)]


def _filled(row: Mapping[str, Any]) -> bool:
    """Whether a row has anything in it."""
    return any(cell is not None and str(cell).strip() for cell in row.values())


_READERS: Mapping[str, Callable[[Path], Rows]] = MappingProxyType(
    {
        ".csv": _csv_rows,
        ".jsonl": _jsonl_rows,
        ".json": _json_rows,
        ".xlsx": _workbook_rows,
        ".parquet": _parquet_rows,
    }
)

ENDINGS = tuple(_READERS)
"""How the name of a file of queries may end."""
