"""What moves a DRAT score, with the paper's own choices as defaults."""

from __future__ import annotations

import csv
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.scenarios.drat.measure import UTILITIES
from helm_creativity.vocabulary import CUE_WORDS, WordRule
from helm_creativity.vocabulary.cues import read_words_file

ITEMS = Path(__file__).parent / "items"
BANKS = ("scientific", "conceptnet")
ASKED = 10
EMBEDDING = "sbert-mpnet"
PROMPT = "schapiro2026"
POOLS = ("cue_words", "nouns")
NOUNS, SEED = 1000, 2026


@dataclass(frozen=True)
class Rule:
    """The threshold of relevance (Schapiro et al. 2026, eq. 6-9).

    Attributes:
        utility: over the anchors: ``max``, ``min`` or ``avg``.
        quantile: of the pool's utilities, which a word must exceed.
        n_min: survivors below which the score is 0.
        pool: nouns whose utilities make the threshold: ``cue_words``, ``nouns``, or a file with one word a line.
    """

    utility: str = "max"
    quantile: float = 0.9
    n_min: int = 3
    pool: str = "cue_words"

    def __post_init__(self) -> None:
        if self.utility not in UTILITIES:
            raise BadArguments(f"utility must be one of {', '.join(UTILITIES)}, got {self.utility!r}")
        if not 0 <= self.quantile <= 1:
            raise BadArguments(f"quantile must be from 0 to 1, got {self.quantile!r}")
        if not 2 <= self.n_min <= ASKED:
            raise BadArguments(f"n_min must be from 2 to {ASKED}, got {self.n_min!r}")

    @property
    def words(self) -> WordRule:
        """The first ten valid words are scored; fewer than ``n_min`` of them say nothing of relevance."""
        return WordRule(ASKED, self.n_min, ASKED)


def pool_words(pool: str) -> tuple[str, ...]:
    """The words of a pool, by name or from a file; of ``nouns`` the first 1,000 that an embedding knows are taken.

    Raises:
        FileProblem: when the name is none of ``POOLS`` and no file with at least ten words.
    """
    if pool == "cue_words":
        return CUE_WORDS
    if pool == "nouns":
        nouns = builtin().nouns
        return tuple(nouns[i] for i in np.random.default_rng(SEED).permutation(len(nouns)))
    try:
        words = tuple(dict.fromkeys(read_words_file(Path(pool))))
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(f"pool must be one of {', '.join(POOLS)}, or a file with one word a line: {error}") from error
    if len(words) < 10:
        raise FileProblem(f"the pool {pool} has {len(words)} words; a quantile needs at least 10")
    return words


def pool_label(pool: str) -> str:
    """Short form for names of runs: the pool's own name, or a file's and the checksum of its words."""
    return pool if pool in POOLS else re.sub(r"[^\w.@-]", "-", f"{Path(pool).stem}@{_checksum(pool)}")


def pool_signature(pool: str) -> str:
    """Number of words and checksum."""
    size = NOUNS if pool == "nouns" else len(pool_words(pool))
    return f"{pool_label(pool).partition('@')[0]}@sha256:{_checksum(pool)}/{size}"


def _checksum(pool: str) -> str:
    return hashlib.sha256("\n".join(pool_words(pool)).encode()).hexdigest()[:12]


def anchor_sets(bank: str, k: int) -> dict[str, tuple[str, ...]]:
    """The 30 sets of a bank by id: the first k anchors of each row (appendix F.3)."""
    with (ITEMS / f"{bank}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {f"{bank}-{int(number):02d}": tuple(anchors[:k]) for number, *anchors in rows}
