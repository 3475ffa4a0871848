"""Responses as a caller of Python has them: texts, lists of words, mappings, data frames, the path of a file."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from helm_creativity.benchmark.rows.records import BadRow, Record
from helm_creativity.benchmark.rows.scored import Row
from helm_creativity.benchmark.rows.tables import rows_in_file
from helm_creativity.benchmark.rows.workbooks import rows_of_frame
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

FILES_OF_ROWS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".parquet", ".xlsx")


def given_rows(
    responses: Any,  # noqa: ANN401 - anything
    list_field: str | None,
    note: Callable[[str], None],
) -> tuple[Row, ...]:
    """The records of responses with their numbers; a list is that of ``list_field``, where a benchmark has one."""
    if isinstance(responses, Path):
        return tuple(rows_in_file(responses, lambda line: note(f"{responses}: {line}")))
    if isinstance(responses, str) and responses.endswith(FILES_OF_ROWS) and Path(responses).is_file():
        raise BadArguments(f"{quoted(responses)} is a file: pass it as pathlib.Path, since a text is a response")
    if isinstance(responses, (str, Mapping)):
        responses = [responses]
    elif not isinstance(responses, (list, tuple)) and (found := rows_of_frame(responses)) is not None:
        responses = found
    if not isinstance(responses, Iterable):
        expected = "responses (texts, lists of words, mappings, a frame or a Path)"
        raise BadArguments(f"expected {expected}, got {quoted(responses)}")
    values = [plain_value(response) for response in responses]
    if list_field and len(values) > 1 and all(isinstance(text, str) and text.strip().isalpha() for text in values):
        each = f"each of the {len(values):,} texts is scored as a response, and each is one word"
        note(f"{each}; a list of words is [[...]]")
    return tuple((number, _record(value, list_field)) for number, value in enumerate(values, start=1))


@contextmanager
def as_file(table: Any) -> Iterator[Path]:  # noqa: ANN401 - a path, or any data frame
    """The path of a table, or of a file of its records."""
    if isinstance(table, (str, Path)):
        yield Path(table)
        return
    records = [record for _, record in given_rows(table, None, lambda _: None)]
    if bad := next((record for record in records if isinstance(record, BadRow)), None):
        raise BadArguments(bad.problem)
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.jsonl")
        path.write_text("\n".join(json.dumps(record, default=str) for record in records), "utf-8")
        yield path


def _record(response: Any, list_field: str | None) -> Record | BadRow:  # noqa: ANN401 - anything
    if isinstance(response, float) and math.isnan(response):  # as an empty cell of a frame is
        response = None
    if response is None or isinstance(response, str):
        return {"response": response}
    if isinstance(response, Mapping):
        return dict(response)
    if list_field and isinstance(response, (list, tuple)):
        return {list_field: list(response)}
    expected = f"a text, {'a list, ' * bool(list_field)}or a mapping with the response and the fields of its item"
    return BadRow(f"expected {expected}, got {quoted(response)}", {})


def plain_value(value: Any) -> Any:  # noqa: ANN401 - whatever a frame holds
    """A value as JSON could hold it: arrays and series become lists, numbers of NumPy are Python's, and NA is None."""
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, Mapping):
        return {name: plain_value(part) for name, part in value.items()}
    if type(value).__name__ in ("NAType", "NaTType"):  # of pandas, which is not imported for it
        return None
    if getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M"):  # times, of which ``tolist`` makes numbers
        value = value.astype(str)
    for way in ("tolist", "to_list", "to_pylist", "as_py"):
        if hasattr(value, way):
            return plain_value(getattr(value, way)())
    return [*map(plain_value, value)] if isinstance(value, (list, tuple)) else value
