"""Thirty uses of a brick, a bottle or a paperclip in four languages other than English, written for these tests."""

import json
from pathlib import Path

ROWS = (Path(__file__).parents[1] / "corpora/foreign_uses.jsonl").read_text("utf-8").splitlines()
FOREIGN_USES: dict[str, list[str]] = {row["language"]: row["uses"] for row in map(json.loads, ROWS)}


def foreign_uses(language: str) -> list[str]:
    """The thirty uses in a language."""
    return FOREIGN_USES[language]
