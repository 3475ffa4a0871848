"""The built-in table: WordNet's nouns under all-mpnet-base-v2, small enough to ship, so that everything runs offline.

Codes of int8 with one scale a row; see ``build`` for how it is made and ``table.json`` for how faithful it is. It is
not GloVe, and its name in every signature says so: scores under it are comparable with one another and with the full
encoder, not with published scores under GloVe.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.protocols import Embedded
from helm_creativity.embeddings.builtin.plurals import lemmas

HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def table() -> dict[str, Any]:
    """What ``table.json`` says: name, sha256, dimension, counts, checksums of the inputs, measured fidelity."""
    return dict(json.loads((HERE / "table.json").read_text("utf-8")))


def signature() -> str:
    """Signature of the table, read without opening it."""
    facts = table()
    return f"{facts['name']}@sha256:{facts['sha256'][:12]}/{facts['dimension']}d"


def _lines(name: str) -> list[str]:
    return (HERE / name).read_text("utf-8").splitlines()


class BuiltinEmbedding:
    """The table as an ``Embedding``. A plural that is not in it has the vector of its lemma."""

    name = "builtin"

    @property
    def signature(self) -> str:
        """See ``signature`` of the module."""
        return signature()

    @property
    def dimension(self) -> int:
        """256."""
        return int(table()["dimension"])

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """The single-word common nouns, in alphabetical order: a vocabulary for baselines and noun pools."""
        return tuple(text for text in self._rows if " " not in text)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {text: row for row, text in enumerate(_lines("texts.txt"))}

    @cached_property
    def _proper(self) -> frozenset[str]:
        return frozenset(_lines("proper_nouns.txt"))

    @cached_property
    def _irregular(self) -> dict[str, str]:
        return dict(line.split(" ") for line in _lines("plurals.txt"))

    @cached_property
    def _codes(self) -> NDArray[np.int8]:
        return np.asarray(np.load(HERE / "codes.npy", mmap_mode="r"))

    @cached_property
    def _scales(self) -> NDArray[np.float32]:
        return np.asarray(np.load(HERE / "scales.npy"))

    def lemma(self, text: str) -> str | None:
        """The text under which the table holds ``text``: itself, its singular, or None."""
        if text in self._rows:
            return text
        if text in self._irregular:
            return self._irregular[text]
        return next((one for one in lemmas(text) if one in self._rows), None)

    def is_proper_noun(self, word: str) -> bool:
        """Whether WordNet knows the (lower-case) word only as a proper noun: ``paris``, not ``china``."""
        return word in self._proper

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts, or their singulars, are in the table."""
        return np.fromiter((self.lemma(text) is not None for text in texts), dtype=bool, count=len(texts))

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Rows of the table; see ``Embedding.embed``. They are *not* of length one and must stay so."""
        found = [self.lemma(text) for text in texts]
        known = np.fromiter((one is not None for one in found), dtype=bool, count=len(texts))
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        rows = [self._rows[one] for one in found if one is not None]
        vectors[known] = self._codes[rows] * self._scales[rows, None]
        return Embedded(vectors, known)


@lru_cache(maxsize=1)
def builtin() -> BuiltinEmbedding:
    """The one table of this process."""
    return BuiltinEmbedding()
