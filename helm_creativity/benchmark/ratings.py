"""A rating as data: the scale on which it is, its value, or the reason why it is missing."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

_NEAR = 1e-9


class MissingReason(str, enum.Enum):
    """Why a rating is missing. It is left out of every mean and counted under this name; it never becomes a number.

    OUT_OF_RANGE is a number above or below the scale. OFF_SCALE is a number within it that is no rating on it: between
    two steps ("7.5" where whole numbers were asked), or counted on another scale ("4/5" where 10 was the top).
    NO_PROBABILITIES is a rating that was given and cannot be weighted by probabilities where that was asked.
    """

    EMPTY = "empty"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    UNPARSABLE = "unparsable"
    OUT_OF_RANGE = "out_of_range"
    OFF_SCALE = "off_scale"
    AMBIGUOUS = "ambiguous"
    FAILED = "failed"
    NOT_ASKED = "not_asked"
    NO_PROBABILITIES = "no_probabilities"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Scale:
    """The ratings that a judge may give: low, low + step, ..., high.

    Attributes:
        low: the lowest rating; may be 0 or negative.
        high: the highest rating.
        step: the distance of two neighbours; must divide high - low.
        between: whether a rating between two steps counts as it is.

    Raises:
        ValueError: if a number is not finite, low is not below high, or the steps do not end at high.
    """

    low: float
    high: float
    step: float = 1.0
    between: bool = False

    def __post_init__(self) -> None:
        if not all(math.isfinite(number) for number in (self.low, self.high, self.step)):
            raise ValueError(f"a scale needs finite numbers, got low={self.low}, high={self.high}, step={self.step}")
        if self.low >= self.high:
            raise ValueError(f"a scale's low must be below its high, got low={self.low}, high={self.high}")
        steps = self._steps_above_low(self.high) if self.step > 0 else math.inf
        if not math.isfinite(steps) or abs(steps - round(steps)) > _NEAR * max(1.0, steps):
            raise ValueError(f"a scale's step must divide high - low = {self.high - self.low}, got step={self.step}")

    def values(self) -> tuple[float, ...]:
        """All ratings on a step, in ascending order."""
        return tuple(self._at(index) for index in range(round(self._steps_above_low(self.high)) + 1))

    def admits(self, value: float) -> bool:
        """Whether the value is a rating on this scale."""
        if not (math.isfinite(value) and self.low <= value <= self.high):
            return False
        return self.between or abs(value - self.nearest(value)) <= _NEAR * max(1.0, abs(value))

    def nearest(self, value: float) -> float:
        """The rating on a step that is nearest to the value, free of the noise of adding up tenths."""
        return self._at(round(self._steps_above_low(value)))

    def _steps_above_low(self, value: float) -> float:
        return (value - self.low) / self.step

    def _at(self, index: int) -> float:
        return round(self.low + index * self.step, 10)


def require_one(what: str, given: object, missing: MissingReason | None) -> None:
    """Refuse what has both a result and a reason, or neither."""
    if (given is None) == (missing is None):
        raise ValueError(f"{what} or a reason, got {what.split()[-1]}={given}, missing={missing}")


@dataclass(frozen=True)
class ParsedRating:
    """One rating of a reply, or why it is missing: exactly one of the two is None, and the value is finite."""

    value: float | None
    missing: MissingReason | None = None

    def __post_init__(self) -> None:
        require_one("a reading has a value", self.value, self.missing)
        if self.value is not None and not math.isfinite(self.value):
            raise ValueError(f"a reading's value must be finite, got {self.value}")
