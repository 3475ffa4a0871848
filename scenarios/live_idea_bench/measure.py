"""LiveIdeaBench: facets of scientific ideas, from what judges say of ideas and of pairs of ideas.

Formulas (Ruan et al. 2024, section 3.1, Figure 1 and Table 2, in words only; in symbols ours). K keywords, for each of
them ideas i with ratings from 0 to 10 (means over the judges of an idea) and pairs p of two of its ideas::

    originality  = mean over all ideas of their ratings; feasibility likewise
    fluency      = mean over all pairs of what their letters are worth: A 10, B 20/3, C 10/3, D 0
    s_k          = 1/3 · (originality_k + feasibility_k + fluency_k), the means within keyword k
    flexibility  = 30th percentile of s_1..s_K, with linear interpolation
    score        = 1/4 · (originality + feasibility + fluency + flexibility)

With five facets (Schapiro et al. 2026, section 4) clarity is rated too: s_k has four parts, and the score five.

Units: points from 0 to 10. Judges rate from 1 to 10 and pairs are worth 0 to 10. In the paper's table models score
from 6.60 to 7.67.

What the paper leaves open or says in two ways:

* Letters: the paper prints 10.00, 6.67, 3.33, 0.00. These are thirds of 10, and thirds are used.
* Flexibility: the text says "originality and feasibility", Figure 1 the averages of all three dimensions. It is the
  figure that the table agrees with: each of its 20 flexibilities is a multiple of 1/9, as the mean of three facets in
  thirds is (three judges), and 1/6, that of two, does not divide 6.89 or 7.22.
* The percentile's interpolation: the paper names none; the authors' program interpolates linearly, as here.

Where the authors' program differs from the paper: letters are worth 10, 7, 4, 1; its judges rate clarity too; and its
percentile is over single judgements of single ideas, fluency not among them.

Undefined is None: a facet without any value (no pair: one idea a keyword), and a score without one of its facets. A
keyword that lacks one of the facets has no s_k; it is left out of the percentile and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from helm_creativity.scenarios.live_idea_bench.table import KeywordTable, ratio

LETTERS: Mapping[str, float] = {"A": 10.0, "B": 20 / 3, "C": 10 / 3, "D": 0.0}
"""What a judge's letter on a pair of ideas is worth."""
PERCENTILE = 30

# Draws that are equal differ by the rounding of their sums.
_NOISE = 1e-13
# Draws at a time: 100 draws of 1,180 keywords are about 1 MB an array.
_STEP = 100


@dataclass(frozen=True)
class LiveIdeaScores:
    """Facets and score of a run, see the formulas; None where undefined.

    Attributes:
        facets: by name: those that are rated, fluency, flexibility.
        score: their mean.
        n_values: by name of a rated facet: the ideas that have it; of fluency: the pairs.
        n_keywords: keywords in the percentile.
        n_incomplete: keywords that are not, because they lack a facet.
    """

    facets: Mapping[str, float | None]
    score: float | None
    n_values: Mapping[str, int]
    n_keywords: int
    n_incomplete: int


def average(values: Iterable[float | None]) -> float | None:
    """The mean of facets; None if one of them is, or without any."""
    given = list(values)
    known = [value for value in given if value is not None]
    return float(np.mean(known)) if known and len(known) == len(given) else None


def live_idea_scores(table: KeywordTable) -> LiveIdeaScores:
    """Facets and score of a run."""
    each = table.keyword_scores()
    complete = each[~np.isnan(each)]
    means = ratio(table.sums.sum(axis=1), table.counts.sum(axis=1))
    facets = {name: _defined(value) for name, value in zip(table.facets, means, strict=True)}
    facets["flexibility"] = float(np.percentile(complete, PERCENTILE)) if len(complete) else None
    numbers = {name: int(n) for name, n in zip(table.facets, table.counts.sum(axis=1), strict=True)}
    return LiveIdeaScores(facets, average(facets.values()), numbers, len(complete), len(each) - len(complete))


def category_means(table: KeywordTable, categories: Mapping[str, str]) -> dict[str, float | None]:
    """Mean of s_k over the keywords of each category; None for a category in which no keyword has one.

    Args:
        table: what judges said.
        categories: by keyword; keywords that are not there belong to none.

    Returns:
        By category, sorted. Flexibility, which is of no single keyword, is no part of it.
    """
    members: dict[str, list[float]] = {}
    for keyword, score in zip(table.keywords, table.keyword_scores().tolist(), strict=True):
        if keyword in categories:
            members.setdefault(categories[keyword], []).append(score)
    return {name: _mean_of_known(members[name]) for name in sorted(members)}


def bootstrap_se(table: KeywordTable, rng: np.random.Generator, draws: int = 1000) -> dict[str, float | None]:
    """Standard errors over keywords: the standard deviation of each facet when K keywords are drawn with replacement.

    A keyword comes with all its ideas and pairs. Judges are not resampled: the errors say how far another choice of
    keywords would lead, and nothing of another panel.

    Args:
        table: what judges said.
        rng: where the draws come from.
        draws: at least 2.

    Returns:
        By facet, with ``flexibility`` and ``score``. None for a facet that fewer than two keywords have, since one has
        no spread, and for the score if one of its facets is None. Draws in which a facet is undefined are left out.

    Raises:
        ValueError: for fewer than 2 draws.
    """
    if draws < 2:
        raise ValueError(f"a standard error needs at least 2 draws, got {draws}")
    names = (*table.facets, "flexibility", "score")
    k = len(table.keywords)
    if k < 2:
        return dict.fromkeys(names)
    blocks = []
    for start in range(0, draws, _STEP):
        times = rng.multinomial(k, np.full(k, 1 / k), size=min(_STEP, draws - start))
        means = ratio(times @ table.sums.T, times @ table.counts.T)
        flexibility = _percentiles(table.keyword_scores(), times)[:, None]
        parts = np.concatenate([means, flexibility], axis=1)
        blocks.append(np.concatenate([parts, parts.mean(axis=1, keepdims=True)], axis=1))
    having = [*(table.counts > 0).sum(axis=1), (~np.isnan(table.keyword_scores())).sum()]
    enough = [n > 1 for n in (*having, min(having))]
    drawn = np.concatenate(blocks).T
    return {name: _spread(one) if there else None for name, one, there in zip(names, drawn, enough, strict=True)}


def _percentiles(scores: NDArray[np.float64], times: NDArray[np.int64]) -> NDArray[np.float64]:
    """The 30th percentile of each draw, with linear interpolation.

    Args:
        scores: shape (K,), NaN where undefined.
        times: shape (b, K): how often each keyword was drawn.

    Returns:
        Shape (b,), NaN where no keyword with a score was drawn.
    """
    order = np.argsort(scores)[: int((~np.isnan(scores)).sum())]
    if not len(order):
        return np.full(len(times), np.nan)
    upto = times[:, order].cumsum(axis=1)
    n = upto[:, -1]
    rank = np.maximum(n - 1, 0) * (PERCENTILE / 100)
    low = np.floor(rank)
    ends = [np.minimum((upto <= end[:, None]).sum(axis=1), len(order) - 1) for end in (low, np.ceil(rank))]
    first, second = (scores[order][end] for end in ends)
    return np.where(n > 0, first + (rank - low) * (second - first), np.nan)


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _mean_of_known(values: Sequence[float]) -> float | None:
    """The mean of those that are numbers; None without any."""
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else None


def _spread(values: NDArray[np.float64]) -> float | None:
    """The standard deviation of those draws that are defined; None for fewer than two."""
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return None
    spread = float(known.std(ddof=1))
    return spread if spread > _NOISE else 0.0
