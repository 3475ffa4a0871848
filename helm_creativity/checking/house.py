"""All rooms, those that are checked among them, and what they are checked by together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from helm_creativity.checking.imports import Imported, imported_by
from helm_creativity.checking.pilot import Pilot
from helm_creativity.checking.subject import Subject
from helm_creativity.rooms import Room, find_rooms


class House:
    """See module. Use it as a context where HELM is run.

    Attributes:
        subjects: every room.
        checked: those that are checked.
    """

    def __init__(self, rooms: Sequence[Room]) -> None:
        everyone = {room.name: room for room in (*find_rooms(), *rooms)}
        self.subjects = {name: Subject(room, self) for name, room in sorted(everyone.items())}
        self.checked = [self.subjects[room.name] for room in rooms]

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_: object) -> None:
        if "pilot" in vars(self):
            self.pilot.stop()

    @cached_property
    def pilot(self) -> Pilot:
        """The run of all checked rooms through HELM."""
        return Pilot(self.checked)

    @cached_property
    def imported(self) -> Imported:
        """What the modules of all checked rooms import."""
        return imported_by(self.checked)
