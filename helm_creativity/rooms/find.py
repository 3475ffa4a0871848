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


@dataclass(frozen=True)
class Unusable:
    """What an entry point of another package names, and what nobody can use.

    Attributes:
        names: what it may be called: the benchmark, or entry point and package where no benchmark was found.
        what: the package, or the entry point.
        why: what is wrong with it.
        room: the benchmark, where one was found.
    """

    names: tuple[str, ...]
    what: str
    why: str
    room: Room | None = None

    def __str__(self) -> str:
        return f"{self.what} cannot be used: {self.why}"


@lru_cache(maxsize=1)
def find_rooms() -> tuple[Room, ...]:
    """All rooms, in alphabetical order: ours, and those of other packages that entry points name.

    What another package does wrong costs a warning and its own room, never anybody else's.
    """
    import helm_creativity.scenarios as scenarios

    rooms = {room.name: room for place in scenarios.__path__ for room in _inside(Path(place), OURS)}
    for room in _of_others():
        if isinstance(room, Unusable):
            logger.warning("%s", room)
        elif room.name in rooms:
            logger.warning("%s", _taken(room, rooms[room.name]))
        else:
            rooms[room.name] = room
    return tuple(rooms[name] for name in sorted(rooms))


def _of_others() -> Iterator[Room | Unusable]:
    """Rooms that entry points name, and in their place what is wrong with those whose card cannot be read."""
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
            names = (point.name, point.value.rpartition(".")[2])
            yield Unusable(names, f"the benchmarks of the entry point {point.name!r}", str(error))
            continue
        yield from map(_read, rooms)


def _read(room: Room) -> Room | Unusable:
    """A room whose card can be read, which is tried now, so that no reader of all cards meets a bad one."""
    try:
        if room.card.name != room.name:
            raise BadCard(f"card.yaml says name: {room.card.name}, the package is {room.name}: use one name")
    except Exception as error:
        return Unusable((room.name,), room.package, str(error) or type(error).__name__, room)
    return room


def _taken(room: Room, other: Room) -> Unusable:
    """A room whose name another has, which is used in its place."""
    why = f"there is a benchmark {room.name!r} already, in {other.folder}: give card and package another name"
    return Unusable((room.name,), f"{room.package} in {room.folder}", why, room)


def unusable() -> list[Unusable]:
    """What entry points name, and no command but ``check`` shows."""
    return [one for one in _of_others() if isinstance(one, Unusable)]


def rooms_to_check(name: str = "") -> tuple[Room, ...]:
    """The room of that name, or all for "": those too that cannot be used, so that it can be told why.

    Raises:
        BadArguments: when there is none of that name, or there are several.
    """
    used = {room.name: room for room in find_rooms()}
    others = list(_of_others())
    for one in others:
        if isinstance(one, Room) and one.name == name and one.folder != used[name].folder:
            raise BadArguments(str(_taken(one, used[name])))
    rooms = {one.room.name: one.room for one in others if isinstance(one, Unusable) and one.room} | used
    if not name:
        return tuple(rooms[one] for one in sorted(rooms))
    return (rooms.get(name) or _without_card(name) or find_room(name),)


def _without_card(name: str) -> Room | None:
    """Where the room of that name would be, had the folder a card."""
    import helm_creativity.scenarios as scenarios

    folders = [Path(place) / name for place in scenarios.__path__] if name.isidentifier() else []
    return next((Room(name, f"{OURS}.{name}", folder) for folder in folders if any(folder.glob("*.py"))), None)


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
    """The room of that name; ``BadArguments`` names those that exist, or says what is wrong with it."""
    rooms = {room.name: room for room in find_rooms()}
    if name not in rooms:
        if wrong := next((one for one in unusable() if name in one.names), None):
            raise BadArguments(
                f"{wrong}; mend that, or the entry point in pyproject.toml, and install the project again"
            )
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
