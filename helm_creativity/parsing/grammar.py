"""What people and models write, as data: the patterns of a reader lie in the YAML file of its name."""

from __future__ import annotations

import re
from collections.abc import KeysView, Mapping
from pathlib import Path

import yaml

_APOSTROPHES = str.maketrans("’‘ʼ´`", "'''''")
ANY_CASE = re.IGNORECASE | re.MULTILINE
"""Case makes no difference, and ``^`` and ``$`` stand for ends of lines."""


def read_patterns(name: str, flags: int = 0) -> tuple[dict[str, re.Pattern[str]], dict[str, KeysView[str]]]:
    """The patterns of ``name``.yaml beside this module, compiled, and its lists of words, in order.

    A pattern is a text, or a list of alternatives. ``(?&part)`` in it stands for the part or the pattern of that name.
    """
    text = Path(__file__).with_name(f"{name}.yaml").read_text("utf-8")
    data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    parts, wanted = (
        {key: value if isinstance(value, str) else "|".join(value) for key, value in data.get(kind, {}).items()}
        for kind in ("parts", "patterns")
    )
    patterns = {key: re.compile(expand(value, {**wanted, **parts}), flags) for key, value in wanted.items()}
    return patterns, {key: dict.fromkeys(words.split()).keys() for key, words in data.get("words", {}).items()}


def expand(pattern: str, parts: Mapping[str, str]) -> str:
    """A pattern with its parts in their places; line breaks inside it do not count."""
    while "(?&" in pattern:
        pattern = re.sub(r"\(\?&(\w+)\)", lambda name: parts[name[1]], pattern)
    return pattern.replace("\n", "")


def plain_apostrophes(text: str) -> str:
    """The text with straight apostrophes, as the patterns of phrases have them."""
    return text.translate(_APOSTROPHES)
