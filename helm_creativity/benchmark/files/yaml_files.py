"""Files of YAML as they were meant: a key that stands twice is an error, of which the usual reader keeps the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import read_bytes
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import listed, quoted

MOST_VALUES = 1_000_000
"""In one file, each alias written out."""


def read_yaml(path: Path) -> Any:  # noqa: ANN401 - whatever YAML holds
    """What a file says, read by the C library where there is one: every ``helm-run`` reads all cards."""
    import yaml

    try:
        return yaml.load(read_bytes(path).decode("utf-8"), Loader=_loader())
    except (ValueError, OverflowError, RecursionError) as error:  # a date such as 2024-99-99, other bytes than UTF-8
        raise yaml.YAMLError(str(error)) from error


@cache
def _loader() -> type:
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        def construct_document(self, node: Any) -> Any:  # noqa: ANN401 - untyped in the library
            if _size(node, {}) > MOST_VALUES:
                what = f"with each alias written out it holds more than {MOST_VALUES:,} values; use fewer aliases"
                raise yaml.constructor.ConstructorError(problem=what, problem_mark=node.start_mark)
            return super().construct_document(node)

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:  # noqa: ANN401 - untyped in the library
            pairs = node.value if isinstance(node, yaml.MappingNode) else []
            seen: set[str] = set()
            for key in (key for key, _ in pairs if isinstance(key, yaml.ScalarNode)):
                if key.value in seen:
                    what = f"the key {key.value} appears twice in one mapping"
                    raise yaml.constructor.ConstructorError(problem=what, problem_mark=key.start_mark)
                seen.add(key.value)
            return super().construct_mapping(node, deep)

    return Loader


def _size(node: Any, known: dict[int, float]) -> float:  # noqa: ANN401 - untyped in the library
    """Values of a node, each alias written out, a long text as several; infinite for one that holds itself."""
    if isinstance(node.value, str):
        return 1 + len(node.value) // 100
    if id(node) not in known:
        known[id(node)] = float("inf")  # as long as it is not known: an alias within it means itself
        parts = (part for entry in node.value for part in (entry if isinstance(entry, tuple) else (entry,)))
        known[id(node)] = 1 + sum(_size(part, known) for part in parts)
    return known[id(node)]


def _has_id(item: object) -> bool:
    """Whether an item has an id that is not what YAML makes of ``no`` or ``on``, which nobody would look for."""
    return isinstance(item, dict) and bool(item.get("id")) and not isinstance(item["id"], bool)


def yaml_error(error: Exception) -> str:
    """What YAML says is wrong, and on which line, in one line."""
    return " ".join(str(error).replace('in "<unicode string>", ', "on ").split())


def read_items(path: Path) -> tuple[Mapping[str, Any], ...]:
    """Items of a benchmark: a list of mappings that each have an ``id`` of their own, in the order of the file."""
    import yaml

    where = f"{path.parent.parent.name}/{path.parent.name}/{path.name}"
    try:
        items = read_yaml(path)
    except yaml.YAMLError as error:
        raise FileProblem(f"{where} is not valid YAML: {yaml_error(error)}") from error
    except OSError as error:
        raise FileProblem(f"cannot read {where}: {error.strerror or error}") from error
    listing = isinstance(items, list)
    unnamed = [item for item in items if not _has_id(item)] if listing else [items]
    if unnamed:
        what = f"{where} must be a list of mappings that each have an id, got {quoted(unnamed[0])}"
        read = unnamed[0].get("id") if isinstance(unnamed[0], dict) else None
        raise FileProblem(what if read in (None, "") else f"{what}: put its id in quotes, YAML reads it as {read}")
    ids = Counter(str(item["id"]) for item in items)
    if twice := sorted(name for name, count in ids.items() if count > 1):
        raise FileProblem(f"{where} has items with the same id: {listed(twice)}")
    return tuple(items)
