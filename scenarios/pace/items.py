"""The seeds: cue words, and those of Qiu & Hu (2025) from the file that the authors publish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from helm_creativity.core.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.io.sheets import numbered_rows
from helm_creativity.safe_text import listed, quoted
from helm_creativity.words.cues import CUE_WORDS

COLUMN = "seed"


def read_seeds(path: Path) -> tuple[str, ...]:
    """The words in the column ``seed`` of the authors' table (chapter, seed, rank), in its order."""
    rows = numbered_rows(path)
    if not rows:
        raise FileProblem(f"{path}: expected a table of seeds, found no row below the header")
    names = rows[0][1]
    if COLUMN not in names:
        found = listed(name for name in names if name)
        raise FileProblem(
            f"{path}: expected a column {quoted(COLUMN)}, found {found}; use the file that the card names"
        )
    if blank := [str(number) for number, row in rows if row[COLUMN] is None]:
        raise FileProblem(f"{path}: expected a seed in every row, found none in row {listed(blank)}; fill it in")
    seeds = tuple(str(row[COLUMN]) for _, row in rows)
    if twice := [seed for seed, n in Counter(map(str.casefold, seeds)).items() if n > 1]:
        raise FileProblem(f"{path}: expected every seed once, found more of {listed(twice)}; keep one of each")
    return seeds


def qiu2025() -> tuple[str, ...]:
    """The 110 seeds of the authors' file."""
    return read_seeds(require_source("pace-seeds", "the seeds 'qiu2025'", "items=cue_words"))


SEEDS: Mapping[str, Callable[[], tuple[str, ...]]] = {"cue_words": lambda: CUE_WORDS, "qiu2025": qiu2025}
