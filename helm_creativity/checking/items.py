"""Check: the items are those of the card."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from helm.benchmark.scenarios.scenario import TEST_SPLIT, Instance

from helm_creativity.checking.asked import instances_of
from helm_creativity.checking.cards import UNFILLED
from helm_creativity.checking.problem import Broken, Finding, Problem, Remark
from helm_creativity.checking.subject import USUAL, Subject
from helm_creativity.rooms import Prompt, checksum_of
from helm_creativity.rooms.card import ItemSet

problem = partial(Problem, "items")

DIGITS = re.compile(r"[0-9a-f]{12}")


def find(subject: Subject) -> Iterator[Finding]:
    """What is wrong with the items, and with what the card says of them."""
    assert subject.instances
    asked = default_instances(subject)
    yield from _instances(asked)
    sets = subject.card.items
    if not sets:
        yield problem(
            "card.yaml names no items",
            f"write items: a list with name, count: {len(asked)}, checksum: {_checksum(asked)!r}, licence and source",
        )
        return
    yield from _written(sets)
    yield from _equal(sets[0], asked, "the default run entry")
    yield from _others(subject)
    yield from _offered(subject)


def default_instances(subject: Subject) -> list[Instance]:
    """What the run entry without arguments asks.

    It may need files that are not on this machine. So it is the pilot's scenario, with the defaults of whatever the
    room itself says of the pilot otherwise.
    """
    scenario = subject.spec.scenario_spec
    own = {name for name in subject.arguments if name not in USUAL and name in scenario.args}
    defaults = {name: subject.parameters[name].default for name in own}
    args = {**scenario.args, **{name: value for name, value in defaults.items() if value != ""}}
    return instances_of(replace(subject.spec, scenario_spec=replace(scenario, args=args)), subject.room)


def _checksum(instances: Sequence[Instance]) -> str:
    return checksum_of(Prompt("", str(one.input.text)) for one in instances).rpartition(":")[2]


def _instances(instances: Sequence[Instance]) -> Iterator[Finding]:
    """Ids, split and checksum of each instance."""
    ids = Counter(str(one.id or "") for one in instances)
    if twice := [name for name, count in ids.items() if count > 1 or not name]:
        yield problem(
            f"{len(twice)} ids belong to several items or none, {twice[0]!r} to {ids[twice[0]]}",
            "give every Ask an id of its own that stays when others come and go",
        )
    if wrong := [one.id for one in instances if one.split != TEST_SPLIT]:
        yield problem(
            f"{len(wrong)} items are not in the split {TEST_SPLIT!r}, the first is {wrong[0]}",
            f"make them in CreativityScenario.asks(), or say split={TEST_SPLIT!r}",
        )
    for one in instances:
        sha256 = hashlib.sha256(str(one.input.text).encode()).hexdigest()
        if (one.extra_data or {}).get("prompt_sha256") != sha256:
            yield problem(
                f"the item {one.id} does not carry the checksum of its prompt as prompt_sha256",
                "make items in CreativityScenario.asks(), whose instances have it, and do not change them afterwards",
            )
            return


def _written(sets: Sequence[ItemSet]) -> Iterator[Finding]:
    """What the card must say of every set."""
    for one in sets:
        for part in ("name", "licence", "source"):
            if UNFILLED.search(str(getattr(one, part) or "")):
                yield problem(
                    f"card.yaml, the items {one.name!r} have no {part}",
                    f"write {part}; items without a licence say licence: none stated",
                )
        if one.checksum and not DIGITS.fullmatch(one.checksum):
            yield problem(
                f"card.yaml, the items {one.name!r}: a checksum has 12 hex digits, got {one.checksum!r}",
                'write those of checksum_of, or "" for items that are not shipped',
            )
    if not sets[0].checksum:
        yield problem(
            f"card.yaml, the items {sets[0].name!r} have no checksum, though the default run entry asks them",
            "put a set that is shipped first, with its checksum",
        )


def _equal(one: ItemSet, asked: Sequence[Instance], entry: str) -> Iterator[Finding]:
    if one.count != len(asked):
        yield problem(
            f"card.yaml says that there are {one.count} items {one.name!r}; {entry} asks {len(asked)}",
            f"write count: {len(asked)}, or mend the items",
        )
    if one.checksum and DIGITS.fullmatch(one.checksum) and one.checksum != _checksum(asked):
        yield problem(
            f"card.yaml has the checksum {one.checksum} for the items {one.name!r}; the prompts of {entry} have "
            f"{_checksum(asked)}",
            f"if prompts or items were meant to change, write checksum: {_checksum(asked)!r} and a new version",
        )


def _argument(subject: Subject) -> tuple[str, tuple[object, ...]]:
    """The argument that chooses among the card's sets, and its choices; "" where there is none."""
    names = {one.name for one in subject.card.items}
    offers = {name: legal.choices for name, legal in subject.varied.legal.items() if name in subject.parameters}

    def known(argument: str) -> int:
        return len(names.intersection(map(str, offers[argument])))

    argument = max(offers, key=known, default="")
    return (argument, offers[argument]) if argument and known(argument) else ("", ())


def _others(subject: Subject) -> Iterator[Finding]:
    """Further sets, each asked by the run entry that names it."""
    argument, _ = _argument(subject)
    for one in subject.card.items[1:]:
        made = next((made for made in subject.varied.made if made.changed == {argument: one.name}), None)
        asked = subject.varied.instances(made) if made else None
        if asked and not isinstance(asked, Broken):
            yield from _equal(one, asked, f"the run entry with {argument}={one.name}")
        elif one.checksum and one.name != str(subject.arguments.get(argument)):
            yield problem(
                f"card.yaml names the items {one.name!r} with a checksum, and no run entry asks them",
                f"offer {one.name} by an argument that is checked by arguments.one_of, or take the set off the card",
            )
        elif one.checksum:
            yield from _equal(one, subject.instances, f"the run entry {subject.entry}")
        else:
            yield Remark(f"the items {one.name} are not on this machine, and were not counted")


def _offered(subject: Subject) -> Iterator[Finding]:
    """Sets that the argument offers, and the card does not name."""
    argument, choices = _argument(subject)
    if argument and subject.varied.legal[argument].joined:
        return  # parts of one set
    names = [one.name for one in subject.card.items]
    for choice in choices:
        if choice not in names:
            yield problem(
                f"{argument}={choice} asks items that card.yaml does not name; it names {', '.join(names)}",
                f"add them under items: name: {choice}, count, licence, source, and their checksum if they are shipped",
            )
