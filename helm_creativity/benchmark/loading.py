"""A benchmark as an object: the class that its folder defines, or the task type that its card names."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry, class_in, find_entry
from helm_creativity.benchmark.settings import Settings, options
from helm_creativity.errors import BadCard
from helm_creativity.safe_text import quoted

TASK_TYPES = {
    "choice": ("helm_creativity.task_types.choice", "ChoiceBenchmark"),
    "rated": ("helm_creativity.task_types.rated.benchmark", "RatedBenchmark"),
    "word_list": ("helm_creativity.task_types.word_list.benchmark", "WordListBenchmark"),
    "answer_key": ("helm_creativity.task_types.answer_key", "AnswerKeyBenchmark"),
}
"""Task types of benchmarks that are data: module and class by the name that a card gives."""


def get_benchmark(name: str) -> Benchmark[Any]:
    """The benchmark of that name, imported; see ``find_entry`` and ``load_benchmark`` for what may be wrong."""
    return load_benchmark(find_entry(name))


@cache
def load_benchmark(entry: BenchmarkEntry) -> Benchmark[Any]:
    """The benchmark, imported: one object for each."""
    parent = load_benchmark(entry.parent) if entry.parent else None
    kind: type[Benchmark[Any]] = entry.kind or _find_class(entry, parent)
    if parent is not None and not issubclass(kind, type(parent)):
        raise BadCard(
            f"{kind.__name__} extends {parent.name} and is no subclass of its class: write "
            f"class {kind.__name__}({type(parent).__name__}), of {type(parent).__module__}"
        )
    _check_names(kind)
    return kind(entry, parent)


def _find_class(entry: BenchmarkEntry, parent: Benchmark[Any] | None) -> Any:  # noqa: ANN401 - of benchmarks
    if (entry.folder / "benchmark.py").is_file():
        expected = f"{entry.folder.name}/benchmark.py must define one subclass of Benchmark"
        return class_in(f"{entry.package}.benchmark", expected)
    if parent is not None:
        return type(parent)
    named = entry.card.task_type
    if named in TASK_TYPES:
        module, name = TASK_TYPES[named]
        return getattr(importlib.import_module(module), name)
    raise BadCard(
        f"{entry.folder.name} has no benchmark.py, and its card names no task type that makes a benchmark of data"
        f"{f', got task_type: {quoted(named)}' if named else ''}: "
        f"write task_type: {' or '.join(TASK_TYPES)}, or a module benchmark.py"
    )


def _check_names(kind: type[Benchmark[Any]]) -> None:
    templates: object = kind.templates
    settings: object = kind.settings_type
    if not isinstance(templates, Mapping) or not all(isinstance(text, str) for text in templates.values()):
        raise BadCard(f"templates of {kind.__name__} must be texts by the names of prompts, got {quoted(templates)}")
    if not isinstance(settings, type) or not issubclass(settings, Settings):
        what = f"settings_type of {kind.__name__} must be a dataclass that subclasses Settings"
        raise BadCard(f"{what}, got {quoted(settings)}")
    for base in [base for parent in kind.__mro__ for base in vars(parent).get("__orig_bases__", ())]:
        for written in get_args(base):
            if isinstance(written, type) and issubclass(written, Settings) and not issubclass(settings, written):
                what = f"{kind.__name__} is written for {written.__name__}, and settings_type is {settings.__name__}"
                raise BadCard(f"{what}: name {written.__name__} there")
    options(settings)
