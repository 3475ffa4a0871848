"""Which problems are asked, from where, and what judges are asked about an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from helm_creativity.files import sha256_of
from helm_creativity.judging import Instrument, Question
from helm_creativity.responses import as_written
from helm_creativity.rooms import require_source
from helm_creativity.scenarios.macgyver.items import OWN, Item, macgyver_items, own_items
from helm_creativity.scenarios.macgyver.measure import LETTERS

HERE = Path(__file__).parent
TEMPERATURE = 1.0
TRIALS = 1
PROTOCOLS = {"agc2026": "agc2026"}
"""The prompt of each protocol."""

DESIGN = "all"

JUDGE = Instrument("solution", HERE, "judge", ("solution",), letters=LETTERS, rated=("answer",))
"""One letter for an answer."""


def question_about(answer: str, problem: str, solvable: bool, reference: str | None) -> Question:
    """What judges are asked about an answer: the problem, what is known of it, and the answer without its thoughts."""
    return JUDGE.question(answer=as_written(answer), problem=problem, solvable=solvable, reference=reference or "")


def workbook() -> Path:
    """The authors' workbook of problems.

    Raises:
        FileProblem: when it is not on this machine; the message gives the command that brings it.
    """
    return require_source("macgyver-problems", "the items 'macgyver2024'", "the items own")


@cache
def _official(path: Path) -> tuple[Item, ...]:
    return macgyver_items(path)


ITEMS: Mapping[str, Callable[[], tuple[Item, ...]]] = {
    "own": own_items,
    "macgyver2024": lambda: _official(workbook()),
}


def items_signature(items: str) -> str:
    """Name and checksum of the file that the problems are read from."""
    path = OWN if items == "own" else workbook()
    return f"{items}@sha256:{sha256_of(path)[:12]}"
