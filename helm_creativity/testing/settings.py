"""Checks: every setting is refused where it is wrong, is in the run's name, and is compared where it moves a score.

Run entries that differ from the pilot's in one or two settings are made, and nothing is asked under any of them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.baselines.models import LEXICAL_JUDGE
from helm_creativity.benchmark.base import Benchmark, parse_settings
from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.prompts import levels_of, rendering
from helm_creativity.benchmark.settings import RESERVED, Option, Settings, hints, options
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.testing.baselines import respond
from helm_creativity.testing.loading import KEPT, default_settings, load_items, pilot_settings, pilot_values
from helm_creativity.testing.problem import Broken, Problem, breaking, describe
from helm_creativity.testing.scoring import make_scorer, references, score, score_annotated

WRONG = "no-such-value"
"""No setting may be this."""
KNOWN: dict[str, Sequence[object]] = {
    "judges": (LEXICAL_JUDGE, "simple/model1", "openai/gpt-4o-2024-11-20", f"{LEXICAL_JUDGE}+simple/model1"),
    "design": ("all", "draw=1", "planned_missing=1"),
    "embedding": ("builtin",),
}
"""Values of settings that are looked up instead of chosen from a list. No judge is asked anything."""
IN_ADAPTER = ("temp",)
"""Settings that tell runs apart on HELM's pages without being an argument of the scenario."""
REFUSE = "refuse it with BadArguments, by choices, low and high of its option, or in requirements"
MOST = 60
"""Reference responses that are scored under each value of a setting."""


class Variant:
    """A run entry that was taken: what it asks, and what must agree between its scores and those beside them."""

    def __init__(self, benchmark: Benchmark[Any], settings: Settings, changed: Mapping[str, Any]) -> None:
        self.benchmark, self.settings, self.changed = benchmark, settings, changed
        self.asked, self.compared, self.prompts = 0, {}, {}  # type: int, dict[str, str], dict[str, str]
        self.broken: Broken | None = None
        try:
            items = load_items(benchmark, settings)
            self.prompts = {item.prompt.id: item.id for item in reversed(items)}
            values = [[item.id, item.prompt.id, item.prompt.text, item.fields] for item in items]
            self.asked = hash(json.dumps(values, sort_keys=True, default=str))
            with breaking(
                "comparable", f"of {self} compared(settings)", "fix it, or prompts(settings)", benchmark.folder
            ):
                self.compared = dict(benchmark.compared(settings))
        except Broken as broken:
            self.broken = broken

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.changed.items()) or "the pilot's run entry"

    @cached_property
    def measures(self) -> object:
        """What is asked, and the scores of reference responses and of a baseline's."""
        benchmark, settings = self.benchmark, self.settings
        scorer, trials = make_scorer(benchmark, settings), respond(benchmark, settings, "random").trials
        reference = score(benchmark, scorer, references(benchmark).trials[:MOST], settings)
        baseline = score_annotated(benchmark, scorer, trials, settings)
        asked = self.asked, self.compared.get("prompts"), self.compared.get("rubric")
        return asked, reference.scores, reference.of_run, baseline.scores, baseline.of_run


@dataclass
class Variants:
    """Run entries, the pilot's first, and the default one, which may need what is not on this machine.

    Names of settings that were changed are ``taken``, and ``moving`` where that changed what is compared.
    """

    made: list[Variant]
    default: Variant
    taken: set[str] = field(default_factory=set)
    moving: set[str] = field(default_factory=set)
    rendered: set[str] = field(default_factory=set)

    def try_values(self, base: Variant, name: str, values: Sequence[object]) -> None:
        """Makes run entries with one setting more changed."""
        for value in [value for value in values if str(value) != str(getattr(base.settings, name))]:
            changed = {**base.changed, name: value}
            with breaking("settings", f"{name}={value!r}", REFUSE):
                try:
                    usual = pilot_values(base.benchmark, str(changed.get("protocol", "")))
                    settings = parse_settings(base.benchmark, {**usual, **changed})
                except CreativityError:
                    continue
            self.made.append(Variant(base.benchmark, settings, changed))
            self.taken.add(name)
            if self.made[-1].compared != base.compared:
                self.moving.add(name)


@lru_cache(maxsize=KEPT)
def variants(benchmark: Benchmark[Any]) -> Variants:
    """See ``Variants``. Settings whose values change nothing that is compared are tried beside others, too."""
    load_items.cache_clear()
    for module in [module for name, module in sys.modules.items() if f"{name}.".startswith(f"{benchmark.package}.")]:
        for kept in list(vars(module).values()):  # caches, which would keep templates from being rendered again
            if getattr(kept, "__module__", None) == module.__name__ and hasattr(kept, "cache_clear"):
                kept.cache_clear()
    kinds = hints(benchmark.settings_type)
    tried = {name: values_to_try(name, given, kinds[name], benchmark.card) for name, given in benchmark.options.items()}
    with rendering() as noted:
        pilot = Variant(benchmark, pilot_settings(benchmark), {})
        found = Variants([pilot], Variant(benchmark, default_settings(benchmark), {}))
        for name, values in tried.items():
            found.try_values(pilot, name, values)
        singles = found.made[1:]
        for name, values in tried.items():
            for base in [base for base in singles if name not in base.changed]:
                if name not in found.moving:
                    found.try_values(base, name, values)
    folders = [level for level in levels_of(benchmark.place) if isinstance(level, Path)]
    found.rendered = {
        name
        for level, name in noted
        if not isinstance(level, Path) or any(folder.samefile(level) for folder in folders)
    }
    return found


