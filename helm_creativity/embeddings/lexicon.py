"""Which words count: those of a dictionary that every embedding knows, resolved once for a whole run."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from helm_creativity.embeddings.protocol import Embedding
from helm_creativity.errors import FileProblem
from helm_creativity.files import sha256_of
from helm_creativity.responses import olson_candidates

# Lines of the dictionary that the authors' program uses (Olson et al. 2021, dat.py).
DICTIONARY_WORD = re.compile(r"[a-z][a-z-]*[a-z]")


Candidates = Callable[[str], "tuple[str, ...]"]


@dataclass(frozen=True)
class Dictionary:
    """A set of words with a name that tells which one it is."""

    signature: str
    words: Container[str]


@lru_cache(maxsize=4)
def read_dictionary(path: Path, name: str) -> Dictionary:
    """A dictionary from a file with one word a line; other lines are skipped, as the authors' program does.

    Raises:
        FileProblem: when the file cannot be read or holds no word.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(f"cannot read the dictionary {path}: {error}") from error
    words = frozenset(line for line in lines if DICTIONARY_WORD.fullmatch(line))
    if not words:
        raise FileProblem(f"the dictionary {path} holds no word: expected one lower-case word a line")
    return Dictionary(f"{name}@sha256:{sha256_of(path)[:12]}", words)


class Lexicon:
    """Dictionary ∩ embeddings. Each distinct entry is cleaned and looked up once.

    Args:
        embeddings: a word must be known to all of them.
        dictionary: and be in it, if there is one.
        candidates: the spellings under which an entry is looked up, best first.
    """

    def __init__(
        self,
        embeddings: Sequence[Embedding],
        dictionary: Dictionary | None = None,
        candidates: Candidates = olson_candidates,
    ) -> None:
        self._embeddings = embeddings
        self._dictionary = dictionary
        self._candidates = candidates
        self._words: dict[str, str | None] = {}

    def resolve(self, entries: Iterable[str]) -> None:
        """Looks up all ``entries`` at once; ``word`` then costs a dictionary access each."""
        new = {entry: self._candidates(entry) for entry in dict.fromkeys(entries) if entry not in self._words}
        texts = list(dict.fromkeys(text for candidates in new.values() for text in candidates))
        known = self._known(texts)
        for entry, candidates in new.items():
            self._words[entry] = next((text for text in candidates if text in known), None)

    def _known(self, texts: Sequence[str]) -> frozenset[str]:
        if self._dictionary is not None:
            texts = [text for text in texts if text in self._dictionary.words]
        mask = np.ones(len(texts), dtype=bool)
        for embedding in self._embeddings:
            mask &= embedding.knows(texts)
        return frozenset(text for text, known in zip(texts, mask, strict=True) if known)

    def word(self, entry: str) -> str | None:
        """The word that counts for an entry, which must have been resolved; None if there is none."""
        return self._words[entry]
