"""Checks: every setting is refused where it is wrong, is in the run's name, and is compared where it moves a score.

Run entries that differ from the pilot's in one or two settings are made, and nothing is asked under any of them.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from helm_creativity.baselines.models import LEXICAL_JUDGE
from helm_creativity.core.benchmark import Benchmark, comparable_key, parse_settings
from helm_creativity.core.card import Card
from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.prompts import is_level, rendering
from helm_creativity.core.protocols import Scorer
from helm_creativity.core.settings import RESERVED, Option, Settings, hints
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.testing.baselines import respond
from helm_creativity.testing.loading import (
    KEPT,
    default_settings,
    load_items,
    pilot_settings,
    pilot_values,
)
from helm_creativity.testing.problem import Broken, Finding, Problem, Remark, describe, place_in
from helm_creativity.testing.scoring import make_scorer, references, score, score_annotated

problem = partial(Problem, "settings")

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
REFUSE = (
    "refuse it with BadArguments, which names the setting: by choices, low and high of its option, or in requirements"
)
MOST = 60
"""Reference responses that are scored under each value of a setting."""


@dataclass(frozen=True, eq=False)
class TriedEntry:
    """A run entry that was taken."""

    benchmark: Benchmark[Any]
    changed: Mapping[str, Any]
    settings: Settings

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.changed.items()) or "the pilot's run entry"

    @cached_property
    def name(self) -> str:
        """The name of its runs."""
        parts = ",".join(f"{name}={value}" for name, value in self.settings.name_parts.items())
        return f"{self.benchmark.card.group}:{parts}"

    @cached_property
    def compared(self) -> Mapping[str, str]:
        """What must agree between two scores that are compared."""
        load_items(self.benchmark, self.settings)
        try:
            comparable_key(self.benchmark, self.settings, asked=False)
            return self.benchmark.compared(self.settings)
        except Exception as error:
            what = (
                f"what is compared of {self} cannot be made: {describe(error)}{place_in(self.benchmark.folder, error)}"
            )
            raise Broken("comparable", what, "fix compared(settings), or prompts(settings)") from error

    @cached_property
    def asked(self) -> str:
        """A checksum of everything that is asked, and of what the scorer gets of it."""
        items = load_items(self.benchmark, self.settings)
        values = [[item.id, item.prompt.id, item.prompt.text, item.fields] for item in items]
        return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()


@dataclass
class _Tried:
    values: list[object]
    refused: str = ""
    taken: bool = False
    compared: bool = False


@dataclass
class Variants:
    """Run entries around the pilot's."""

    made: list[TriedEntry]
    tried: dict[str, _Tried]
    crashes: dict[str, str] = field(default_factory=dict)
    rendered: set[str] = field(default_factory=set)
    prompts: dict[str, str] = field(default_factory=dict)
    broken: dict[Problem, None] = field(default_factory=dict)

    @property
    def pilot(self) -> TriedEntry:
        """The pilot's run entry."""
        return self.made[0]


@lru_cache(maxsize=KEPT)
def variants(benchmark: Benchmark[Any]) -> Variants:
    """See ``Variants``. Settings whose values change nothing that is compared are tried beside others, too.

    The default run entry is looked at as well, though it may need what is not on this machine.
    """
    _forget(benchmark.package)
    noted: set[tuple[Path | None, str]]
    with rendering() as noted:
        load_items.cache_clear()
        pilot = TriedEntry(benchmark, {}, pilot_settings(benchmark))
        options = benchmark.options
        kind: Any = benchmark.settings_type
        kinds = hints(kind)
        tried = {
            name: _Tried(values_to_try(name, option, kinds[name], benchmark.card)) for name, option in options.items()
        }
        found = Variants([pilot], tried)
        _look(found, pilot)
        _look(found, TriedEntry(benchmark, {}, default_settings(benchmark)))
        for name in tried:
            _try_values(found, name, pilot)
        singles = list(found.made[1:])
        for name, setting in tried.items():
            for base in singles:
                if setting.compared:
                    break
                if name not in base.changed:
                    _try_values(found, name, base)
    found.rendered = {name for folder, name in noted if folder is None or is_level(benchmark.place, folder)}
    return found


