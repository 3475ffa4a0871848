"""Text as it looks, whatever invisible characters a program put into it."""

from __future__ import annotations

import re

_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
# Joiners carry meaning between the letters of Arabic, Indic and their like, and inside emoji; nowhere else.
_JOINED = "\u0600-\u10ff\u1780-\u18af\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_JOINERS = re.compile(f"(?<=[{_JOINED}])([\u200c\u200d])[\u200c\u200d]*(?=[{_JOINED}])|[\u200c\u200d]+")
# The second is how workbooks write a carriage return, which other programs copy from them.
_LINE_END = re.compile("\r\n?|_x000[Dd]_\r?\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
# What steers a terminal: colours, the place of its cursor, the title of its window.
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[()][0-9AB])")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    r"""The text as it looks: line ends as "\n", and without invisible characters.

    Those are escape sequences of terminals, control characters, soft hyphens, marks of direction, spaces of no width,
    and joiners where they join nothing. A lone surrogate, which no file could hold, becomes U+FFFD.
    """
    text = _CONTROL.sub("", _LINE_END.sub("\n", _ESCAPE.sub("", text)))
    return text if text.isascii() else _JOINERS.sub(r"\1", _INVISIBLE.sub("", _LONE_SURROGATE.sub("\ufffd", text)))
