"""What a file of YAML holds, as the frozen dataclass that declares it: everything that is wrong is named at once.

Strict where YAML takes a value for something else than was meant: ``1e5``, ``no``, a date, nothing. pydantic validates,
and is imported when the first file is read; the words are ours.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from helm_creativity.errors import BadCard
from helm_creativity.safe_text import escaped_line, kind_of, listed, quoted

T = TypeVar("T")
Place = tuple[Any, ...]

MOST_PROBLEMS = 20
"""In one message."""

_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "mapping_type": "texts by name",
    "dict_type": "texts by name",
}
"""What a value must be, by pydantic's type of the error."""


@dataclass(frozen=True)
class Rule:
    """Annotates a field: what it must be beside its type.

    Attributes:
        check: returns the value, or raises ``BadCard`` with what follows the field's name: "must be ..., got ...".
        schema: the same for editors: changes the JSON schema of the type.
        before: whether ``check`` makes the value of another one, and not looks at a value of the type.
    """

    check: Callable[[Any], Any]
    schema: Callable[[dict[str, Any]], dict[str, Any]]
    before: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401 - pydantic's
        """See pydantic."""
        from pydantic_core import core_schema as schemas

        make = schemas.no_info_before_validator_function if self.before else schemas.no_info_after_validator_function
        return make(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:  # noqa: ANN401 - pydantic's
        """See pydantic."""
        return self.schema(handler(schema))


def build(kind: type[T], values: Any, where: str) -> T:  # noqa: ANN401 - whatever YAML holds
    """An instance of the dataclass ``kind`` from a mapping.

    Raises:
        BadCard: naming every value that is wrong, and its place in the file, which ``where`` names.
    """
    from pydantic_core import ValidationError

    try:
        return _validator(kind).validate_python(values)  # type: ignore[arg-type, no-any-return]
    except ValidationError as error:
        problems = _problems(kind, error.errors(include_url=False), where)
        raise BadCard(joined(problems)) from None


def joined(problems: Iterable[str]) -> str:
    """The message of an error, with the first ``MOST_PROBLEMS``."""
    found = list(problems)
    more = len(found) - MOST_PROBLEMS
    return "; ".join(found[:MOST_PROBLEMS]) + (f"; and {more:,} more" if more > 0 else "")


def adapter(kind: type[Any]) -> Any:  # noqa: ANN401 - pydantic is imported where it is used
    """Pydantic's adapter of a dataclass."""
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


@cache
def _validator(kind: type[Any]) -> Any:  # noqa: ANN401 - pydantic is imported where it is used
    from pydantic_core import SchemaValidator

    return SchemaValidator(_strict(adapter(kind).core_schema))


def _strict(schema: Any) -> Any:  # noqa: ANN401 - pydantic's
    """Not pydantic's strictness: YAML writes tuples as lists and dataclasses as mappings."""
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {name: _strict(part) for name, part in schema.items()}
    if schema.get("type") in ("str", "int", "float", "bool"):
        changed["strict"] = True
    if schema.get("type") == "float":
        changed["allow_inf_nan"] = False
    if schema.get("type") == "dataclass-args":
        changed["extra_behavior"] = "forbid"
    if schema.get("type") == "tuple":
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(_check_list, changed)
    return changed


def _check_list(value: Any) -> Any:  # noqa: ANN401 - whatever YAML holds
    """Refuses what else makes a tuple: a set of YAML has no order."""
    if not isinstance(value, (list, tuple)):
        raise BadCard(f"must be a list, got {quoted(value)}")
    return value


def _problems(kind: type[Any], errors: Sequence[Any], where: str) -> Iterator[str]:
    unknown: dict[Place, list[Any]] = {}
    missing: dict[Place, list[str]] = {}
    others = []
    for error in errors:
        *place, last = error["loc"] or (None,)
        if error["type"] in ("unexpected_keyword_argument", "invalid_key"):
            unknown.setdefault(tuple(place), []).append(last)
        elif error["type"] == "missing" and isinstance(last, str):
            missing.setdefault(tuple(place), []).append(last)
        else:
            others.append(error)
    for place in {**unknown, **missing}:
        known = [field.name for field in fields(_dataclass_at(kind, place))]
        yield f"{_at(where, place)}: {_about_keys(unknown.get(place, []), missing.get(place, []), known)}"
    for error in others:
        *place, last = error["loc"] or (None,)
        if last == "[key]":
            place.pop()
            yield f"{_at(where, place)}: the name {quoted(error['input'])} must be a text (put it in quotes)"
        else:
            *outer, name = _place_parts(error["loc"]) or [""]
            yield ", ".join([where, *outer]) + (f": {name}" if name else "") + f" {_reason(error)}"


def _about_keys(unknown: Sequence[Any], missing: Sequence[str], known: Sequence[str]) -> str:
    found = (("unknown", unknown), ("missing", missing))
    parts = [f"{what} keys {quoted(sorted(keys, key=str))}" for what, keys in found if keys]
    if unknown:
        close = {name: difflib.get_close_matches(name[:80], known, 1) for name in map(str, unknown[:6])}
        parts[-1] += f"; known are {listed(sorted(known))}" + "".join(
            f"; did you mean {quoted(meant[0])} by {quoted(name)}?" for name, meant in close.items() if meant
        )
    return ", ".join(parts)


def _dataclass_at(kind: type[Any], place: Place) -> type[Any]:
    is_key = False  # of a mapping, which no dataclass names
    for name in place:
        if isinstance(name, str) and not is_key:
            hint: Any = get_type_hints(kind)[name]
            inner: Any = next((part for part in get_args(hint) if is_dataclass(part)), hint)
            kind = inner
            is_key = issubclass(get_origin(hint) or object, Mapping)
        else:
            is_key = False
    return kind


def _place_parts(place: Iterable[Any]) -> list[str]:
    """``norms[2]``, ``mean`` for the keys and numbers that lead to a value."""
    parts: list[str] = []
    for step in place:
        if isinstance(step, int) and parts:
            parts[-1] += f"[{step}]"
        else:
            parts.append(escaped_line(listed([step])))
    return parts


def _at(where: str, place: Iterable[Any]) -> str:
    return ", ".join([where, *_place_parts(place)])


def _reason(error: Any) -> str:  # noqa: ANN401 - pydantic's details of an error
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if isinstance(context.get("error"), BadCard):
        return str(context["error"])
    if kind == "dataclass_type":
        return f"must be a mapping, got {kind_of(value)}"
    if kind in ("literal_error", "enum"):
        expected = context["expected"].replace("'", "").replace(" or ", ", ")
        return f"must be one of {expected}, got {quoted(value)}"
    if kind == "missing":
        return "is missing"
    if kind == "too_long":
        return f"must have {context['max_length']} entries, got {quoted(value)}"
    expected = _EXPECTED.get(kind, "another value")
    scalar = value is not None and not isinstance(value, (list, tuple))
    quotes = " (put it in quotes)" if kind == "string_type" and scalar else ""
    return f"must be {expected}, got {quoted(value)}{quotes}"
