"""LiveIdeaBench: dimensions of scientific ideas, from the ratings of ideas and of pairs of ideas.

Formulas (Ruan et al. 2024, section 3.1, Figure 1 and Table 2, in words only; in symbols ours). K keywords, for each of
them ideas i with ratings from 0 to 10 (means over the judges of an idea) and pairs p of two of its ideas::

    originality  = mean over all ideas of their ratings; feasibility likewise
    fluency      = mean over all pairs of what their letters are worth: A 10, B 20/3, C 10/3, D 0
    s_k          = 1/3 · (originality_k + feasibility_k + fluency_k), the means within keyword k
    flexibility  = 30th percentile of s_1..s_K, with linear interpolation
    score        = 1/4 · (originality + feasibility + fluency + flexibility)

With five dimensions (Schapiro et al. 2026, section 4) clarity is rated too: s_k has four parts, and the score five.

Units: points from 0 to 10. Judges rate from 1 to 10 and pairs are worth 0 to 10. In the paper's table models score
from 6.60 to 7.67.

What the paper leaves open or says in two ways:

* Letters: the paper prints 10.00, 6.67, 3.33, 0.00. These are thirds of 10, and thirds are used.
* Flexibility: the text says "originality and feasibility", Figure 1 the averages of all three dimensions. It is the
  figure that the table agrees with: each of its 20 flexibilities is a multiple of 1/9, as the mean of three dimensions
  in thirds is (three judges), and 1/6, that of two, does not divide 6.89 or 7.22.
* The percentile's interpolation: the paper names none; the authors' program interpolates linearly, as here.

Where the authors' program differs from the paper: letters are worth 10, 7, 4, 1; its judges rate clarity too; and its
percentile is over single judgements of single ideas, fluency not among them.

Undefined is None: a dimension without any value (no pair: one idea for a keyword), and a score without one of its
dimensions. A keyword that lacks one of them has no s_k; it is left out of the percentile and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.tables import ratio

LETTERS: Mapping[str, float] = {"A": 10.0, "B": 20 / 3, "C": 10 / 3, "D": 0.0}
"""What a judge's letter on a pair of ideas is worth."""
PERCENTILE = 30
MOST = 10.0
"""Points of a rating, or of a pair."""

FOUR = ("originality", "feasibility")
FIVE = (*FOUR, "clarity")
"""What is rated for each idea, with four and with five dimensions in all."""

Values = Sequence[float | None]

# Draws that are equal differ by the rounding of their sums.
_NOISE = 1e-13
# Draws at a time: 100 draws of 1,180 keywords are about 1 MB an array.
_STEP = 100


@dataclass(frozen=True)
class KeywordTable:
    """Sums and numbers of values within each keyword, which all results are made from.

    Attributes:
        keywords: K names, sorted, so that nothing depends on the order of the responses.
        submetrics: the rated dimensions, then fluency: F names.
        sums: shape (F, K), points.
        counts: shape (F, K): of the values in ``sums``.
    """

    keywords: tuple[str, ...]
    submetrics: tuple[str, ...]
    sums: NDArray[np.float64]
    counts: NDArray[np.float64]

    def keyword_scores(self) -> NDArray[np.float64]:
        """Shape (K,): s_k, NaN for a keyword that lacks a dimension."""
        return np.asarray(ratio(self.sums, self.counts).mean(axis=0), dtype=np.float64)


def tabulate(
    keywords: Sequence[str],
    ratings: Mapping[str, Values],
    pairs: Sequence[tuple[int, int]],
    fluency: Values,
    failed: Sequence[bool] | None = None,
) -> KeywordTable:
    """The ratings, by keyword.

    Args:
        keywords: of the n responses.
        ratings: by dimension, ``FOUR`` or ``FIVE``: n points each, 0 to 10; None (or NaN) for what was not rated.
        pairs: m pairs of responses by position, each of two responses to one keyword.
        fluency: m points, 0 to 10; None for what was not judged.
        failed: shape (n,): responses that the model itself is to blame for (refused, empty, too long...). With it,
            each of them counts 0 in every dimension, and so does a pair that it is part of. What was merely not judged
            is left out all the same.

    Raises:
        ValueError: for other dimensions, lengths that differ, a value off the scale, a pair of one response or of two
            keywords, or a failed response that is rated nevertheless.
    """
    if tuple(ratings) not in (FOUR, FIVE):
        raise ValueError(f"ratings must be {', '.join(FOUR)} and perhaps clarity, in this order, got {list(ratings)}")
    names = tuple(sorted(set(keywords)))
    position = {name: k for k, name in enumerate(names)}
    codes = np.array([position[keyword] for keyword in keywords], dtype=np.intp)
    values = [_points(name, points, len(keywords)) for name, points in ratings.items()]
    where = _pairs(pairs, keywords)
    pair_values = _points("fluency", fluency, len(where))
    if failed is not None:
        at_fault = _mask(failed, len(keywords))
        for name, points in zip(ratings, values, strict=True):
            _fill(points, at_fault, name)
        _fill(pair_values, at_fault[where[:, 0]] | at_fault[where[:, 1]], "fluency")
    columns = [*((codes, points) for points in values), (codes[where[:, 0]], pair_values)]
    known = [(code[~np.isnan(points)], points[~np.isnan(points)]) for code, points in columns]
    sums = np.array([np.bincount(code, weights=points, minlength=len(names)) for code, points in known])
    counts = np.array([np.bincount(code, minlength=len(names)) for code, _ in known], dtype=np.float64)
    return KeywordTable(names, (*ratings, "fluency"), sums, counts)


