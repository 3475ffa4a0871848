"""Finds rooms by name, so that nothing outside a room needs to import it."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from helm_creativity.errors import BadArguments
from helm_creativity.files import SourceFile
from helm_creativity.rooms.card import BadCard, Card, load_card

logger = logging.getLogger(__name__)

OURS = "helm_creativity.scenarios"
ENTRY_POINTS = "helm_creativity.rooms"
"""Entry points of this group name packages that are a room, or hold some."""


@dataclass(frozen=True)
class Room:
    """A benchmark's folder and package."""

    name: str
    package: str
    folder: Path

    @property
    def ours(self) -> bool:
        """Whether this package ships it."""
        return self.package.startswith(f"{OURS}.")

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
    """All rooms, in alphabetical order: ours, and those of other packages that entry points name.

    What another package does wrong costs a warning and its own room, never anybody else's.
    """
    import helm_creativity.scenarios as scenarios

    rooms = {room.name: room for place in scenarios.__path__ for room in _inside(Path(place), OURS)}
    for room in _of_others():
        if room.name in rooms:
            taken = rooms[room.name].package
            logger.warning("%s is not used: there is a benchmark %r already, in %s", room.package, room.name, taken)
        else:
            rooms[room.name] = room
    return tuple(rooms[name] for name in sorted(rooms))


def _of_others() -> Iterator[Room]:
    """Rooms that entry points name, those left out whose card cannot be read."""
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda one: (one.name, one.value)):
        try:
            spec = find_spec(point.value)
            places = list(spec.submodule_search_locations or ()) if spec else []
            if not places:
                raise ModuleNotFoundError(f"there is no package {point.value!r}")
            rooms = [room for place in places for room in _in_or_inside(Path(place), point.value)]
            if not rooms:
                raise BadCard(
                    f"neither {point.value!r} nor a folder in it has a card.yaml; is it among the package's data?"
                )
        except Exception as error:
            logger.warning("the benchmarks of the entry point %r cannot be used: %s", point.name, error)
            continue
        for room in rooms:
            # Read now, so that no reader of all cards meets a bad one.
            try:
                if room.card.name != room.name:
                    raise BadCard(f"card.yaml says name: {room.card.name}, the package is {room.name}: use one name")
            except Exception as error:
                logger.warning("%s cannot be used: %s", room.package, error)
            else:
                yield room


def _in_or_inside(folder: Path, package: str) -> list[Room]:
    """The package itself where it is a room, otherwise the rooms in it."""
    if (folder / "card.yaml").is_file():
        return [Room(package.rpartition(".")[2], package, folder)]
    return list(_inside(folder, package))


def _inside(folder: Path, package: str) -> Iterator[Room]:
    """The rooms in a package."""
    for path in sorted(folder.iterdir()):
        if (path / "card.yaml").is_file():
            yield Room(path.name, f"{package}.{path.name}", path)


def find_room(name: str) -> Room:
    """The room of that name; ``BadArguments`` names those that exist."""
    rooms = {room.name: room for room in find_rooms()}
    if name not in rooms:
        raise BadArguments(
            f"there is no benchmark {name!r}; there are: {', '.join(sorted(rooms))}; another package's is found by its "
            f"entry point in the group {ENTRY_POINTS}"
        )
    return rooms[name]


def ours_first() -> list[Room]:
    """All rooms; where the first that answers counts, nobody's else stands before ours."""
    return sorted(find_rooms(), key=lambda room: not room.ours)


@contextmanager
def apart(room: Room) -> Iterator[None]:
    """Inside, what another package's room does wrong costs a warning, and nobody but itself. Ours may fail."""
    try:
        yield
    except Exception as error:
        if room.ours:
            raise
        logger.warning("%s cannot be used: %s: %s", room.package, type(error).__name__, error)


@lru_cache(maxsize=1)
def find_sources() -> Mapping[str, SourceFile]:
    """Files of the benchmarks' authors that the cards name, by name."""
    return {file.name: file for room in reversed(ours_first()) for file in room.card.files}


def find_source(name: str) -> SourceFile:
    """The file of that name, whichever card names it; ``BadArguments`` names those that exist."""
    sources = find_sources()
    if name not in sources:
        raise BadArguments(f"there is no file {name!r}; there are: {', '.join(sorted(sources))}")
    return sources[name]
