"""Files of YAML as they were meant: no key twice, and the values of the dataclass that declares them.

Strict where YAML takes a value for something else than was meant: ``1e5``, ``no``, nothing. pydantic validates, and is
imported when the first file is read; the words are ours.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from helm_creativity.benchmark.files.untrusted_files import read_bytes
from helm_creativity.benchmark.names import did_you_mean
from helm_creativity.errors import BadCard, CreativityError, FileProblem
from helm_creativity.safe_text import escaped_line, kind_of, listed, quoted

T = TypeVar("T")

MOST_PROBLEMS = 20
"""In one message."""

_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "dict_type": "texts by name",
    "mapping_type": "texts by name",
    "tuple_type": "a list",
    "list_type": "a list",
    "dataclass_type": "a mapping",
    "literal_error": "one of {expected}",
    "string_pattern_mismatch": "a text of the pattern {pattern}",
    "too_long": "{max_length} values at most",
}
"""What a value must be, by pydantic's type of the error."""


def read_yaml(path: Path) -> Any:  # noqa: ANN401 - whatever YAML holds
    """What a file says, read by the C library where there is one: every ``helm-run`` reads all cards."""
    import yaml

    try:
        return yaml.load(read_bytes(path).decode("utf-8"), Loader=_loader())
    except (ValueError, RecursionError) as error:  # other bytes than UTF-8, too many digits
        raise yaml.YAMLError(str(error)) from error


@cache
def _loader() -> type:
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:  # noqa: ANN401 - untyped in the library
            seen: set[str] = set()
            for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
                if key.value in seen:
                    what = f"the key {key.value} appears twice in one mapping"
                    raise yaml.constructor.ConstructorError(problem=what, problem_mark=key.start_mark)
                seen.add(key.value)
            return super().construct_mapping(node, deep)

    return Loader


def read_named(path: Path, where: str, problem: type[CreativityError] = FileProblem) -> Any:  # noqa: ANN401
    """The same; what is wrong with a file is a ``problem`` that names it ``where``."""
    import yaml

    try:
        return read_yaml(path)
    except yaml.YAMLError as error:
        shown = " ".join(str(error).replace('in "<unicode string>", ', "on ").split())
        raise problem(f"{where} is not valid YAML: {shown}") from error
    except OSError as error:
        raise problem(f"cannot read {where}: {error.strerror or error}") from error


def read_items(path: Path) -> tuple[Mapping[str, Any], ...]:
    """Items of a benchmark, in the order of the file; see ``check_items``."""
    where = f"{path.parent.parent.name}/{path.parent.name}/{path.name}"
    return check_items(read_named(path, where), where)


def check_items(items: Any, where: str) -> tuple[Mapping[str, Any], ...]:  # noqa: ANN401 - whatever a file holds
    """A list of mappings that each have an ``id`` of their own; ``FileProblem`` names the file for anything else."""
    for item in items if isinstance(items, list) else [items]:
        name = item.get("id") if isinstance(item, dict) and isinstance(items, list) else None
        if name in (None, "") or isinstance(name, bool):
            hint = f": put its id in quotes, YAML reads it as {name}" if isinstance(name, bool) else ""
            raise FileProblem(f"{where} must be a list of mappings that each have an id, got {quoted(item)}{hint}")
    if twice := [name for name, count in Counter(str(item["id"]) for item in items).items() if count > 1]:
        raise FileProblem(f"{where} has items with the same id: {listed(sorted(twice))}")
    return tuple(items)


@cache
def adapter(kind: type[Any]) -> Any:  # noqa: ANN401 - pydantic is imported where it is used
    """Pydantic's strict adapter of a list of one dataclass; a dataclass itself takes no configuration."""
    from pydantic import TypeAdapter

    return TypeAdapter(list[kind], config={"strict": True, "extra": "forbid", "allow_inf_nan": False})  # type: ignore[valid-type]


def build(kind: type[T], values: Any, where: str) -> T:  # noqa: ANN401 - whatever YAML holds
    """A dataclass from a mapping; ``BadCard`` names every wrong value and its place in the file ``where``."""
    from pydantic import ValidationError

    try:
        # As JSON, in which lists are tuples and mappings dataclasses however strict pydantic is. A date is a text.
        return adapter(kind).validate_json(json.dumps([values], default=str))[0]  # type: ignore[arg-type, no-any-return]
    except ValidationError as error:
        raise BadCard(joined(_problem(kind, found, where) for found in error.errors(include_url=False))) from None


def joined(problems: Iterable[str]) -> str:
    """The message of an error, with the first ``MOST_PROBLEMS``."""
    found = list(problems)
    more = len(found) - MOST_PROBLEMS
    return "; ".join(found[:MOST_PROBLEMS]) + (f"; and {more:,} more" if more > 0 else "")


def _problem(kind: type[Any], error: Any, where: str) -> str:  # noqa: ANN401 - pydantic's details of an error
    """Such as ``dat/card.yaml, norms[2]: mean must be a number, got 'x'``."""
    (_, *place), value, reason = error["loc"], error["input"], error["type"]
    if reason == "unexpected_keyword_argument":
        name = place.pop()
        return f"{_at(where, place)}: there is no key {quoted(name)}{did_you_mean(name, _keys(kind, place))}"
    at = _at(where, place, ": ")
    if reason == "missing":
        return f"{at} is missing"
    if reason not in _EXPECTED:
        return f"{at}: {error.get('ctx', {}).get('error', error['msg'])}"
    expected = _EXPECTED[reason].format_map(error.get("ctx", {}))
    quotes = " (put it in quotes)" if reason == "string_type" and isinstance(value, (bool, int, float)) else ""
    return f"{at} must be {expected}, got {kind_of(value) if reason == 'dataclass_type' else quoted(value)}{quotes}"


def _at(where: str, place: Sequence[Any], last: str = ", ") -> str:
    """``card.yaml, norms[2], mean`` for the keys and numbers that lead to a value."""
    parts = [where]
    for step in place:
        if isinstance(step, int):
            parts[-1] += f"[{step}]"
        else:
            parts.append(escaped_line(listed([step])))
    return ", ".join(parts[:-1]) + last + parts[-1] if parts[1:] else where


def _keys(kind: type[Any], place: Sequence[Any]) -> list[str]:
    """The keys of the dataclass at a place of another."""
    for name in (step for step in place if isinstance(step, str)):
        hint: Any = get_type_hints(kind)[name]
        kind = next(iter(get_args(hint)), hint)
    return [field.name for field in fields(kind)]
