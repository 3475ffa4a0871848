"""What the scores of a benchmark promise, and what else made them."""

from __future__ import annotations

from typing import Any

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.settings import Settings
from helm_creativity.version import __version__


def comparable_key(benchmark: Benchmark[Any], settings: Settings, asked: bool = True) -> str:
    """Everything that must agree between two scores that are compared: ``name|key:value|...``.

    Args:
        benchmark: whose scores they are.
        settings: with which it was measured.
        asked: whether a model was asked; False for responses from a file.
    """
    parts = {**benchmark.compared(settings, asked), "card": benchmark.card.version.partition("-")[0]}
    return "|".join([benchmark.name, *(f"{key}:{value}" for key, value in parts.items())])


def provenance(benchmark: Benchmark[Any], settings: Settings, asked: bool = True) -> dict[str, str]:
    """What made a score and is not compared, by name; where no model was ``asked``, no limit of tokens counts."""
    return {"helm-creativity": __version__, "card": benchmark.card.version, **settings.provenance(asked)}
