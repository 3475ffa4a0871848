"""Strings in what models write for JSON: in any quotes, and where they end if the quotes inside or behind are wrong."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

QUOTES = "\"“”„‟«»「」『』'‘’‚‛`´"

_CLOSING = {"“": "”", "„": "“”", "‟": "”", "«": "»", "»": "«", "「": "」", "『": "』", "‘": "’", "‚": "‘’", "‛": "’"}
_SINGLE = "'‘’‚‛`´"
_DOUBLE = '"“”„‟«»「」『』'
_FOLLOWS = re.compile(r"\s*(?:[,，;:：\])}]|//|/\*|\#|=>|```|\Z)|\s+[\"“'‘`\[({]")
_ESCAPE = re.compile(r"\\(u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|.)", re.DOTALL)
_BLANKS = {"n": " ", "t": " ", "r": " ", "f": " ", "v": " ", "b": "", "\n": " "}
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_LAST_CODE_POINT = 0x10FFFF

# What can stand at the start of the next value, and behind the bracket that closes a list.
_QUOTE = f"[{QUOTES}]"
_OPENING_QUOTE = "[\"“„«「『'‘`]"
_VALUE = rf"(?:{_QUOTE}|[\[({{\])}}]|[-+]?\d|//|/\*|\#|(?:none|null|true|false|nan)\b|\Z)"
_NUMBERED = rf"{_QUOTE}?\s?(?:path[ _]?)?\d{{1,4}}{_QUOTE}?\s?:"
_ON = rf"(?:[,，;\])}}\[({{]|//|/\*|\#|\n|\Z|{_NUMBERED})"
# Between two brackets, wide enough for every indentation and bounded, so that nothing takes long.
_GAP = r"\s{0,60}"


class Quoted(NamedTuple):
    """A string.

    Attributes:
        text: what it holds, without escapes, outer blanks and runs of blanks.
        end: where it ends in the text, behind its quote.
        closed: whether it ends before the text does.
    """

    text: str
    end: int
    closed: bool


def exact(text: str, start: int, ended: bool) -> Quoted | None:
    """The string that opens at `start`, if it ends at the first quote that is not escaped.

    Args:
        text: the text around it.
        start: where its opening quote stands.
        ended: whether the text is known to be whole, so that a string without an end is a mistake and not truncated.

    Returns:
        The string, or None if what follows that quote cannot follow a value.
    """
    quote = text[start]
    match = _body(_CLOSING.get(quote, quote)).match(text, start + 1)
    end = match.end() if match else start + 1
    if end >= len(text) - (text[-1] == "\\"):
        return None if ended else Quoted("", len(text), closed=False)
    if not _FOLLOWS.match(text, end + 1):
        return None
    return Quoted(_plain(text[start + 1 : end]), end + 1, closed=True)


def likely(text: str, start: int, ended: bool) -> Quoted:
    """The string that opens at `start`, ended where the text around it goes on as a list would.

    That is at a quote of its weight before a separator, a bracket and what follows one, or the next string; at a quote
    of the other weight, or at none, before a bracket or comma and the start of the next value. All other quotes are
    text: "Earvin "Magic" Johnson", 'the Lakers' coach'. Arguments and result as for `exact`.
    """
    ends = _ends(text[start] in _SINGLE, ended)
    position = start + 1
    while match := ends.search(text, position):
        if match.lastgroup is None:
            position = match.end()
            continue
        content = text[start + 1 : match.start()]
        if match.lastgroup != "same":
            content = content.rstrip(QUOTES + " \t\n")
        return Quoted(_plain(content), match.end(), closed=True)
    return Quoted("", len(text), closed=False)


def tidy(text: str) -> str:
    """The text without control characters, on one line, with single blanks."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return " ".join(_CONTROL.sub("", text).split())


def _plain(content: str) -> str:
    """What a string holds."""
    return tidy(_ESCAPE.sub(lambda escape: _character(escape[1]), content) if "\\" in content else content)


def _character(escape: str) -> str:
    """What stands behind a backslash; "u00e9" is é, and "_" is itself."""
    if len(escape) > 1:
        code = int(escape[1:], 16)
        return chr(code) if code <= _LAST_CODE_POINT else "\ufffd"
    return _BLANKS.get(escape, escape)


@lru_cache(maxsize=16)
def _body(closing: str) -> re.Pattern[str]:
    """What a string holds before one of the closing quotes."""
    return re.compile(rf"[^\\{closing}]*(?:\\.[^\\{closing}]*)*", re.DOTALL)


@lru_cache(maxsize=4)
def _ends(single: bool, ended: bool) -> re.Pattern[str]:
    """The ends of a string in single or double quotes; an escape, which is none, is matched without a group."""
    same, other = (_SINGLE, _DOUBLE) if single else (_DOUBLE, _SINGLE)
    opening = "['‘`]" if single else '["“„«「『]'
    closers = r"[\])}](?:\s{0,9}[\])}]){0,5}"
    last = rf"|{closers}{_GAP}\Z" if ended else ""
    return re.compile(
        rf"""\\.
        |(?P<same>[{same}])(?={_GAP}(?:[:：;]|\Z|//|/\*|\#|```|[\])}}]{_GAP}{_ON}|[,，]{_GAP}{_VALUE})
            |\s{{1,60}}{opening}\S)
        |(?P<other>[{other}])(?=\s{{0,9}}(?:[\])}}]{_GAP}(?:,{_GAP}[\[({{\])}}]|[\])}}]|,{_GAP}{_NUMBERED}{last})
            |,{_GAP}{_OPENING_QUOTE}[^\s,\])}}]|:{_GAP}[\[({{]))
        |(?P<missing>)(?=
            {closers}{_GAP},?{_GAP}(?:[\[({{]\s{{0,9}}{_OPENING_QUOTE}|{_NUMBERED})
            |,{_GAP}{opening}[^\s,:;\])}}]
            |:\s{{0,9}}[\[({{]\s{{0,9}}(?:[\[({{]|{_OPENING_QUOTE})
            |\n\s{{0,60}}[\[({{\])}}]|\n\s{{0,9}}\n|```{last})""",
        re.VERBOSE | re.DOTALL | re.IGNORECASE,
    )
