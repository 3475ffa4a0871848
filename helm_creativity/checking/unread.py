"""A card that cannot be read: which file it is, where in it, and what to change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helm_creativity.checking.problem import Broken, told
from helm_creativity.rooms.card import BadCard

if TYPE_CHECKING:
    from helm_creativity.rooms import Card, Room

WHOLE = "docs/adding-a-benchmark.md shows a whole card"
QUOTES = (
    "a text with a colon and a space in it, or with a mark of punctuation at its beginning, needs quotes around it, "
    "and what belongs together is indented alike, by spaces"
)


def read(room: Room) -> Card:
    """The card of a room.

    Raises:
        Broken: when it cannot be read.
    """
    try:
        return room.card
    except Exception as error:
        raise _unread(room, error) from error


def _unread(room: Room, error: Exception) -> Broken:
    """What is wrong with a card, by what reading it has ended in."""
    import yaml

    path, cause = room.folder / "card.yaml", error.__cause__
    said, change = str(error), f"put that right in {path}; {WHOLE}"
    if not path.is_file():
        change = f"write {path}; {WHOLE}, and helm-creativity new writes a first one"
    elif isinstance(cause, yaml.MarkedYAMLError) and cause.problem_mark is not None:
        said = f"{room.name}/card.yaml, line {cause.problem_mark.line + 1}, is no YAML: {cause.problem}"
        change = f"mend that line of {path}, or the one before it; {QUOTES}"
    elif "unknown keys" in said:
        change = f"in {path}, spell unknown keys as known ones or take them out, and add what is missing; {WHOLE}"
    elif not isinstance(error, BadCard):
        said = f"{room.name}/card.yaml cannot be read: {told(error)}"
    return Broken("card", said, change)
