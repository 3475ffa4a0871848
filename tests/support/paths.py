"""Paths from one entity to a goal, as a page of paths takes them."""

from __future__ import annotations

from dataclasses import replace

from helm_creativity.scenarios.create.page import COLUMNS, PagePath, PathsPage, RejectedPath, Step, Tile
from helm_creativity.scenarios.create.parse import Target

TARGET = Target("Ada Lovelace", "occupation", "engineer")


def via(*stops, relation="knows", holds=True):
    """The path that leads through those stops."""
    names = [TARGET.entity_a, *stops, TARGET.entity_b]
    relations = [*[relation] * len(stops), TARGET.rel_b]
    return tuple(Step(*parts, holds) for parts in zip(names, relations, names[1:], strict=False))


def counting(steps, place=1, gain=2.0, strength=4.0, number=1):
    """A path that counts, with a cell for each column."""
    cells = (f"{strength:.2f}", "100%", "0.50", f"{gain:.2f}", "7.70", str(place))
    assert len(cells) == len(COLUMNS)
    return PagePath(number, steps, cells, strength, bar=gain)


DATA = PathsPage(
    title="Paths",
    context=("CREATE", "query id9"),
    target=TARGET,
    question="How are they connected?",
    tiles=(Tile("Utility", "2.500", "at patience 0.9"), Tile("Model", "a/model", wide=True)),
    paths=(
        counting(via("Byron", "Hobhouse"), 5),
        counting(via("Menabrea"), 1, gain=1.0, number=2),
        PagePath(
            3,
            (via("Babbage")[0], via("Babbage", holds=False)[1]),
            ("3.00", "50%", "–", "–", "–", "2"),
            3.0,
            False,
            "does not count",
        ),
        PagePath(4, via("Somerville", holds=None), ("–", "–", "–", "–", "–", "3"), None, False),
    ),
    rejected=(RejectedPath(4, (Step("Nobody", "knows", "Somebody"),), ("begins elsewhere", "ends elsewhere")),),
    origin=(("Run", "a-run"),),
)
EMPTY = replace(DATA, paths=(), rejected=())
