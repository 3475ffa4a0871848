"""The one seam between texts and vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class Embedded(NamedTuple):
    """Vectors of n texts.

    Attributes:
        vectors: shape (n, d), float32. The dot product of two rows is the similarity of the texts: rows have length
            one, except in the built-in table (see ``similarity``). Rows of unknown texts are zero and must not be used.
        known: shape (n,), bool. False where the embedding has no vector for the text.
    """

    vectors: NDArray[np.float32]
    known: NDArray[np.bool_]


class Embedding(Protocol):
    """Texts in, vectors out."""

    @property
    def name(self) -> str:
        """Name in run entries: ``builtin``, ``glove-840b``, ``sbert-mpnet``..."""

    @property
    def signature(self) -> str:
        """What makes the numbers: ``name@sha256:<12 hex digits>/<dimension>d`` (or ``@rev:<commit>``)."""

    @property
    def dimension(self) -> int:
        """Number d of columns."""

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts have a vector. Cheap: it encodes nothing."""

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Vectors of the texts, in their order. Callers pass each distinct text once."""
