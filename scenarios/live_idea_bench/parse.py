"""From a response to the idea in it, or to the reason why there is none to be judged."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.text.plausibility import PROSE
from helm_creativity.text.response import despite_ratings, unanswered
from helm_creativity.text.text import has_substance
from helm_creativity.text.texts import text_alone
from helm_creativity.text.turns import as_written

LONGEST = 200
"""Most words of an idea (Ruan et al. 2024, section 4), where the prompt asks for 100 at most."""

FORM = replace(PROSE, least=4)
"""Fewer words name a thing, as the keyword did. The shortest idea in the corpus of replies has over 20."""

_NAME = r"(?<![^\W_])final[ \t\xa0]{1,3}idea(?:[*_]{0,3}[ \t]?\([^()\n]{1,40}\))?"
# With a colon anywhere, or as a heading: on a line of its own.
_MARKER = re.compile(
    rf"(?P<open>[\"'“‘`]?)[*_]{{0,3}}{_NAME}[*_]{{0,3}}[ \t]?[:：][*_]{{0,3}}(?P<close>(?=[\"'”’`]))?"
    rf"|^[ \t>]{{0,9}}(?:\#{{1,6}}[ \t]{{0,3}})?[*_]{{0,3}}{_NAME}[*_]{{0,3}}[ \t#]{{0,9}}$",
    re.IGNORECASE | re.MULTILINE,
)


class Idea(NamedTuple):
    """What a response proposes."""

    text: str
    n_words: int
    marked: bool
    failure_reason: FailureReason | None


def rated_idea(response: Response) -> Idea:
    """The idea in a response that a file has ratings of; which form was asked for shows in it alone."""
    marked = read_idea(response, "reasoning", rated=True)
    return marked if marked.marked else read_idea(response, "plain", rated=True)


def read_idea(response: Response, form: str, rated: bool = False) -> Idea:
    """The idea in a response: what stands behind the last mark that is not merely quoted, or all of it."""
    text, marked = as_written(response.text), False
    if form == "reasoning":
        marks = [mark for mark in _MARKER.finditer(text) if not (mark["open"] and mark["close"] is not None)]
        behind = text[marks[-1].end() :].strip() if marks else ""
        if marked := has_substance(behind):
            text = behind
    text = text_alone(text)
    n_words = len(text.split())
    failure_reason = unanswered(replace(response, text=text) if marked else response, form=FORM)
    if rated:
        failure_reason = despite_ratings(failure_reason)
    if failure_reason is None and n_words > LONGEST and (marked or form == "plain"):
        failure_reason = FailureReason.TOO_LONG
    return Idea(text, n_words, marked, failure_reason)
