"""The word of a reply that decides: "VALID", "**Invalid.**", "Answer: VALID"; not that of "not a valid attempt"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from helm_creativity.core.ratings import Missing, Reading
from helm_creativity.core.types import Response
from helm_creativity.judges.replies.text import GAP, own_words, plain_text, reply_of, unasked

_LABEL = r"\W*(?:(?:my |the )?(?:final )?(?:answer|verdict|decision|judge?ment|classification|label)(?: is)?\W{1,5})?"
_HEAD = 30
"""A reply whose first characters are as many of a rated text repeats it."""


def read_word(answer: Response, words: Mapping[str, float], *, rated: Sequence[str] = ()) -> Reading:
    """The value of the word that a reply chooses: the one at its head, or alone on a line.

    Case and emphasis do not matter. A reply that has another of the words too is ambiguous, whatever it says of it.

    Args:
        answer: the judge's reply.
        words: those offered, and what they are worth.
        rated: the texts in question; what the reply repeats of them is not read.
    """
    if reason := unasked(answer):
        return Reading(None, reason)
    own = own_words(reply_of(answer), rated)
    found = [*own.text.split("\n"), *(str(value.value) for value in own.values)]
    written = [line for line in found if re.search(r"\w", line)]
    quoted = {line.strip() for text in rated for line in text.split("\n")} if len(written) > 1 else set()
    lines = [line for line in written if line.strip() not in quoted]
    word = rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)"
    if len({one.lower() for line in lines for one in re.findall(word, line, re.IGNORECASE)}) > 1:
        return Reading(None, Missing.AMBIGUOUS)
    alone = [re.fullmatch(rf"{_LABEL}{word}\W*", line, re.IGNORECASE) for line in lines]
    head = [re.match(rf"{_LABEL}{word}(?=[.,;!]|[ \t]+[(–—-])", line, re.IGNORECASE) for line in lines[:1]]
    chosen = next(filter(None, [*head, *alone]), None)
    if chosen is None:
        return Reading(None, Missing.AMBIGUOUS if len(lines) < len(written) else own.missing)
    return Reading({name.lower(): value for name, value in words.items()}[chosen[1].lower()])


def read_first_word(answer: Response, words: Mapping[str, float], *, rated: Sequence[str] = ()) -> Reading:
    """The value of the word with which a reply begins, whatever its explanation goes on to say.

    It stands alone, or before a mark or two spaces. "No doubt" decides nothing, nor does what the reply repeats of the
    rated texts.

    Args:
        answer: the judge's reply.
        words: those offered, and what they are worth.
        rated: the texts in question.
    """
    if reason := unasked(answer):
        return Reading(None, reason)
    own = own_words(reply_of(answer), rated)
    head = own.text.split("\n")[0][:_HEAD]
    if " " in head and any(plain_text(one).startswith(head) for one in rated):
        return Reading(None, Missing.AMBIGUOUS)
    word = "|".join(map(re.escape, words))
    chosen = re.match(rf"[^\w{GAP}]*({word})(?=\s{{2}}|\s*(?:[.,;:!)–—-]|\n|\Z))", own.text, re.IGNORECASE)
    if chosen is None:
        return Reading(None, own.missing)
    return Reading({name.lower(): value for name, value in words.items()}[chosen[1].lower()])
