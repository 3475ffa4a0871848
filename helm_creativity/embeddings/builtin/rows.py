"""Rows of the built-in table, stored as codes of as many bits as each column deserves; see ``tools/quantise.py``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_BLOCK = 2048
"""Rows decoded at once, so that what lies between codes and vectors stays small."""


class Quantised(NamedTuple):
    """A rounded table of n rows in k columns.

    Attributes:
        rows: shape (n, bytes), uint8: the codes of a row as one sequence of bits, the columns with the longest codes
            first, and columns with codes of one length in their order.
        bits: shape (k,), uint8: how long each column's code is; 0 where the column is the same in every row.
        levels: shape (Σ 2**bits,), float32: what the codes of each column mean, column by column.
    """

    rows: NDArray[np.uint8]
    bits: NDArray[np.uint8]
    levels: NDArray[np.float32]

    def decode(self, places: NDArray[np.intp]) -> NDArray[np.float32]:
        """Shape (m, k): the rows of these m numbers."""
        offsets = np.concatenate([[0], np.cumsum(2 ** self.bits.astype(np.intp))[:-1]])
        vectors = np.empty((len(places), len(offsets)), dtype=np.float32)
        for start in range(0, len(places), _BLOCK):
            block = slice(start, start + _BLOCK)
            digits = np.unpackbits(self.rows[places[block]], axis=1)
            begin = 0
            for length in np.unique(self.bits)[::-1].tolist():
                columns = np.flatnonzero(self.bits == length)
                end = begin + length * len(columns)
                of_code = digits[:, begin:end].reshape(len(digits), len(columns), length)
                codes = np.broadcast_to(offsets[columns], of_code.shape[:2]).copy()
                for place in range(length):
                    codes += of_code[:, :, place].astype(np.intp) << (length - 1 - place)
                vectors[block, columns] = self.levels[codes]
                begin = end
        return vectors


@dataclass(frozen=True)
class Graded:
    """A rounded table of n rows in two grades with the same columns: common words have longer codes.

    Attributes:
        common: the rows of the first grade.
        others: the others.
        are_common: shape (n,): which rows are of the first.
    """

    common: Quantised
    others: Quantised
    are_common: NDArray[np.bool_]

    @cached_property
    def _ranks(self) -> NDArray[np.intp]:
        return np.where(self.are_common, np.cumsum(self.are_common), np.cumsum(~self.are_common)) - 1

    def decode(self, places: Sequence[int]) -> NDArray[np.float32]:
        """Shape (m, k): the rows of these m numbers, as if there were one grade."""
        wanted = np.asarray(places, dtype=np.intp)
        vectors = np.empty((len(wanted), len(self.common.bits)), dtype=np.float32)
        for quantised, grade in ((self.common, True), (self.others, False)):
            which = np.flatnonzero(self.are_common[wanted] == grade)
            vectors[which] = quantised.decode(self._ranks[wanted[which]])
        return vectors


GRADES = ("common", "other")
GRADED_FILES = (*(f"{grade}_{part}.npy" for grade in GRADES for part in Quantised._fields), "common.npy")
"""The files of a table in two grades, in one folder."""


def read_graded(folder: Path) -> Graded:
    """The table in a folder; its rows stay in their files."""
    common, others = (
        Quantised(
            np.load(folder / f"{grade}_rows.npy", mmap_mode="r"),
            np.load(folder / f"{grade}_bits.npy"),
            np.load(folder / f"{grade}_levels.npy"),
        )
        for grade in GRADES
    )
    n = len(common.rows) + len(others.rows)
    return Graded(common, others, np.unpackbits(np.load(folder / "common.npy"), count=n).astype(bool))
