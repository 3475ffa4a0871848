"""What a judge's reply says of one thing, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating

PLACE = "#"
"""Begins the names of texts that are rated one by one."""


@dataclass(frozen=True)
class JudgeReply:
    """What one judge's reply to one question says of one thing.

    A question about several texts brings one ``JudgeReply`` per text. Only the first of them has what there is once per
    question: texts of replies, error, characters, and whether the judge was asked again.

    Attributes:
        judge: name of the deployment.
        rubric: which question.
        about: "" for the response itself, otherwise which pair of responses (``Unit.about``) or which text of the
            question (``place_name``).
        readings: by dimension, in the order asked.
        reply: the text that the judge wrote.
        error: why the request failed, in the server's words; "" if it did not.
        characters: of question and reply together.
        place: which text of its question it is about, from 1; 0 where the question was about one thing.
        counts: whether the values are numbers of categories or stand for words, and are no ratings on a scale.
        share: where ratings are weighted, the probability of the numbers that they are means of, above 0 to 1; of
            several dimensions the lowest. None where nothing was weighted.
        parts: the judge's value of each part of the thing, where the rating is composed of them.
        asked_again: whether the judge was asked once more, since the first reply lacked a rating.
        other_reply: the one of the two replies that was not taken.
    """

    judge: str
    rubric: str
    about: str
    readings: Mapping[str, ParsedRating]
    reply: str = ""
    error: str = ""
    characters: int = 0
    place: int = 0
    counts: bool = False
    share: float | None = None
    parts: tuple[float, ...] = ()
    asked_again: bool = False
    other_reply: str = ""

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
