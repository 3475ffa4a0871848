"""The built-in table: words that people and models use, under all-mpnet-base-v2, small enough to ship.

So that everything runs offline. ``tools/builtin_table.py`` makes it; docs/embeddings.md says how faithful it is. It is
not GloVe, and its name in every signature says so: scores under it are comparable with one another and with the full
encoder, not with published scores under GloVe.

WordNet's nouns, their plurals and its proper nouns are facts of their own beside the rows: a verb has a vector here and
is no noun.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.embeddings.builtin.rows import Graded, read_graded

HERE = Path(__file__).parent
ENDINGS = (
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
)
"""Of plurals and singulars, by the detachment rules for nouns of WordNet 3.0 (manual page morphy(7WN))."""


@lru_cache(maxsize=2)
def facts(name: str) -> dict[str, Any]:
    """What ``table.json`` or ``estimates.json`` says: name, sha256, dimension or weights, counts, checksums."""
    return dict(json.loads((HERE / f"{name}.json").read_text("utf-8")))


def table() -> dict[str, Any]:
    """The facts of the table."""
    return facts("table")


def signature() -> str:
    """Signature of the table, read without opening it."""
    return f"{table()['name']}@sha256:{table()['sha256'][:12]}/{table()['dimension']}d"


def estimates_signature() -> str:
    """Name and checksum of what makes the estimates, without opening it."""
    return f"{facts('estimates')['name']}@sha256:{facts('estimates')['sha256'][:12]}"


def lemmas(word: str) -> Iterator[str]:
    """Possible singulars of ``word``, in the order of the rules. Words in -ss are no plurals."""
    if word.endswith("ss"):
        return
    for ending, singular in ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            yield word[: -len(ending)] + singular


class BuiltinEmbedding:
    """The table as an ``Embedding``, and what WordNet says of nouns."""

    name = "builtin"
    dimension: int = table()["dimension"]

    @property
    def signature(self) -> str:
        """See ``signature`` of the module."""
        return signature()

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts that have a row, in alphabetical order."""
        return tuple(gzip.decompress((HERE / "texts.txt.gz").read_bytes()).decode().splitlines())

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """WordNet's single-word common nouns, in alphabetical order: a vocabulary for baselines and noun pools."""
        are_nouns = np.unpackbits(np.load(HERE / "nouns.npy"), count=len(self.texts))
        return tuple(compress(self.texts, are_nouns))

    @cached_property
    def common_nouns(self) -> tuple[str, ...]:
        """Those of the nouns whose rows have the longer codes, since most people know them (4,679)."""
        return tuple(word for word in compress(self.texts, self._rows.are_common) if word in self.noun_set)

    @cached_property
    def _places(self) -> dict[str, int]:
        return dict(zip(self.texts, range(len(self.texts)), strict=True))

    @cached_property
    def noun_set(self) -> frozenset[str]:
        """The same, to look words up."""
        return frozenset(self.nouns)

    @cached_property
    def _proper(self) -> frozenset[str]:
        return frozenset((HERE / "proper_nouns.txt").read_text("utf-8").splitlines())

    @cached_property
    def _irregular(self) -> dict[str, str]:
        return dict(line.split(" ") for line in (HERE / "plurals.txt").read_text("utf-8").splitlines())

    @cached_property
    def _rows(self) -> Graded:
        return read_graded(HERE)

    def lemma(self, word: str) -> str | None:
        """The common noun of WordNet that ``word`` is or is a plural of, None for any other word."""
        if word in self.noun_set:
            return word
        if word in self._irregular:
            return self._irregular[word]
        return next((lemma for lemma in lemmas(word) if lemma in self.noun_set), None)

    def is_proper_noun(self, word: str) -> bool:
        """Whether WordNet knows the (lower-case) word only as a proper noun: ``paris``, not ``china``."""
        return word in self._proper

    def stem(self, text: str) -> str | None:
        """The text whose vector stands for ``text``: itself, what it is a plural or a form in -s of, or None."""
        if text in self._places:
            return text
        if text in self._irregular:
            return self._irregular[text]
        return next((lemma for lemma in lemmas(text) if lemma in self._places), None)

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts, or their stems, have a row."""
        return np.fromiter((self.stem(text) is not None for text in texts), dtype=bool, count=len(texts))

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Rows of the table; see ``Embedding.embed``. They are *not* of length one and must stay so."""
        stems = [self.stem(text) for text in texts]
        known = np.fromiter((stem is not None for stem in stems), dtype=bool, count=len(texts))
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        vectors[known] = self._rows.decode([self._places[stem] for stem in stems if stem is not None])
        return Embedded(vectors, known)


@lru_cache(maxsize=1)
def builtin() -> BuiltinEmbedding:
    """The one table of this process."""
    return BuiltinEmbedding()
