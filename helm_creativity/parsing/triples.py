"""Paths of triples, as an answer gives them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from helm_creativity.core.types import FailureReason


class Triple(NamedTuple):
    """One step of a path; each part is one line of text and not blank.

    Attributes:
        head: the entity from which the step goes.
        relation: how head and tail are connected.
        tail: the entity to which it leads.
    """

    head: str
    relation: str
    tail: str


Path = tuple[Triple, ...]
"""One triple or more, in the order in which they were written."""


@dataclass(frozen=True)
class PathsParse:
    """The paths in an answer, or why it has none.

    Attributes:
        paths: every complete path, in the order of the answer, repeated ones kept; k >= 0 of them.
        probabilities: the number that stands beside each path, as it was written (a percentage as its hundredth), or
            None; k of them.
        malformed: how many entries stand in the place of a path and are none, because of what they hold.
        truncated: whether the answer breaks off, at the token limit or inside a bracket.
        failure_reason: why the answer has no paths; None where it has some, or says by an empty object that there are
            none.
    """

    paths: tuple[Path, ...]
    probabilities: tuple[float | None, ...]
    malformed: int
    truncated: bool
    failure_reason: FailureReason | None
