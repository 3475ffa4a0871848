"""A row of a rounded table, decoded the slow way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def decoded(row: NDArray[np.uint8], bits: Sequence[int], levels: NDArray[np.float32]) -> list[float]:
    """The row as one binary number, the longest codes first."""
    digits, values = "".join(f"{byte:08b}" for byte in row.tolist()), {}
    for column in sorted(range(len(bits)), key=lambda column: -int(bits[column])):
        length, first = int(bits[column]), sum(2 ** int(before) for before in bits[:column])
        values[column], digits = levels[first + int(digits[:length] or "0", 2)], digits[length:]
    return [values[column] for column in range(len(bits))]
