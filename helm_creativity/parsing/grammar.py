"""The patterns of ``patterns.yaml``, compiled: what models write around what they were asked for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from helm_creativity.benchmark.files.yaml_files import read_yaml

_Pattern = str | list[str]


@cache
def _readers() -> dict[str, dict[str, _Pattern]]:
    grammar: dict[str, dict[str, _Pattern]] = read_yaml(Path(__file__).with_name("patterns.yaml"))
    return grammar


def patterns(reader: str) -> dict[str, re.Pattern[str]]:
    """The patterns of one reader, by name; case makes no difference, and ``^`` and ``$`` stand for ends of lines."""
    names = _readers()[reader]
    return {name: re.compile(_expanded(name, names), re.IGNORECASE | re.MULTILINE) for name in names}


def phrases(reader: str) -> dict[str, list[str]]:
    """The words of one reader's lists, by name."""
    return {name: " ".join(lines).split() for name, lines in _readers()[reader].items()}


def _expanded(name: str, names: dict[str, _Pattern]) -> str:
    pattern = names[name]
    joined = (pattern if isinstance(pattern, str) else "|".join(pattern)).replace("\n", "")
    return re.sub(r"\(\?&(\w+)\)", lambda part: f"(?:{_expanded(part[1], names)})", joined)
