"""Numbers and names as a page shows them: the fewest digits that say what is known, and a true minus."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence

from helm_creativity.results.plots.numbers import MINUS, percent
from helm_creativity.results.plots.numbers import NONE as DASH

__all__ = [
    "DASH",
    "MINUS",
    "clean",
    "count",
    "decimals_for",
    "interval",
    "listed",
    "number",
    "p_value",
    "percent",
    "sentence",
    "signed",
    "significant",
    "typeset",
    "who",
]

_STRANGE = frozenset({"Cc", "Cs", "Co", "Cn"})
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_GENITIVE = re.compile(r"(?<=\w)'(?=s\b)|(?<=s)'(?=\s\w)")
_LEAST_P = 0.001
_DIGITS = 4


def clean(said: str) -> str:
    """Without signs that no file can hold, that steer what shows them, or that turn the direction of what follows."""
    if said.isascii() and said.isprintable():
        return said
    return _SPACES.sub(" ", "".join("\ufffd" if _is_strange(sign) else sign for sign in said)).strip()


def _is_strange(sign: str) -> bool:
    return sign in _TURNING or (not sign.isspace() and unicodedata.category(sign) in _STRANGE)


def number(value: float | None, decimals: int = 2) -> str:
    """With so many decimals, never "−0.00"; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return DASH
    return f"{round(value, decimals) + 0.0:,.{decimals}f}".replace("-", MINUS)


def signed(value: float | None, decimals: int = 2) -> str:
    """A number that says of itself on which side of 0 it is."""
    said = number(value, decimals)
    return said if said[0] in (MINUS, DASH) or not said.strip("0.") else f"+{said}"


def interval(low: float | None, high: float | None, decimals: int = 2) -> str:
    """Both ends, or a dash."""
    if low is None or high is None:
        return DASH
    return f"{number(low, decimals)} to {number(high, decimals)}"


def p_value(p: float | None) -> str:
    """Three decimals; what is smaller is said to be smaller."""
    if p is None or not math.isfinite(p):
        return DASH
    return f"<{_LEAST_P}" if p < _LEAST_P else f"{p:.3f}"


def count(n: int, one: str, many: str = "") -> str:
    """A number of things."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def who(models: int, baselines: int) -> str:
    """How many models and baselines; of nothing but baselines only these."""
    if baselines and not models:
        return count(baselines, "baseline")
    return count(models, "language model") + (f" and {count(baselines, 'baseline')}" if baselines else "")


def listed(names: Sequence[str], most: int = 3) -> str:
    """Some names, and how many more there are."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def decimals_for(values: Iterable[float | None], widths: Iterable[float]) -> int:
    """As many decimals as give half an interval two digits, 1 to 4.

    Args:
        values: of a column; they decide where there is no interval: 2 decimals where one is beyond 2, else 3.
        widths: half of its intervals.
    """
    halves = sorted(width for width in widths if width > 0)
    if not halves:
        return 2 if any(abs(value) > 2 for value in values if value is not None) else 3
    middle = halves[len(halves) // 2]
    return min(_DIGITS, max(1, 1 - math.floor(math.log10(middle))))


def significant(value: float, digits: int = 3) -> str:
    """With its sign and so many digits that say something, no more than four of them decimals."""
    first = math.floor(math.log10(abs(value))) if value else 0
    return signed(value, min(_DIGITS, max(0, digits - 1 - first)))


def typeset(said: str) -> str:
    """With the apostrophe of print in genitives."""
    return _GENITIVE.sub("’", said)


def sentence(reason: str) -> str:
    """Why there is no such statistic; ``reason`` as in ``findings.Absent``."""
    return f"There is none because {typeset(reason.rstrip('.'))}."
