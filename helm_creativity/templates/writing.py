"""Puts the files of a first version in their places: all of them or none, and never over others."""

from __future__ import annotations

import configparser
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.templates.rendering import SCHEMA, NewBenchmark, render_benchmark, render_project

OURS = "helm-creativity"


def find_repository(folder: Path) -> Path:
    """The checkout of this project that a folder is in.

    Raises:
        BadArguments: when it is in none.
    """
    for place in (folder, *folder.parents):
        if (place / "scenarios").is_dir() and (place / "run_specs").is_dir() and _is_ours(place / "setup.cfg"):
            return place
    raise BadArguments(
        f"{folder} is not in a checkout of {OURS} (a folder with scenarios/, run_specs/ and a setup.cfg that names "
        "it): change to one, or name the folder of your own project with --project DIR"
    )


def _is_ours(path: Path) -> bool:
    config = configparser.ConfigParser(interpolation=None)
    try:
        config.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        return False
    return config.get("metadata", "name", fallback="") == OURS


def list_targets(wanted: NewBenchmark) -> tuple[Path, ...]:
    """The benchmark's folder, and the files beside it in a project, below the repository or the project's folder."""
    if wanted.ours:
        return (Path("scenarios", wanted.name),)
    return Path(wanted.name), Path(SCHEMA), Path("pyproject.toml")


def write(wanted: NewBenchmark, top: Path) -> list[Path]:
    """Writes a benchmark.

    Args:
        wanted: the benchmark.
        top: the repository, or the folder of the project, which need not be there.

    Returns:
        The files, below ``top``.

    Raises:
        FileProblem: when something is in its place, or it cannot be written; nothing of it is left behind then.
    """
    places = list_targets(wanted)
    if taken := [str(top / place) for place in places if os.path.lexists(top / place)]:
        raise FileProblem(
            f"nothing was written: there is {' and '.join(taken)} already; choose another name or folder, or "
            "move it away"
        )
    with _drafts(top) as drafts:
        render_benchmark(wanted, drafts / places[0])
        if not wanted.ours:
            render_project(wanted, drafts)
        _move(drafts, top, places)
    files = [file for file in sorted((top / places[0]).rglob("*")) if file.is_file()]
    return [file.relative_to(top) for file in (*files, *(top / place for place in places[1:]))]


@contextmanager
def _drafts(top: Path) -> Iterator[Path]:
    """A folder inside ``top`` that is gone in the end; ``top`` is made, and unmade where it was not and all fails."""
    # os.path: methods of Path raise where a name is too long
    new = [place for place in (top, *top.parents) if not os.path.lexists(place)]
    try:
        top.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=top, prefix=".new-") as drafts:
            yield Path(drafts)
    except BaseException as error:
        for place in new:
            if os.path.isdir(place) and not any(place.iterdir()):
                place.rmdir()
        if isinstance(error, OSError):
            raise FileProblem(f"cannot write into {top}: {error.strerror or error}; nothing was kept") from error
        raise


def _move(drafts: Path, top: Path, places: Sequence[Path]) -> None:
    """Moves what was drafted to its places; where that breaks off, back."""
    moved: list[Path] = []
    try:
        for place in places:
            (drafts / place).rename(top / place)
            moved.append(place)
    except OSError:
        for place in moved:
            (top / place).rename(drafts / place)
        raise
