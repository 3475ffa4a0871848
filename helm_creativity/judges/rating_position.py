"""The position in a reply of the number that was read as a rating; None where several numbers may be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from helm_creativity.parsing.thoughts import strip_thoughts

Span = tuple[int, int]

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_GENERIC = r"scores?|ratings?|grade|mark"
_JOINT = r"[^\w\n]{0,12}(?:(?:is|of)[^\w\n]{1,6})?"
_NOT_BEFORE = r"(?<![\w.,/-])"
_NOT_BEHIND = r"(?![^\W\d]|[.,]?\d)"


def rating_position(text: str, dimension: str, value: float, rated: Sequence[str], *, alone: bool) -> Span | None:
    """The position of the figures of a rating; None where other figures of the reply may be the rating.

    Counted are first those behind the name of the dimension ("originality": 7); where there are none and the reply
    holds one rating alone, those behind a word for ratings in general, and then all. There must be exactly one, and it
    must not be quoted from what is rated.

    Args:
        text: the reply, thoughts included; no rating is looked for in them.
        dimension: as the reply names it.
        value: what was read.
        rated: the texts that are rated.
        alone: whether it is the only rating of the reply.
    """
    if not float(value).is_integer() or value < 0:
        return None
    own = strip_thoughts(text)
    start = text.rfind(own) if own else -1
    if start < 0:
        return None
    figures = str(int(value))
    name = re.escape(dimension).replace("_", r"[\s_-]?")
    named = [_behind(name, figures), *([_behind(_GENERIC, figures)] if alone else [])]
    found = next((found for way in named if (found := list(way.finditer(own)))), [])
    if not found and alone and not _spelled(own, int(value)):
        found = list(_alone(figures).finditer(own))
    if len(found) != 1 or _is_quoted(own, found[0], rated):
        return None
    return start + found[0].start("figures"), start + found[0].end("figures")


def _is_quoted(own: str, found: re.Match[str], rated: Sequence[str]) -> bool:
    """Whether what was found stands in a rated text too, unless the reply holds nothing else."""
    rest = own[: found.start()] + own[found.end() :]
    return bool(re.search(r"\w", rest)) and any(found[0].lower() in text.lower() for text in rated)


def _behind(name: str, figures: str) -> re.Pattern[str]:
    """The figures behind a name."""
    return re.compile(rf"(?<![^\W_])(?:{name})(?!\w){_JOINT}(?P<figures>{figures}){_NOT_BEHIND}", re.IGNORECASE)


def _alone(figures: str) -> re.Pattern[str]:
    """The figures as a number of their own."""
    return re.compile(rf"{_NOT_BEFORE}(?P<figures>{figures}){_NOT_BEHIND}")


def _spelled(text: str, value: int) -> bool:
    """Whether the number also stands there as a word, which may be what was read."""
    return value < len(_WORDS) and re.search(rf"\b{_WORDS[value]}\b", text, re.IGNORECASE) is not None