def _look(found: Variants, made: TriedEntry) -> None:
    try:
        for item in load_items(made.benchmark, made.settings):
            found.prompts.setdefault(item.prompt.id, item.id)
        made.asked, made.compared  # noqa: B018 - made while the items are kept
    except Broken as broken:
        found.broken.setdefault(broken.problem)


def _compared(variant: TriedEntry) -> Mapping[str, str] | None:
    try:
        return variant.compared
    except Broken:
        return None


def _try_values(found: Variants, name: str, base: TriedEntry) -> None:
    tried, usual = found.tried[name], getattr(base.settings, name)
    for value in tried.values:
        if str(value) == str(usual):
            continue
        made = _entry_or_refusal(found, base, name, value)
        if isinstance(made, TriedEntry):
            tried.taken = True
            tried.compared |= _compared(made) != _compared(base)
        else:
            tried.refused = tried.refused or made


def _entry_or_refusal(found: Variants, base: TriedEntry, name: str, value: object) -> TriedEntry | str:
    changed, benchmark = {**base.changed, name: value}, base.benchmark
    try:
        values = pilot_values(benchmark, str(changed.get("protocol", "")))
        made = TriedEntry(benchmark, changed, parse_settings(benchmark, {**values, **changed}))
    except CreativityError as error:
        return str(error)
    except Exception as error:
        found.crashes.setdefault(name, f"{name}={value!r} raises {describe(error)}")
        return describe(error)
    found.made.append(made)
    _look(found, made)
    return made


def _forget(package: str) -> None:
    """Empties the caches of functions in a package, which would keep templates from being rendered again."""
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            for var in list(vars(module).values()):
                if getattr(var, "__module__", None) == name and hasattr(var, "cache_clear"):
                    var.cache_clear()


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
        return _numbers(option, whole=kind is int)
    # A text that may be the name of a file, or one of some names that the help has.
    names = re.findall(r"[\w-]{3,}", option.help)
    return list(dict.fromkeys([*names, *(item.name for item in card.items)]))


def _numbers(option: Option, whole: bool) -> list[object]:
    """The bounds, something between, and something near it that a rounded name would not distinguish."""
    low = 0 if option.low is None else option.low
    high = low + 3 if option.high is None else option.high
    if whole:
        middle = int(low + high) // 2
        return list(dict.fromkeys([int(low), middle, min(middle + 1, int(high)), int(high)]))
    middle_of = (low + high) / 2
    return [float(low), middle_of, middle_of + (high - low) / 1000, float(high)]


def wrong_values(option: Option) -> list[object]:
    """Values that must be refused."""
    bounds = [None if option.low is None else option.low - 1, None if option.high is None else option.high + 1]
    return [WRONG, *(bound for bound in bounds if bound is not None)]


