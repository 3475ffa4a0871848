"""What judges said of ideas and of pairs of ideas, summed by keyword."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TOP = 10.0
FOUR = ("originality", "feasibility")
FIVE = (*FOUR, "clarity")
"""Facets that are rated for each idea, with four and with five facets in all."""

Values = Sequence[float | None]


@dataclass(frozen=True)
class KeywordTable:
    """Sums and numbers of values within each keyword, which all results are made from.

    Attributes:
        keywords: K names, sorted, so that nothing depends on the order of the answers.
        facets: the rated facets, then fluency: F names.
        sums: shape (F, K), points.
        counts: shape (F, K): of the values in ``sums``.
    """

    keywords: tuple[str, ...]
    facets: tuple[str, ...]
    sums: NDArray[np.float64]
    counts: NDArray[np.float64]

    def keyword_scores(self) -> NDArray[np.float64]:
        """Shape (K,): s_k, NaN for a keyword that lacks a facet."""
        return np.asarray(ratio(self.sums, self.counts).mean(axis=0), dtype=np.float64)


def tabulate(
    keywords: Sequence[str],
    ratings: Mapping[str, Values],
    pairs: Sequence[tuple[int, int]],
    fluency: Values,
    failed: Sequence[bool] | None = None,
) -> KeywordTable:
    """What judges said, by keyword.

    Args:
        keywords: of the n answers.
        ratings: by facet, ``FOUR`` or ``FIVE``: n points each, 0 to 10; None (or NaN) for what was not rated.
        pairs: m pairs of answers by position, each of two answers to one keyword.
        fluency: m points, 0 to 10; None for what was not judged.
        failed: shape (n,): answers that the model itself is to blame for (refused, empty, too long...). Where given,
            each of them counts 0 in every facet, and so does a pair that it is part of. What was merely not judged is
            left out all the same.

    Raises:
        ValueError: for other facets, lengths that differ, a value off the scale, a pair of one answer or of two
            keywords, or a failed answer that is rated nevertheless.
    """
    if tuple(ratings) not in (FOUR, FIVE):
        raise ValueError(f"ratings must be {', '.join(FOUR)} and perhaps clarity, in this order, got {list(ratings)}")
    names = tuple(sorted(set(keywords)))
    position = {name: k for k, name in enumerate(names)}
    codes = np.array([position[keyword] for keyword in keywords], dtype=np.intp)
    values = [_points(name, given, len(keywords)) for name, given in ratings.items()]
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


def ratio(sums: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Means; NaN without a value."""
    means = np.full(np.shape(sums), np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means


def _points(name: str, values: Values, length: int) -> NDArray[np.float64]:
    """The values as an array, NaN for None; anything else must be on the scale."""
    if len(values) != length:
        raise ValueError(f"{name} must have {length} values, got {len(values)}")
    points = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    for i in np.flatnonzero(~(np.isnan(points) | ((points >= 0) & (points <= TOP))))[:1]:
        raise ValueError(f"{name}[{i}] must be from 0 to {TOP:g}, got {points[i]}")
    return points


def _pairs(pairs: Sequence[tuple[int, int]], keywords: Sequence[str]) -> NDArray[np.intp]:
    """Shape (m, 2)."""
    for i, (one, other) in enumerate(pairs):
        if not (0 <= one < len(keywords) and 0 <= other < len(keywords)) or one == other:
            raise ValueError(f"pairs[{i}] must name two of {len(keywords)} answers, got {(one, other)}")
        if keywords[one] != keywords[other]:
            raise ValueError(f"pairs[{i}] must be of one keyword, got {keywords[one]!r} and {keywords[other]!r}")
    return np.array(pairs, dtype=np.intp).reshape(-1, 2)


def _mask(failed: Sequence[bool], length: int) -> NDArray[np.bool_]:
    """Shape (n,)."""
    if len(failed) != length:
        raise ValueError(f"failed must have {length} values, got {len(failed)}")
    return np.array(failed, dtype=np.bool_)


def _fill(points: NDArray[np.float64], at_fault: NDArray[np.bool_], name: str) -> None:
    """Writes the zeros of failed answers."""
    for i in np.flatnonzero(at_fault & ~np.isnan(points))[:1]:
        raise ValueError(f"{name}[{i}] is {points[i]:g}, of an answer that failed; expected None")
    points[at_fault] = 0.0
