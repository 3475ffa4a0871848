"""From an answer to the idea in it, or to the reason why there is none to be judged."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from helm_creativity.responses import Answer, Unscored, as_written, unanswered
from helm_creativity.responses.text import has_substance

LONGEST = 200
"""Most words of an idea (Ruan et al. 2024, section 4), where the prompt asks for 100 at most."""

FORMS = ("plain", "reasoning")

_NAME = r"(?<![^\W_])final[ \t\xa0]{1,3}idea(?:[*_]{0,3}[ \t]?\([^()\n]{1,40}\))?"
# With a colon anywhere, or as a heading: on a line of its own.
_MARKER = re.compile(
    rf"(?P<open>[\"'“‘`]?)[*_]{{0,3}}{_NAME}[*_]{{0,3}}[ \t]?[:：][*_]{{0,3}}(?P<close>(?=[\"'”’`]))?"
    rf"|^[ \t>]{{0,9}}(?:\#{{1,6}}[ \t]{{0,3}})?[*_]{{0,3}}{_NAME}[*_]{{0,3}}[ \t#]{{0,9}}$",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class Idea:
    """What an answer proposes.

    Attributes:
        text: what judges read if nothing speaks against it, and what there is of it otherwise.
        n_words: its words, parted by white space.
        marked: it was taken from behind "Final Idea:".
        unscored: why it is not judged, or None.
    """

    text: str
    n_words: int
    marked: bool
    unscored: Unscored | None


def read_idea(answer: Answer, form: str) -> Idea:
    """The idea that an answer gives.

    Args:
        answer: the answer as it arrived.
        form: ``plain``, where the answer is the idea, an opening such as "Idea:" included; or ``reasoning``, where it
            stands behind the last "Final Idea:" (in any case and emphasis, or as a heading), and the complete answer is
            the idea where there is no such mark or nothing behind it (Ruan et al. 2024, section 4).

    Returns:
        Unscored is, in this order: what ``unanswered`` says of it, of a marked idea without what stands before the
        mark; then an idea of more than 200 words, which is ``too_long`` unless it is a complete answer in place of a
        marked one. Thoughts between tags are no part of an idea in either form. Takes time linear in the length of the
        text, and no text makes it raise.

    Raises:
        ValueError: for another form.
    """
    if form not in FORMS:
        raise ValueError(f"form must be one of {', '.join(FORMS)}, got {form!r}")
    text = as_written(answer.text)
    behind = _behind_mark(text) if form == "reasoning" else None
    marked = behind is not None
    text = text if behind is None else behind
    n_words = len(text.split())
    unscored = unanswered(replace(answer, text=text) if marked else answer)
    if unscored is None and n_words > LONGEST and (marked or form == "plain"):
        unscored = Unscored.TOO_LONG
    return Idea(text, n_words, marked, unscored)


def _behind_mark(text: str) -> str | None:
    """What stands behind the last mark that is not merely quoted; None if there is none, or nothing."""
    marks = [mark for mark in _MARKER.finditer(text) if not (mark["open"] and mark["close"] is not None)]
    behind = text[marks[-1].end() :].strip() if marks else ""
    return behind if has_substance(behind) else None
