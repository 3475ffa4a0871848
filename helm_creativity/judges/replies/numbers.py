"""Numbers in a reply that can be ratings: 7, 7.5, 7/10, "7 out of 10", "85%", "seven"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from helm_creativity.judges.replies.types import Missing, Reading, Scale

_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = {word: float(number) for number, word in enumerate(_NAMES)}
NUMBER_START = rf"[-+]?\.?\d|(?:{'|'.join(_WORDS)})(?![^\W\d_])"
"""Where a number may begin."""

_FIGURES = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,20})?|\d{1,15}(?:[.,]\d{1,20})?|\.\d{1,20}"
_TOP = r"(?:a (?:possible|maximum|total)(?: of)? )?(?P<top>\d{1,15}(?:\.\d{1,4})?|(?ai:ten|five))(?![A-Za-z\d])"
_RATING = re.compile(
    rf"(?P<value>[-+]?(?:{_FIGURES})|(?ai:{'|'.join(_WORDS)})(?=[ \t]{{0,3}}(?:$|[\n.,;!)\]\"'|(/]|out of\b)))"
    r"(?![A-Za-z\d])(?!\.\d)"
    rf"(?:[ \t]{{0,3}}(?:/|\\/|out of\b|of\b|sur\b|von\b|de\b|su\b|из\b)[ \t]{{0,3}}{_TOP}|[ \t]?(?P<percent>%))?"
    r"(?:[ \t]{0,2}(?:-|–|—|to\b|or\b|até\b|bis\b|à\b)[ \t]{0,2}(?P<upto>\d{1,15}(?:\.\d{1,4})?)(?![A-Za-z\d-]))?",
    re.IGNORECASE,
)
# What may stand behind a rating in lower case. Any other word makes the number a count: "3 ideas", "100 words".
_FOLLOWERS = (
    "out|for|on|in|as|at|and|but|because|since|given|due|with|while|though|although|considering|based|overall|from|here"
    "|points?|pts?|marks?|stars?|score|rating|respectively|is my|would be my|seems|feels|i|pour|für|para|por|per|porque"
    "|weil|car|perché|punkte?n?|puntos?|pontos?|punti|балл(?:а|ов)?"
)
_FOLLOWER = re.compile(rf"(?:{_FOLLOWERS})(?!\w)")
_HYPHENATED = re.compile(r"[-–]?[A-Za-z]|:\d|/\d|[ \t]{0,3}°|[ \t]{0,3}[=<>≤≥]+[ \t]{0,3}\w|\^")
_LISTED = re.compile(r"(?:^|\n)[ \t>#\-•+(\[]{0,6}\Z")
_ITEM = re.compile(r"[.)][ \t]+\S")
_LINE_HEAD = 12


class Number(NamedTuple):
    """A number as it stands in a reply.

    Attributes:
        start: where it begins in the text.
        end: where it ends, what it is counted out of included.
        value: the number, finite.
        top: what it is counted out of, as in "7/10"; None where the reply does not name it.
        spread: it is the lower of two, as in "7-8".
        unfinished: it stands where the reply was truncated, so that more figures may have followed.
    """

    start: int
    end: int
    value: float
    top: float | None = None
    spread: bool = False
    unfinished: bool = False


def number_at(text: str, position: int, scale: Scale) -> Number | None:
    """The number that begins at the position; None if there is none, or if it only repeats the scale ("1-10")."""
    match = _RATING.match(text, position)
    if match is None:
        return None
    value = _to_float(match["value"])
    upto = None if match["upto"] is None else _to_float(match["upto"])
    if upto is not None and (value, upto) == (scale.low, scale.high):
        return None
    top = 100.0 if match["percent"] else None if match["top"] is None else _to_float(match["top"])
    return Number(position, match.end(), value, top, upto is not None)


def can_be_rating(text: str, number: Number, names: Iterable[str] = ()) -> bool:
    """Whether what follows the number lets it be a rating, rather than a count, a unit, or the number of a list's item.

    Args:
        text: the reply.
        number: what was found in it.
        names: what else may follow: the names of dimensions ("originality 7 feasibility 6").
    """
    if _HYPHENATED.match(text, number.end):
        return False
    head = text[max(0, number.start - _LINE_HEAD) : number.start]
    is_listed = _LISTED.search("\n" + head if number.start <= _LINE_HEAD else head)
    if number.top is None and is_listed and _ITEM.match(text, number.end):
        return False
    rest = text[number.end : number.end + 80].lstrip(" \t")
    if not rest[:1].islower() and not rest[:1].isdigit():
        return True
    return any(_is_word_at(rest, name) for name in names) or bool(_FOLLOWER.match(rest))


def place(number: Number, scale: Scale) -> Reading:
    """The rating on the scale, or why the number is none."""
    if number.unfinished:
        return Reading(None, Missing.TRUNCATED)
    if number.spread:
        return Reading(None, Missing.AMBIGUOUS)
    if number.top is not None and number.top != scale.high:
        return Reading(None, Missing.OFF_SCALE)
    if not scale.low <= number.value <= scale.high:
        return Reading(None, Missing.OUT_OF_RANGE)
    if not scale.admits(number.value):
        return Reading(None, Missing.OFF_SCALE)
    return Reading(number.value if scale.between else scale.nearest(number.value))


def agreed(numbers: Iterable[Number]) -> Number | None:
    """The number that all agree on, marked as spread where they do not; None for no number."""
    found = list(numbers)
    if not found:
        return None
    return found[-1]._replace(spread=found[-1].spread or len({(one.value, one.top) for one in found}) > 1)


def _to_float(figures: str) -> float:
    """The number, with a comma read as the decimal sign unless three figures follow it."""
    if figures.lower() in _WORDS:
        return _WORDS[figures.lower()]
    if re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", figures):
        return float(figures.replace(",", ""))
    return float(figures.replace(",", "."))


def _is_word_at(text: str, word: str) -> bool:
    """Whether the text begins with the word, in any case."""
    return text[: len(word)].lower() == word.lower() and not text[len(word) : len(word) + 1].isalpha()
