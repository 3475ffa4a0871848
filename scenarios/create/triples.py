"""Triples, and the paths that consist of them."""

from __future__ import annotations

from typing import NamedTuple


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
