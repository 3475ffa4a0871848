"""Bias of judges: what ratings follow beside the worth of a response. Length, own family, place in a question, time.

All of it is one regression. For n ratings y, what they may follow x, strata within which they are compared (an item; of
a panel, an item and a judge) and, where there are any, authors::

    y_i = a[stratum(i)] + b[author(i)] + β·x_i + e_i

β is estimated by ordinary least squares: with ỹ and x̃ for what the effects of strata and authors leave of y and x,
β̂ = Σ x̃ỹ / Σ x̃² (Frisch & Waugh 1933). Ratings of one cluster (an item) are not independent, so the standard error is
the jackknife over G clusters (CR3, MacKinnon & White 1985; Cameron & Miller 2015, section VI): with β̂₍g₎ estimated
without cluster g, effects of authors included ::

    se² = (G-1)/G · Σ_g (β̂₍g₎ - β̂)²

The interval takes Student's t with G-1 degrees of freedom. Both choices err on the safe side where clusters are few.
Where a stratum reaches over clusters, as a run does over items, its mean stays that of all of them.

Whether a longer response deserves a better rating, these numbers do not know. An effect *beyond the other judges* does
not depend on it: y is then ``beyond_others``, a judge's rating less what others give to the same response, which leaves
out what the response is worth to all of them.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers, as_array, centred, key_codes, rating_table, ratio
from helm_creativity.psychometrics.uncertainty import student_p, student_reach

_ROUNDING = 1e-9
"""Root mean squares below this share of the range of the values are 0 but for rounding."""
NOTHING_TO_COMPARE = "no two ratings can be compared with each other"
NO_SPREAD = "what ratings may follow does not differ between ratings that can be compared"
NO_RATING_SPREAD = "ratings that can be compared are all alike"
ONE_CLUSTER = "without one of the clusters nothing is left to compare, so that there is no interval"
EXACT = "the ratings follow it without error, so that there is no interval"

Codes = NDArray[np.intp]


class WithinSlope(NamedTuple):
    """How much y changes with x."""

    value: float | None  # β̂, in units of y per unit of x; None where it is not defined
    # β̂ in standard deviations of ỹ per standard deviation of x̃, which is their correlation, -1 to 1
    effect: float | None
    se: float | None  # standard error of β̂, >= 0
    low: float | None  # lower end of its 95 % interval
    high: float | None  # upper end
    p: float | None  # two-sided, 0 to 1, of a β̂ at least as far from 0 if β were 0
    n: int  # ratings in strata with at least two
    clusters: int  # G, on which se rests
    problem: str  # why something is None; "" where nothing is


class JudgeSlopes(NamedTuple):
    """An effect on each judge's ratings, and on those of all judges together."""

    judges: tuple[WithinSlope, ...]  # one per column of the table
    panel: WithinSlope  # β is the same for all judges


def within_slope(
    y: ArrayLike,
    x: ArrayLike,
    strata: Sequence[Hashable],
    clusters: Sequence[Hashable],
    authors: Sequence[Hashable] | None = None,
) -> WithinSlope:
    """The slope of y on x within strata, with an interval that is robust to clusters; the formulas are above.

    ``y``: shape (n,). ``x``: shape (n,), NaN where unknown. ``strata``: n keys: only values of one stratum are
    compared. ``clusters``: n keys: values of one cluster may depend on each other. ``authors``: n keys, whose own level
    is taken out, too; None for none. Raises ValueError as ``as_array`` does, and for lengths that differ.
    """
    values, causes = as_array(y, "y", "n"), as_array(x, "x", "n")
    keys = [strata, clusters, *([authors] if authors is not None else [])]
    if lengths := {len(column) for column in (values, causes, *keys)} - {len(values)}:
        raise ValueError(f"expected {len(values)} values and keys everywhere, got {sorted(lengths)[0]}")
    known = ~np.isnan(values) & ~np.isnan(causes)
    stratum, cluster = (key_codes(key)[known] for key in (strata, clusters))
    kept = np.bincount(stratum)[stratum] > 1 if known.any() else np.zeros(0, dtype=bool)
    if not kept.any():
        return _undefined(NOTHING_TO_COMPARE)
    pair = np.stack([values[known][kept], causes[known][kept]], axis=1)
    author = None if authors is None else key_codes(authors)[known][kept]
    return _slope(pair, _renumbered(stratum[kept]), _renumbered(cluster[kept]), author)


