"""What the stars of a printed correlation say of how many models stand behind it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
LEVELS = (0.05, 0.01, 0.001)
"""A star each."""
HALF = 0.005
"""How far a correlation printed to two decimals can be off."""
MOST = 1000


class Pool(NamedTuple):
    """Sizes of a pool of models.

    Attributes:
        least: the smallest.
        most: the largest, None where there is no limit below ``MOST``.
    """

    least: int
    most: int | None


def stars_of(p: float) -> str:
    """Stars of a p-value."""
    return "*" * sum(p < level for level in LEVELS)


def pool_of_stars(r: float, stars: str, k: int) -> Pool | None:
    """Sizes for which a correlation that is printed as ``r`` can have those stars.

    Args:
        r: to two decimals.
        stars: as printed.
        k: controls.

    Returns:
        None where no size below ``MOST`` has: with more models a correlation is more significant, so that the sizes
        that can be are those between the least and the most.
    """
    n = np.arange(k + 3, MOST)
    fewest, most = (_stars(_p(max(abs(r) + off, 0.0), n - 2 - k)) for off in (-HALF, HALF))
    sizes = n[(fewest <= len(stars)) & (len(stars) <= most)]
    if not sizes.size:
        return None
    return Pool(int(sizes[0]), int(sizes[-1]) if sizes[-1] < MOST - 1 else None)


def _stars(p: Numbers) -> NDArray[np.int64]:
    """How many stars p-values have."""
    return np.asarray((p[:, None] < np.array(LEVELS)).sum(axis=1), dtype=np.int64)


def _p(r: float, df: NDArray[np.int64]) -> Numbers:
    """Two-sided p-values of a correlation."""
    from scipy.special import stdtr

    r = min(r, 1 - 1e-12)
    return np.asarray(2 * stdtr(df, -r * np.sqrt(df / (1 - r**2))), dtype=np.float64)
