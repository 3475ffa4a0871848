"""Files that somebody else wrote, read so that none makes a program wait for ever, and no line fills its memory.

A named pipe has nothing until somebody writes into it, a device may never end, and one line may hold a gigabyte. So a
file is a regular one, links are followed, and its lines are at most ``LONGEST_LINE`` long. What the shell has opened
for a command is read as well, whatever it is: ``/dev/stdin``, and ``/dev/fd/63``, for which ``<(...)`` stands.
"""

from __future__ import annotations

import errno
import json
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from helm_creativity.safe_text import quoted

LONGEST_LINE = 1 << 26
"""Bytes, or characters of text."""
MOST_DIGITS = 300
"""Of an integer; a float holds numbers of up to 308."""

UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What is raised by a file that cannot be read, or holds something else than it should."""

_OF_PYTHON = (TypeError, AttributeError, LookupError, ArithmeticError, RecursionError)
_KINDS = {
    stat.S_IFIFO: "a named pipe, which only standard input may be",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def open_file(path: Path) -> BinaryIO:
    """The file, opened to read its bytes."""
    require_file(path)
    return path.open("rb")


def require_file(path: Path) -> None:
    """Raises ``OSError`` unless there is such a file, and it is a regular one or opened by the shell.

    It is not opened for that: opening a pipe waits for its other end.
    """
    kind = _KINDS.get(stat.S_IFMT(path.stat().st_mode))
    if kind and str(path.parent) not in ("/dev/fd", "/proc/self/fd") and str(path) != "/dev/stdin":
        raise OSError(errno.EINVAL, f"expected a file, got {kind}", str(path))


def read_bytes(path: Path) -> bytes:
    """All of a file."""
    with open_file(path) as file:
        parts = []
        while part := file.read(LONGEST_LINE):
            if len(part) == LONGEST_LINE and b"\n" not in part:
                raise ValueError(f"no line break within {LONGEST_LINE:,} bytes")
            parts.append(part)
    return b"".join(parts)


def read_json(path: Path) -> Any:  # noqa: ANN401 - whatever JSON holds
    """What a JSON file holds, of which every string has a line of its own where it is large, as HELM writes it."""
    return parse_json(read_bytes(path))


def parse_json(text: str | bytes) -> Any:  # noqa: ANN401 - whatever JSON holds
    """A JSON value whose integers can be taken for floats. NaN and infinities are read, since Python writes them."""
    try:
        return json.loads(text if isinstance(text, str) else text.decode("utf-8-sig"), parse_int=_integer)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"an integer of {len(digits):,} digits")
    return int(digits)


def damage(error: BaseException) -> str:
    """What is wrong with a file that raised one of ``UNREADABLE``."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, (json.JSONDecodeError, UnicodeDecodeError)):
        return f"it is no JSON in UTF-8: {error}"
    if isinstance(error, KeyError) and error.args:
        return f"{quoted(error.args[0])} is missing in it"
    # Of what Python itself raises for a text in place of a list and the like, a user learns nothing.
    of_python = isinstance(error, _OF_PYTHON) and not str(error).startswith("expected")
    return str(error) if str(error) and not of_python else "it does not hold what it should"


def lines_in(file: TextIO) -> Iterator[str]:
    """The lines of an open file, as iterating over it gives them."""
    for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE + 1), ""), start=1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number:,} is longer than {LONGEST_LINE:,} characters")
        yield line
