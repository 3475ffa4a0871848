"""Paths of people or programs, and judgements of them, as they stand in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer
from helm_creativity.responses.triples import Path, Triple
from helm_creativity.rooms import Row
from helm_creativity.rooms.rows import list_in
from helm_creativity.vocabulary.command import text_of

BEST = 5
_PARTS = ("head", "relation", "tail")
_EXAMPLE = '[[["Ada", "child", "Ben"], ["Ben", "spouse", "Cleo"]], [["Ada", "friend", "Cleo"]]]'
_SPELLED = re.compile(r"\b(?:(true|yes)|(false|no)|(none|null|na))\b|;", re.IGNORECASE)
_JSON = (",", "true", "false", "null")
_FACTUAL = "true or false, a share from 0 to 1, a list of true and false for its triples, or null"

_T = TypeVar("_T")


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``entity_a``, ``rel_b`` and ``entity_b``, its paths, and what was judged of them.

    ``paths`` is a list of paths, each a list of triples (three texts, or an object with head, relation and tail), also
    as JSON text; in its place a model's ``response`` may stand. ``quality`` is the specificity of each path, 1 to 5,
    and ``factual`` true or false for each, the share of its triples that are facts, 0 to 1, or a list of true and false
    for its triples; null for a path that was not judged. Where one of these fields is missing or blank, no path was.
    In a cell of text both also come as people type them: without the outer brackets, with semicolons, with ``TRUE``,
    ``yes`` or ``NA``.

    Raises:
        BadArguments: when something is missing or of the wrong kind.
    """
    fields: dict[str, Any] = {name: text_of(record, name) for name in ("entity_a", "rel_b", "entity_b")}
    fields |= {"quality": _told(record, "quality", _quality), "factual": _told(record, "factual", _share)}
    fields["labelled"] = None if fields["factual"] is None else _told(record, "factual", _labelled)
    if _is_blank(record.get("paths")):
        response = record.get("response")
        if response is not None and not isinstance(response, str):
            raise BadArguments(f"response must be text, got {response!r}")
        if response is None and not {"paths", "response"} & set(record):
            raise BadArguments(f"expected a field paths or response, got {sorted(record)}")
        return Row(Answer(response or ""), fields)
    return Row(None, {**fields, "paths": list(_paths(record["paths"]))})


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _paths(value: object) -> Iterator[Path]:
    paths = list_in(value)
    if not isinstance(paths, list):
        other = "; text as a model wrote it belongs in the field response" if isinstance(value, str) else ""
        raise BadArguments(
            f"expected paths as a list of paths, each a list of triples: {_EXAMPLE}, got {value!r}{other}"
        )
    for number, path in enumerate(paths, start=1):
        with _at(f"path {number}"):
            if not isinstance(path, list) or not path:
                raise BadArguments(f"expected a list of triples, as in {_EXAMPLE}, got {path!r}")
            yield tuple(_triple(one) for one in path)


def _triple(value: object) -> Triple:
    parts: Sequence[Any] = (
        [value.get(name) for name in _PARTS] if isinstance(value, dict) else value if isinstance(value, list) else ()
    )
    if len(parts) != len(_PARTS) or not all(isinstance(part, str) and part.strip() for part in parts):
        raise BadArguments(f"expected a triple as three texts (head, relation, tail), got {value!r}")
    return Triple(*(" ".join(part.split()) for part in parts))


@contextmanager
def _at(place: str) -> Iterator[None]:
    try:
        yield
    except BadArguments as error:
        raise BadArguments(f"{place}: {error}") from error


def _told(record: Mapping[str, Any], name: str, read: Callable[[object], _T]) -> list[_T] | None:
    """One judgement for each path; None where there are none, as beside an empty answer in a spreadsheet."""
    value = record.get(name)
    if _is_blank(value):
        return None
    entries = _typed(value) if isinstance(value, str) else value
    if not isinstance(entries, list):
        raise BadArguments(f"expected {name} as a list with an entry for each path, got {value!r}")
    told = []
    for number, entry in enumerate(entries, start=1):
        with _at(f"{name} of path {number}"):
            told.append(read(entry))
    return told


def _typed(cell: str) -> object:
    """The list that somebody typed; the text itself if it is none. Nothing in it is a text, so quotes mean nothing."""
    text = _SPELLED.sub(lambda word: _JSON[word.lastindex or 0], cell.replace('"', "").replace("'", ""))
    for form in (text, f"[{text}]"):
        try:
            value = json.loads(form)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, list):
            return value
    return cell


def _quality(value: object) -> float | None:
    if value is None:
        return None
    if not _is_number(value) or not 1 <= value <= BEST:  # type: ignore[operator]
        raise BadArguments(f"expected a number from 1 to {BEST}, or null, got {value!r}")
    return float(value)  # type: ignore[arg-type]


def _share(value: object) -> float | None:
    """The share of triples that are facts."""
    if value is None:
        return None
    if isinstance(value, list) and value and all(isinstance(one, bool) or one in (0, 1) for one in value):
        return sum(map(float, value)) / len(value)
    if isinstance(value, bool) or (_is_number(value) and 0 <= value <= 1):  # type: ignore[operator]
        return float(value)  # type: ignore[arg-type]
    raise BadArguments(f"expected {_FACTUAL}, got {value!r}")


def _labelled(value: object) -> int | None:
    """How many triples have a label of their own; None where the path has one as a whole."""
    return len(value) if isinstance(value, list) else None


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
