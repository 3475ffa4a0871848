"""Words that hold English sentences together: what carries no content, whatever a text is about."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from helm_creativity.lexicon.cues import read_words_file

# With their contractions, whole and with straight apostrophes ("don't"). A benchmark that splits words at apostrophes
# looks them up before: of the parts, "won" and "don" are words of their own.
FUNCTION_WORDS = frozenset(read_words_file(Path(__file__).parent / "function_words.txt"))


def words_checksum(words: Iterable[str] = FUNCTION_WORDS) -> str:
    """``sha256:<12 hex digits>`` of a set of words, whatever their order: what a signature says of those left out."""
    return f"sha256:{hashlib.sha256(' '.join(sorted(set(words))).encode()).hexdigest()[:12]}"
