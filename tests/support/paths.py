"""Paths from one entity to a goal, as a page of paths takes them."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from helm_creativity.scenarios.create.page import (
    Frame,
    PagePath,
    PathColumn,
    PathsPage,
    RejectedPath,
    Step,
    Tile,
    Words,
)


def _folded(name):
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().replace("_", " ").lower()


def _same_entity(one, other):
    (name, _, first), (same, _, second) = _folded(one).partition(" ("), _folded(other).partition(" (")
    return name == same and (not first or not second or first == second)


def _same_relation(one, other):
    return _folded(one) == _folded(other)


FRAME = Frame("Ada Lovelace", "occupation", "engineer", _same_entity, _same_relation)
"""Case and accents make no other name. A name without a qualifier means the same as with any: it is not transitive."""


def via(*stops, relation="knows", holds=True):
    """The path that leads through those stops."""
    names = [FRAME.start, *stops, FRAME.goal]
    relations = [*[relation] * len(stops), FRAME.relation]
    return tuple(Step(*one, holds) for one in zip(names, relations, names[1:], strict=False))


def counting(steps, place=1, gain=2.0, strength=4.0):
    """A path that counts, with the three cells of ``DATA``."""
    return PagePath(steps, (f"{strength:.2f}", f"{gain:.2f}", str(place)), strength, bar=gain)


DATA = PathsPage(
    title="Paths",
    context=("CREATE", "query id9"),
    frame=FRAME,
    question="How are they connected?",
    tiles=(Tile("Utility", "2.500", "at patience 0.9"), Tile("Model", "a/model", wide=True)),
    words=Words("specificity", "a fact", "not a fact", "not judged", "on no path that counts"),
    columns=(
        PathColumn("Specificity", "how specific"),
        PathColumn("Gain", "what it adds", bar=True),
        PathColumn("Place", "where"),
    ),
    paths=(
        counting(via("Byron", "Hobhouse"), 5),
        counting(via("Menabrea"), 1, gain=1.0),
        PagePath((via("Babbage")[0], via("Babbage", holds=False)[1]), ("3.00", "–", "2"), 3.0, False, "does not count"),
        PagePath(via("Somerville", holds=None), ("–", "–", "3"), None, False),
    ),
    rejected=(RejectedPath(4, (Step("Nobody", "knows", "Somebody"),), ("begins elsewhere", "ends elsewhere")),),
    origin=(("Run", "a-run"),),
)
EMPTY = replace(DATA, paths=(), rejected=())
