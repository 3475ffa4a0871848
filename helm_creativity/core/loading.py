"""A benchmark as an object: the class that its folder defines, or the family that its card names."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.card import BadCard
from helm_creativity.core.registry import BenchmarkEntry, find_entry

FAMILIES = {
    "rated": ("helm_creativity.families.rated.benchmark", "RatedBenchmark"),
    "rated_as_authors": ("helm_creativity.families.rated.authors", "AuthorsRatedBenchmark"),
}
"""Families of benchmarks that are data: module and class by the name that a card gives."""


@cache
def load_benchmark(entry: BenchmarkEntry) -> Benchmark[Any]:
    """The benchmark, imported: one object for each.

    Raises:
        BadCard: when there is neither a module ``benchmark.py`` nor a family that makes one of the data.
    """
    kind: type[Benchmark[Any]]
    if (entry.folder / "benchmark.py").is_file():
        module = importlib.import_module(f"{entry.package}.benchmark")
        own = [
            one
            for one in vars(module).values()
            if issubclass(type(one), type)  # Python 3.10 takes ``tuple[str, ...]`` for a class
            and issubclass(one, Benchmark)
            and one.__module__ == module.__name__
        ]
        if len(own) != 1:
            names = ", ".join(one.__name__ for one in own) or "none"
            raise BadCard(f"{entry.folder.name}/benchmark.py must define one subclass of Benchmark, found {names}")
        kind = own[0]
    elif entry.card.family in FAMILIES:
        place, name = FAMILIES[entry.card.family]
        kind = getattr(importlib.import_module(place), name)
    else:
        raise BadCard(
            f"{entry.folder.name} has no benchmark.py, and its card names no family that makes a benchmark of data: "
            f"write family: {' or '.join(FAMILIES)}, or a module benchmark.py"
        )
    return kind(entry.folder, entry.package)


def get_benchmark(name: str) -> Benchmark[Any]:
    """The benchmark of that name, imported; see ``find_entry`` and ``load_benchmark`` for what may be wrong."""
    return load_benchmark(find_entry(name))
