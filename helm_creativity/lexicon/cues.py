"""The 50 cue words: cues of the conditional DAT, seeds of PACE, and the noun pool of DRAT's threshold."""

from __future__ import annotations

from pathlib import Path


def read_words_file(path: Path) -> tuple[str, ...]:
    """Words of a file, one per line; lines that begin with ``#`` are its source."""
    lines = (line.strip() for line in path.read_text("utf-8-sig").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


CUE_WORDS = read_words_file(Path(__file__).parent / "cue_words.txt")
