"""Where a benchmark is, and what it extends; nothing of it is imported before it is used."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from helm_creativity.benchmark.card import Card, card_of_class, class_name, extended_card, load_card, read_card
from helm_creativity.benchmark.names import PREFIX

OURS = "helm_creativity.scenarios"
CONTRACT = ("helm_creativity.benchmark.base", "Benchmark")
"""Module and name of the class that every benchmark's class subclasses; it imports this module."""


@dataclass(frozen=True)
class BenchmarkEntry:
    """A benchmark's place."""

    name: str
    package: str
    folder: Path
    parent: BenchmarkEntry | None = None
    has_card: bool = True
    kind: type | None = None

    @property
    def ours(self) -> bool:
        """Whether this package ships it."""
        return self.package.startswith(f"{OURS}.")

    @property
    def group(self) -> str:
        """Name of the run entry, of HELM's scenario and of its run group."""
        return f"{PREFIX}{self.name}"

    @property
    def card(self) -> Card:
        """What the benchmark says about itself; where it is silent, what its parent says."""
        if self.parent is None:
            return load_card(self.folder)
        own = card_of_class(self.kind) if self.kind else read_card(self.folder)
        where = class_name(self.kind) if self.kind else f"card of {self.name}"
        return extended_card(self.parent.card, {"name": self.name, **own}, where)

    @property
    def is_file(self) -> bool:
        """Whether it is one file, beside which nothing belongs to it."""
        return self.kind is not None and not hasattr(import_own(self.package), "__path__")

    def file(self, name: str) -> Path:
        """A file of its folder, such as ``items/own.yaml``; its parent's where it has none."""
        path = self.folder / name
        own = self.parent is None or (path.is_file() and not self.is_file)
        return path if own else self.parent.file(name)  # type: ignore[union-attr]

    def owns(self, part: str) -> bool:
        """Whether its own folder has the module ``part``."""
        return not self.is_file and (self.folder / f"{part}.py").is_file()

    def _owner(self, part: str) -> BenchmarkEntry:
        return self if self.owns(part) or self.parent is None else self.parent._owner(part)

    def has(self, part: str) -> bool:
        """Whether it, or what it extends, has the module ``part``."""
        return self._owner(part).owns(part)

    def module(self, part: str) -> ModuleType:
        """The module ``part``, imported; its parent's where it has none."""
        return import_own(f"{self._owner(part).package}.{part}")


@contextmanager
def importing(name: str) -> Iterator[None]:
    """Inside, a module that is imported cannot end the program, as one that calls ``sys.exit`` for a script would."""
    try:
        yield
    except SystemExit as error:
        raise ImportError(
            f"importing {name} ends the program (status {error.code}): "
            'let what ends it run in a script only, behind `if __name__ == "__main__":`'
        ) from error


def import_own(name: str) -> ModuleType:
    """A module of a benchmark, imported; see ``importing``."""
    with importing(name):
        return importlib.import_module(name)


def classes_in(module: ModuleType) -> list[Any]:
    """The benchmarks' classes that a module defines, in the order in which they stand there."""
    return [
        kind
        for kind in vars(module).values()
        if issubclass(type(kind), type)  # Python 3.10 takes ``tuple[str, ...]`` for a class
        and kind.__module__ == module.__name__
        and any((base.__module__, base.__name__) == CONTRACT for base in kind.__mro__)
    ]
