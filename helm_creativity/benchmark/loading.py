"""A benchmark as an object: the class that its folder defines, or the task type that its card names."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.entries import BenchmarkEntry, classes_in, import_own
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.settings import Settings, options
from helm_creativity.errors import BadCard
from helm_creativity.safe_text import quoted

TASK_TYPES = {
    "choice": ("helm_creativity.task_types.choice", "ChoiceBenchmark"),
    "rated": ("helm_creativity.task_types.rated.benchmark", "RatedBenchmark"),
    "rated_as_authors": ("helm_creativity.task_types.rated.authors", "AuthorsRatedBenchmark"),
}
"""Task types of benchmarks that are data: module and class by the name that a card gives."""


@cache
def load_benchmark(entry: BenchmarkEntry) -> Benchmark[Any]:
    """The benchmark, imported: one object for each."""
    parent = load_benchmark(entry.parent) if entry.parent else None
    kind = _find_class(entry, parent)
    if parent is not None and not issubclass(kind, type(parent)):
        raise BadCard(
            f"{kind.__name__} extends {parent.name} and is no subclass of its class: write "
            f"class {kind.__name__}({type(parent).__name__}), of {type(parent).__module__}"
        )
    if wrong := next(_wrong_names(kind), None):
        raise BadCard(wrong)
    return kind(entry, parent)


def _wrong_names(kind: type[Benchmark[Any]]) -> Iterator[str]:
    templates: object = kind.templates
    if not isinstance(templates, Mapping) or not all(isinstance(text, str) for text in templates.values()):
        yield f"templates of {kind.__name__} must be texts by the names of prompts, got {quoted(templates)}"
    settings: object = kind.settings_type
    if not isinstance(settings, type) or not issubclass(settings, Settings):
        yield f"settings_type of {kind.__name__} must be a dataclass that subclasses Settings, got {quoted(settings)}"
    else:
        for written in _written_settings(kind):
            if not issubclass(settings, written):
                name = written.__name__
                got = settings.__name__
                yield f"{kind.__name__} is written for {name}, and settings_type is {got}: name {name} there"
        options(settings)


def _written_settings(kind: type[Benchmark[Any]]) -> Iterator[type[Settings]]:
    for parent in kind.__mro__:
        for base in vars(parent).get("__orig_bases__", ()):
            yield from (arg for arg in get_args(base) if isinstance(arg, type) and issubclass(arg, Settings))


def _find_class(entry: BenchmarkEntry, parent: Benchmark[Any] | None) -> type[Benchmark[Any]]:
    if entry.kind is not None:
        return entry.kind
    if (entry.folder / "benchmark.py").is_file():
        kinds = classes_in(import_own(f"{entry.package}.benchmark"))
        if len(kinds) != 1:
            names = ", ".join(kind.__name__ for kind in kinds) or "none"
            raise BadCard(f"{entry.folder.name}/benchmark.py must define one subclass of Benchmark, found {names}")
        own: type[Benchmark[Any]] = kinds[0]
        return own
    if parent is not None:
        return type(parent)
    if entry.card.task_type in TASK_TYPES:
        place, name = TASK_TYPES[entry.card.task_type]
        kind: type[Benchmark[Any]] = getattr(importlib.import_module(place), name)
        return kind
    named = entry.card.task_type
    raise BadCard(
        f"{entry.folder.name} has no benchmark.py, and its card names no task type that makes a benchmark of data"
        f"{f', got task_type: {quoted(named)}' if named else ''}: "
        f"write task_type: {' or '.join(TASK_TYPES)}, or a module benchmark.py"
    )


def get_benchmark(name: str) -> Benchmark[Any]:
    """The benchmark of that name, imported; see ``find_entry`` and ``load_benchmark`` for what may be wrong."""
    return load_benchmark(find_entry(name))
