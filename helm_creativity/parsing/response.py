"""A response as it arrived, and why it may have no score before anything is parsed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.parsing.turns import as_written, own_turn


def fields_of(answer: Response, head: str) -> dict[str, Any]:
    """An answer as fields of an annotation, whose names begin with ``head``."""
    return {f"{head}_reply": answer.text, f"{head}_finish": answer.finish_reason, f"{head}_failed": answer.failed}


def response_in(annotation: Mapping[str, Any], head: str) -> Response:
    """The way back from ``fields_of``.

    Raises:
        KeyError: where the annotation has no such answer.
    """
    return Response(*(annotation[f"{head}_{name}"] for name in ("reply", "finish", "failed")))


def unanswered(answer: Response, expected: int | None = None) -> FailureReason | None:
    """Why the answer cannot be scored, as far as that shows before it is parsed.

    In this order: a content filter is a refusal, whatever else happened; then the failed request; then an answer
    truncated at the token limit, whatever text arrived, because a truncated reasoning model is not uncreative; then an
    answer without any text outside its thoughts; then a refusal in words.

    Args:
        answer: the answer as it arrived.
        expected: how many entries were asked; a list of half as many is an answer even behind an apology.

    Returns:
        The reason, or None if there is something to parse.
    """
    if answer.finish_reason == "content_filter":
        return FailureReason.REFUSED
    if answer.failed:
        return FailureReason.FAILED
    if answer.finish_reason == "length":
        return FailureReason.TRUNCATED
    if not own_turn(answer.text):
        return FailureReason.EMPTY
    from helm_creativity.parsing.refusals import is_refusal  # it reads lists, whose patterns take a while to compile

    return FailureReason.REFUSED if is_refusal(answer.text, expected) else None


def written(answer: Response | None) -> str | None:
    """What was answered, as it was written; None where nothing was, or it is a refusal, truncated or failed."""
    return None if answer is None or unanswered(answer) else as_written(answer.text)
