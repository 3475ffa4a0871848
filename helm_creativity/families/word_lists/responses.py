"""From one response to its entries, or to the reason why there are none."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.core.types import FailureReason, Response, Sample
from helm_creativity.text.lists import headword, parse_list, too_long
from helm_creativity.text.response import unanswered


@dataclass(frozen=True)
class WordsRead:
    """One response on its way to a score.

    Attributes:
        entries: those of its list.
        failure_reason: why there are none.
        too_many: entries of a list that is too long to be scored.
    """

    entries: tuple[str, ...] = ()
    failure_reason: FailureReason | None = None
    too_many: tuple[str, ...] = ()


def read_words(row: Sample, asked: int) -> WordsRead:
    """The entries of a row: ``fields["words"]`` where given, otherwise what is found in the response's text.

    Args:
        row: one response.
        asked: how many words were asked; ten times as many are no answer.
    """
    if "words" in row.fields:
        entries: tuple[str, ...] = tuple(row.fields["words"])
        if not entries:
            return WordsRead(failure_reason=FailureReason.EMPTY)
    else:
        response = row.response or Response("")
        reason = unanswered(response, asked)
        if reason is not None:
            return WordsRead(failure_reason=reason)
        found = parse_list(response.text, asked)
        if found is None:
            return WordsRead(failure_reason=FailureReason.UNPARSABLE)
        entries = tuple(map(headword, found.items))
    if too_long(len(entries), asked):
        return WordsRead(failure_reason=FailureReason.TOO_LONG, too_many=entries)
    return WordsRead(entries)
