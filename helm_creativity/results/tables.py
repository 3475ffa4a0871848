"""Tables of any columns as files: Parquet, CSV or JSONL, written a batch at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.files import beside
from helm_creativity.rooms.records import is_csv, write_records, writing

if TYPE_CHECKING:
    import pyarrow as pa

# Rows written at a time.
BATCH = 50_000
ENDINGS = (".parquet", ".csv", ".jsonl")


def check_ending(path: Path) -> None:
    """Refuses a name that says nothing of the format, unless it is that of a pipe or a device.

    Raises:
        BadArguments: for another ending.
    """
    if path.suffix.lower() not in ENDINGS and not _is_special(path):
        raise BadArguments(f"--out must end in {', '.join(ENDINGS)}, got {path}")


def write_table(
    rows: Iterable[tuple[Any, ...]], columns: Mapping[str, str], path: Path, batch: int | None = None
) -> int:
    """Writes a file, which appears under its name only when all of it is there.

    Args:
        rows: tuples with a value for each column.
        columns: Arrow's name of the type of each column, by the column's name; Parquet needs them.
        path: Parquet, CSV or JSONL by its ending; a pipe or device takes CSV or, whatever else its name, JSONL.
        batch: rows of Parquet that are in memory at a time.

    Returns:
        The number of rows.

    Raises:
        BadArguments: for another ending.
        FileProblem: when it cannot be written.
    """
    check_ending(path)
    if path.suffix.lower() == ".parquet" and not _is_special(path):
        return _write_parquet(rows, columns, path, batch or BATCH)
    counted = _Counted(rows)
    with writing(path) as out:
        write_records((dict(zip(columns, row, strict=True)) for row in counted), out, is_csv(path))
    return counted.count


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file()


class _Counted:
    """Counts what passes."""

    def __init__(self, rows: Iterable[tuple[Any, ...]]) -> None:
        self._rows, self.count = rows, 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self._rows:
            self.count += 1
            yield row


def _write_parquet(rows: Iterable[tuple[Any, ...]], columns: Mapping[str, str], path: Path, size: int) -> int:
    import pyarrow as pa

    schema = _schema(columns)

    def batches() -> Iterator[pa.Table]:
        waiting = iter(rows)
        while batch := list(islice(waiting, size)):
            values = zip(*batch, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(values, schema, strict=True)]
            yield pa.Table.from_arrays(arrays, schema=schema)

    return write_arrow(batches(), columns, path)


def _schema(columns: Mapping[str, str]) -> pa.Schema:
    import pyarrow as pa

    return pa.schema([(name, pa.type_for_alias(kind)) for name, kind in columns.items()])


def write_arrow(batches: Iterable[pa.Table], columns: Mapping[str, str], path: Path) -> int:
    """Writes tables of Arrow, one after another, into a Parquet file; see ``write_table``."""
    import pyarrow as pa
    from pyarrow import parquet

    schema, target, written = _schema(columns), path.resolve(), 0
    try:
        with beside(target) as draft:
            with parquet.ParquetWriter(draft, schema) as writer:
                for batch in batches:
                    writer.write_table(batch.cast(schema))
                    written += len(batch)
            draft.replace(target)
    except (OSError, UnicodeEncodeError, pa.ArrowException) as error:
        raise FileProblem(f"cannot write {path}: {error}") from error
    return written
