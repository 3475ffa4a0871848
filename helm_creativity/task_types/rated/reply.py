"""From a response to the text in it that is rated, or to the reason why none is."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from helm_creativity.benchmark.rated_task import RatedReply
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.plausibility import ANYTHING, PROSE, Form
from helm_creativity.parsing.response import despite_ratings, unanswered
from helm_creativity.parsing.text import has_substance
from helm_creativity.parsing.texts import text_alone
from helm_creativity.parsing.turns import as_written


class RatedPassage(NamedTuple):
    """What a response proposes, and whether it is marked as that."""

    text: str
    n_words: int
    marked: bool
    failure_reason: FailureReason | None


def form_of(reply: RatedReply) -> Form:
    """What a text must be to be plausible."""
    form = PROSE if reply.prose else ANYTHING
    return replace(form, least=reply.least) if reply.least else form


def read_reply(response: Response, reply: RatedReply, form: str = "", rated: bool = False) -> RatedPassage:
    """The rated text: what stands behind the last mark that is not merely quoted, or all of it.

    Args:
        response: the model's, or a person's.
        reply: what the card says of responses.
        form: in which it was asked for.
        rated: whether it comes with ratings, so that it is one unless it is empty or too long. Which form was asked for
            shows in it alone.
    """
    if rated and reply.mark:
        marked = _read(response, reply, is_marked=True, rated=True)
        return marked if marked.marked else _read(response, reply, is_marked=False, rated=True)
    return _read(response, reply, form in reply.marked, rated)


def _read(response: Response, reply: RatedReply, is_marked: bool, rated: bool) -> RatedPassage:
    text, found = as_written(response.text), False
    if is_marked:
        marks = [
            mark for mark in _marker(reply.mark).finditer(text) if not (mark["open"] and mark["close"] is not None)
        ]
        behind = text[marks[-1].end() :].strip() if marks else ""
        if found := has_substance(behind):
            text = behind
    text = text_alone(text) if reply.alone else text
    n_words = len(text.split())
    reason = unanswered(replace(response, text=text) if found else response, form=form_of(reply))
    if rated:
        reason = despite_ratings(reason)
    if reason is None and reply.most and n_words > reply.most and (found or not is_marked):
        reason = FailureReason.TOO_LONG
    return RatedPassage(text, n_words, found, reason)


@cache
def _marker(mark: str) -> re.Pattern[str]:
    """The mark with a colon anywhere, or as a heading: on a line of its own."""
    words = r"[ \t\xa0]{1,3}".join(map(re.escape, mark.split()))
    name = rf"(?<![^\W_]){words}(?:[*_]{{0,3}}[ \t]?\([^()\n]{{1,40}}\))?"
    return re.compile(
        rf"(?P<open>[\"'“‘`]?)[*_]{{0,3}}{name}[*_]{{0,3}}[ \t]?[:：][*_]{{0,3}}(?P<close>(?=[\"'”’`]))?"
        rf"|^[ \t>]{{0,9}}(?:\#{{1,6}}[ \t]{{0,3}})?[*_]{{0,3}}{name}[*_]{{0,3}}[ \t#]{{0,9}}$",
        re.IGNORECASE | re.MULTILINE,
    )
