"""What checks find."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path

from helm_creativity.rooms import Room


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a room.

    Attributes:
        check: which check found it.
        what: what is wrong, and where.
        change: what to change.
    """

    check: str
    what: str
    change: str

    def __str__(self) -> str:
        return f"{self.check}: {self.what}\n  change: {self.change}"


@dataclass(frozen=True)
class Remark:
    """Something that a check could not look at, and why: no fault of the room."""

    text: str


Finding = Problem | Remark


LONGEST = 600
"""Characters of an error that are told."""


class Broken(Exception):
    """A part of a room cannot be made, so that nothing which needs it can be checked."""

    def __init__(self, check: str, what: str, change: str) -> None:
        super().__init__(what)
        self.problem = Problem(check, what, change)


class NotApplicable(Exception):
    """A check does not concern a room; the message says why."""


def told(error: BaseException) -> str:
    """Kind and words of an error, in one line; of long ones, which may hold whole answers, the two ends."""
    words = " ".join(str(error).split())
    if len(words) > LONGEST:
        words = f"{words[: LONGEST // 2]} [...] {words[-LONGEST // 2 :]}"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def place_in(room: Room, error: BaseException, suffix: str = ".py") -> str:
    """Where in a room's files an error came up, to be put behind it: `` (scorer.py, line 12)``; "" for elsewhere."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(suffix)]
    inside = [frame for frame in frames if room.folder.resolve() in Path(frame.filename).resolve().parents]
    if not inside:
        return ""
    name = Path(inside[-1].filename).resolve().relative_to(room.folder.resolve()).as_posix()
    return f" ({name}, line {inside[-1].lineno})"
