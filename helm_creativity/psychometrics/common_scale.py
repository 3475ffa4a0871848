"""People and models on one scale: scores without what follows from length, z within a task's items, reliability.

These are the steps of the paired-human part of AGC-Bench (Beaty et al. 2026, section 3.6): each response has novelty
and diversity, "length-residualized and z-scored within (task, prompt)".
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers, as_array, known_means, varies

MIN_CELL = 3
"""Responses to an item of which a slope can be taken: a line through two leaves nothing."""
MIN_AUTHORS = 6
"""Authors in each group for which the ratio of two alphas has a variance."""


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


def diversity(vectors: ArrayLike, cells: Sequence[Hashable], authors: Sequence[Hashable]) -> Numbers:
    """How far each response lies from those of other authors in its cell: the mean of 1 - x_i·x_j.

    Uses Σ_j x_i·x_j = x_i · Σ_j x_j, so that the cost is that of one pass over the rows.

    ``vectors``: shape (n_responses, d), compared by dot product; a row with NaN where a response has no vector.
    ``cells``: what was asked, for each response. ``authors``: whose it is. Returns shape (n_responses,); NaN without a
    vector, and where no other author of the cell has one. Raises ValueError as ``as_array`` does, and for another
    number of cells or authors.
    """
    x = as_array(vectors, "vectors", "n_responses", "d")
    if not len(x) == len(cells) == len(authors):
        raise ValueError(f"expected as many vectors, cells and authors, got {len(x)}, {len(cells)} and {len(authors)}")
    found = np.full(len(x), np.nan)
    known = np.asarray(~np.isnan(x).any(axis=1), dtype=np.bool_)
    for places in _places(cells):
        kept = places[known[places]]
        total = x[kept].sum(axis=0)
        for own in _places([authors[place] for place in kept]):
            others = len(kept) - len(own)
            if others:
                found[kept[own]] = 1 - x[kept[own]] @ (total - x[kept[own]].sum(axis=0)) / others
    return found


def common_scale(components: ArrayLike, lengths: ArrayLike, cells: Sequence[Hashable]) -> Numbers:
    """The score of each response: the mean of its components, each without length and as z within the cell.

    ``components``: shape (n_responses, n_components), such as novelty and diversity; NaN where missing. A response has
    the mean of those that it has. ``lengths``: see ``length_residuals``. Raises ValueError as ``length_residuals``
    does.
    """
    table = as_array(components, "components", "n_responses", "n_components")
    z = np.array([z_within(length_residuals(column, lengths, cells), cells) for column in table.T])
    return known_means(z.T)


def _places(cells: Sequence[Hashable]) -> list[NDArray[np.intp]]:
    by_cell: dict[Hashable, list[int]] = {}
    for place, cell in enumerate(cells):
        by_cell.setdefault(cell, []).append(place)
    return [np.array(places) for places in by_cell.values()]


class AlphaDifference(NamedTuple):
    """Whether two independent groups have the same alpha."""

    w: float  # (1 - alpha of the first) / (1 - alpha of the second)
    df1: float  # degrees of freedom of the numerator; not an integer
    df2: float  # of the denominator; likewise
    p: float  # two-sided


def alpha_difference(first: float, n_first: int, second: float, n_second: int, k: int) -> AlphaDifference | None:
    """Test of the equality of Cronbach's alpha of the same k tasks in two independent groups (Feldt 1969).

    If the alphas are equal, W is the product of two independent variables of F distributions::

        W = (1 - a₁) / (1 - a₂)  ~  F((n₁-1)(k-1), n₁-1) · F(n₂-1, (n₂-1)(k-1))

    whose distribution is close to the F with the same mean A and mean square B (Feldt, Woodruff and Salih 1987)::

        df₂ = 2A / (A - 1),    df₁ = 2A² / (2B - A·B - A²)

    ``first``: alpha of the first group. ``n_first``: people or models that have all tasks. ``second``: alpha of the
    second group. ``k``: tasks. Returns None for groups of fewer than six, for which B does not exist, for groups of so
    few more that no F has this mean and mean square, for fewer than two tasks, and for an alpha of 1.
    """
    from scipy.special import fdtr, fdtrc

    if min(n_first, n_second) < MIN_AUTHORS or k < 2 or max(first, second) >= 1:
        return None
    degrees = ((n_first - 1) * (k - 1), n_first - 1), (n_second - 1, (n_second - 1) * (k - 1))
    mean = square = 1.0
    for up, down in degrees:
        if down <= 4:
            return None
        mean *= down / (down - 2)
        square *= down**2 * (up + 2) / ((down - 2) * (down - 4) * up)
    spread = 2 * square - mean * square - mean**2
    if spread <= 0:
        return None
    df2 = 2 * mean / (mean - 1)
    df1 = 2 * mean**2 / spread
    w = (1 - first) / (1 - second)
    return AlphaDifference(w, df1, df2, min(1.0, 2 * float(min(fdtr(df1, df2, w), fdtrc(df1, df2, w)))))