def _undefined(problem: str, n: int = 0) -> WithinSlope:
    return WithinSlope(None, None, None, None, None, None, n, 0, problem)


def _renumbered(codes: Codes) -> Codes:
    return np.asarray(np.unique(codes, return_inverse=True)[1], dtype=np.intp)


def _slope(pair: Numbers, stratum: Codes, cluster: Codes, author: Codes | None) -> WithinSlope:
    """See ``within_slope``; ``pair`` has y and x in its columns."""
    units = (np.ptp(pair, axis=0) / 2).tolist()  # as ``centred`` divides by them
    within = _less_means(np.stack([centred(pair[:, 0]), centred(pair[:, 1])], axis=1), stratum)
    crossed = None if author is None else _Authors(within, stratum, cluster, _renumbered(author))
    y, x = (within if crossed is None else crossed.residuals()).T
    n = len(y)
    if not units[1] or _rms(x) < _ROUNDING:
        return _undefined(NO_SPREAD, n)
    if not units[0] or _rms(y) < _ROUNDING:
        return WithinSlope(0.0, None, None, None, None, None, n, 0, NO_RATING_SPREAD)
    beta = float(x @ y / (x @ x))
    effect = float(np.clip(beta * _rms(x) / _rms(y), -1.0, 1.0))
    scale = units[0] / units[1]
    without = _without_each(within, cluster) if crossed is None else crossed.without_each()
    g = len(without)
    found = WithinSlope(beta * scale, effect, None, None, None, None, n, g, "")
    if _rms(y - beta * x) < _ROUNDING:
        return found._replace(problem=EXACT)
    if g < 2 or np.isnan(without).any():
        return found._replace(problem=ONE_CLUSTER)
    return _with_interval(found, math.sqrt((g - 1) / g * float(((without - beta) ** 2).sum())) * scale)


def _without_each(within: Numbers, cluster: Codes) -> Numbers:
    """β̂ without each cluster that holds some of x̃, NaN where none is left."""
    y, x = within.T
    squares, products = (np.bincount(cluster, weights=x * terms) for terms in (x, y))
    informative = squares > _ROUNDING**2 * squares.sum()
    return _ratio(products.sum() - products[informative], squares.sum() - squares[informative], squares.sum())


def _ratio(products: Numbers, squares: Numbers, total: float) -> Numbers:
    """Quotients, NaN where the divisor is 0 but for rounding."""
    enough = squares > _ROUNDING * total
    return np.asarray(np.divide(products, squares, out=np.full(len(squares), np.nan), where=enough))


