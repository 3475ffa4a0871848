"""How much of the variance of scores lies between models, items and the levels of a factor, and in how they combine."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.tables import Numbers, as_array, varies

MODELS, ITEMS, LEVELS = "models", "items", "factor"
RESIDUAL = "residual"
SOURCES = (
    MODELS,
    ITEMS,
    LEVELS,
    "models x items",
    "models x factor",
    "items x factor",
    RESIDUAL,
)
"""Where variance lies: the main effects, those of every two, and what is left, which is that of all three and error."""
_AXES = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
"""Of a table of models by items by levels, those that each source varies over."""


class VarianceShares(NamedTuple):
    """Components of variance of scores of models on items under the levels of a factor."""

    n_models: int  # n
    n_items: int  # k, those that are complete
    items_left_out: int  # items that lack a score of some model under some level
    # seven variances in the order of ``SOURCES``, in squared units of the scores, none below 0
    components: tuple[float, ...]
    shares: tuple[float, ...]  # the components divided by their sum; they add to 1
    truncated: tuple[str, ...]  # sources whose estimate was below 0 and counts as 0


def variance_shares(scores: ArrayLike) -> VarianceShares | None:
    """Variance components of a crossed design: n models by k items by l levels of a factor, one score in each cell.

    The model is random in all three::

        y_mil = μ + M_m + I_i + F_l + (MI)_mi + (MF)_ml + (IF)_il + e_mil

    with independent terms of variances σ²_M, σ²_I, ... The residual e holds the interaction of all three and error,
    which one score in a cell does not separate. With the mean squares of the analysis of variance, the estimators in
    closed form (Searle, Casella and McCulloch 1992, chapter 4, on balanced data) are::

        σ²_e  = MS_MIF
        σ²_MI = (MS_MI - MS_MIF) / l        σ²_MF = (MS_MF - MS_MIF) / k        σ²_IF = (MS_IF - MS_MIF) / n
        σ²_M  = (MS_M - MS_MI - MS_MF + MS_MIF) / (k·l), and σ²_I and σ²_F likewise

    They are unbiased whatever the distributions are. In balanced data they are those of restricted maximum likelihood
    under normal distributions, where none is below 0 (ibid., chapter 6). One below 0 counts as 0 and is named; the
    others stay as they are, which restricted maximum likelihood would change a little.

    The levels of an experiment are chosen, not drawn. σ²_F then estimates Σ(F_l - mean)²/(l - 1), the spread of these
    levels. The other components mean the same as before where interactions are taken as random.

    Where a cell is missing, its item is left out as a whole, so that the design stays balanced.

    ``scores``: shape (n, k, l). Models that lack a level altogether must be left out before. Returns None with fewer
    than two models, complete items or levels, and where all scores of complete items are equal. Raises ValueError as
    ``as_array`` does.
    """
    table = as_array(scores, "scores", "n_models", "n_items", "n_levels")
    complete = ~np.isnan(table).any(axis=(0, 2))
    y = table[:, complete, :]
    if min(y.shape) < 2 or not varies(y.reshape(-1, 1))[0]:
        return None
    squares = _mean_squares(y - y.mean())
    raw = [_component(axes, squares, y.shape) for axes in _AXES]
    noise = 64 * np.finfo(np.float64).eps * max(squares.values())
    found = np.array([value if value > noise else 0.0 for value in raw])
    truncated = tuple(name for name, value in zip(SOURCES, raw, strict=True) if value < -noise)
    (n, k), shares = y.shape[:2], (found / found.sum()).tolist()
    return VarianceShares(n, k, int((~complete).sum()), tuple(found.tolist()), tuple(shares), truncated)


def _mean_squares(y: Numbers) -> dict[tuple[int, ...], float]:
    """Of every source, by its axes, from scores with mean 0."""
    effects: dict[tuple[int, ...], Numbers] = {}
    found: dict[tuple[int, ...], float] = {}
    for axes in _AXES:
        over = tuple({0, 1, 2} - set(axes))
        effect = y.mean(axis=over, keepdims=True)
        for size in range(1, len(axes)):
            for part in combinations(axes, size):
                effect = effect - effects[part]
        effects[axes] = effect
        repeated = int(np.prod([y.shape[axis] for axis in over]))
        freedom = int(np.prod([y.shape[axis] - 1 for axis in axes]))
        found[axes] = float((effect**2).sum()) * repeated / freedom
    return found


def _component(axes: tuple[int, ...], squares: dict[tuple[int, ...], float], shape: tuple[int, ...]) -> float:
    """The estimator of one source: mean squares of all sources that hold it, with alternating signs."""
    holding = [other for other in _AXES if set(axes) <= set(other)]
    signed = [squares[other] if (len(other) - len(axes)) % 2 == 0 else -squares[other] for other in holding]
    return sum(signed) / int(np.prod([shape[axis] for axis in set(range(3)) - set(axes)]))
