"""Stand-ins for files of the benchmarks' authors: of the same structure and length, in words of our own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import USERS_HOME

from helm_creativity.benchmark.files.source_files import find, path_in_home
from helm_creativity.benchmark.sources import find_source


def at_lines(lines: Mapping[int, str]) -> str:
    """A text with some lines given, from 1, the others empty."""
    return "".join(lines.get(number, "") + "\n" for number in range(1, max(lines) + 1))


def program(**lines: str) -> str:
    """Source with lines at the places that their names say, as ``line_41``."""
    return at_lines({int(name.removeprefix("line_")): line for name, line in lines.items()})


def put_stand_in(name: str, text: str) -> Path:
    """Puts a text where the file of that name lies, filled up with empty lines to its size.

    A file of the user's own is known by its size, since it was verified when it came in.
    """
    source = find_source(name)
    content = text.encode()
    room = (source.bytes or len(content)) - len(content)
    assert room >= 0, f"the stand-in for {name} is {-room} bytes too long"
    path = path_in_home(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content + b"\n" * room)
    return path


def use_real_files(patch: pytest.MonkeyPatch, *names: str) -> None:
    """Reads the user's own home, if it has these files; otherwise the test is skipped."""
    patch.setenv("HELM_CREATIVITY_HOME", str(USERS_HOME))
    absent = [name for name in names if find(find_source(name)) is None]
    if absent:
        pytest.skip(f"not fetched: {', '.join(absent)}")
