"""Rows of the built-in table, stored as codes of as many bits as each column deserves; see ``tools/quantise.py``."""

from __future__ import annotations

from collections.abc import Sequence
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


class RoundedRows:
    """Decodes rows of a rounded table."""

    def __init__(self, quantised: Quantised) -> None:
        self._rows, bits, self._levels = quantised
        self._offsets = np.concatenate([[0], np.cumsum(2 ** bits.astype(np.intp))[:-1]])
        self._columns = [(length, np.flatnonzero(bits == length)) for length in np.unique(bits)[::-1].tolist()]

    def __getitem__(self, places: Sequence[int]) -> NDArray[np.float32]:
        """Shape (len(places), k): the rows of these numbers."""
        vectors = np.empty((len(places), len(self._offsets)), dtype=np.float32)
        for start in range(0, len(places), _BLOCK):
            block = slice(start, start + _BLOCK)
            digits = np.unpackbits(self._rows[places[block]], axis=1)
            begin = 0
            for length, columns in self._columns:
                end = begin + length * len(columns)
                of_code = digits[:, begin:end].reshape(len(digits), len(columns), length)
                codes = np.broadcast_to(self._offsets[columns], of_code.shape[:2]).copy()
                for place in range(length):
                    codes += of_code[:, :, place].astype(np.intp) << (length - 1 - place)
                vectors[block, columns] = self._levels[codes]
                begin = end
        return vectors


class Graded(NamedTuple):
    """A rounded table of n rows in two grades with the same columns: common words have longer codes.

    Attributes:
        common: the rows of the first grade.
        others: the others.
        are_common: shape (n,): which rows are of the first.
    """

    common: Quantised
    others: Quantised
    are_common: NDArray[np.bool_]


class GradedRows:
    """Decodes rows of a table in two grades, as if they were one."""

    def __init__(self, graded: Graded) -> None:
        self._columns, self._are_common = len(graded.common.bits), graded.are_common
        self._grades = RoundedRows(graded.others), RoundedRows(graded.common)
        self._ranks = np.where(graded.are_common, np.cumsum(graded.are_common), np.cumsum(~graded.are_common)) - 1

    def __getitem__(self, places: Sequence[int]) -> NDArray[np.float32]:
        """Shape (len(places), k): the rows of these numbers."""
        wanted = np.asarray(places, dtype=np.intp)
        vectors = np.empty((len(wanted), self._columns), dtype=np.float32)
        for grade, rows in enumerate(self._grades):
            which = np.flatnonzero(self._are_common[wanted] == bool(grade))
            vectors[which] = rows[self._ranks[wanted[which]].tolist()]
        return vectors


_GRADES = ("common", "other")
GRADED_FILES = (*(f"{grade}_{part}.npy" for grade in _GRADES for part in Quantised._fields), "common.npy")
"""The files of a table in two grades, in one folder."""


def write_graded(graded: Graded, folder: Path) -> None:
    """Writes ``GRADED_FILES``."""
    for grade, quantised in zip(_GRADES, (graded.common, graded.others), strict=True):
        for part, array in quantised._asdict().items():
            np.save(folder / f"{grade}_{part}.npy", array)
    np.save(folder / "common.npy", np.packbits(graded.are_common))


def read_graded(folder: Path) -> Graded:
    """The table in a folder; its rows stay in their files."""
    common, others = (
        Quantised(
            np.load(folder / f"{grade}_rows.npy", mmap_mode="r"),
            np.load(folder / f"{grade}_bits.npy"),
            np.load(folder / f"{grade}_levels.npy"),
        )
        for grade in _GRADES
    )
    n = len(common.rows) + len(others.rows)
    return Graded(common, others, np.unpackbits(np.load(folder / "common.npy"), count=n).astype(bool))
