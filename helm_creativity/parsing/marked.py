"""Lists whose entries begin with a mark: numbers on lines or within one line, and bullets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from helm_creativity.parsing.runs import pick
from helm_creativity.parsing.text import enough

_LEFT = r"(?P<indent>[ \t>]{0,20})(?:(?:[-*+•–]|\#{1,6})[ \t]+)?(?:\*\*|__|\*|`)?"
_NUMBER = (
    r"(?:[^\W\d]{1,12}[ \t])?(?P<open>[(\[]|\#|N[o°]\.?[ \t]?)?[ \t]?"
    r"(?P<number>\d{1,5}|[一二三四五六七八九十]{1,3}(?=[、.)]))"
)
_AFTER = r"[ \t]?(?:\\?[.):\]、]+|\ufe0f?\u20e3|[ \t]?[-–—](?=[ \t])|(?P<bare>(?=[ \t])|[-–](?=[^\W\d])))(?!\d)"
_NUMBERED = re.compile(rf"^{_LEFT}{_NUMBER}{_AFTER}(?P<content>[^\n]*)$", re.MULTILINE)

_INLINE = re.compile(r"(?<![^\s,;(\[*|])[(\[#]?(?P<number>\d{1,5})(?:[.):\]、]+|\ufe0f?\u20e3)(?!\d)")
_BULLET = re.compile(
    r"^(?P<indent>[ \t>]{0,20})(?:[*+◦⁃]|o(?=[ \t]{2})|(?P<tight>[-•–—·▪‣●○■►➤✓✔・]))"
    r"(?(tight)[ \t]*(?![-–—*])|[ \t]+)(?:\[[ xX]?\][ \t]+)?(?P<content>[^\n]*)$"
)
_CHINESE = "零一二三四五六七八九十"
_SENTENCE_END = re.compile(r"[.!?。](?=\s|$)|\n")
_INDENT = 2
_INLINE_MIN = 3


class _Marked(NamedTuple):
    """A line that begins with a number: its indent in characters, the number, the text behind it."""

    indent: int
    number: int
    content: str


def numbered(text: str, expected: int | None) -> list[str]:
    """The entries of the numbered list, on lines of their own or run together; [] without one.

    Numbers must go up; a number that does not begins another attempt, and the last complete one counts. What stands
    under an entry, further bullets included, explains it and is left out.
    """
    on_lines = pick(_line_runs(text), expected)
    inline = pick(_inline_runs(text), expected)
    best = (
        inline if len(inline) > len(on_lines) and (len(inline) >= _INLINE_MIN or len(inline) == expected) else on_lines
    )
    return best if len(best) >= 2 or len(best) == expected else []


def bulleted(text: str, expected: int | None) -> list[str]:
    """The entries of the list with bullets; [] for fewer than two. Deeper bullets explain, and are left out."""
    groups = list(_bullet_groups(text))
    best = pick(groups, expected)
    if len(best) < enough(expected):
        best = max(best, [entry for group in groups for entry in group], key=len)
    return best if len(best) >= 2 else []


def _line_runs(text: str) -> Iterator[list[str]]:
    """Lists numbered line by line; nested ones only where the outer one is no list itself."""
    lines = list(_numbered_lines(text))
    outermost = min((line.indent for line in lines), default=0)
    outer = list(_split([line for line in lines if line.indent < outermost + _INDENT]))
    yield from outer if any(len(run) > 1 for run in outer) else _split(lines)


def _numbered_lines(text: str) -> Iterator[_Marked]:
    """Lines that begin with a number; where nothing follows it, the next line is the entry."""
    previous = 0
    for match in _NUMBERED.finditer(text):
        number, content = _value(match["number"]), match["content"].strip()
        if match["bare"] is not None and not match["open"] and number != previous + 1:
            continue
        if not content.strip("*_` "):
            content = _next_line(text, match.end())
        previous = number
        yield _Marked(len(match["indent"]), number, content)


def _value(numeral: str) -> int:
    """The number that digits of any script, or Chinese numerals up to 99, stand for."""
    if numeral.isdecimal():
        return int(numeral)
    tens, ten, ones = numeral.rpartition("十")
    return (_CHINESE.find(tens or "一") * 10 if ten else 0) + _CHINESE.find(ones or "零")


def _next_line(text: str, position: int) -> str:
    """The line after `position`, unless it is numbered itself."""
    start = position + 1
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    return "" if _NUMBERED.match(line) else line


def _split(lines: list[_Marked]) -> Iterator[list[str]]:
    """Runs of rising numbers; a repeated number does not end a run, and nothing but ones is a run too."""
    run: list[_Marked] = []
    for line in lines:
        only_ones = len(run) > 1 and run[-2].number == run[-1].number == 1
        if only_ones and line.number > 1:
            yield [entry.content for entry in run[:-1]]
            run = run[-1:]
        elif run and line.number <= run[-1].number and not _repeats(run, line.number):
            yield [entry.content for entry in run]
            run = []
        run.append(line)
    if run:
        yield [entry.content for entry in run]


def _repeats(run: list[_Marked], number: int) -> bool:
    """Whether the last number is repeated: a slip, or Markdown's way to number every entry with one."""
    return number == run[-1].number and (number > 1 or run[0].number == run[-1].number)


def _inline_runs(text: str) -> Iterator[list[str]]:
    """Lists run together, "1. cat 2. dog 3. tree": only the numbers 1, 2, 3, ... count, others are in the entries."""
    run: list[re.Match[str]] = []
    for mark in _INLINE.finditer(text):
        number = int(mark["number"])
        if run and number == len(run) + 1:
            run.append(mark)
        elif number == 1:
            yield from _inline_entries(text, run, mark.start())
            run = [mark]
    yield from _inline_entries(text, run, len(text))


def _inline_entries(text: str, run: list[re.Match[str]], end: int) -> Iterator[list[str]]:
    """What stands between the numbers; the last entry ends with its sentence or line."""
    if not run:
        return
    entries = [text[mark.end() : following.start()] for mark, following in pairwise(run)]
    last = text[run[-1].end() : end].strip()
    stop = _SENTENCE_END.search(last)
    yield [*entries, last[: stop.start()] if stop else last]


def _bullet_groups(text: str) -> Iterator[list[str]]:
    """Lists with bullets, parted by paragraphs and headings between them."""
    group: list[str] = []
    blank = False
    outermost = _outermost_bullet(text)
    for line in text.split("\n"):
        bullet = _BULLET.match(line)
        if bullet and len(bullet["indent"]) < outermost + _INDENT:
            group.append(bullet["content"])
        elif not bullet and line.strip() and (blank or line.rstrip("*_ ").endswith(":")) and not line[0].isspace():
            yield group
            group = []
        blank = not line.strip()
    yield group


def _outermost_bullet(text: str) -> int:
    """The smallest indent of a bullet."""
    bullets = (_BULLET.match(line) for line in text.split("\n"))
    return min((len(bullet["indent"]) for bullet in bullets if bullet), default=0)
