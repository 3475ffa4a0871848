"""The objects whose uses are asked for, in the sets of the sources."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.rooms import read_yaml

ALL = "all"


class Thing(NamedTuple):
    """An object: its name, and the words in which a prompt hands it over (``pants``, ``a pair of pants``)."""

    name: str
    phrase: str


@cache
def object_sets() -> dict[str, tuple[Thing, ...]]:
    """Sets of objects by name: each source's own, in its order, and ``all`` of them, each once."""
    read = read_yaml(Path(__file__).parent / "items" / "objects.yaml")
    phrases: dict[str, str] = read.pop("phrases")
    sets: dict[str, list[str]] = read
    sets[ALL] = list(dict.fromkeys(name for names in sets.values() for name in names))
    return {key: tuple(Thing(name, phrases[name]) for name in names) for key, names in sets.items()}


@cache
def phrase_of(name: str) -> str:
    """The words in which a prompt hands an object over; for one that is in no set, the name itself."""
    return next((thing.phrase for thing in object_sets()[ALL] if thing.name == name), name)
