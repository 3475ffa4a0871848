"""Alternate uses: fluency, originality by vectors and by judges, flexibility, elaboration.

A response lists n uses u_1..u_n of an object o. Only different uses that are more than the object's name count, and
only as many as the prompt asked for.

* Fluency: n.
* Semantic originality: mean over i of 1 - cos(o, u_i), 0 to 2, over the uses that have a vector. Wadhwa et al. 2026,
  appendix H, after Wenger and Kenett 2025; the paper says GloVe and cosine distance, not how the vectors of a phrase's
  words become one (see ``vectors``).
* Judged originality: mean over i of the mean over judges of their ratings of u_i, on the scale of the protocol. A use
  without a rating is left out of it; where more than half have none, there is no mean. That floor is ours. Any other
  dimension in which judges rate each use has the same mean.
* Flexibility: mean over judges of the number of categories into which a judge sorts the n uses, 1 to n.
* Semantic flexibility: the number of clusters of the uses' vectors, 1 to n: average linkage (UPGMA) on the distance
  1 - cos, merging as long as two clusters are at a mean distance of at most ``THRESHOLD``. Both are ours. The uses are
  put in one order first, so that ties between distances are broken the same way whatever order the response has.
* Elaboration: mean over i of the number of content words of u_i.

The two originalities and the two flexibilities are separate measures and are never averaged. Over no values each is
None. Guilford's own scoring of originality, statistical rarity within a sample of people, is not computed: it depends
on who else responded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from helm_creativity.judges.ratings import enough_rated, mean_or_none

if TYPE_CHECKING:
    from helm_creativity.scenarios.aut.vectors import UseSpace

THRESHOLD = 0.6
"""Mean cosine distance up to which two clusters of uses are one. Chosen for this package; no source names one."""


def distances(thing: NDArray[np.floating], uses: NDArray[np.floating]) -> NDArray[np.float64]:
    """Cosine distance of each of n uses, shape (n, d), to the object, shape (d,).

    Returns:
        Shape (n,), 0 to 2; what rounding puts outside is brought back.
    """
    return np.clip(1.0 - np.asarray(uses, np.float64) @ np.asarray(thing, np.float64), 0.0, 2.0)


def mean_rating(ratings: Sequence[Sequence[float]]) -> float | None:
    """Mean over n uses of the mean over judges, on their scale; None where fewer than half of the uses were rated."""
    rated = [value for value in map(mean_or_none, ratings) if value is not None]
    return mean_or_none(rated) if enough_rated(len(rated), len(ratings)) else None


def semantic_flexibility(uses: NDArray[np.floating], threshold: float = THRESHOLD) -> int | None:
    """Number of clusters of n uses, shape (n, d), compared by dot product: 1 to n; None for n = 0."""
    from scipy.cluster.hierarchy import linkage

    n = len(uses)
    if n < 2:
        return n or None
    rows = np.asarray(uses, np.float64)
    rows = rows[sorted(range(n), key=lambda i: rows[i].tobytes())]
    apart = np.clip(1.0 - rows @ rows.T, 0.0, 2.0)[np.triu_indices(n, 1)]
    return int(np.count_nonzero(linkage(apart, method="average")[:, 2] > threshold)) + 1


def semantic_scores(
    spaces: Sequence[UseSpace], thing: str, uses: Sequence[str]
) -> tuple[dict[str, float | None], list[float | None]]:
    """Submetrics by one or several embeddings, and each use's distance to the object.

    Where there are several, a use counts that all of them know, and every number is the members' mean.
    """
    known = [use for use in uses if all(space.knows(use) for space in spaces)]
    each, vectors = dict[str, float](), [space.vectors(known) for space in spaces]
    if known and all(space.knows(thing) for space in spaces):
        apart = [distances(space.vectors([thing])[0], rows) for space, rows in zip(spaces, vectors, strict=True)]
        each = dict(zip(known, np.mean(apart, axis=0).tolist(), strict=True))
    submetrics = {
        "semantic_originality": mean_or_none(list(each.values())),
        "semantic_flexibility": mean_or_none([semantic_flexibility(rows) or 0 for rows in vectors if len(rows)]),
        "uses_without_vector": float(sum(use not in known for use in uses)),
    }
    return submetrics, [each.get(use) for use in uses]
