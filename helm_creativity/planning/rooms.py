"""What the room of a run knows of its cost, and which of its annotators ask anybody anything."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.rooms.planned import Follows, PlannedAnswer

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec

MODULE = "plan"
"""Of a room; see ``rooms.planned``."""


class Asking(NamedTuple):
    """An annotator that asks, and what it asks.

    Attributes:
        follows: what is asked because of an answer.
        settings: the annotator's arguments.
        assumed: what the numbers of ``follows`` rest on.
    """

    follows: Callable[[PlannedAnswer], Follows]
    settings: Mapping[str, Any]
    assumed: tuple[str, ...]


class Known(NamedTuple):
    """What is known of the answers of a run.

    Attributes:
        answer_tokens: of a usual answer; None where nobody says.
        asking: the annotator that asks; None where none does, or nobody says what.
        unknown: annotators that may ask, and nobody says how often; by the names of their classes.
    """

    answer_tokens: int | None
    asking: Asking | None
    unknown: tuple[str, ...]


def known_of(spec: RunSpec) -> Known:
    """What the room of a run says.

    Only an annotator that HELM hands a client asks anybody, and HELM hands it to those whose constructor has the
    argument ``auto_client``.
    """
    from helm.common.object_spec import get_class_by_name

    annotators = [(one, get_class_by_name(one.class_name)) for one in spec.annotators or ()]
    clients = [(one, kind) for one, kind in annotators if "auto_client" in inspect.signature(kind).parameters]
    room = _module_of(get_class_by_name(spec.scenario_spec.class_name))
    tokens, follows = getattr(room, "ANSWER_TOKENS", None), getattr(room, "follows", None)
    if follows is None or len(clients) != 1:  # of two annotators nobody could say which asks what
        return Known(tokens, None, tuple(kind.__name__ for _, kind in clients))
    return Known(tokens, Asking(follows, clients[0][0].args, tuple(getattr(room, "ASSUMED", ()))), ())


def _module_of(scenario: type) -> object | None:
    """The module ``plan`` beside the scenario's class, or beside the nearest of its bases that has one."""
    from helm_creativity.hosting import CreativityScenario

    bases = scenario.__mro__ if issubclass(scenario, CreativityScenario) else ()
    for base in bases[: bases.index(CreativityScenario)] if bases else ():
        package, dot, _ = base.__module__.rpartition(".")
        if dot and find_spec(f"{package}.{MODULE}") is not None:
            return importlib.import_module(f"{package}.{MODULE}")
    return None
