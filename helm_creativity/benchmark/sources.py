"""Files of the benchmarks' authors that cards name, on this machine or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from helm_creativity.benchmark.exam_cards import exam_cards
from helm_creativity.benchmark.files.source_files import SourceFile, find
from helm_creativity.benchmark.names import did_you_mean
from helm_creativity.benchmark.registry import ours_first
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import quoted


@lru_cache(maxsize=1)
def find_sources() -> Mapping[str, SourceFile]:
    """Files of the benchmarks' authors that the cards name, by name, and those of the sets that examine judges."""
    named = [file for card in exam_cards().values() for file in card.files]
    named += [file for entry in reversed(ours_first()) for file in entry.card.files]
    return {file.name: file for file in named}


def find_source(name: str) -> SourceFile:
    """The file of that name, whichever card names it; ``BadArguments`` names those that exist."""
    sources = find_sources()
    if name not in sources:
        raise BadArguments(f"there is no file {quoted(name)}{did_you_mean(name, sorted(sources))}")
    return sources[name]


def find_bundle(name: str) -> Sequence[SourceFile]:
    """The files that are fetched under a name: those of a bundle, or one file; see ``find_source``."""
    sources = find_sources()
    found = [source for source in sources.values() if name in source.bundles]
    if found or name in sources:
        return found or [sources[name]]
    bundles = {bundle for source in sources.values() for bundle in source.bundles}
    near = did_you_mean(name, [*sorted(bundles), *sorted(sources.keys() - bundles)], 8)  # of more than a hundred
    raise BadArguments(f"there is no file or bundle {quoted(name)}{near}; `helm-creativity items list` lists all")


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
