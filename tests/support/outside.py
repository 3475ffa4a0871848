"""Packages of other people, as an installer leaves them, without one."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from helm_creativity.benchmark import registry, sources
from helm_creativity.results import comparable

CARD = {
    "name": "",
    "version": "1-A",
    "title": "Made up",
    "short_title": "MU",
    "domain": "nothing",
    "summary": "Says nothing.",
    "measures": "nothing.",
    "does_not_measure": "anything.",
    "language": "English",
    "default_protocol": "plain",
    "protocols": {"plain": "As it is."},
}


def card(name: str, **values: object) -> str:
    """The text of a card."""
    return yaml.safe_dump({**CARD, "name": name, **values})


def install(
    site: Path, project: str, files: Mapping[str, str], benchmarks: str, plugin: str = "", point: str = ""
) -> None:
    """Writes a project and its files; ``benchmarks`` is its entry point here, ``plugin`` that of HELM, if any.

    The entry points have the project's name, or that of ``point``.
    """
    point = point or project
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    information = site / f"{project}-1.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: 1\n")
    points = f"[helm_creativity.benchmarks]\n{point} = {benchmarks}\n"
    points += f"[helm]\n{point} = {plugin}\n" if plugin else ""
    (information / "entry_points.txt").write_text(points)


def forget() -> None:
    """Lets everything that keeps benchmarks look for them anew."""
    importlib.invalidate_caches()
    for kept in (registry.list_entries, sources.find_sources, comparable.cards):
        kept.cache_clear()


@contextmanager
def installed(site: Path) -> Iterator[None]:
    """Inside, what was written into ``site`` is installed."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        forget()
        yield
        for name in set(sys.modules) - before:
            if str(site) in str(getattr(sys.modules[name], "__file__", None)):
                del sys.modules[name]
    forget()
