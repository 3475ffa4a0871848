"""Divergent Remote Association Test: the distance of those words that are relevant to an anchor set.

Formulas (Schapiro et al. 2026, eq. 6-9), for words W, anchors A = (a_1..a_k) and a pool P of random nouns::

    u(w; A)     = max_i cos(w, a_i)                          (eq. 6; min and mean in appendix F.1)
    τ_A         = quantile_q({u(p; A) : p in P})             (eq. 7; q = 0.90, linear interpolation)
    S(W; A)     = {w in W : u(w; A) > τ_A}                   (eq. 8; strictly above)
    DRAT(W; A)  = 100 / (s(s-1)) · Σ_{i≠j} (1 - cos(w_i, w_j)) over S, s = |S|, if s >= n_min, else 0     (eq. 9)

Units: hundredths of cosine distance. 0 for s times the same direction, 100 for unrelated survivors, at most
100·s/(s-1); and 0, by the paper's own rule, when fewer than n_min words are relevant. How often that happens is
reported as ``relevance_collapse_rate``: a 0 of that kind is not a distance.

Figure 8 fixes what the paper leaves open: with all-mpnet-base-v2, n_min = 3 and the 50 cue words as the pool its three
lists score 81.99 (3 survivors), 71.31 (8) and 0 (none), with τ = .3605.

Undefined: for fewer than n_min words a response cannot have n_min survivors whatever they mean; the scorer leaves it
unscored, unless it is to count as 0 (``too_few``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.task_types.word_list.scoring import mean_distances

UTILITIES: dict[str, Callable[..., NDArray[np.float64]]] = {"max": np.max, "min": np.min, "avg": np.mean}


class DratResult(NamedTuple):
    """Eq. 9; eq. 7; shape (n,), which words are relevant (eq. 8); the distance of all n words, None below two."""

    score: float
    tau: float
    survivors: NDArray[np.bool_]
    dat: float | None


def similarities(words: NDArray[np.floating], anchors: NDArray[np.floating]) -> NDArray[np.float64]:
    """Cosine similarities of words, shape (n, d), to anchors, shape (k, d): shape (n, k).

    Each has the same bits whatever rows stand beside its own. How a product of matrices is divided into blocks depends
    on their size, and would move the last bits of a threshold with the other responses of a run.
    """
    rows = np.asarray(words, dtype=np.float64, order="C")
    columns = [np.add.reduce(rows * anchor, axis=1) for anchor in np.asarray(anchors, dtype=np.float64)]
    return np.stack(columns, axis=1)


def utility(similarities: NDArray[np.floating], kind: str = "max") -> NDArray[np.float64]:
    """Eq. 6: of similarities to the k anchors, shape (..., k); ``kind`` is one of ``UTILITIES``."""
    return np.asarray(UTILITIES[kind](similarities, axis=-1), dtype=np.float64)


def threshold(utilities: NDArray[np.floating], quantile: float = 0.9) -> float:
    """Eq. 7, with linear interpolation between the pool's utilities, shape (p,)."""
    return float(np.quantile(utilities, quantile, method="linear"))


def drat_of_lists(
    lists: Sequence[Sequence[int]],
    anchors: Sequence[tuple[int, ...]],
    pool: Sequence[int],
    vectors: NDArray[np.float32],
    kind: str = "max",
    quantile: float = 0.9,
    n_min: int = 3,
) -> list[DratResult]:
    """DRAT of m responses whose words, anchors and pool are rows of one table.

    A threshold is found once for each set of anchors, from its rows and the pool's alone.

    Args:
        lists: m lists of row numbers.
        anchors: the anchor set of each of them.
        pool: rows of the pool.
        vectors: shape (u, d).
        kind: see ``utility``.
        quantile: q, 0 to 1.
        n_min: survivors below which the score is 0, at least 2.
    """

    def utilities(rows: Sequence[int], anchor: tuple[int, ...]) -> NDArray[np.float64]:
        return utility(similarities(vectors[list(rows)], vectors[list(anchor)]), kind)

    taus = {anchor: threshold(utilities(pool, anchor), quantile) for anchor in dict.fromkeys(anchors)}
    survivors = [
        utilities(words, anchor) > taus[anchor] if words else np.zeros(0, dtype=bool)
        for words, anchor in zip(lists, anchors, strict=True)
    ]
    relevant = [np.asarray(words, dtype=int)[mask].tolist() for words, mask in zip(lists, survivors, strict=True)]
    enough = [i for i, rows in enumerate(relevant) if len(rows) >= n_min]
    scores = np.zeros(len(lists))
    scores[enough] = mean_distances([relevant[i] for i in enough], vectors)
    whole = np.full(len(lists), np.nan)
    long = [i for i, rows in enumerate(lists) if len(rows) > 1]
    whole[long] = mean_distances([lists[i] for i in long], vectors)
    return [
        DratResult(float(score), taus[anchor], mask, None if np.isnan(dat) else float(dat))
        for score, anchor, mask, dat in zip(scores, anchors, survivors, whole, strict=True)
    ]