class _Authors:
    """Normal equations as sums over clusters: to leave one out costs one system of as many equations as authors."""

    def __init__(self, within: Numbers, stratum: Codes, cluster: Codes, author: Codes) -> None:
        from scipy import sparse

        self._within, self._stratum, self._author = within, stratum, author
        strata, clusters, authors = (int(codes.max()) + 1 for codes in (stratum, cluster, author))
        ratings = sparse.csr_matrix((np.ones(len(author)), (stratum, author)), shape=(strata, authors))
        self._places = np.split(np.argsort(cluster, kind="stable"), np.cumsum(np.bincount(cluster))[:-1])
        cell, shape = cluster * authors + author, (clusters, authors)
        sums = [np.bincount(cell, weights=column, minlength=clusters * authors) for column in within.T]
        self._sums = np.stack(sums, axis=1).reshape(*shape, 2)
        products = [np.bincount(cluster, weights=within[:, 1] * column) for column in within.T]
        self._products = np.stack(products, axis=1)
        self._equations = np.diag(np.bincount(author).astype(np.float64))
        self._equations -= (ratings.T @ sparse.diags(1 / np.bincount(stratum)) @ ratings).toarray()

    def residuals(self) -> Numbers:
        """Shape (n, 2): what the authors leave."""
        effects = _solved(self._equations, self._sums.sum(axis=0))
        return self._within - _less_means(effects[self._author], self._stratum)

    def without_each(self) -> Numbers:
        """β̂ without each cluster that says something of x or of authors, NaN where nothing is left."""
        sums, products = self._sums.sum(axis=0), self._products.sum(axis=0)
        left = []
        for places, own_sums, own_products in zip(self._places, self._sums, self._products, strict=True):
            ratings = _counts(_renumbered(self._stratum[places]), self._author[places], len(sums))
            own = np.diag(ratings.sum(axis=0)) - (ratings.T / ratings.sum(axis=1)) @ ratings
            if own_products[1] > _ROUNDING**2 * products[1] or np.abs(own).max() > _ROUNDING:
                rest = sums - own_sums
                left.append(products - own_products - rest[:, 1] @ _solved(self._equations - own, rest))
        without = np.array(left).reshape(-1, 2)
        return _ratio(without[:, 0], without[:, 1], float(products[1]))


def _counts(stratum: Codes, author: Codes, authors: int) -> Numbers:
    """How many ratings each author has in each stratum, shape (strata, authors)."""
    strata = int(stratum.max()) + 1
    counts = np.bincount(stratum * authors + author, minlength=strata * authors)
    return counts.reshape(strata, authors).astype(np.float64)


def _solved(equations: Numbers, sums: Numbers) -> Numbers:
    """A solution of singular but consistent equations; which one makes no difference to what is left."""
    try:
        found = np.linalg.solve(equations + 1.0 / len(equations), sums)
        if np.abs(equations @ found - sums).max() <= _ROUNDING * max(1.0, np.abs(sums).max()):
            return np.asarray(found)
    except np.linalg.LinAlgError:
        pass
    return np.asarray(np.linalg.lstsq(equations, sums, rcond=_ROUNDING)[0])


def _with_interval(slope: WithinSlope, se: float) -> WithinSlope:
    assert slope.value is not None
    if se == 0:
        return slope._replace(problem=EXACT)
    df = slope.clusters - 1
    half = student_reach(df) * se
    return slope._replace(se=se, low=slope.value - half, high=slope.value + half, p=student_p(slope.value / se, df))


def _rms(values: Numbers) -> float:
    return math.sqrt(float(np.mean(values**2)))


def _less_means(values: Numbers, stratum: Codes) -> Numbers:
    counts = np.bincount(stratum)
    means = np.stack([np.bincount(stratum, weights=column) / counts for column in values.T], axis=1)
    return values - means[stratum]


def length_slopes(
    ratings: ArrayLike,
    words: ArrayLike,
    items: Sequence[Hashable],
    models: Sequence[Hashable],
) -> JudgeSlopes:
    """How much higher a response is rated that has twice as many words: the slope on log2 of its words.

    Logarithms, because the hundredth word adds less than the tenth, lengths are skewed, and a doubling means the same
    for a phrase and for a story. Items are strata: an item that asks for long responses is no bias. Models are authors:
    a good model that writes much is none either.

    ``ratings``: shape (n_units, n_judges). ``words``: shape (n_units,): words of each unit; NaN where unknown, and 0
    counts as unknown. ``items``: of each unit. ``models``: of each unit. Returns slopes in units of the ratings per
    doubling. Raises ValueError as ``rating_table``, ``log_words`` and ``within_slope`` do.
    """
    table, doublings = rating_table(ratings), log_words(words)
    return _slopes(table, doublings[:, None], items, items, models)


