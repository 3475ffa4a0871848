"""Words in files: cue words, words that carry no content, unrelated nouns."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent


def read_words_file(path: Path) -> tuple[str, ...]:
    """Words of a file, one per line; lines that begin with ``#`` are its source."""
    lines = (line.strip() for line in path.read_text("utf-8-sig").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


CUE_WORDS = read_words_file(HERE / "cue_words.txt")
"""The 50 cue words: cues of the conditional DAT, seeds of PACE, and the noun pool of DRAT's threshold."""
FUNCTION_WORDS = frozenset(read_words_file(HERE / "function_words.txt"))
"""Words that hold English sentences together: what carries no content, whatever a text is about.

With their contractions, whole and with straight apostrophes ("don't"). A benchmark that splits words at apostrophes
looks them up before: of the parts, "won" and "don" are words of their own.
"""
UNRELATED = read_words_file(HERE / "unrelated.txt")
"""Twenty nouns that are as far apart as searches could find them, the farthest first."""


def words_checksum(words: Iterable[str] = FUNCTION_WORDS) -> str:
    """``sha256:<12 hex digits>`` of a set of words, whatever their order: what a signature says of those left out."""
    return f"sha256:{hashlib.sha256(' '.join(sorted(set(words))).encode()).hexdigest()[:12]}"
