"""The rating in an item of a reply: "1. doorstop: 4", "**Use 1** - 4/5 - common", or a section with "Rating: 4"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from helm_creativity.judges.replies.echoes import HIDDEN, Rated, ReplyLine, fold
from helm_creativity.judges.replies.items import TextRating
from helm_creativity.judges.replies.labels import best, label_pattern, labelled, named, rating_labelled
from helm_creativity.judges.replies.names import GENERIC
from helm_creativity.judges.replies.numbers import NUMBER_START, Number, agreed, can_be_rating, number_at
from helm_creativity.judges.replies.prose import section_rating
from helm_creativity.judges.replies.text import Reply
from helm_creativity.judges.replies.types import Scale

_LINK = rf"(?:[\s\"'()\[\]{{}}|:=→>…{HIDDEN}]|[–—](?!\d)|-(?=[\s\"'(\[>])|\.(?!\d)|[,;](?!\d)){{0,40}}"
_VERB = (
    r"(?:(?:is|gets|receives|was|deserves|would be|i(?:'d| would)? (?:give|rate)(?: it| this)?)[ \t]{1,3}"
    r"(?:rated[ \t]|scored[ \t]|a[ \t]|an[ \t]|as[ \t]){0,2})?"
)
_AT_END = re.compile(rf"(?:[:=→|>(\[–—]|(?<=\s)-|->)[\s\"'(\[]{{0,4}}(?={NUMBER_START})", re.IGNORECASE)
_NUMBER_END = re.compile(r"[ \t\"')\]}|.,;]{0,6}(?:\Z|\n|[–—(;,|]|-(?=\s))|\.(?=\s)")
_QUOTED = re.compile(r"\"([^\"\n]{1,300})\"|(?<!\w)'([^'\n]{1,300})'(?!\w)")
_AMENDED = re.compile(
    r"\b(?:wait|actually|correction|scratch that|on second thoughts?|on reflection|or rather|no,)(?!\w)", re.IGNORECASE
)
_NEXT_KEY = re.compile(r"[ \t]{0,3}[:=)]")


@dataclass(frozen=True)
class AskedRatings:
    """What is looked for in a reply.

    Attributes:
        reply: the judge's own words.
        lines: its lines.
        rated: the texts that are rated.
        scale: the ratings that were asked.
        dimension: the name of what is rated; "" for none.
    """

    reply: Reply
    lines: list[ReplyLine]
    rated: Rated
    scale: Scale
    dimension: str


@dataclass(frozen=True)
class ItemRating:
    """The rating of an item.

    Attributes:
        number: the number.
        own: it stands behind the whole text.
        pure: the item holds nothing but what the text holds too.
    """

    number: Number
    own: bool = False
    pure: bool = False


def rating_of(item: TextRating, asked: AskedRatings) -> ItemRating | None:
    """The number in an item, behind the text or in its place; what the item repeats of the text is none."""
    text, end = asked.reply.text, item.end
    echo = asked.rated.own(text, item.line, item.start, item.place) if item.numbered else item.start
    if echo is not None:
        number = _direct(text, echo, end, asked)
        if number is not None:
            return ItemRating(_amended(text, number, end), own=True)
        if _has_letter(text[item.start : echo]) or not item.numbered:
            return _behind_echo(item, echo, asked)
        if asked.reply.truncated and end == len(text):
            return None
        return _found(_direct(text, item.start, end, asked))
    begun = asked.rated.beginning(text, item.line, item.start, item.place)
    number = _direct(text, item.start, end, asked)
    if number is not None and not _is_begun(text, number, begun, item):
        return ItemRating(_amended(text, number, end))
    number = _direct(text, begun, end, asked) if begun > item.start else None
    return _found(number) or _found(_anywhere(item, begun, asked))


def _found(number: Number | None, pure: bool = False) -> ItemRating | None:
    """The number as what was found."""
    return None if number is None else ItemRating(number, pure=pure)


def _behind_echo(item: TextRating, echo: int, asked: AskedRatings) -> ItemRating | None:
    """The number somewhere behind the whole text; where nothing stands behind it, that in the text itself."""
    text = asked.reply.text
    if not item.numbered or text[echo : item.end].strip(" \n\t.,;:\"')]}"):
        number = _anywhere(item, echo, asked)
        return None if number is None else ItemRating(number, own=True)
    number = _direct(text, item.start, item.end, asked)
    ends = number is not None and not text[number.end : item.end].strip(" \n\t.,;:\"')]}")
    return _found(number, pure=True) if ends else None


def _has_letter(words: str) -> bool:
    """Whether there is a letter in the words."""
    return any(character.isalpha() for character in words)


def _is_begun(text: str, number: Number, begun: int, item: TextRating) -> bool:
    """Whether the number is part of what the item repeats of the beginning of its text."""
    return number.start < begun and _has_letter(text[item.start : begun])


def _direct(text: str, position: int, end: int, asked: AskedRatings) -> Number | None:
    """The number at the position, behind no more than marks, a verb, and a label."""
    link = _link(asked.dimension).match(text, position, end)
    if link is None:
        return None
    number = number_at(text, link.end(), asked.scale)
    if number is None or number.end > end or not can_be_rating(text, number, [asked.dimension] * bool(asked.dimension)):
        return None
    is_pair = "," in text[number.start : number.end] and _NEXT_KEY.match(text, number.end)
    return None if is_pair else number


def _amended(text: str, number: Number, end: int) -> Number:
    """The number, marked as spread where the item takes it back."""
    amended = _AMENDED.search(text, number.end, end)
    if amended is None or not any(character.isdigit() for character in text[amended.end() : end]):
        return number
    return number._replace(spread=True)


def _anywhere(item: TextRating, position: int, asked: AskedRatings) -> Number | None:
    """The number in the item that is labelled as a rating, says of itself that it is one, or ends a clause."""
    text = _hidden(item, position, asked)
    part = replace(asked.reply, text=text, truncated=False)
    own = best(list(labelled(part, [asked.dimension], asked.scale))) if asked.dimension else None
    ways: tuple[Callable[[], Number | None], ...] = (
        lambda: own,
        lambda: rating_labelled(part, asked.scale),
        lambda: agreed(_at_ends(text, asked.scale)),
        lambda: named(part, asked.scale),
        lambda: section_rating(part, asked.scale),
    )
    number = next((one for way in ways if (one := way()) is not None), None)
    return None if number is None else number._replace(start=number.start + position, end=number.end + position)


def _at_ends(text: str, scale: Scale) -> Iterator[Number]:
    """The numbers of the first line that has any words, behind a colon or the like and before the end of a clause."""
    first = text.split("\n", 1)[0]
    for match in _AT_END.finditer(first):
        number = number_at(first, match.end(), scale)
        if number is not None and _NUMBER_END.match(first, number.end) and can_be_rating(first, number):
            yield number


def _hidden(item: TextRating, position: int, asked: AskedRatings) -> str:
    """The item from the position on, with a filler for the text and for quotations from it."""
    text = asked.reply.text[position : item.end]
    for match in list(_QUOTED.finditer(text)):
        words = fold(match[0])
        if len(words) > 1 and asked.rated.holds(item.place, words):
            text = text[: match.start()] + HIDDEN * len(match[0]) + text[match.end() :]
    return text


@lru_cache(maxsize=64)
def _link(dimension: str) -> re.Pattern[str]:
    """What may stand between a text and its rating."""
    labels = "|".join([*([label_pattern(dimension)] if dimension else []), GENERIC])
    label = (
        rf"(?:(?:(?:the|final|overall|my)[ \t])?(?:{labels})(?:[ \t_-](?:score|rating))?"
        r"(?:[ \t]?\([^()\n]{0,40}\))?[\"']?"
        r"[ \t]{0,3}(?:[:=|–—]|-(?=\s)|is\b|of\b|->)?[\s\"'(\[]{0,4})?"
    )
    return re.compile(rf"{_LINK}{_VERB}{label}(?={NUMBER_START})", re.IGNORECASE)
