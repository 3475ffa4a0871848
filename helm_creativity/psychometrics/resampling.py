"""What statistics that draw at random share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def check_draws(draws: int) -> None:
    """Refuses to draw nothing.

    Raises:
        ValueError: for fewer than one draw.
    """
    if draws < 1:
        raise ValueError(f"draws must be at least 1, got {draws}")


def times_drawn(rng: np.random.Generator, draws: int, n: int) -> NDArray[np.float64]:
    """How often each of n things comes when n are drawn with replacement, shape (draws, n); rows add up to n."""
    drawn = rng.integers(n, size=(draws, n))
    drawn += n * np.arange(draws)[:, None]
    return np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape).astype(np.float64)


def random_places(rng: np.random.Generator, shape: tuple[int, ...], n: int) -> NDArray[np.int64]:
    """The place, 0 to n - 1, of each of n things in a random order, shape (*shape, n), every row one order."""
    return np.asarray(rng.permuted(np.broadcast_to(np.arange(n), (*shape, n)), axis=-1))
