"""What was found in the responses of runs that are compared with one another."""

from __future__ import annotations

from typing import NamedTuple


class Candidate(NamedTuple):
    """One valid thing in a response.

    Attributes:
        shown: as people read it.
        text: what is embedded. Two things of the same text are at a distance of 0.
        quality: None where it was not judged.
    """

    shown: str
    text: str
    quality: float | None


class Candidates(NamedTuple):
    """The valid things in one response.

    Attributes:
        task: what was asked, the same in all runs that asked it.
        found: in the order of the response.
    """

    task: tuple[str, ...]
    found: tuple[Candidate, ...]