def _unused(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    taken = benchmark.settings_type
    for name, kind in vars(sys.modules[type(benchmark).__module__]).items():
        own = isinstance(kind, type) and kind.__module__ == type(benchmark).__module__
        if own and issubclass(kind, Settings) and not issubclass(taken, kind):
            yield problem(
                f"{type(benchmark).__name__} takes {taken.__name__}, and nothing takes {name}, which stands beside it",
                f"write settings_type = {name} in {type(benchmark).__name__}, or delete {name}",
            )


def check_settings(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """What is wrong with the settings of the benchmark, and with the names that they give to runs."""
    options = benchmark.options
    kind = benchmark.settings_type.__name__
    for name in sorted(RESERVED & options.keys()):
        yield problem(
            f"HELM uses the argument {name} itself and never passes it on",
            f"rename the field of {kind} (temp instead of temperature, for example)",
        )
    yield from _unused(benchmark)
    found = variants(benchmark)
    yield from _names(found)
    yield from _made_again(found)
    yield from _not_varied(found)
    yield from _unread(benchmark)
    if found.crashes:
        load_items(benchmark, pilot_settings(benchmark))
    yield from (problem(what, REFUSE) for what in found.crashes.values())
    for name, option in options.items():
        if name not in found.crashes:
            wrong = (_accepted_wrong_value(benchmark, name, value) for value in wrong_values(option))
            yield from [finding for finding in wrong if finding is not None][:1]


def _names(found: Variants) -> Iterator[Finding]:
    from helm_creativity.helm_plugin.run_spec import run_name

    by_name: dict[str, list[TriedEntry]] = defaultdict(list)
    seen: set[frozenset[str]] = set()
    for entry in found.made:
        others = by_name[entry.name]
        if others and all(other.settings != entry.settings for other in others):
            apart = frozenset(_differing(others[0].settings, entry.settings))
            if apart not in seen:
                seen.add(apart)
                yield problem(
                    f"{others[0]} and {entry} are different settings with one run name, {entry.name}, and the second "
                    "run would overwrite the first",
                    f"let the label of {' and '.join(sorted(apart))} be different for different values",
                )
        others.append(entry)
    for entry in found.made:
        try:
            run_name(entry.benchmark, entry.settings)
        except BadArguments as error:
            yield problem(str(error), "shorten the labels of its settings, with checksums for long ones")
            return


def _made_again(found: Variants) -> Iterator[Finding]:
    kind = type(found.pilot.settings)
    for entry in found.made:
        usual = kind(protocol=entry.settings.protocol)
        for name in ("", *entry.benchmark.options):
            try:
                tried = replace(entry.settings, **({name: getattr(usual, name)} if name else {}))
                again = kind(**tried.args)
            except CreativityError:
                continue
            if again != tried:
                lost = ", ".join(_differing(tried, again))
                yield problem(
                    f"the settings of {entry}{f' with the usual {name}' if name else ''}, written as arguments and "
                    f"read again, have another {lost}",
                    f"let the default of {lost} depend on nothing but the protocol, or give it option(..., named=True)",
                )
                return


def _differing(settings: Settings, other: Settings) -> list[str]:
    return sorted(each.name for each in fields(settings) if getattr(settings, each.name) != getattr(other, each.name))


def _not_varied(found: Variants) -> Iterator[Remark]:
    options = found.pilot.benchmark.options
    for name, setting in found.tried.items():
        only = len(options[name].allowed) == 1 or (name == "protocol" and len(setting.values) == 1)
        if not setting.taken and not only:
            why = setting.refused or "no other value of it is known to be on this machine"
            yield Remark(f"{name} was not varied: {why}")


def _accepted_wrong_value(benchmark: Benchmark[Any], name: str, value: object) -> Finding | None:
    from helm_creativity.judges.asking import judge_requirements

    try:
        parse_settings(benchmark, {**pilot_values(benchmark), name: value}, also=judge_requirements)
    except BadArguments as error:
        if name in str(error) or str(value) in str(error):
            return None
        what = f"{name}={value} is refused in a message that does not name {name}: {error}"
        return problem(what, "name the setting, the allowed values, and the value given")
    except Exception as error:
        # What raises without the wrong value is no fault of the setting.
        load_items(benchmark, pilot_settings(benchmark))
        return problem(f"{name}={value} raises {describe(error)}, not BadArguments", REFUSE)
    return problem(f"{name}={value} is accepted", REFUSE)


def _unread(benchmark: Benchmark[Any]) -> Iterator[Remark]:
    """Settings of the benchmark's own of which no other value asks or scores differently, as far as it was tried.

    That is no fault: a rule may be there for responses that nothing here gives.
    """
    shared = _shared(benchmark)
    if names := [name for name, moved in _moves(benchmark).items() if not moved and name not in shared]:
        yield Remark(
            f"no item and no score that was tried depends on {', '.join(names)}: check whether anything reads it"
        )


def _shared(benchmark: Benchmark[Any]) -> set[str]:
    families = [kind for kind in benchmark.settings_type.__mro__ if kind.__module__.startswith("helm_creativity.")]
    ours = [kind for kind in families if not kind.__module__.startswith("helm_creativity.scenarios.")]
    return {"protocol", *(name for kind in ours for name in vars(kind).get("__annotations__", {}))}


@lru_cache(maxsize=KEPT)
def _moves(benchmark: Benchmark[Any]) -> Mapping[str, bool]:
    moves: dict[str, bool] = {}
    found, shared = variants(benchmark), _shared(benchmark)
    for entry in found.made[1:]:
        (*_, name) = entry.changed
        if len(entry.changed) == 1 and not moves.get(name):
            moves[name] = (
                name in shared or asks_differently(found.pilot, entry) or scores_differently(found.pilot, entry)
            )
    return moves


def asks_differently(pilot: TriedEntry, other: TriedEntry) -> bool:
    """Whether other items or rubrics are asked; so too where that cannot be found out."""
    try:
        parts = [{name: entry.compared.get(name) for name in ("prompts", "rubric")} for entry in (pilot, other)]
        return pilot.asked != other.asked or parts[0] != parts[1]
    except Broken:
        return True


def scores_differently(pilot: TriedEntry, other: TriedEntry) -> bool:
    """Whether a reference response or one of a baseline has another score; so too where that cannot be found out."""
    benchmark = pilot.benchmark
    try:
        found = references(benchmark)
        first, second = (
            _scores_under(benchmark, scorer, found.trials, entry.settings)
            for scorer, entry in ((found.scorer, pilot), (make_scorer(benchmark, other.settings), other))
        )
        return first != second
    except Exception:
        return True


def _scores_under(benchmark: Benchmark[Any], scorer: Scorer, trials: Sequence[Trial], settings: Settings) -> object:
    reference = score(benchmark, scorer, trials[:MOST], settings)
    baseline = score_annotated(benchmark, scorer, respond(benchmark, settings, "random").trials, settings)
    return [(run.scores, run.of_run) for run in (reference, baseline)]


def check_comparable(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Whether scores that were measured differently have different keys."""
    found = variants(benchmark)
    key = found.pilot.compared
    fresh = type(benchmark)(benchmark.entry, benchmark.parent)
    if fresh.compared(found.pilot.settings) != key:
        yield Problem(
            "comparable",
            f"what is compared differs the second time: {dict(key)}, then {fresh.compared(found.pilot.settings)}",
            "let compared(settings) depend on nothing but settings and files",
        )
    yield from _left_out(benchmark, found)
    yield from _runs_under_one_key(found)
    for name, option in benchmark.options.items():
        if option.compared and not option.titled and name not in IN_ADAPTER:
            yield Problem(
                "comparable",
                f"HELM's pages would average runs that differ in {name} alone, though it is compared",
                f"take titled=False out of the option of {name}",
            )


def _left_out(benchmark: Benchmark[Any], found: Variants) -> Iterator[Finding]:
    options, moves = benchmark.options, _moves(benchmark)
    for name, setting in found.tried.items():
        if not setting.taken or setting.compared:
            continue
        if options[name].compared:
            yield Problem(
                "comparable",
                f"{name} takes several values under one key, though it is compared",
                f"leave {name} in compared(settings), or give it option(..., compared=False) if it moves no score",
            )
        elif name not in _shared(benchmark) and moves.get(name):
            yield Problem(
                "comparable",
                f"{name} moves what is asked or scored and is not compared, so that one table mixes different scores",
                f"take compared=False out of the option of {name}",
            )


def _runs_under_one_key(found: Variants) -> Iterator[Finding]:
    first: dict[str, TriedEntry] = {}
    seen: set[frozenset[str]] = set()
    for entry in found.made:
        compared = _compared(entry)
        if compared is None:
            continue
        other = first.setdefault(json.dumps(compared, sort_keys=True), entry)
        options = entry.benchmark.options
        apart = frozenset(name for name in _differing(other.settings, entry.settings) if options[name].compared)
        if apart not in seen and other.asked != entry.asked:
            seen.add(apart)
            yield Problem(
                "comparable",
                f"{other} and {entry} ask differently under one key",
                f"put what {' and '.join(sorted(apart))} changes into compared(settings), or into fields of the items",
            )