def log_words(words: ArrayLike) -> Numbers:
    """log2 of numbers of words; NaN where they are unknown or 0.

    Raises ValueError as ``as_array`` does, and for a number below 0.
    """
    counts = as_array(words, "words", "n_units")
    if (counts < 0).any():
        raise ValueError(f"words must not be negative, got {np.nanmin(counts):g}")
    return np.log2(counts, out=np.full(len(counts), np.nan), where=counts > 0)


def length_adjusted(scores: ArrayLike, words: ArrayLike, items: Sequence[Hashable], slope: float) -> Numbers:
    """What the scores of responses would be at the usual length of their items, by the slope of ``length_slopes``.

    From each score goes slope · (log2 of its words - their mean over the item), so that the mean over all is as before.

    ``scores``: shape (n_units,). ``words``: shape (n_units,), as in ``length_slopes``. ``items``: of each unit.
    ``slope``: per doubling, in units of the scores. Returns shape (n_units,), NaN where the score or the length is
    unknown. Raises ValueError as ``as_array`` and ``log_words`` do.
    """
    values, doublings = as_array(scores, "scores", "n_units"), log_words(words)
    adjusted = np.full(len(values), np.nan)
    known = ~np.isnan(values) & ~np.isnan(doublings)
    if known.any():
        more = _less_means(doublings[known][:, None], _renumbered(key_codes(items)[known]))[:, 0]
        adjusted[known] = values[known] - slope * more
    return adjusted


def standardised_ratings(ratings: ArrayLike) -> Numbers:
    """Each judge's ratings less their mean, over their standard deviation (n-1): one unit for judges of one panel.

    ``ratings``: shape (n_units, n_judges). Returns the same shape; NaN, too, where a judge's ratings are all alike.
    Raises ValueError as ``rating_table`` does.
    """
    table = rating_table(ratings)
    z = np.full(table.shape, np.nan)
    for place, column in enumerate(table.T):
        known = ~np.isnan(column)
        values = centred(column[known])
        if known.sum() > 1 and (spread := values.std(ddof=1)) > _ROUNDING:
            z[known, place] = (values - values.mean()) / spread
    return z


def beyond_others(ratings: ArrayLike, apart: ArrayLike | None = None) -> Numbers:
    """Each judge's standardised rating less the mean of the other judges' of the same unit.

    ``ratings``: shape (n_units, n_judges). ``apart``: shape (n_units, n_judges), truth values: whose ratings of a unit
    are not taken as a comparison. Returns the same shape, in standard deviations of the judges' ratings; NaN where
    there is no rating to compare. Raises ValueError as ``rating_table`` does, and for truth values of another shape.
    """
    z = standardised_ratings(ratings)
    mask = np.zeros(z.shape, dtype=bool) if apart is None else _mask(apart, z.shape)
    usable = ~np.isnan(z) & ~mask
    counted = np.where(usable, z, 0.0)
    others = usable.sum(axis=1, keepdims=True) - usable
    sums = counted.sum(axis=1, keepdims=True) - counted
    return np.asarray(z - ratio(sums, others))


