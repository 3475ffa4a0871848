"""What was found in the responses of runs that are compared with one another."""

from __future__ import annotations

from typing import NamedTuple


class Candidate(NamedTuple):
    """One valid thing in a response."""

    shown: str
    text: str
    quality: float | None


class Candidates(NamedTuple):
    """The valid things in one response."""

    task: tuple[str, ...]
    found: tuple[Candidate, ...]
