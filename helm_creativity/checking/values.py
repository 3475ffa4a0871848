"""Values that an argument of a run entry may have: what an entry is tried with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from helm_creativity.hosting.arguments import Legal
from helm_creativity.hosting.models import LEXICAL_JUDGE
from helm_creativity.rooms import Card

WRONG = "no-such-value"
"""No argument may be this."""

KNOWN: dict[str, Sequence[object]] = {
    "judges": (LEXICAL_JUDGE, "simple/model1", "openai/gpt-4o-2024-11-20", f"{LEXICAL_JUDGE}+simple/model1"),
    "design": ("all", "draw=1", "planned_missing=1"),
    "embedding": ("builtin",),
}
"""Values of arguments that are looked up instead of chosen from a list. Nobody is asked anything."""

COUNTS = (2, 3)
"""What an argument may be that nobody says anything of."""


def values_of(name: str, legal: Legal | None, text: str, card: Card) -> list[object]:
    """Values to try.

    Args:
        name: of the argument.
        legal: what it may be, where that was learnt; several choices are tried one by one and the first two together.
        text: docstring of the run spec function, whose word counts for what is not learnt: ``code`` in it is a value.
        card: of the benchmark, which knows names of protocols and of items.
    """
    if name in KNOWN:
        return list(KNOWN[name])
    if legal is None:
        named = card.protocols if name == "protocol" else [one.name for one in card.items]
        return list(dict.fromkeys([*_in_text(name, text), *named, *COUNTS]))
    if legal.low is not None and legal.high is not None:
        return _numbers(legal.low, legal.high, legal.whole)
    if legal.joined:
        return ["all", *legal.choices, *(["+".join(map(str, legal.choices[:2]))] if len(legal.choices) > 2 else [])]
    return list(legal.choices)


def wrong_values(legal: Legal | None) -> list[object]:
    """Values that must be refused."""
    outside: list[object] = []
    if legal is not None and legal.low is not None and legal.high is not None:
        outside = [legal.low - 1, legal.high + 1]
    return [WRONG, *outside]


def _numbers(low: float, high: float, whole: bool) -> list[object]:
    """The bounds, something between, and something near it that a rounded name would not tell apart."""
    if whole:
        middle = int(low + high) // 2
        return list(dict.fromkeys([int(low), middle, min(middle + 1, int(high)), int(high)]))
    middle_of = (low + high) / 2
    return [float(low), middle_of, middle_of + (high - low) / 1000, float(high)]


def _in_text(name: str, text: str) -> list[str]:
    """What stands as ``code`` in the lines of a docstring about an argument."""
    found = re.search(rf"^\s+{re.escape(name)}: (.*?)(?=^\s+\w+: |\n\s*\n|\Z)", text, re.DOTALL | re.MULTILINE)
    return list(dict.fromkeys(re.findall(r"``([^`]+)``", found[1]))) if found else []
