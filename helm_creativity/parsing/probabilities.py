"""Probabilities as they are written beside a response: "0.2", "20 %", "1/5", "(probability: .2)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

# In the twelve languages of the S-DAT, whose refusals are known too.
NAMES = (
    *("probability", "likelihood", "prob.", "prob"),
    *("Wahrscheinlichkeit", "probabilité", "probabilidad", "probabilità", "probabilidade", "waarschijnlijkheid"),
    *("pravděpodobnost", "احتمالية", "الاحتمالية", "احتمال", "الاحتمال", "概率", "机率", "機率", "確率", "확률"),
)
_NAME = "|".join(re.escape(name) for name in sorted(NAMES, key=len, reverse=True))
_VALUE = (
    r"(?P<number>\d{1,9}(?:[.,]\d{1,20})?|[.,]\d{1,20})(?P<power>e[-+]?\d{1,2})?"
    r"[ \t]{0,3}(?:(?P<percent>[%％٪]|percent\b)"
    r"|(?:/|in\b|out[ \t]of\b)[ \t]{0,3}(?P<whole>\d{1,9})(?![.,]?\d))?"
)
_HEDGE = r"(?:[~≈<≤]|(?:about|around|roughly|approx(?:imately|\.)?|less than|under)(?!\w)|p[ \t]{0,3}=)"
_ALONE = re.compile(rf"{_HEDGE}?\s{{0,9}}{_VALUE}", re.IGNORECASE)
_ATTRIBUTE = re.compile(rf"\bprob(?:ability)?\s{{0,3}}=\s{{0,3}}[\"']?{_VALUE}", re.IGNORECASE)
_MARK = re.compile(
    r"(?P<open>[(\[（])?[*_]{0,3}(?<![^\W_])(?:(?:estimated|approximate|stated|sampling|generation)[ \t])?"
    rf"(?:{_NAME})(?:[ \t]\((?:%|estimated|approx\.?|0[-–]1)\))?"
    rf"[*_]{{0,3}}[ \t]{{0,3}}(?:[:=≈：]|is\b|of\b)?[*_]{{0,3}}"
    rf"[ \t]{{0,3}}(?:{_HEDGE}[ \t]{{0,3}})?{_VALUE}[*_]{{0,3}}(?P<shut>[)\]）])?",
    re.IGNORECASE,
)
_IN_BRACKETS = rf"[*_`]{{0,3}}[(\[（][ \t]{{0,3}}{_HEDGE}?[ \t]{{0,3}}{_VALUE}[ \t]{{0,3}}[)\]）][*_`]{{0,3}}"
_BARE_AT_END = re.compile(
    rf"(?P<sign>(?:[—–:：=]|(?<=[ \t])-{{1,2}}(?=[ \t]))[ \t]{{0,3}}[*_`]{{0,3}})"
    rf"(?:{_HEDGE}[ \t]{{0,3}})?{_VALUE}[*_`]{{0,3}}",
    re.IGNORECASE,
)
_BRACKETED = re.compile(_IN_BRACKETS, re.IGNORECASE)
_BARE_AT_START = re.compile(
    rf"\s{{0,9}}[*_`]{{0,3}}{_VALUE}[*_`]{{0,3}}[ \t]{{0,3}}(?:[—–:：]|-{{1,2}}(?=[ \t]))", re.IGNORECASE
)
_FIGURE = re.compile(r"\d")
_LINE_ENDS = re.compile(r"[ \t.:;,*_–-]{0,6}(?:\n|\Z)")


class Stated(NamedTuple):
    """A probability as it was written: of ``whole``, or where that is 0 in whatever unit the others have."""

    number: float
    whole: float = 0.0
    is_fraction: bool = False


def in_one_unit(stated: Sequence[Stated | None]) -> list[float | None]:
    """The probabilities from 0 to 1; None where one is not known or above 1.

    A fraction of two equal numbers, such as "50/50", is none, except 1/1 and 100/100. Nor are fractions that count the
    responses: "1/5", "2/5" and so on.
    """
    counts = [Stated(place, len(stated), is_fraction=True) for place in range(1, len(stated) + 1)]
    if len(stated) > 1 and list(stated) == counts:
        return [None] * len(stated)
    percent = any(each.number > 1 and not each.whole for each in stated if each)
    return [None if each is None else _from_0_to_1(each, percent=percent) for each in stated]


def _from_0_to_1(stated: Stated, *, percent: bool) -> float | None:
    if stated.is_fraction and stated.number == stated.whole and stated.whole not in (1, 100):
        return None
    value = stated.number / (stated.whole or (100 if percent else 1))
    return value if value <= 1 else None


def read(found: re.Match[str] | None) -> Stated | None:
    """The probability that a pattern of this module matched."""
    if found is None:
        return None
    number = float(found["number"].replace(",", ".") + (found["power"] or "").lower())
    if found["percent"]:
        return Stated(number, 100.0)
    if found["whole"] is None:
        return Stated(number)
    whole = float(found["whole"])
    return Stated(number, whole, is_fraction=True) if whole else None


def alone(text: str) -> Stated | None:
    """The probability that a text is, or that it states as "probability: 0.1" does; words may follow, no numbers."""
    text = text.strip().strip("*_`\"'()[]（） \t")
    found = _ALONE.match(text) or _MARK.match(text)
    return None if found is None or _FIGURE.search(text, found.end()) else read(found)


def in_attribute(text: str) -> Stated | None:
    """The probability that the attributes of a tag state."""
    return read(_ATTRIBUTE.search(text))


def marks(text: str) -> list[re.Match[str]]:
    """Where a probability is stated in brackets or at the end of a line, and so is no part of a sentence."""
    return [mark for mark in _MARK.finditer(text) if (mark["open"] and mark["shut"]) or ends_line(text, mark.end())]


def bare_marks(text: str) -> list[re.Match[str]]:
    """Where a number without a name stands as a probability would.

    It stands in brackets or behind a dash or colon at the end of a line, or so at the start of the text. It has a
    percent sign, or is a decimal number up to 1: "(2 coats)", "(2)" and "(1999)" are none.
    """
    first = _BRACKETED.match(text.lstrip()) and _BRACKETED.match(text, len(text) - len(text.lstrip()))
    first = first or _BARE_AT_START.match(text)
    if first and _may_be_probability(first):
        return [first]
    return [
        mark
        for pattern in (_BRACKETED, _BARE_AT_END)
        for mark in pattern.finditer(text)
        if ends_line(text, mark.end()) and _may_be_probability(mark)
    ]


def ends_line(text: str, place: int) -> bool:
    """Whether nothing but signs stands between a place and the end of its line."""
    return _LINE_ENDS.match(text, place) is not None


def _may_be_probability(mark: re.Match[str]) -> bool:
    number = float(mark["number"].replace(",", "."))
    if mark["percent"]:
        return number <= 100
    return mark["whole"] is None and number <= 1 and (mark["power"] is not None or not mark["number"].isdigit())
