"""Where the files are of which numbers are recomputed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from helm_creativity.core.claims import repository
from helm_creativity.io.files import SourceFile, file_sha256, find

PART = "fidelity"
"""The module of a benchmark's folder that lists its claims and the recipes of its norms."""
PACKAGE = Path(__file__).parents[2]


def where_text(source: SourceFile) -> str:
    """``words.txt of owner/name at 0123456789ab``."""
    return (
        f"{source.place} of {repository(source)} at {source.commit[:12]}" if source.url else f"the file {source.name}"
    )


def find_file(source: SourceFile, folders: Sequence[Path] = ()) -> Path | None:
    """Where a file is; it may have another checksum.

    A folder of clones has ``owner/name``, ``name`` or ``owner+name``; a folder is the clone itself where it is called
    so, or where the file in it is the right one.
    """
    if not source.url:
        path = PACKAGE / source.name
        return path if path.is_file() else None
    owner, _, name = repository(source).partition("/")
    clones = (f"{owner}/{name}", f"{owner}+{name}", name)
    for folder in folders:
        for clone in clones:
            if (path := folder / clone / source.place).is_file():
                return path
        path = folder / source.place
        if path.is_file() and (folder.resolve().name in clones or file_sha256(path) == source.sha256):
            return path
    return find(source)
