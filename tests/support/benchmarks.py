"""Benchmarks and their scorers by name, with settings as a file of responses takes them."""

from __future__ import annotations

from typing import Any

from helm_creativity.benchmark.base import Benchmark, parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.protocols import Scorer
from helm_creativity.benchmark.settings import Settings


def settings_of(benchmark: Benchmark[Any], asked: bool = False, /, **values: object) -> Settings:
    """Settings for responses from a file, or of a run, under the built-in table unless an embedding is named."""
    return parse_settings(benchmark, {"embedding": "builtin", **values}, asked=asked)


def scorer_of(name: str, **values: object) -> Scorer:
    """The scorer of a benchmark under these settings."""
    benchmark = get_benchmark(name)
    return benchmark.scorer(settings_of(benchmark, **values))
