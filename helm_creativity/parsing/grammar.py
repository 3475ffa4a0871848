"""The patterns of ``patterns.yaml``, compiled: what models write around what they were asked for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import yaml


@cache
def _readers() -> dict[str, dict[str, str]]:
    text = Path(__file__).with_name("patterns.yaml").read_text("utf-8")
    readers = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {
        reader: {
            name: "|".join([each] if isinstance(each, str) else each).replace("\n", "") for name, each in names.items()
        }
        for reader, names in readers.items()
    }


def patterns(reader: str) -> dict[str, re.Pattern[str]]:
    """The patterns of one reader, by name; case makes no difference, and ``^`` and ``$`` stand for ends of lines."""
    flags = re.IGNORECASE | re.MULTILINE
    return {name: re.compile(_expanded(name, reader), flags) for name in _readers()[reader] if name[0] != "_"}


def phrases(reader: str) -> dict[str, list[str]]:
    """The lists of words of one reader, by name."""
    return {name: re.split(r"[|\s]+", words) for name, words in _readers()[reader].items()}


def _expanded(name: str, reader: str) -> str:
    return re.sub(r"\(\?&(\w+)\)", lambda part: f"(?:{_expanded(part[1], reader)})", _readers()[reader][name])
