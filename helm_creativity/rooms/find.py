"""Finds rooms by name, so that nothing outside a room needs to import it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from helm_creativity.errors import BadArguments
from helm_creativity.files import SourceFile
from helm_creativity.rooms.card import Card, load_card


@dataclass(frozen=True)
class Room:
    """A benchmark's folder and package."""

    name: str
    package: str
    folder: Path

    @property
    def card(self) -> Card:
        """What the benchmark says of itself."""
        return load_card(self.folder)

    def has(self, part: str) -> bool:
        """Whether the room has the module ``part``."""
        return (self.folder / f"{part}.py").is_file()

    def module(self, part: str) -> ModuleType:
        """The room's module ``part``, imported."""
        return importlib.import_module(f"{self.package}.{part}")


@lru_cache(maxsize=1)
def find_rooms() -> tuple[Room, ...]:
    """All rooms, in alphabetical order."""
    import helm_creativity.scenarios as rooms

    folders = sorted(
        path for place in rooms.__path__ for path in Path(place).iterdir() if (path / "card.yaml").is_file()
    )
    return tuple(Room(folder.name, f"{rooms.__name__}.{folder.name}", folder) for folder in folders)


def find_room(name: str) -> Room:
    """The room of that name; ``BadArguments`` names those that exist."""
    rooms = {room.name: room for room in find_rooms()}
    if name not in rooms:
        raise BadArguments(f"there is no benchmark {name!r}; there are: {', '.join(sorted(rooms))}")
    return rooms[name]


@lru_cache(maxsize=1)
def find_sources() -> Mapping[str, SourceFile]:
    """Files of the benchmarks' authors that the cards name, by name."""
    return {file.name: file for room in find_rooms() for file in room.card.files}


def find_source(name: str) -> SourceFile:
    """The file of that name, whichever card names it; ``BadArguments`` names those that exist."""
    sources = find_sources()
    if name not in sources:
        raise BadArguments(f"there is no file {name!r}; there are: {', '.join(sorted(sources))}")
    return sources[name]
