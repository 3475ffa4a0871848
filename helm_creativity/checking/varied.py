"""The run entries of a room that differ from the pilot's in one argument, and what became of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm.benchmark.run_spec import RunSpec
from helm.common.general import asdict_without_nones

from helm_creativity.checking.asked import instances_of
from helm_creativity.checking.problem import Broken, told
from helm_creativity.checking.registration import modules_of
from helm_creativity.checking.rendering import forget
from helm_creativity.checking.scales import Heard, hearing
from helm_creativity.checking.values import values_of
from helm_creativity.errors import CreativityError
from helm_creativity.hosting.arguments import Legal, learning
from helm_creativity.rooms.prompts import rendering

if TYPE_CHECKING:
    from helm.benchmark.scenarios.scenario import Instance

    from helm_creativity.checking.subject import Subject


@dataclass(frozen=True)
class Made:
    """A run entry that was taken.

    Attributes:
        changed: the arguments in which it differs from the pilot's.
        spec: what came of it.
    """

    changed: Mapping[str, Any]
    spec: RunSpec

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.changed.items()) or "the pilot's run entry"

    @cached_property
    def core(self) -> str:
        """Everything that it makes HELM do, which is all but its name."""
        return json.dumps(asdict_without_nones(replace(self.spec, name="")), sort_keys=True, default=str)


@dataclass
class _Tried:
    """What is known of one argument."""

    values: list[object]
    refused: str = ""
    taken: bool = False
    matters: bool = False


class Varied:
    """See module.

    Attributes:
        pilot: the entry from which the others differ.
        made: those that were taken, the pilot's first.
        legal: what arguments may be, by name.
        crashes: errors that are not for users, by argument.
        rendered: folder and name of the templates that were rendered for run specs and items.
        heard: what judges would read, as signatures have it.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.pilot = Made({}, subject.spec)
        self.made = [self.pilot]
        self.crashes: dict[str, str] = {}
        self._tried: dict[str, _Tried] = {}
        forget([subject.room.package, *modules_of(subject.room)])
        self.rendered: set[tuple[Path, str]]
        self.legal: dict[str, Legal]
        self.heard: Heard = {}
        with rendering() as self.rendered, learning() as self.legal, hearing(self.heard):
            self._make({})
            self._vary()
            self._asked = dict(self._ask())

    def idle(self) -> Iterator[str]:
        """Arguments that take other values and change nothing, whatever the others are."""
        return (name for name, one in self._tried.items() if one.taken and not one.matters)

    def unvaried(self) -> Iterator[tuple[str, str]]:
        """Arguments of which no other value was taken here, and why; not those that have one value only."""
        for name, one in self._tried.items():
            legal = self.legal.get(name)
            if not one.taken and (legal is None or len(legal.choices) != 1):
                yield name, one.refused or "no other value of it is known to be on this machine"

    def instances(self, made: Made) -> list[Instance] | Broken:
        """What an entry asks, or why that cannot be told."""
        return self._asked[_scenario(made)]

    def _vary(self) -> None:
        text = self._subject.function.__doc__ or ""
        for name in self._subject.parameters:
            self._tried[name] = _Tried(values_of(name, self.legal.get(name), text, self._subject.card))
            self._try(name, self.pilot)
        singles = list(self.made[1:])
        for name, one in self._tried.items():
            for base in singles:
                if one.matters:
                    break
                if name not in base.changed and base.core != self.pilot.core:
                    self._try(name, base)

    def _try(self, name: str, base: Made) -> None:
        """The values of an argument beside what ``base`` changes."""
        tried = self._tried[name]
        for value in tried.values:
            if value == self._subject.arguments.get(name, self._subject.parameters[name].default):
                continue
            made = self._make({**base.changed, name: value})
            if isinstance(made, Made):
                tried.taken = True
                tried.matters |= made.core != base.core
            else:
                tried.refused = tried.refused or made

    def _make(self, changed: Mapping[str, Any]) -> Made | str:
        """An entry, or the words with which it was refused."""
        try:
            made = Made(changed, self._subject.function(**{**self._subject.arguments, **changed}))
        except CreativityError as error:
            return str(error)
        except Exception as error:
            for name in list(changed)[-1:]:
                self.crashes.setdefault(name, f"{name}={changed[name]!r} ends in {told(error)}")
            return told(error)
        self.made.append(made)
        return made

    def _ask(self) -> Iterator[tuple[str, list[Instance] | Broken]]:
        """What each of the scenarios asks."""
        for key, made in {_scenario(made): made for made in self.made}.items():
            try:
                yield key, instances_of(made.spec, self._subject.room)
            except Broken as broken:
                yield key, broken


def _scenario(made: Made) -> str:
    return json.dumps(asdict_without_nones(made.spec.scenario_spec), sort_keys=True, default=str)
