"""A row of a file of paths, and what was judged of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import PlainValidator

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.benchmark.rows.cells import is_missing, is_number, list_in
from helm_creativity.benchmark.rows.fields import Holds, ResponseText, Row, Text
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.create.paths import Path, Target, Triple
from helm_creativity.scenarios.create.scoring import BEST

_EXAMPLE = '[[["Ada", "child", "Ben"], ["Ben", "spouse", "Cleo"]], [["Ada", "friend", "Cleo"]]]'
_SPELLED = re.compile(r"\b(?:(true|yes)|(false|no)|(none|null|na))\b|;", re.IGNORECASE)
_JSON = (",", "true", "false", "null")
_FACTUAL = "true or false, a share from 0 to 1, a list of true and false for its triples, or null"
_TYPED = "also as people type it in a cell: without the outer brackets, with semicolons, with TRUE, yes or NA"

_Facts = tuple["float | None", "int | None"]
"""Share of the triples of a path that are facts, and how many were labelled, where each was."""
_T = TypeVar("_T")


def _paths(value: object) -> list[Path]:
    paths = list_in(value)
    if not isinstance(paths, list) or not all(isinstance(path, list) and path for path in paths):
        other = "; text as a model wrote it belongs in the field response" if isinstance(value, str) else ""
        raise BadArguments(
            f"expected paths as a list of paths, each a list of triples: {_EXAMPLE}, got {quoted(value)}{other}"
        )
    return [tuple(map(_triple, path)) for path in paths]


def _triple(value: object) -> Triple:
    parts: Any = [value.get(name) for name in Triple._fields] if isinstance(value, dict) else value
    if not isinstance(parts, list) or len(parts) != 3 or not all(isinstance(x, str) and x.strip() for x in parts):
        raise BadArguments(f"expected a triple as three texts (head, relation, tail), got {quoted(value)}")
    return Triple(*(" ".join(part.split()) for part in parts))


def _column(value: object, name: str, read: Callable[[object], _T]) -> list[_T]:
    entries = _typed(value) if isinstance(value, str) else value
    if not isinstance(entries, list):
        raise BadArguments(f"expected {name} as a list with an entry for each path, got {quoted(value)}")
    return list(map(read, entries))


def _typed(cell: str) -> object:
    """The list that was typed; the text itself if it is none. Nothing in it is a text, so quotes mean nothing."""
    text = _SPELLED.sub(lambda word: _JSON[word.lastindex or 0], cell.replace('"', "").replace("'", ""))
    for form in (text, f"[{text}]"):
        with suppress(ValueError):
            if isinstance(value := parse_json(form), list):
                return value
    return cell


def _quality(value: object) -> float | None:
    if value is None:
        return None
    if not is_number(value) or not 1 <= value <= BEST:
        raise BadArguments(f"expected quality as a number from 1 to {BEST}, or null, got {quoted(value)}")
    return float(value)


def _facts(value: object) -> _Facts:
    if value is None:
        return None, None
    if isinstance(value, list) and value and all(isinstance(label, bool) or label in (0, 1) for label in value):
        return sum(map(float, value)) / len(value), len(value)
    if isinstance(value, bool) or (is_number(value) and 0 <= value <= 1):
        return float(value), None
    raise BadArguments(f"expected factual as {_FACTUAL}, got {quoted(value)}")


class CreateRow(Row):
    """A query, the paths of a response to it or the response, and what was judged of each path."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("paths", "response"),)

    entity_a: Text
    rel_b: Text
    entity_b: Text
    paths: Annotated[
        list[Path] | None,
        PlainValidator(lambda value: None if is_missing(value) else _paths(value)),
        Holds(
            "a list of paths, each a list of triples, which are three texts or an object with head, relation and tail; "
            "also as JSON text",
            blank="",
        ),
    ] = None
    response: ResponseText = ""
    quality: Annotated[
        list[float | None] | None,
        PlainValidator(lambda value: _column(value, "quality", _quality)),
        Holds(f"a list with the specificity of each path, 1 to {BEST}, or null where it was not judged; {_TYPED}"),
    ] = None
    factual: Annotated[
        list[_Facts] | None,
        PlainValidator(lambda value: _column(value, "factual", _facts)),
        Holds(f"a list with an entry for each path: {_FACTUAL}; {_TYPED}"),
    ] = None

    def sample(self, settings: Settings) -> Sample:
        """Where a judgement is missing, no path was judged."""
        facts = self.factual
        fields: dict[str, Any] = {
            **{name: getattr(self, name) for name in Target._fields},
            "quality": self.quality,
            "factual": None if facts is None else [share for share, _ in facts],
            "labelled": None if facts is None else [labels for _, labels in facts],
        }
        if self.paths is None:
            return Sample(Response(self.response), fields)
        return Sample(None, {**fields, "paths": self.paths})