def values_to_try(name: str, given: Option, kind: object, card: Card) -> list[object]:
    """Values to try: choices one by one and the first two together, bounds and something between, known names."""
    if name in KNOWN:
        return list(KNOWN[name])
    if name == "protocol":
        return list(card.protocols)
    if kind is bool:
        return [False, True]
    choices = list(given.allowed)
    if given.several:
        return ["all", *choices, *(["+".join(map(str, choices[:2]))] if len(choices) > 2 else [])]
    if choices:
        return choices
    if kind in (int, float):
        low = 0 if given.low is None else given.low
        high = low + 3 if given.high is None else given.high
        middle = (low + high) / 2
        if kind is int:
            return list(dict.fromkeys([int(low), int(middle), min(int(middle) + 1, int(high)), int(high)]))
        return [float(low), middle, middle + (high - low) / 1000, float(high)]  # near, as a rounded name would hide
    # A text that may be the name of a file, or one of some names that the help has.
    return list(dict.fromkeys([*re.findall(r"[\w-]{3,}", given.help), *(item.name for item in card.items)]))


def wrong_values(given: Option) -> list[object]:
    """Values that must be refused."""
    bounds = [None if given.low is None else given.low - 1, None if given.high is None else given.high + 1]
    return [WRONG, *(bound for bound in bounds if bound is not None)]


def check_settings(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What is wrong with the settings of the benchmark, and with the names that they give to runs."""
    for name in sorted(RESERVED & benchmark.options.keys()):
        what = f"HELM uses the argument {name} itself and never passes it on"
        yield Problem("settings", what, f"rename the field of {benchmark.settings_type.__name__}")
    yield from _names(variants(benchmark))
    for name, given in benchmark.options.items():
        wrong = [what for value in wrong_values(given) if (what := _accepted(benchmark, name, value))]
        yield from [Problem("settings", what, REFUSE) for what in wrong[:1]]


def _names(found: Variants) -> Iterator[Problem]:
    """Settings that a run's name, or arguments that are made of them, do not keep apart."""
    from helm_creativity.helm_plugin.run_spec import run_name

    by_name: dict[str, Variant] = {}
    seen: set[str] = set()
    kind, again = type(found.made[0].settings), ""
    for variant in found.made:
        settings = variant.settings
        try:
            name = run_name(variant.benchmark, settings)
        except BadArguments as error:
            yield Problem("settings", str(error), "shorten the labels of its settings, with checksums for long ones")
            return
        other = by_name.setdefault(name, variant)
        if (apart := _differing(other.settings, settings)) and apart not in seen:
            seen.add(apart)
            what = f"{other} and {variant} are different settings with one run name, {name}"
            yield Problem("settings", what, f"let the label of {apart} be different for different values")
        usual = kind(protocol=settings.protocol)
        for name in () if again else variant.benchmark.options:
            try:
                tried = replace(settings, **{name: getattr(usual, name)})
                again = _differing(tried, kind(**tried.args))
            except CreativityError:
                continue
            if again:
                what = f"the settings of {variant} with the usual {name}, written as arguments, have another {again}"
                change = f"let the default of {again} depend on the protocol alone, or give it option(..., named=True)"
                yield Problem("settings", what, change)
                break


def _differing(settings: Settings, other: Settings) -> str:
    names = (each.name for each in fields(settings) if getattr(settings, each.name) != getattr(other, each.name))
    return ", ".join(sorted(names))


def _accepted(benchmark: Benchmark[Any], name: str, value: object) -> str:
    """What is wrong with how a wrong value is taken; "" if it is refused."""
    from helm_creativity.judges.asking import judge_requirements

    try:
        parse_settings(benchmark, {**pilot_values(benchmark), name: value}, also=judge_requirements)
    except BadArguments as error:
        is_named = name in str(error) or str(value) in str(error)
        return "" if is_named else f"{name}={value} is refused in a message that does not name {name}: {error}"
    except Exception as error:
        return f"{name}={value} raises {describe(error)}, not BadArguments"
    return f"{name}={value} is accepted"


def check_comparable(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether scores that were measured differently have different keys."""
    found = variants(benchmark)
    pilot = found.made[0]
    if pilot.broken:
        raise pilot.broken
    if pilot.compared != (again := type(benchmark)(benchmark.entry, benchmark.parent).compared(pilot.settings)):
        what = f"what is compared differs the second time: {pilot.compared}, then {dict(again)}"
        yield Problem("comparable", what, "let compared(settings) depend on nothing but settings and files")
    for name, given in benchmark.options.items():
        if given.compared and not given.titled and name not in IN_ADAPTER:
            what = f"HELM's pages would average runs that differ in {name} alone, though it is compared"
            yield Problem("comparable", what, f"take titled=False out of the option of {name}")
        if name not in found.taken - found.moving:
            continue
        if given.compared:
            what = f"{name} takes several values under one key, though it is compared"
            change = f"leave {name} in compared(settings), or give it option(..., compared=False) if it moves no score"
            yield Problem("comparable", what, change)
        elif name not in options(JudgedSettings) and any(
            variant.measures != pilot.measures for variant in found.made if [*variant.changed] == [name]
        ):
            what = f"{name} moves what is asked or scored and is not compared"
            yield Problem("comparable", what, f"take compared=False out of the option of {name}")
    first: dict[frozenset[tuple[str, str]], Variant] = {}
    seen = set()
    for variant in [variant for variant in found.made if not variant.broken]:
        other = first.setdefault(frozenset(variant.compared.items()), variant)
        names = _differing(other.settings, variant.settings).split(", ")
        apart = ", ".join(name for name in names if name and benchmark.options[name].compared)
        if apart not in seen and other.asked != variant.asked:
            seen.add(apart)
            what = f"{other} and {variant} ask differently under one key"
            yield Problem("comparable", what, f"put what {apart} changes into compared(settings), or into the items")
