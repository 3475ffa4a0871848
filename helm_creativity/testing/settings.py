"""Run entries that differ from the pilot's in one setting: nothing is asked under any of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from helm_creativity.baselines.models import LEXICAL_JUDGE
from helm_creativity.benchmark.base import Benchmark, parse_settings
from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.settings import Option, Settings, hints
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.testing.loading import KEPT, load_items, pilot_settings, pilot_values
from helm_creativity.testing.problem import breaking, describe
from helm_creativity.testing.responses import make_scorer, references, respond, score, score_annotated

WRONG = "no-such-value"
"""No setting may be this."""
KNOWN: dict[str, Sequence[object]] = {
    "judges": (LEXICAL_JUDGE, "simple/model1", "openai/gpt-4o-2024-11-20", f"{LEXICAL_JUDGE}+simple/model1"),
    "design": ("all", "draw=1", "planned_missing=1"),
    "embedding": ("builtin",),
}
"""Values of settings that are looked up instead of chosen from a list. No judge is asked anything."""
REFUSE = "refuse it with BadArguments, by choices, low and high of its option, or in requirements"
FEW = 60
"""Reference responses that are scored under each value of a setting."""


class Variant(NamedTuple):
    """A run entry that was taken: which setting was changed, to what, and all settings of it."""

    name: str
    value: object
    settings: Settings

    def __str__(self) -> str:
        return f"{self.name}={self.value}" if self.name else "the pilot's run entry"


@lru_cache(maxsize=KEPT)
def variants(benchmark: Benchmark[Any]) -> list[Variant]:
    """The pilot's run entry, then those with one value changed that are not refused."""
    usual, kinds = pilot_settings(benchmark), hints(benchmark.settings_type)
    found = [Variant("", "", usual)]
    for name, given in benchmark.options.items():
        for value in values_to_try(name, given, kinds[name], benchmark.card):
            with breaking("settings", f"{name}={value!r}", REFUSE), suppress(CreativityError):
                values = pilot_values(benchmark, str(value) if name == "protocol" else "")
                if str(value) != str(getattr(usual, name)):
                    found.append(Variant(name, value, parse_settings(benchmark, {**values, name: value})))
    return found


@lru_cache(maxsize=KEPT)
def compared(benchmark: Benchmark[Any], settings: Settings) -> dict[str, str]:
    """What must agree between scores under these settings and others."""
    load_items(benchmark, settings)
    with breaking("comparable", "compared(settings)", "fix it, or prompts(settings)", benchmark.folder):
        return dict(benchmark.compared(settings))


@lru_cache(maxsize=KEPT)
def measures(benchmark: Benchmark[Any], settings: Settings) -> object:
    """What is asked, and the scores of reference responses and of a baseline's."""
    scorer, trials = make_scorer(benchmark, settings), respond(benchmark, settings, "random").trials
    reference = score(benchmark, scorer, references(benchmark).trials[:FEW], settings)
    baseline = score_annotated(benchmark, scorer, trials, settings)
    return load_items(benchmark, settings), reference.scores, reference.of_run, baseline.scores, baseline.of_run


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


def accepted(benchmark: Benchmark[Any], name: str, value: object) -> str:
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
