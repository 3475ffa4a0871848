"""Keywords drawn from a pool, as many from each of 18 fields, or one more.

The pool is ``items/pool.csv``. None of it is among the 216 keywords of this package or the authors' 1,180.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.benchmark.types import DrawnItems
from helm_creativity.errors import BadArguments

POOL = Path(__file__).parent / "items" / "pool.csv"


@dataclass(frozen=True)
class KeywordDrawSettings(DeclaredOptions):
    """What is drawn."""

    keywords: int = option(60, "number of keywords", low=1, high=10_000)
    seed: str = option("1", "any text, such as 2026-11: another one draws other keywords")


settings_type = KeywordDrawSettings


def draw_items(settings: KeywordDrawSettings) -> DrawnItems:
    """Keywords as a file of items has them."""
    pool, turns = read_sheet(POOL), Counter[str]()
    if settings.keywords > len(pool):
        raise BadArguments(f"expected {settings.keywords:,} keywords, but the pool has {len(pool):,}: ask for fewer")

    def turn(row: dict[str, Any]) -> int:
        turns[row["category"]] += 1
        return turns[row["category"]]

    chosen = sorted(Random(settings.seed).sample(pool, len(pool)), key=turn)[: settings.keywords]
    note = f"{len(chosen):,} keywords from {len(pool):,}, seed {settings.seed}"
    return DrawnItems([{**row, "seed": settings.seed} for row in chosen], [note], "prompts=own")
