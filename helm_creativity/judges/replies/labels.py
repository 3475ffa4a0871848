"""Ratings by a label in running text: "Score: 7", "Originality (1-10): **7**/10", "<score>7</score>", "rating of 7"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from helm_creativity.judges.replies.names import GENERIC, is_rating_name, qualified_rank
from helm_creativity.judges.replies.numbers import NUMBER_START, Number, agreed, can_be_rating, number_at
from helm_creativity.judges.replies.text import Reply
from helm_creativity.judges.replies.types import Scale

_MARKS = r"[\"'“”’\])}\\]{0,4}"
_KIND = r"(?:[\s_-]{0,3}(?:score|rating|grade|value|level|mark|points|scale)(?![A-Za-z]))?"
_RANGE = r"\d{1,4}[ \t]{0,2}(?:-|–|—|to|and|bis|à)[ \t]{0,2}\d{1,4}"
_ASIDE = (
    r"(?:[ \t]{0,3}\((?!(?:max|min|top|highest|lowest|best|worst)[a-z. ]{0,20}\))"
    r"(?!\s{0,3}\d+(?:\.\d+)?\s{0,3}(?:/\s{0,3}\d+\s{0,3})?\))[^()\n]{0,80}\))?"
    r"(?:[ \t]{0,3}[,\[]?(?:on a scale (?:of|from)|out of|from|between|in|/)?[ \t]{0,3}"
    rf"(?:{_RANGE}|(?<=of )\d{{1,4}}|(?<=/)\d{{1,4}})\]?(?=[\"'\])]{{0,3}}[ \t]{{0,3}}(?:[:=|]|is\b)))?"
)
_VERB = (
    r"(?:is|was|of|at|as|to|be|would be|should be|could be|gets|get|receives|deserves|earns|scores|rates|est de|est|ist"
    r"|es|è|é|是|为|為|は)"
    r"(?:[ \t]{1,3}(?:rated|scored|assessed|evaluated|estimated|set|given|a (?:score|rating) of|as|at)){0,2}"
)
_SEPARATOR = r"(?:[:=|>→]|=>|->|[–—]|-(?!\d)|(?<=\w)-)"
_ABOUT = (
    r"(?:(?:i(?:'d| would| will|'ll)? (?:say|give(?: it| this)?|rate(?: it| this)?|assign|go with|score(?: it| this)?)"
    r"|a|an|about|around|approximately|roughly|probably|maybe|perhaps|only|just|solid|strong|score|rating|it|at|as|of|[~≈:=])"
    r"[ \t]{0,3})?"
)
_JUDGEMENT = (
    r"(?:[★☆⭐✩✭🌟]{1,10}[ \t]{0,2}\(?)?"
    r"(?:(?:very|quite|rather|fairly|extremely|moderately|somewhat)?[ \t]{0,2}"
    r"(?:high|low|moderate|medium|excellent|good|fair|poor|strong|weak|average|exceptional|outstanding|minimal|limited)"
    r"[ \t]{0,2}[-–—:(,=][ \t]{0,2})?"
)
_OPEN = r"[\"'“‘(\[{<]{0,4}[ \t]{0,3}"
_GLUE = re.compile(
    rf"{_MARKS}{_KIND}{_MARKS}{_ASIDE}{_MARKS}"
    rf"(?:\s{{0,6}}(?P<strong>{_SEPARATOR}){_MARKS}\s{{0,6}}(?:{_VERB}[ \t]{{1,3}})?|(?P<line>[ \t]{{0,3}}\n\s{{0,4}})"
    rf"|[ \t]{{0,3}}(?:{_VERB}[ \t]{{0,3}}|(?=[\s(\[])[ \t]{{0,3}}))"
    rf"{_OPEN}{_JUDGEMENT}(?:{_ABOUT}){{0,3}}{_OPEN}(?={NUMBER_START})",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(?:[^\W\d_']|')+(?=[ \t_-]{1,3}\Z)")
_NAME = re.compile(
    r"(?:^|(?<=[,;|]))[ \t>#•+\-\"'(\[{|]{0,8}(?:\d{1,2}[.)][ \t]{1,3})?"
    r"(?P<name>[^\W\d_]{3,25}(?:[ -][^\W\d_]{1,25}){0,3})(?=[\"')\]]{0,3}(?:[ \t]{0,3}[:=|(]|[ \t][–—-][ \t]))",
    re.MULTILINE,
)
_JOINED = re.compile(r"(?:\band\b|&|/|,|\+)[\s\"']{0,3}\Z", re.IGNORECASE)
_REVERSE_GAP = r"[ \t]{1,3}(?:points?[ \t])?(?:for|on|in|in terms of|regarding)[ \t]{1,3}(?:the[ \t]|its[ \t])?[\"']?"


class Labelled(NamedTuple):
    """A number behind a label.

    Attributes:
        label: in the spelling that was asked for; "" for a word for a rating in general.
        number: the rating.
        strong: a colon or the like stands between them, rather than a verb or nothing.
        rank: as in ``names.qualified_rank``; 1 for a dimension's own label.
    """

    label: str
    number: Number
    strong: bool
    rank: int


def labelled(reply: Reply, labels: Sequence[str], scale: Scale) -> Iterator[Labelled]:
    """All numbers behind a label. Labels of several words match with spaces, hyphens or underscores between them.

    A label that is joined to another one ("Originality and feasibility: 7") has no rating of its own.
    """
    for match in _pattern(tuple(labels)).finditer(reply.text):
        before = reply.text[max(0, match.start() - 40) : match.start()]
        if _JOINED.search(before) and any(_ends_with(before, label) for label in labels):
            continue
        found = _behind(reply, match.end(), labels, scale)
        if found is not None:
            yield Labelled(labels[int(str(match.lastgroup)[1:])], found[0], found[1], 1)


def rating_labelled(reply: Reply, scale: Scale) -> Number | None:
    """The number behind a word for a rating: the final or overall one, or else the last.

    Ratings of several things that differ ("novelty score: 7, clarity score: 5") are marked as spread.
    """
    found: list[Labelled] = []
    for match in _GENERIC_LABEL.finditer(reply.text):
        behind = _behind(reply, match.end(), (), scale)
        if behind is None:
            continue
        word = _BEFORE.search(reply.text[max(0, match.start() - 30) : match.start()])
        rank = qualified_rank([word[0].lower()] if word else [])
        if rank is not None:
            found.append(Labelled("", behind[0], behind[1], rank))
    return best(found)


def named(reply: Reply, scale: Scale) -> Number | None:
    """The number in range behind any name and a colon or the like, marked as spread if there are several that differ.

    It is what was asked under another name ("Creativity: 7"), or one of several ratings where one was asked.
    """
    numbers: list[Number] = []
    for match in _NAME.finditer(reply.text):
        behind = _behind(reply, match.end(), (), scale) if is_rating_name(match["name"]) else None
        if behind is not None and behind[1] and scale.low <= behind[0].value <= scale.high:
            numbers.append(behind[0])
    return agreed(numbers)


def best(found: Sequence[Labelled]) -> Number | None:
    """The most surely meant number: by rank, then by separator, then the last."""
    if not found:
        return None
    top = max((one.rank, one.strong) for one in found)
    numbers = [one.number for one in found if (one.rank, one.strong) == top]
    return agreed(numbers) if top[0] == 0 else numbers[-1]


def reversed_labels(reply: Reply, label: str, scale: Scale) -> Number | None:
    """The last number that stands before its label: "7/10 for originality", "a 7 in originality"."""
    last = None
    for match in _reverse_pattern(label).finditer(reply.text):
        last = number_at(reply.text, match.start(), scale) or last
    return last


def _behind(reply: Reply, position: int, labels: Sequence[str], scale: Scale) -> tuple[Number, bool] | None:
    """The number behind the label that ends at the position, and whether the link is a strong one."""
    glue = _GLUE.match(reply.text, position)
    number = None if glue is None else number_at(reply.text, glue.end(), scale)
    if glue is None or number is None or not can_be_rating(reply.text, number, labels):
        return None
    strong = glue["strong"] is not None or glue["line"] is not None
    return number._replace(unfinished=reply.truncated and reply.unfinished(number.end)), strong


@lru_cache(maxsize=64)
def _pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the labels as whole words, the longest first."""
    order = sorted(range(len(labels)), key=lambda index: len(labels[index]), reverse=True)
    names = "|".join(f"(?P<l{index}>{label_pattern(labels[index])})" for index in order)
    return re.compile(rf"(?<![A-Za-zÀ-ÿ])(?:{names})(?![A-Za-zÀ-ÿ])", re.IGNORECASE)


