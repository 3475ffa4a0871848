"""The anchor sets of both banks."""

from __future__ import annotations

import csv
from pathlib import Path

ITEMS = Path(__file__).parent / "items"
BANKS = ("scientific", "conceptnet")


def anchor_sets(bank: str, k: int) -> dict[str, tuple[str, ...]]:
    """The 30 sets of a bank by id: the first k anchors of each row (appendix F.3)."""
    with (ITEMS / f"{bank}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {f"{bank}-{int(number):02d}": tuple(anchors[:k]) for number, *anchors in rows}
