"""How norms are made of responses of people that authors released.

A benchmark's folder may hold ``norms.py`` with ``RECIPES``, by name: the norms of the card name them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from helm_creativity.benchmark.files.source_files import SourceFile

RAW = "https://raw.githubusercontent.com/"

Scores = Callable[[Sequence[Path], str, Mapping[str, str]], Iterable[float]]
"""From the files of a recipe, a stat and arguments to the scores of people, one for each unit of the norm."""


@dataclass(frozen=True)
class Recipe:
    """How a norm is made of files that its authors publish."""

    paper: str
    files: tuple[SourceFile, ...]
    scores: Scores
    scores_responses: bool = True


def github_file(repository: str, commit: str, path: str, sha256: str, licence: str) -> SourceFile:
    """A file of a repository at a commit; ``repository`` is ``owner/name``.

    A file that a card names is the card's instead, so that a fetched copy is found: see ``find_source``.
    """
    name = path.rpartition("/")[2]
    return SourceFile(name, f"{RAW}{repository}/{commit}/{path}", None, sha256, licence, repository)


def repository(source: SourceFile) -> str:
    """``owner/name`` of a file's repository; "" for a file that lies elsewhere."""
    return "/".join(source.url.removeprefix(RAW).split("/")[:2]) if source.url.startswith(RAW) else ""
