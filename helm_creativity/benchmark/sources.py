"""Files of the benchmarks' authors, on this machine or not."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.benchmark.files.source_files import find
from helm_creativity.benchmark.registry import find_source
from helm_creativity.errors import FileProblem


def require_source(name: str, what: str, otherwise: str) -> Path:
    """Where a file lies that a card names."""
    source = find_source(name)
    path = find(source)
    if path is None:
        fetched_as = source.bundles[0] if source.bundles else name
        raise FileProblem(
            f"not on this machine: {what}; get it with `helm-creativity items fetch {fetched_as}`, or use {otherwise}"
        )
    return path
