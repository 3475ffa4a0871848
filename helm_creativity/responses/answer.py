"""An answer as it arrived, and what can be said about it before anything is parsed."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from helm_creativity.responses.turns import as_written, own_turn


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


def fields_of(answer: Answer, head: str) -> dict[str, Any]:
    """An answer as fields of an annotation, whose names begin with ``head``."""
    return {f"{head}_reply": answer.text, f"{head}_finish": answer.finish_reason, f"{head}_failed": answer.failed}


def answer_in(annotation: Mapping[str, Any], head: str) -> Answer:
    """The way back from ``fields_of``.

    Raises:
        KeyError: where the annotation has no such answer.
    """
    return Answer(*(annotation[f"{head}_{name}"] for name in ("reply", "finish", "failed")))


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


def written(answer: Answer | None) -> str | None:
    """What was answered, as it was written; None where nothing was, or it is a refusal, cut or failed."""
    return None if answer is None or unanswered(answer) else as_written(answer.text)
