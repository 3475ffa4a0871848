"""From one answer to its entries, or to the reason why there are none."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity import responses
from helm_creativity.responses import Answer, Unscored, unanswered
from helm_creativity.rooms import Row


@dataclass(frozen=True)
class Read:
    """One answer on its way to a score: its entries, or why there are none."""

    entries: tuple[str, ...] = ()
    unscored: Unscored | None = None


def read_words(row: Row, asked: int) -> Read:
    """The entries of a row: ``fields["words"]`` where given, otherwise what is found in the answer's text.

    Args:
        row: one answer.
        asked: how many words were asked; ten times as many are no answer.
    """
    if "words" in row.fields:
        entries: tuple[str, ...] = tuple(row.fields["words"])
        if not entries:
            return Read(unscored=Unscored.EMPTY)
    else:
        answer = row.answer or Answer("")
        reason = unanswered(answer, asked)
        if reason is not None:
            return Read(unscored=reason)
        found = responses.parse_list(answer.text, asked)
        if found is None:
            return Read(unscored=Unscored.UNPARSABLE)
        entries = tuple(map(responses.headword, found.items))
    if responses.too_long(len(entries), asked):
        return Read(unscored=Unscored.TOO_LONG)
    return Read(entries)
