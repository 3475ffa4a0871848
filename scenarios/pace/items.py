"""The seeds: cue words, and those of Qiu & Hu (2025) from the file that the authors publish."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.core.sources import require_source
from helm_creativity.io.sheets import numbered_rows
from helm_creativity.words.cues import CUE_WORDS


def read_seeds(path: Path) -> tuple[str, ...]:
    """The words in the column ``seed`` of the authors' table (chapter, seed, rank), in its order."""
    return tuple(str(row["seed"]) for _, row in numbered_rows(path))


def qiu2025() -> tuple[str, ...]:
    """The 110 seeds of the authors' file."""
    return read_seeds(require_source("pace-seeds", "the seeds 'qiu2025'", "items=cue_words"))


SEEDS = {"cue_words": lambda: CUE_WORDS, "qiu2025": qiu2025}
