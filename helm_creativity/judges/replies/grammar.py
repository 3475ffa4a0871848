"""The patterns of ``patterns.yaml``, compiled: what judges write, and what stands around it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.parsing.grammar import ANY_CASE, expand

GAP = "\u2026"
"""What stands in the place of each character that is not read: no number or letter beside it stands alone."""
_GRAMMAR: dict[str, dict[str, Any]] = read_yaml(Path(__file__).with_name("patterns.yaml"))
PARTS = {name: part for reader in _GRAMMAR.values() for name, part in reader.get("parts", {}).items()}
"""Parts of patterns, of all readers, by name."""
PATTERNS = {
    name: re.compile(expand(pattern, PARTS))
    for reader in _GRAMMAR.values()
    for name, pattern in reader.get("patterns", {}).items()
}
"""Patterns that are always the same, by name."""


@cache
def forms(reader: str, **parts: str) -> dict[str, list[re.Pattern[str]]]:
    """A reader's forms of a reply, for the letters or words that a question offers."""
    found, known = _GRAMMAR[reader]["forms"].items(), {**PARTS, **parts}
    return {name: [re.compile(expand(pattern, known), ANY_CASE) for pattern in form] for name, form in found}
