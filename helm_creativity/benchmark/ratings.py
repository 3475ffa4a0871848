"""Ratings as data: the scale on which they are, their values or the reasons why they are missing, judges' replies."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass

_NEAR = 1e-9
PLACE = "#"
"""Begins the names of texts that are rated one by one."""


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
    """The ratings that a judge may give: low, low + step, ..., high; with ``between`` those between two steps, too."""

    low: float
    high: float
    step: float = 1.0
    between: bool = False

    def __post_init__(self) -> None:
        numbers = (self.low, self.high, self.step)
        steps = self._steps_above_low(self.high) if all(map(math.isfinite, numbers)) and self.step > 0 else math.nan
        if not 0 < steps < math.inf or abs(steps - round(steps)) > _NEAR * max(1.0, steps):
            raise ValueError(
                "a scale needs finite numbers, a low below its high, and a step that divides high - low; got "
                f"low={self.low}, high={self.high}, step={self.step}"
            )

    def values(self) -> tuple[float, ...]:
        """All ratings on a step, in ascending order."""
        return tuple(map(self._at, range(round(self._steps_above_low(self.high)) + 1)))

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


@dataclass(frozen=True)
class ParsedRating:
    """One rating of a reply, or why it is missing: exactly one of the two is None, and the value is finite."""

    value: float | None
    missing: MissingReason | None = None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.missing is None) or not math.isfinite(self.value or 0):
            raise ValueError(
                f"a reading has a value, which must be finite, or a reason; got value={self.value}, "
                f"missing={self.missing}"
            )


@dataclass(frozen=True)
class JudgeReply:
    """What one judge's reply to one question says of one thing.

    A question about several texts brings one ``JudgeReply`` per text. Only the first of them has what there is once per
    question: texts of replies, error, characters, and whether the judge was asked again.
    """

    judge: str  # name of the deployment
    rubric: str  # which question
    about: str  # "" for the response itself, else which pair (``Unit.about``) or text (``place_name``) of the question
    readings: Mapping[str, ParsedRating]  # by dimension, in the order asked
    reply: str = ""  # the text that the judge wrote
    error: str = ""  # why the request failed, in the server's words; "" if it did not
    characters: int = 0  # of question and reply together
    place: int = 0  # which text of its question it is about, from 1; 0 where the question was about one thing
    counts: bool = False  # whether the values count categories or stand for words, and are no ratings on a scale
    share: float | None = (
        None  # of weighted ratings, the probability of the numbers that counted; the lowest of several
    )
    parts: tuple[float, ...] = ()  # the judge's value of each part of the thing, where the rating is composed of them
    asked_again: bool = False  # whether the judge was asked once more, since the first reply lacked a rating
    other_reply: str = ""  # the one of the two replies that was not taken

    @property
    def heads(self) -> bool:
        """Whether it stands for its reply where replies are counted: the first of those of one question."""
        return self.place <= 1

    @property
    def asked(self) -> bool:
        """Whether the question was put to the judge at all."""
        return not any(reading.missing is MissingReason.NOT_ASKED for reading in self.readings.values())

    @property
    def answered(self) -> bool:
        """Whether the judge answered, usefully or not."""
        return self.asked and not any(reading.missing is MissingReason.FAILED for reading in self.readings.values())


def place_name(number: int) -> str:
    """The text of that number, from 1, in a question about several, as ``JudgeReply.about`` names it: ``#3``."""
    return f"{PLACE}{number}"
