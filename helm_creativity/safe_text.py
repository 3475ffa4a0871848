"""Text of others as people may see it: no character steers a terminal, and no quotation fills a screen."""

from __future__ import annotations

import logging
import re
import reprlib
from collections.abc import Iterable
from itertools import islice
from typing import TextIO

LONGEST_QUOTATION = 200
"""Characters of a value in a message."""
MOST_NAMES = 60
"""In a list in a message."""
LONGEST_MESSAGE = 6_000
"""Characters of an error's message; of a longer one the middle is left out."""
_LONGEST_NAME = 80
_END = 800

# C0 without tab and line feed, DEL, C1; marks that turn the direction of text; what has no width; separators of lines;
# halves of characters; tags. A joiner is a letter's part in several scripts and in emoji, but not beside ASCII.
_HIDDEN = re.compile(
    r"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
    r"|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"
)
_ADDRESS = "[address]"
_MAIL = re.compile(r"[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}\b")
_IP = re.compile(
    r"(?<![\w.:])(?:(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)"
    r"|(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6})(?![\w.:])"
)
_BREAK = re.compile(r"[\t\n\r]")


def escaped(text: str) -> str:
    r"""``text`` with ``\u001b`` for an escape character, and so for all that is invisible or would steer a terminal.

    Tabs and line breaks stay. Escaping twice is escaping once.
    """
    return text if text.isprintable() and text.isascii() else _HIDDEN.sub(_escape, text)


def escaped_line(text: str) -> str:
    """As ``escaped``, with escapes for tabs and line breaks too: a name or a line of a log is one line."""
    return _BREAK.sub(lambda match: repr(match[0])[1:-1], escaped(text))


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def without_addresses(text: str) -> str:
    """``text`` with ``[address]`` for each mail address and IP number in it."""
    if "@" in text:
        text = _MAIL.sub(_ADDRESS, text)
    return _IP.sub(_ADDRESS, text) if text.count(".") > 2 or text.count(":") > 1 else text


class EscapingStream:
    """A stream to a terminal, to which text is written as ``escaped`` makes it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes the text; what the terminal's encoding lacks is escaped as well."""
        encoding = self._stream.encoding or "utf-8"
        return self._stream.write(escaped(text).encode(encoding, "backslashreplace").decode(encoding))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def module_logger(module: str) -> logging.Logger:
    """The logger of a module, whose records are one line each, whatever the names in them hold."""
    logger = logging.getLogger(module)
    if _one_line not in logger.filters:
        logger.addFilter(_one_line)
    return logger


def _one_line(record: logging.LogRecord) -> bool:
    record.msg, record.args = escaped_line(record.getMessage()), ()
    return True


# Begins and ends a value without looking at all of it: a file of a few lines may hold a text a billion times.
_quotation = reprlib.Repr()
_quotation.maxlevel = 3
_quotation.maxstring = _quotation.maxother = _quotation.maxlong = LONGEST_QUOTATION


def quoted(value: object) -> str:
    """``repr(value)``, of at most ``LONGEST_QUOTATION`` characters, for a message about a value of others.

    Python's None, which few have written so, is "nothing".
    """
    if value is None:
        return "nothing"
    text = _quotation.repr(value)
    return escaped(text if len(text) <= LONGEST_QUOTATION else f"{text[: LONGEST_QUOTATION - 4]} ...")


_KINDS = {bool: "a truth value", int: "a number", float: "a number", str: "a text", list: "a list", dict: "a mapping"}


def kind_of(value: object) -> str:
    """What a value of a file is, for a message: "a text", "nothing", "a list"; of another type, the type's name."""
    return "nothing" if value is None else _KINDS.get(type(value), type(value).__name__)


def listed(names: Iterable[object], most: int = MOST_NAMES) -> str:
    """Names joined with commas, for a message: ``most`` at most, and how many more there are."""
    each = iter(names)
    shown = [str(name) for name in islice(each, most)]
    more = sum(1 for _ in each)
    cut = (name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}..." for name in shown)
    return ", ".join(cut) + (f" and {more:,} more" if more else "")


def bounded(message: str, longest: int = LONGEST_MESSAGE, end: int = _END) -> str:
    """A message of at most ``longest`` characters, whose last ``end``, which say what to do, stay."""
    if len(message) <= longest:
        return message
    left_out = f" ... ({len(message):,} characters in all) ... "
    return message[: longest - end - len(left_out)] + left_out + message[-end:]


def counted(n: int, singular: str, many: str = "") -> str:
    """``1 judge``, ``2 judges``."""
    return f"{n:,} {singular if n == 1 else many or singular + 's'}"
