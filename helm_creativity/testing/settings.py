"""Checks: every setting is refused where it is wrong, is in the run's name, and is compared where it moves a score.

Run entries that differ from the pilot's in one or two settings are made, and nothing is asked under any of them.
"""

from __future__ import annotations

import hashlib
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
from helm_creativity.benchmark.settings import RESERVED, Option, Settings, hints
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.testing.baselines import respond
from helm_creativity.testing.loading import KEPT, default_settings, load_items, pilot_settings, pilot_values
from helm_creativity.testing.problem import Broken, Problem, describe, place_in
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


@dataclass(frozen=True, eq=False)
class Variant:
    """A run entry that was taken."""

    benchmark: Benchmark[Any]
    changed: Mapping[str, Any]
    settings: Settings

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.changed.items()) or "the pilot's run entry"

    @cached_property
    def compared(self) -> Mapping[str, str]:
        """What must agree between two scores that are compared."""
        load_items(self.benchmark, self.settings)
        try:
            return self.benchmark.compared(self.settings)
        except Exception as error:
            where = place_in(self.benchmark.folder, error)
            what = f"what is compared of {self} cannot be made: {describe(error)}{where}"
            raise Broken("comparable", what, "fix compared(settings), or prompts(settings)") from error

    @cached_property
    def asked(self) -> str:
        """A checksum of everything that is asked, and of what the scorer gets of it."""
        items = load_items(self.benchmark, self.settings)
        values = [[item.id, item.prompt.id, item.prompt.text, item.fields] for item in items]
        return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()

    @cached_property
    def scores(self) -> object:
        """Of reference responses and of a baseline's."""
        benchmark, settings = self.benchmark, self.settings
        scorer = make_scorer(benchmark, settings)
        reference = score(benchmark, scorer, references(benchmark).trials[:MOST], settings)
        baseline = score_annotated(benchmark, scorer, respond(benchmark, settings, "random").trials, settings)
        return [(run.scores, run.of_run) for run in (reference, baseline)]

    def measures_as(self, other: Variant) -> bool:
        """Whether the same is asked and scored as under another; False where that cannot be found out."""
        try:
            parts = [{name: each.compared.get(name) for name in ("prompts", "rubric")} for each in (self, other)]
            return self.asked == other.asked and parts[0] == parts[1] and self.scores == other.scores
        except Exception:
            return False


@dataclass
class Variants:
    """Run entries, the pilot's first, and which settings were changed, and changed what is compared, by them."""

    made: list[Variant]
    taken: set[str] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    crashes: dict[str, str] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    rendered: set[str] = field(default_factory=set)
    broken: dict[Problem, None] = field(default_factory=dict)

    def look_at(self, variant: Variant) -> None:
        """Makes what is asked and compared, while the items are kept."""
        try:
            for item in load_items(variant.benchmark, variant.settings):
                self.prompts.setdefault(item.prompt.id, item.id)
            variant.asked, variant.compared  # noqa: B018
        except Broken as broken:
            self.broken.setdefault(broken.problem)

    def try_values(self, base: Variant, name: str, values: Sequence[object]) -> None:
        """Makes run entries with one setting more changed."""
        benchmark = base.benchmark
        for value in values:
            changed = {**base.changed, name: value}
            if str(value) == str(getattr(base.settings, name)):
                continue
            try:
                usual = pilot_values(benchmark, str(changed.get("protocol", "")))
                variant = Variant(benchmark, changed, parse_settings(benchmark, {**usual, **changed}))
            except CreativityError:
                continue
            except Exception as error:
                self.crashes.setdefault(name, f"{name}={value!r} raises {describe(error)}")
                continue
            self.made.append(variant)
            self.taken.add(name)
            self.look_at(variant)
            if _key(variant) != _key(base):
                self.compared.add(name)


def _key(variant: Variant) -> str:
    try:
        return json.dumps(variant.compared, sort_keys=True)
    except Broken:
        return ""


@lru_cache(maxsize=KEPT)
def variants(benchmark: Benchmark[Any]) -> Variants:
    """See ``Variants``. Settings whose values change nothing that is compared are tried beside others, too.

    The default run entry is looked at as well, though it may need what is not on this machine.
    """
    _forget(benchmark.package)
    with rendering() as noted:
        load_items.cache_clear()
        found = Variants([Variant(benchmark, {}, pilot_settings(benchmark))])
        found.look_at(found.made[0])
        found.look_at(Variant(benchmark, {}, default_settings(benchmark)))
        kinds = hints(benchmark.settings_type)
        tried = {
            name: values_to_try(name, option, kinds[name], benchmark.card) for name, option in benchmark.options.items()
        }
        singles: list[Variant] = []
        for bases in (found.made[:1], singles):
            for name, values in tried.items():
                for base in bases:
                    if name not in base.changed and (not base.changed or name not in found.compared):
                        found.try_values(base, name, values)
            singles += found.made[1:]
    folders = [level for level in levels_of(benchmark.place) if isinstance(level, Path)]
    found.rendered = {
        name
        for level, name in noted
        if not isinstance(level, Path) or any(folder.samefile(level) for folder in folders)
    }
    return found


