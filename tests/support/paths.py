"""Paths from one entity to a goal, as CREATE's page takes them."""

from __future__ import annotations

from helm_creativity.scenarios.create.page import PagePath, Step
from helm_creativity.scenarios.create.paths import Target

TARGET = Target("Ada Lovelace", "occupation", "engineer")


def via(*stops, relation="knows", holds=True):
    """The path that leads through those stops."""
    names = [TARGET.entity_a, *stops, TARGET.entity_b]
    relations = [*[relation] * len(stops), TARGET.rel_b]
    return tuple(Step(*parts, holds) for parts in zip(names, relations, names[1:], strict=False))


def path(number, *stops, strength=4.0, remark="", **more):
    """A path of the page through those stops."""
    return PagePath(number, via(*stops, **more), ("4.00", "100%", "0.50", "2.00", "7.70", "5"), strength, remark)


def page(*paths, **more):
    """A page of these paths."""
    return {
        "context": "CREATE, query id9",
        "target": TARGET,
        "question": "How are they connected?",
        "facts": (("Model", "a/model", ""), ("Creative utility", "2.500", "at patience 0.9")),
        "paths": list(paths),
        "rejected": [(4, (Step("Nobody", "knows", "Somebody"), Step("A", "knows", "B")), "begins elsewhere")],
        "origin": (("Run", "a-run"),),
        **more,
    }
