"""How numbers are written, in text, on pages and in plots: the one place that decides it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
"""A negative number has the first on pages, and what is undefined is the second."""


def score_decimals(scores: Iterable[float | None], errors: Iterable[float | None]) -> int:
    """As many decimals as give the middle standard error two digits, 1 to 4; by size where no error is known."""
    known = sorted(error for error in errors if error and 0 < error < math.inf)
    if known:
        return min(4, max(1, 1 - math.floor(math.log10(known[len(known) // 2]))))
    return 2 if any(abs(score or 0) > 2 for score in scores) else 3


def typeset(text: str) -> str:
    """A cell of numbers with true minus signs."""
    return re.sub(r"(?<!\w)-(?=[\d.])", MINUS, text)


def fixed(decimals: int) -> Callable[[float], str]:
    """Numbers with so many decimals, never "-0.00"."""
    return lambda value: f"{round(value, decimals) + 0.0:,.{decimals}f}"


def signed(decimals: int) -> Callable[[float], str]:
    """Numbers with their sign, and 0 without one."""
    write = fixed(decimals)
    return lambda value: "+" * (round(value, decimals) > 0) + write(value)


def positive(decimals: int) -> Callable[[float], str]:
    """Numbers above 0, such as standard errors and prices, which rounding never turns into 0."""
    write, least = fixed(decimals), 10.0**-decimals
    return lambda value: f"<{write(least)}" if 0 < value < least / 2 else write(value)


def percent(decimals: int = 0) -> Callable[[float], str]:
    """Shares, 0 to 1, in percent; what is not nothing is never written as 0, nor what is not all as 100."""
    least = 10.0**-decimals

    def text(value: float) -> str:
        written = f"{value:.{decimals}%}"
        if value > 0 and written == f"{0:.{decimals}%}":
            return f"<{least:.{decimals}f}%"
        return f">{100 - least:.{decimals}f}%" if value < 1 and written == f"{1:.{decimals}%}" else written

    return text


def count(value: float) -> str:
    """Counts, with commas between thousands."""
    return f"{round(value):,}"


def correlation(decimals: int = 2) -> Callable[[float], str]:
    """Numbers between -1 and 1 without their leading zero, never "-.00"."""
    return lambda value: re.sub(r"^(-?)0\.", r"\1.", fixed(decimals)(value))


def p_value(p: float) -> str:
    """To three decimals, never 0."""
    return "<.001" if p < 0.001 else correlation(3)(p)


def between(write: Callable[[float], str]) -> Callable[[Sequence[float]], str]:
    """An interval: its two ends, each as ``write`` writes it."""
    return lambda ends: f"{write(ends[0])} to {write(ends[1])}"


def both_ends(low: float | None, high: float | None) -> tuple[float, float] | None:
    """An interval; None where an end is unknown."""
    return None if low is None or high is None else (low, high)


def in_brackets(low: float | None, high: float | None, write: Callable[[float], str]) -> str:
    """`` (0.31 to 1.24)``, to stand behind a number; "" where an end is unknown."""
    ends = both_ends(low, high)
    return f" ({between(write)(ends)})" if ends else ""


def reason_title(reason: str) -> str:
    """Why a response has no score, for people."""
    return {"refusal": "refused", "truncation": "truncated"}.get(reason, reason.replace("_", " "))


def shares_text(shares: Mapping[str, float]) -> str:
    """The reasons that occur with their shares, the most frequent first: "truncated 12%, empty 3%"; "" for none."""
    found = sorted(((share, reason) for reason, share in shares.items() if share > 0), key=lambda pair: -pair[0])
    return ", ".join(f"{reason_title(reason)} {percent()(share)}" for share, reason in found)
