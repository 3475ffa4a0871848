"""One room and what is made of it once, for all checks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import Instance
from helm.common.object_spec import create_object, parse_object_spec

from helm_creativity.checking import unread
from helm_creativity.checking.answers import Answers
from helm_creativity.checking.asked import by_items, by_template, instances_of
from helm_creativity.checking.problem import Broken, told
from helm_creativity.checking.registration import register_deployments, run_spec_function_of
from helm_creativity.hosting import ResponseMetric
from helm_creativity.hosting.models import LEXICAL_JUDGE
from helm_creativity.rooms import Card, Room, Scorer

if TYPE_CHECKING:
    from helm_creativity.checking.house import House
    from helm_creativity.checking.played import Played
    from helm_creativity.checking.varied import Varied

USUAL = {"judges": LEXICAL_JUDGE, "embedding": "builtin"}
"""What the run entry of a pilot says, where there is such an argument and nothing is its default."""


class Subject:
    """See module. What cannot be made raises ``Broken`` wherever it is asked for.

    Args:
        room: the room.
        house: all rooms.
    """

    def __init__(self, room: Room, house: House) -> None:
        self.room, self.house = room, house
        self._played: dict[str, Played] = {}

    @cached_property
    def card(self) -> Card:
        """What it says of itself."""
        return unread.read(self.room)

    @cached_property
    def function(self) -> Callable[..., RunSpec]:
        """What HELM calls for a run entry."""
        assert self.card
        return run_spec_function_of(self.room)

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """Arguments of a run entry."""
        found = inspect.signature(self.function).parameters
        return {name: one for name, one in found.items() if one.kind is not inspect.Parameter.VAR_KEYWORD}

    @cached_property
    def oracle(self) -> ModuleType:
        """The module with the perfect answers."""
        return self.module("oracle")

    def module(self, part: str) -> ModuleType:
        """A module of the room. Each has a check of its name, which tells what is wrong with it."""
        # Most modules read the card: what is wrong with that is told once, and not of each of them.
        assert self.card
        check = {"baseline": "baselines"}.get(part, part)
        if not self.room.has(part):
            raise Broken(check, f"there is no {part}.py in {self.room.package}", f"write {part}.py; {LACKING[part]}")
        try:
            return self.room.module(part)
        except Exception as error:
            what = f"{self.room.package}.{part} cannot be imported: {told(error)}"
            raise Broken(check, what, f"mend {part}.py") from error

    @cached_property
    def entry(self) -> str:
        """The run entry of a pilot: offline and without a model; ``PILOT`` in ``oracle.py`` adds what it needs."""
        usual = {name: value for name, value in USUAL.items() if name in self.parameters and self._open(name)}
        own = getattr(self.oracle, "PILOT", {}) if self.room.has("oracle") else {}
        if not isinstance(own, Mapping):
            raise Broken("oracle", f"PILOT must be arguments by name, got {own!r}", 'write PILOT = {"name": "value"}')
        said = {name: str(value) for name, value in {**usual, **own}.items()}
        return ":".join([self.card.group, *([",".join(map("=".join, said.items()))] if said else [])])

    def _open(self, name: str) -> bool:
        """Whether an argument has no default that is a value."""
        return self.parameters[name].default in ("", inspect.Parameter.empty) or name == "embedding"

    @cached_property
    def arguments(self) -> Mapping[str, Any]:
        """Those of the pilot's run entry, as HELM hands them on."""
        found: Mapping[str, Any] = parse_object_spec(self.entry).args
        return found

    @cached_property
    def spec(self) -> RunSpec:
        """The pilot's run spec, without a model."""
        if "judges" in self.parameters:
            register_deployments()
        try:
            return self.function(**self.arguments)
        except Exception as error:
            raise (
                by_template(error, self.room)
                or by_items(error, self.room)
                or Broken(
                    "name",
                    f"the run entry {self.entry} is refused: {told(error)}",
                    "let oracle.py say in PILOT: Mapping[str, str] with which arguments the benchmark runs offline, or "
                    "mend the run spec function",
                )
            ) from error

    @cached_property
    def instances(self) -> list[Instance]:
        """What the pilot's scenario asks, all of it."""
        return instances_of(self.spec, self.room)

    @cached_property
    def metric(self) -> ResponseMetric:
        """What the pilot is scored by."""
        return metric_of(self.spec)

    def make_scorer(self) -> Scorer:
        """What the pilot's metric scores with, made anew."""
        metric = self.metric
        try:
            return metric.scorer()
        except Exception as error:
            raise Broken("oracle", f"the metric makes no scorer: {told(error)}", "mend its scorer()") from error

    @cached_property
    def answers(self) -> Answers:
        """The oracle's answers to what the pilot asks."""
        return Answers(self)

    def played(self, player: str) -> Played:
        """What a player answers to some of the items that the pilot asks."""
        from helm_creativity.checking.played import play

        if player not in self._played:
            self._played[player] = play(self, player)
        return self._played[player]

    @property
    def questions(self) -> list[str]:
        """What the judges are asked about answers of the random player."""
        return self.played("random").questions

    @cached_property
    def varied(self) -> Varied:
        """The run entries that differ from the pilot's in one argument."""
        from helm_creativity.checking.varied import Varied

        return Varied(self)


LACKING = {
    "oracle": "it has TOP and oracle(fields) -> Row, a perfect answer to each item",
    "baseline": "it has answer(prompt, player) -> str | None, with which the baselines play",
}


def metric_of(spec: RunSpec) -> ResponseMetric:
    """The metric of a run spec.

    Raises:
        Broken: when it has none of ours, or it cannot be made.
    """
    change = "give the run spec one metric, a subclass of helm_creativity.hosting.ResponseMetric"
    try:
        metrics = [create_object(one) for one in spec.metric_specs]
    except Exception as error:
        what = f"the metric of {spec.name} cannot be made: {told(error)}"
        mend = "let its constructor take what the run spec gives it, as that of ResponseMetric does, and open nothing"
        raise Broken("name", what, mend) from error
    ours = [one for one in metrics if isinstance(one, ResponseMetric)]
    if len(ours) != 1:
        kinds = ", ".join(type(one).__name__ for one in metrics) or "none"
        raise Broken("name", f"expected one ResponseMetric in {spec.name}, got {kinds}", change)
    return ours[0]