@lru_cache(maxsize=64)
def _reverse_pattern(label: str) -> re.Pattern[str]:
    """Where a number begins that has the label behind it."""
    name = label_pattern(label)
    return re.compile(
        rf"(?<![\w.,/-])(?=\d{{1,15}}(?:\.\d{{1,6}})?(?:[ \t]{{0,2}}(?:/|out of)[ \t]{{0,2}}\d{{1,15}})?"
        rf"(?:{_REVERSE_GAP}|[ \t]{{0,3}}\()(?:{name})(?![A-Za-zÀ-ÿ]))",
        re.IGNORECASE,
    )


def label_pattern(label: str) -> str:
    """A pattern for one label, with anything that joins words between its words."""
    return r"[\s_-]{1,3}".join(re.escape(word) for word in re.split(r"[\s_-]+", label.strip()))


_GENERIC_LABEL = re.compile(rf"(?<![A-Za-zÀ-ÿ])(?:{GENERIC})(?![A-Za-zÀ-ÿ])", re.IGNORECASE)


def _ends_with(before: str, label: str) -> bool:
    """Whether the text before a joint ends with the label."""
    return _folded(_JOINED.sub("", before)).endswith(_folded(label))


def _folded(label: str) -> str:
    """Case and what joins words set aside."""
    return re.sub(r"[\s_-]+", " ", label).strip().casefold()
