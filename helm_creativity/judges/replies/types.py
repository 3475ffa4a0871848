"""What a judge's reply says: a rating, a letter, categories, or the reason why there is none of them."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.core.ratings import Missing, Reading, require_one


@dataclass(frozen=True)
class Choice:
    """The letter of a reply, or why it is missing: exactly one of the two is None."""

    letter: str | None
    missing: Missing | None = None

    def __post_init__(self) -> None:
        require_one("a choice has a letter", self.letter, self.missing)


@dataclass(frozen=True)
class Placed:
    """The rating of one of several texts.

    Attributes:
        reading: the rating, or why it is missing.
        span: start and end of its number in the text of the answer; None where it is missing or not known.
    """

    reading: Reading
    span: tuple[int, int] | None

    def __post_init__(self) -> None:
        if self.reading.value is None and self.span is not None:
            raise ValueError(f"a rating that is missing stands nowhere, got span={self.span}")


@dataclass(frozen=True)
class Groups:
    """The category of each text, or why they are missing: exactly one of the two is None."""

    labels: tuple[str, ...] | None
    missing: Missing | None = None

    def __post_init__(self) -> None:
        require_one("groups have labels", self.labels, self.missing)
