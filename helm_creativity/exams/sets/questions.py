"""The questions that sets ask in words of this package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric


def set_rubric(
    name: str, dimension: str, *rated: str, scale: Scale | None = None, letters: Mapping[str, float] | None = None
) -> Rubric:
    """A question about one dimension that asks for a JSON object."""
    return Rubric(
        name, Path(__file__).parent, name, (dimension,), scale=scale, letters=letters, rated=rated, asks_json=True
    )