def _mask(values: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    found = np.asarray(values, dtype=bool)
    if found.shape != shape:
        raise ValueError(f"expected truth values of shape {shape}, as the ratings have, got {found.shape}")
    return found


def preference(
    ratings: ArrayLike, favoured: ArrayLike, items: Sequence[Hashable], apart: ArrayLike | None = None
) -> JudgeSlopes:
    """How much higher judges rate responses that they may favour, such as those of their own family, than others do.

    A difference in differences: a judge's standardised ratings less those of the other judges on the same responses
    (``beyond_others``), then responses that may be favoured less the others to the same item. What a response is worth
    and how severe a judge is cancel.

    The interval holds for these models and other items. That a judge happens to like one of few models for another
    reason, it cannot know.

    ``ratings``: shape (n_units, n_judges). ``favoured``: shape (n_units, n_judges), truth values: whether this judge
    may favour this unit. ``items``: of each unit. ``apart``: as in ``beyond_others``: who is no comparison; those that
    may favour a unit themselves where None. Where all judges may, pass none: differences between them are left, which
    add up to about 0 over the judges. Returns differences in standard deviations of a judge's ratings. Raises
    ValueError as ``beyond_others`` and ``within_slope`` do.
    """
    table = rating_table(ratings)
    mask = _mask(favoured, table.shape)
    differences = beyond_others(table, mask if apart is None else apart)
    return _slopes(differences, mask.astype(np.float64), items, items)


def order_effects(
    ratings: ArrayLike, places: ArrayLike, questions: Sequence[Hashable], items: Sequence[Hashable]
) -> JudgeSlopes:
    """How much higher the last text of a question is rated than the first, by the slope on the place between them.

    Texts mostly stand in the order of the response, so that later ones may be better. ``beyond_others`` in the place of
    ratings leaves what judges do not share.

    ``ratings``: shape (n_units, n_judges). ``places``: shape (n_units,): of each text in its question, from 1; NaN
    where the question was about one text. ``questions``: of each unit. ``items``: of each unit. Returns differences in
    units of the ratings. Raises ValueError as ``as_array`` and ``within_slope`` do.
    """
    table = rating_table(ratings)
    share = share_of_way(as_array(places, "places", "n_units"), questions)
    return _slopes(table, share[:, None], questions, items)


def severity_drift(
    ratings: ArrayLike, order: ArrayLike, runs: Sequence[Hashable], items: Sequence[Hashable]
) -> JudgeSlopes:
    """How much milder a judge is at the end of a run than at its beginning, compared with the other judges.

    Items come in one order in all runs, so that a judge alone cannot be distinguished from its items.

    ``ratings``: shape (n_units, n_judges). ``order``: shape (n_units,): the place of each unit in its run, in whatever
    numbers; NaN where unknown. ``runs``: of each unit; only units of one run are compared. ``items``: of each unit.
    Returns changes of ``beyond_others`` over a whole run in standard deviations of a judge's ratings; below 0 is
    stricter. Changes of all judges add up to about 0, so that ``panel`` says nothing. Raises ValueError as ``as_array``
    and ``within_slope`` do.
    """
    differences = beyond_others(ratings)
    share = share_of_way(as_array(order, "order", "n_units"), runs)
    return _slopes(differences, share[:, None], runs, items)


def share_of_way(places: Numbers, groups: Sequence[Hashable]) -> Numbers:
    """Places moved and scaled so that the first of each group is 0 and the last is 1; 0 in a group of one place.

    ``places``: shape (n,), NaN where unknown. ``groups``: n keys.
    """
    codes = key_codes(groups)
    if not len(codes):
        return places
    first, last = np.full(codes.max() + 1, np.inf), np.full(codes.max() + 1, -np.inf)
    known = ~np.isnan(places)
    np.minimum.at(first, codes[known], places[known])
    np.maximum.at(last, codes[known], places[known])
    way = last[codes] - first[codes]
    share = np.divide(places - first[codes], way, out=np.zeros(len(codes)), where=way > 0)
    return np.asarray(np.where(known, share, np.nan))


def _slopes(
    y: Numbers,
    x: Numbers,
    strata: Sequence[Hashable],
    clusters: Sequence[Hashable],
    authors: Sequence[Hashable] | None = None,
) -> JudgeSlopes:
    """The slope of each column of y on that of x, or on its only one, and the one slope of all."""
    x, k = np.broadcast_to(x, y.shape), y.shape[1]
    judges = tuple(within_slope(y[:, j], x[:, j], strata, clusters, authors) for j in range(k))
    stratum, cluster = key_codes(strata), key_codes(clusters)
    panel = within_slope(
        y.T.ravel(),
        x.T.ravel(),
        np.add.outer(np.arange(k) * (int(stratum.max(initial=-1)) + 1), stratum).ravel().tolist(),
        np.tile(cluster, k).tolist(),
        None if authors is None else np.tile(key_codes(authors), k).tolist(),
    )
    return JudgeSlopes(judges, panel)
