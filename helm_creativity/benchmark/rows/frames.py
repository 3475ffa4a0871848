"""Data frames of any library as rows. No library is imported for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import listed

# What pandas calls a cell without a text in one of several rows of names.
_UNNAMED = re.compile(r"Unnamed: \d+_level_\d+")


def rows_of_frame(table: Any) -> list[Any] | None:  # noqa: ANN401 - whatever a caller has
    """The rows of a frame of Polars or pandas, a lazy one among them, or of a table of PyArrow; None for all else.

    Names of several parts, as pandas has them under a ``MultiIndex``, are joined by underscores. Named levels of the
    index are columns, unless a column has that name. What is missing for pandas is None.
    """
    if hasattr(table, "collect") and hasattr(table, "collect_schema"):  # lazy, of Polars
        table = table.collect()
    if hasattr(table, "to_dicts"):  # of Polars
        return list(table.to_dicts())
    if hasattr(table, "to_pylist"):  # of PyArrow
        _require_different(getattr(table, "column_names", ()))
        return list(table.to_pylist())
    if hasattr(table, "to_dict") and hasattr(table, "columns"):  # of pandas: NaN is what is missing
        frame = table.set_axis([_joined(name) for name in table.columns], axis=1)
        _require_different(frame.columns)
        levels = [name for name in frame.index.names if name is not None and name not in frame.columns]
        frame = frame.reset_index(level=levels) if levels else frame
        return list(frame.astype(object).where(frame.notna(), None).to_dict("records"))
    return None


def _joined(name: Any) -> Any:  # noqa: ANN401 - whatever pandas allows
    if not isinstance(name, tuple):
        return name
    return "_".join(part for part in map(str, name) if part and not _UNNAMED.fullmatch(part))


def _require_different(names: Iterable[object]) -> None:
    if twice := [name for name, n in Counter(map(str, names)).items() if n > 1]:
        raise BadArguments(f"the table has duplicate columns: {listed(twice)}; every column needs its own name")
