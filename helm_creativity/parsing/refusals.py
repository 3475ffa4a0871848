"""Refusals, recognised by how an answer opens and never by a phrase somewhere in it."""

from __future__ import annotations

import re

from helm_creativity.parsing.lists import parse_list
from helm_creativity.parsing.openings import refusal_end
from helm_creativity.parsing.text import enough
from helm_creativity.parsing.turns import own_turn

_HEAD = 400
_OWN_LIST = 5
_BEFORE = " \t\n\"'`*_#>“‘«"
# What begins so is no sentence in any language.
_DATA = ("[", "{", *"0123456789")
_EMPHASIS = re.compile(r"\*\*|__|`")
_APOSTROPHE = str.maketrans("’‘ʼ´`", "'''''")
_SENTENCE_END = re.compile(r"[.!?:。]\s|[:。]|\n|(?=(?<!\w)1[.)])")
_OFFER = re.compile(
    r"\b(?:i|we)(?: can|'d be| could|'m able| am able|'m happy| am happy| would be)\b(?! not)"
    r"|\b(?:would you like|you could|you can|you might|feel free|instead|alternatives?|alternatively)\b"
)


def is_refusal(text: str, expected: int | None = None) -> bool:
    """Whether the answer declines the task.

    The rule: after thoughts, quotes and emphasis are removed, the first sentence or two say that the writer cannot or
    will not ("I'm sorry, but I can't", "As an AI language model, I am unable to", "I must decline", and their like in
    German, Spanish, French, Italian, Portuguese, Dutch, Czech, Arabic, Japanese, Chinese and Korean), and no list of
    the writer's own follows. An apology alone is no refusal, nor is the word "sorry" at the head of a list.

    A list is the writer's own if it stands behind the sentence or the colon that ends the refusal, has half of the
    `expected` entries (five, where `expected` is None), and is not introduced as an offer of other help ("I can help
    with: ..."). "I'm sorry, I cannot think of technical words, but here are ten: cat, ..." is therefore an answer.

    Args:
        text: the answer, with or without the model's thoughts.
        expected: how many entries were asked, if a number was.
    """
    own = own_turn(text)
    if own.startswith(_DATA):
        return False
    body = _EMPHASIS.sub("", own).lstrip(_BEFORE)
    head = body[:_HEAD].lower().translate(_APOSTROPHE)
    end = refusal_end(head)
    return end is not None and not _own_list_follows(body, end, expected)


def _own_list_follows(body: str, start: int, expected: int | None) -> bool:
    """Whether a list that is not an offer of other help stands behind the sentence in which the refusal ends."""
    end = _SENTENCE_END.search(body, start)
    if end is None:
        return False
    rest = body[end.end() :]
    parsed = parse_list(rest, expected)
    if parsed is None or len(parsed.items) < (_OWN_LIST if expected is None else enough(expected)):
        return False
    before_list = body[start : end.end()] + rest[: max(rest.find(parsed.items[0]), 0)]
    return not _OFFER.search(before_list.lower().translate(_APOSTROPHE))
