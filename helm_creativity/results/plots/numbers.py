"""How numbers are written, on plots and in the words about them, and what range an axis shows."""

from __future__ import annotations

import math
from collections.abc import Iterable

MINUS = "−"
NONE = "–"


def known(values: Iterable[float | None]) -> list[float]:
    """The finite ones."""
    return [float(value) for value in values if value is not None and math.isfinite(value)]


def decimals_for(values: Iterable[float | None]) -> int:
    """Decimals, 0 to 4, that tell values apart which differ by a hundredth to a thousandth of the range of all."""
    numbers = known(values)
    if not numbers:
        return 0
    width = max(numbers) - min(numbers) or abs(numbers[0]) or 1.0
    return min(4, max(0, 2 - math.floor(math.log10(width) + 1e-9)))


def shown(value: float | None, decimals: int, sign: bool = False) -> str:
    """A number as it is printed, with a true minus and never a negative zero; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return NONE
    text = f"{value:+.{decimals}f}" if sign else f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", MINUS)


def percent(share: float | None) -> str:
    """A share, 0 to 1, in whole per cent; what is not nothing is never printed as 0, nor what is not all as 100."""
    if share is None or not math.isfinite(share):
        return NONE
    text = f"{share:.0%}"
    return {"0%": "<1%" if share > 0 else text, "100%": ">99%" if share < 1 else text}.get(text, text)


def span(values: Iterable[float | None], margin: float = 0.04) -> tuple[float, float]:
    """A range that holds the finite ``values`` with some air; around one value a twentieth of it on both sides."""
    numbers = known(values)
    if not numbers:
        return 0.0, 1.0
    low, high = min(numbers), max(numbers)
    # Values that differ in their last bits only are one value, or an axis would be labelled by rounding errors.
    single = high - low <= 1e-12 * max(abs(low), abs(high))
    air = abs(low) / 20 or 0.5 if single else margin * (high - low)
    return low - air, high + air