def _forget(package: str) -> None:
    """Empties the caches of functions in a package, which would keep templates from being rendered again."""
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(f"{package}."):
            for kept in list(vars(module).values()):
                if getattr(kept, "__module__", None) == name and hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def values_to_try(name: str, option: Option, kind: object, card: Card) -> list[object]:
    """Values to try: choices one by one and the first two together, bounds and something between, known names."""
    if name in KNOWN:
        return list(KNOWN[name])
    if name == "protocol":
        return list(card.protocols)
    if kind is bool:
        return [False, True]
    choices = list(option.allowed)
    if option.several:
        return ["all", *choices, *(["+".join(map(str, choices[:2]))] if len(choices) > 2 else [])]
    if choices:
        return choices
    if kind in (int, float):
        low = 0 if option.low is None else option.low
        high = low + 3 if option.high is None else option.high
        middle = (low + high) / 2
        if kind is int:
            return list(dict.fromkeys([int(low), int(middle), min(int(middle) + 1, int(high)), int(high)]))
        return [float(low), middle, middle + (high - low) / 1000, float(high)]  # near, as a rounded name would hide
    # A text that may be the name of a file, or one of some names that the help has.
    return list(dict.fromkeys([*re.findall(r"[\w-]{3,}", option.help), *(item.name for item in card.items)]))


def wrong_values(option: Option) -> list[object]:
    """Values that must be refused."""
    bounds = [None if option.low is None else option.low - 1, None if option.high is None else option.high + 1]
    return [WRONG, *(bound for bound in bounds if bound is not None)]


def check_settings(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What is wrong with the settings of the benchmark, and with the names that they give to runs."""
    kind = benchmark.settings_type
    for name in sorted(RESERVED & benchmark.options.keys()):
        what = f"HELM uses the argument {name} itself and never passes it on"
        yield Problem("settings", what, f"rename the field of {kind.__name__}")
    found = variants(benchmark)
    yield from _names(found)
    for what in found.crashes.values():
        yield Problem("settings", what, REFUSE)
    for name, option in benchmark.options.items():
        wrong = [] if name in found.crashes else wrong_values(option)
        yield from [
            Problem("settings", what, REFUSE) for value in wrong if (what := _accepted(benchmark, name, value))
        ][:1]


def _names(found: Variants) -> Iterator[Problem]:
    """Settings that a run's name, or arguments that are made of them, do not keep apart."""
    from helm_creativity.helm_plugin.run_spec import run_name

    by_name: dict[str, Variant] = {}
    seen: set[str] = set()
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
    kind = type(found.made[0].settings)
    for variant in found.made:
        usual = kind(protocol=variant.settings.protocol)
        for name in variant.benchmark.options:
            try:
                tried = replace(variant.settings, **{name: getattr(usual, name)})
                again = kind(**tried.args)
            except CreativityError:
                continue
            if lost := _differing(tried, again):
                what = f"the settings of {variant} with the usual {name}, written as arguments, have another {lost}"
                change = f"let the default of {lost} depend on the protocol alone, or give it option(..., named=True)"
                yield Problem("settings", what, change)
                return


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
        load_items(benchmark, pilot_settings(benchmark))  # raises where that is at fault
        return f"{name}={value} raises {describe(error)}, not BadArguments"
    return f"{name}={value} is accepted"


def check_comparable(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether scores that were measured differently have different keys."""
    found = variants(benchmark)
    pilot = found.made[0]
    if pilot.compared != (again := type(benchmark)(benchmark.entry, benchmark.parent).compared(pilot.settings)):
        what = f"what is compared differs the second time: {dict(pilot.compared)}, then {dict(again)}"
        yield Problem("comparable", what, "let compared(settings) depend on nothing but settings and files")
    for name, option in benchmark.options.items():
        if option.compared and not option.titled and name not in IN_ADAPTER:
            what = f"HELM's pages would average runs that differ in {name} alone, though it is compared"
            yield Problem("comparable", what, f"take titled=False out of the option of {name}")
        if name not in found.taken - found.compared:
            continue
        if option.compared:
            what = f"{name} takes several values under one key, though it is compared"
            change = f"leave {name} in compared(settings), or give it option(..., compared=False) if it moves no score"
            yield Problem("comparable", what, change)
        elif _moves(found, name):
            what = f"{name} moves what is asked or scored and is not compared"
            yield Problem("comparable", what, f"take compared=False out of the option of {name}")
    first: dict[str, Variant] = {}
    seen, options = set(), benchmark.options
    for variant in found.made:
        key = _key(variant)
        other = first.setdefault(key, variant) if key else variant
        apart = ", ".join(
            name for name in _differing(other.settings, variant.settings).split(", ") if name and options[name].compared
        )
        if key and apart not in seen and other.asked != variant.asked:
            seen.add(apart)
            what = f"{other} and {variant} ask differently under one key"
            yield Problem("comparable", what, f"put what {apart} changes into compared(settings), or into the items")


def _moves(found: Variants, name: str) -> bool:
    """Whether anything else is asked or scored under other values of a setting of the benchmark's own."""
    pilot = found.made[0]
    for kind in pilot.benchmark.settings_type.__mro__:
        if name in vars(kind).get("__annotations__", {}):
            is_own = (
                kind.__module__.startswith("helm_creativity.scenarios.") or "helm_creativity" not in kind.__module__
            )
            return is_own and any([*each.changed] == [name] and not each.measures_as(pilot) for each in found.made)
    return False
