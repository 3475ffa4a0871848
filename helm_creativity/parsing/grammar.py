"""What people and models write, as data: the patterns of a reader lie in the YAML file of its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import yaml

_APOSTROPHES = str.maketrans("’‘ʼ´`", "'''''")
Patterns = dict[str, re.Pattern[str]]


def read_patterns(name: str) -> tuple[Patterns, dict[str, frozenset[str]]]:
    """The patterns of ``name``.yaml beside this module, compiled, and its lists of words.

    A pattern is a text, or a list of alternatives. ``(?&part)`` in it stands for the part of that name.
    """
    text = Path(__file__).with_name(f"{name}.yaml").read_text("utf-8")
    data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    parts, words = data.get("parts", {}), data.get("words", {})
    patterns = {
        key: re.compile(expand(value if isinstance(value, str) else "|".join(value), parts))
        for key, value in data["patterns"].items()
    }
    return patterns, {key: frozenset(value.split()) for key, value in words.items()}


def expand(pattern: str, parts: Mapping[str, str]) -> str:
    """A pattern with its parts in their places; line breaks inside it do not count."""
    while "(?&" in pattern:
        pattern = re.sub(r"\(\?&(\w+)\)", lambda name: parts[name[1]], pattern)
    return pattern.replace("\n", "")


def plain_apostrophes(text: str) -> str:
    """The text with straight apostrophes, as the patterns of phrases have them."""
    return text.translate(_APOSTROPHES)