def _points(name: str, values: Values, length: int) -> NDArray[np.float64]:
    """The values as an array, NaN for None; anything else must be on the scale."""
    if len(values) != length:
        raise ValueError(f"{name} must have {length} values, got {len(values)}")
    points = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    for i in np.flatnonzero(~(np.isnan(points) | ((points >= 0) & (points <= MOST))))[:1]:
        raise ValueError(f"{name}[{i}] must be from 0 to {MOST:g}, got {points[i]}")
    return points


def _pairs(pairs: Sequence[tuple[int, int]], keywords: Sequence[str]) -> NDArray[np.intp]:
    """Shape (m, 2)."""
    for i, (first, other) in enumerate(pairs):
        if not (0 <= first < len(keywords) and 0 <= other < len(keywords)) or first == other:
            raise ValueError(f"pairs[{i}] must name two of {len(keywords)} responses, got {(first, other)}")
        if keywords[first] != keywords[other]:
            raise ValueError(f"pairs[{i}] must be of one keyword, got {keywords[first]!r} and {keywords[other]!r}")
    return np.array(pairs, dtype=np.intp).reshape(-1, 2)


def _mask(failed: Sequence[bool], length: int) -> NDArray[np.bool_]:
    """Shape (n,)."""
    if len(failed) != length:
        raise ValueError(f"failed must have {length} values, got {len(failed)}")
    return np.array(failed, dtype=np.bool_)


def _fill(points: NDArray[np.float64], at_fault: NDArray[np.bool_], name: str) -> None:
    """Writes 0 for failed responses, which must be NaN before."""
    for i in np.flatnonzero(at_fault & ~np.isnan(points))[:1]:
        raise ValueError(f"{name}[{i}] is {points[i]:g}, of a response that failed; expected None")
    points[at_fault] = 0.0


@dataclass(frozen=True)
class LiveIdeaScores:
    """Dimensions and score of a run, see the formulas; None where undefined.

    Attributes:
        submetrics: by name: those that are rated, fluency, flexibility.
        score: their mean.
        n_values: by name of a rated dimension: the ideas that have it; of fluency: the pairs.
        n_keywords: keywords in the percentile; others lack a dimension.
    """

    submetrics: Mapping[str, float | None]
    score: float | None
    n_values: Mapping[str, int]
    n_keywords: int


def average(values: Iterable[float | None]) -> float | None:
    """The mean of dimensions; None if one of them is, or without any."""
    listed = list(values)
    known = [value for value in listed if value is not None]
    return float(np.mean(known)) if known and len(known) == len(listed) else None


def live_idea_scores(table: KeywordTable) -> LiveIdeaScores:
    """Dimensions and score of a run."""
    each = table.keyword_scores()
    complete = each[~np.isnan(each)]
    means = ratio(table.sums.sum(axis=1), table.counts.sum(axis=1))
    submetrics = {
        name: None if np.isnan(value) else float(value) for name, value in zip(table.submetrics, means, strict=True)
    }
    submetrics["flexibility"] = float(np.percentile(complete, PERCENTILE)) if len(complete) else None
    numbers = {name: int(n) for name, n in zip(table.submetrics, table.counts.sum(axis=1), strict=True)}
    return LiveIdeaScores(submetrics, average(submetrics.values()), numbers, len(complete))


def category_means(table: KeywordTable, categories: Mapping[str, str]) -> dict[str, float | None]:
    """Mean of s_k over the keywords of each category; None for a category in which no keyword has one.

    Args:
        table: the ratings.
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
    """Standard errors over keywords: the standard deviation of each result over draws of K keywords with replacement.

    A keyword comes with all its ideas and pairs. Judges are not resampled: the errors say how far another choice of
    keywords would lead, and nothing of another panel.

    Args:
        table: the ratings.
        rng: where the draws come from.
        draws: at least 2.

    Returns:
        By dimension, with ``flexibility`` and ``score``. None for a dimension that fewer than two keywords have, since
        one has no spread, and for the score if one of its dimensions is None. Draws in which one is undefined are left
        out.

    Raises:
        ValueError: for fewer than 2 draws.
    """
    if draws < 2:
        raise ValueError(f"a standard error needs at least 2 draws, got {draws}")
    names = (*table.submetrics, "flexibility", "score")
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
    return {
        name: _deviation_of_draws(values) if there else None
        for name, values, there in zip(names, drawn, enough, strict=True)
    }


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


def _mean_of_known(values: Sequence[float]) -> float | None:
    """The mean of those that are numbers; None without any."""
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else None


def _deviation_of_draws(values: NDArray[np.float64]) -> float | None:
    """The standard deviation of those draws that are defined; None for fewer than two."""
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return None
    spread = float(known.std(ddof=1))
    return spread if spread > _NOISE else 0.0
