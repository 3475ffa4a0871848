"""An answer as it arrived, and what can be said about it before anything is parsed."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from helm_creativity.responses.turns import own_turn


class Unscored(str, enum.Enum):
    """Why an answer has no score. It is left out of the mean and counted under this name.

    ``UNJUDGED`` says nothing of the answer: the judges that should have rated it brought no rating.
    """

    EMPTY = "empty"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    UNPARSABLE = "unparsable"
    TOO_FEW_VALID = "too_few_valid"
    TOO_LONG = "too_long"
    FAILED = "failed"
    UNJUDGED = "unjudged"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Answer:
    """What a language model or a person answered.

    Attributes:
        text: the completion, thoughts included.
        finish_reason: why it ended, in HELM's words: "stop", "length", "content_filter", "endoftext", "unknown".
        failed: the server reported an error and the run went on without an answer.
    """

    text: str
    finish_reason: str = "unknown"
    failed: bool = False


def unanswered(answer: Answer, expected: int | None = None) -> Unscored | None:
    """Why the answer cannot be scored, as far as that shows before it is parsed.

    In this order: a content filter is a refusal, whatever else happened; then the failed request; then an answer cut at
    the token limit, whatever text arrived, because a reasoning model that was cut is not uncreative; then an answer
    without any text outside its thoughts; then a refusal in words.

    Args:
        answer: the answer as it arrived.
        expected: how many entries were asked; a list of half as many is an answer even behind an apology.

    Returns:
        The reason, or None if there is something to parse.
    """
    if answer.finish_reason == "content_filter":
        return Unscored.REFUSED
    if answer.failed:
        return Unscored.FAILED
    if answer.finish_reason == "length":
        return Unscored.TRUNCATED
    if not own_turn(answer.text):
        return Unscored.EMPTY
    from helm_creativity.responses.refusals import is_refusal  # it reads lists, whose patterns take a while to compile

    return Unscored.REFUSED if is_refusal(answer.text, expected) else None
