"""Rows of the built-in table, stored as codes of as many bits as each column deserves; see ``tools/quantise.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_BLOCK = 2048
"""Rows decoded at once, so that what lies between codes and vectors stays small."""


class Quantised(NamedTuple):
    """A rounded table of n rows in k columns.

    Attributes:
        rows: shape (n, bytes), uint8: the codes of a row as one sequence of bits, column by column.
        bits: shape (k,), uint8: how long each column's code is; never more than in the column before.
        levels: shape (Σ 2**bits,), float32: what the codes of each column mean, column by column.
    """

    rows: NDArray[np.uint8]
    bits: NDArray[np.uint8]
    levels: NDArray[np.float32]


class RoundedRows:
    """Decodes rows of a rounded table."""

    def __init__(self, quantised: Quantised) -> None:
        self._rows, bits, self._levels = quantised
        self._bits = bits.astype(np.intp)
        self._offsets = np.concatenate([[0], np.cumsum(2**self._bits)[:-1]])

    def __getitem__(self, places: Sequence[int]) -> NDArray[np.float32]:
        """Shape (len(places), k): the rows of these numbers."""
        vectors = np.empty((len(places), len(self._bits)), dtype=np.float32)
        for start in range(0, len(places), _BLOCK):
            self._decode(places[start : start + _BLOCK], vectors[start : start + _BLOCK])
        return vectors

    def _decode(self, places: Sequence[int], out: NDArray[np.float32]) -> None:
        """Writes the rows into ``out``, all columns of one length of code at a time."""
        digits = np.unpackbits(self._rows[places], axis=1)
        begin = column = 0
        for length in np.unique(self._bits)[::-1].tolist():
            columns = slice(column, column + int((self._bits == length).sum()))
            end = begin + length * (columns.stop - columns.start)
            of_code = digits[:, begin:end].reshape(len(places), columns.stop - columns.start, length)
            codes = np.broadcast_to(self._offsets[columns], of_code.shape[:2]).copy()
            for place in range(length):
                codes += of_code[:, :, place].astype(np.intp) << (length - 1 - place)
            out[:, columns] = self._levels[codes]
            begin, column = end, columns.stop
