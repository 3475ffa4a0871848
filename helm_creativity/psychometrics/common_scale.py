"""People and models on one scale: scores without what follows from length, z within a task's items, reliability.

These are the steps of the paired-human part of AGC-Bench (Beaty et al. 2026, section 3.6): each response has novelty
and diversity, "length-residualized and z-scored within (task, prompt)".
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers, as_array, varies

MIN_CELL = 3
"""Responses to an item of which a slope can be taken: a line through two leaves nothing."""


def length_residuals(scores: ArrayLike, lengths: ArrayLike, cells: Sequence[Hashable]) -> Numbers:
    """What is left of scores after linear regression on the logarithm of length, within each cell.

    With x = ln length, y the score and means m over the responses of a cell that have both::

        b = Σ (x - m_x)(y - m_y) / Σ (x - m_x)²,    residual = y - m_y - b·(x - m_x)

    Where all responses of a cell are equally long, b is 0.

    ``scores``: shape (n_responses,). ``lengths``: shape (n_responses,), in words; NaN or 0 where there is none.
    ``cells``: what was asked, for each response. Returns shape (n_responses,); NaN without score or length, and in a
    cell of fewer than three responses. Raises ValueError as ``as_array`` does, for numbers of scores, lengths and cells
    that differ, and for a length below 0.
    """
    y, words = as_array(scores, "scores", "n_responses"), as_array(lengths, "lengths", "n_responses")
    if not y.shape == words.shape == (len(cells),):
        raise ValueError(f"expected as many scores, lengths and cells, got {len(y)}, {len(words)} and {len(cells)}")
    if (words < 0).any():
        raise ValueError(f"expected lengths of 0 or more, got {words[words < 0][0]:g}")
    x = np.log(np.where(words > 0, words, np.nan))
    residuals = np.full(len(y), np.nan)
    for places in _places(cells):
        kept = places[~(np.isnan(x[places]) | np.isnan(y[places]))]
        if len(kept) < MIN_CELL:
            continue
        dx, dy = x[kept] - x[kept].mean(), y[kept] - y[kept].mean()
        slope = dx @ dy / (dx @ dx) if varies(x[kept][:, None])[0] else 0.0
        residuals[kept] = dy - slope * dx
    return residuals


def z_within(values: ArrayLike, cells: Sequence[Hashable]) -> Numbers:
    """Z within each cell (divisor n - 1); NaN where missing, without a spread, or with fewer than two values.

    Raises ValueError as ``as_array`` does, and for another number of cells.
    """
    found = as_array(values, "values", "n_responses")
    if found.shape != (len(cells),):
        raise ValueError(f"expected as many values as cells, got {len(found)} and {len(cells)}")
    z = np.full(len(found), np.nan)
    for places in _places(cells):
        kept = places[~np.isnan(found[places])]
        if len(kept) > 1 and varies(found[kept][:, None])[0]:
            z[kept] = (found[kept] - found[kept].mean()) / found[kept].std(ddof=1)
    return z


def _places(cells: Sequence[Hashable]) -> list[NDArray[np.intp]]:
    by_cell: dict[Hashable, list[int]] = {}
    for place, cell in enumerate(cells):
        by_cell.setdefault(cell, []).append(place)
    return [np.array(places) for places in by_cell.values()]
