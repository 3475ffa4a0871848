"""Composites of several benchmarks: which scores count, z-scores, their means, means by domain, Pareto fronts.

Composites are those of Beaty et al. 2026 (AGC-Bench, section 3.4), with one difference. The paper averages the z-scores
that a model has. Here there is a mean only where none is missing, because a model that lacks the benchmarks it is bad
at would otherwise move up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import NEGLIGIBLE, Numbers, as_array, as_floats, as_number

LEAST_SCORED = 0.5
"""Share of the responses that must have a score."""
MOST_UNKNOWN = 0.05
"""Share of unknown words above which a score is shown with a caution: it is that of the other words."""
MOST_WITHOUT = 0.2
"""Share of responses with nothing in them that count as wrong, from which a score is shown with a caution."""
MOST_ANCHORS = 0.1
"""Share of words that the task itself gave among the scored words, from which a score has a caution."""
LEAST_COVERAGE = 0.95
"""Share of the planned ratings from which a score is that of its whole panel. A judge that gives none lowers it to this
or below in any panel of up to 20 that are asked alike."""
_ROUNDING = 1e-9
MOST_EQUAL = 0.5
"""Share of an item's later responses that repeat an earlier one from which a score is shown with a caution: with it, at
least every second response is no observation of its own."""
EQUAL_CAUSE = "the server uses a fixed seed, or replies are cached on the way"
MOST_SHARED = 0.5
"""Share of the scored responses that respond to another item in the same words, from which a score has a caution."""
SHARED_CAUSE = "the model does not get the prompt, or does not heed it"
LEAST_MODELS = 3
"""Models from which a benchmark has z-scores: two have +0.71 and -0.71, however much they differ."""
LEAST_BENCHMARKS = 2
CAUTION_STATS = (
    "unknown_rate",
    "equal_rate",
    "shared_rate",
    "num_answers",
    "num_instances",
    "empty_rate",
    "unparsable_rate",
    "valid_rate",
    "anchor_rate",
    "judge_coverage",
    "off_task_rate",
)
"""Names of the stats of a run that ``score_caution`` looks at."""
VALID = "valid_rate"
"""Stat of a run: share of responses that have a score."""


def too_few_scored(valid_rates: ArrayLike, least_scored: float = LEAST_SCORED) -> tuple[str, ...]:
    """Why scores do not count of which fewer than ``least_scored`` of the responses have one, for whatever reason.

    A mean over what is left says little about the model. Responses that no judge rated have no score either.

    ``valid_rates``: shape (n,), shares of scored responses, NaN where they are unknown. ``least_scored``: the floor, 0
    to 1. Returns n reasons, "" for a score that counts. Raises ValueError for what is no number.
    """
    return tuple(
        f"{_share(share, least_scored)} of responses scored, floor {100 * least_scored:g}%"
        if share < least_scored
        else ""
        for share in as_floats(valid_rates, VALID).tolist()
    )


def caution(unknown_rate: float) -> str:
    """What to know of a score that counts but leaves out many words of the responses, "" where there is nothing.

    ``unknown_rate``: share of words that are not in the dictionary or not known to the embedding; NaN without words.
    Raises ValueError for a share outside 0 to 1.
    """
    share = as_number(unknown_rate)
    _check_share("unknown_rate", share)
    if not share > MOST_UNKNOWN:
        return ""
    return f"{_share(share, MOST_UNKNOWN)} of words unknown, more than {100 * MOST_UNKNOWN:g}%"


def score_caution(stats: Mapping[str, float]) -> str:
    """All that must be known of a score that counts, "" where there is nothing.

    It leaves out many words (see ``caution``), most of its responses to an item are the same text, ``equal_rate``, or
    those to different items are, ``shared_rate``, or many are empty or unparsable where that counts as wrong: then they
    have a score, and ``valid_rate`` does not show them. Or many of the scored words only repeat the task,
    ``anchor_rate``. Or judges did not give all their ratings, ``judge_coverage``: it is then another panel that rated
    than the settings name, unless the responses are off task, ``off_task_rate``, which no judge can rate.

    ``stats``: of a run, by name; missing or NaN where it has none. Raises ValueError as ``caution`` does, also for
    ``equal_rate``, ``shared_rate``, ``anchor_rate``, ``judge_coverage`` and ``off_task_rate``.
    """
    known = {name: as_number(stats.get(name)) for name in CAUTION_STATS}
    for name in ("equal_rate", "shared_rate", "anchor_rate", "judge_coverage", "off_task_rate"):
        _check_share(name, known[name])
    return "; ".join(filter(None, [caution(known["unknown_rate"]), *_cautions(known)]))


def _cautions(known: Mapping[str, float]) -> Iterator[str]:
    """A sentence for each rate beyond its limit; none for one that is NaN."""
    equal, shared, anchors = known["equal_rate"], known["shared_rate"], known["anchor_rate"]
    if MOST_EQUAL <= equal < 1:
        yield f"{100 * equal:.0f}% of an item's responses after the first repeat an earlier one: {EQUAL_CAUSE}"
    elif equal == 1:
        single = known["num_instances"] == 1
        count = f"all {known['num_answers']:.0f} responses are" if single else "all responses to an item are"
        yield f"{count} the same text: {EQUAL_CAUSE}"
    if shared >= MOST_SHARED:
        yield f"{_share(shared, MOST_SHARED)} of responses respond to another item in the same words: {SHARED_CAUSE}"
    nothing = np.nansum([known["empty_rate"], known["unparsable_rate"]])  # found in a response, scored or not
    wrong = nothing - (1 - known["valid_rate"])
    if wrong > MOST_WITHOUT - _ROUNDING:
        yield f"{_share(wrong, MOST_WITHOUT)} of responses are empty or unparsable, and count as wrong"
    if anchors >= MOST_ANCHORS:
        yield f"{100 * anchors:.0f}% of the words are anchors of their item"
    if known["judge_coverage"] <= LEAST_COVERAGE + _ROUNDING:
        rated = f"judges rated only {100 * known['judge_coverage']:.0f}% of what they were asked about"
        strays = known["off_task_rate"]
        yield f"{rated}; {100 * strays:.0f}% of responses are off task" if strays > 0 else rated


def _check_share(name: str, share: float) -> None:
    if share < 0 or share > 1:
        raise ValueError(f"{name} must be a share from 0 to 1, or NaN, got {share}")


def _share(share: float, limit: float) -> str:
    """A share on one side of a limit, in percent, with as many decimals as it takes not to be rounded to the limit."""
    if 0 < share < 0.01:
        return "less than 1%"
    decimals = 0
    while decimals < 6 and np.sign(float(f"{100 * share:.{decimals}f}") - 100 * limit) != np.sign(share - limit):
        decimals += 1
    return f"{100 * share:.{decimals}f}%"


class ZScores(NamedTuple):
    """z-scores of the benchmarks that have them."""

    places: tuple[int, ...]  # of the k benchmarks
    z: Numbers  # shape (n, k); NaN where a model has no score that counts
    problem: str = ""  # why there is no composite, "" where there is one; then k is 0


def z_scores(scores: ArrayLike, titles: Sequence[str], models: ArrayLike) -> ZScores:
    """z-scores of several benchmarks, of which a composite can be made: the one rule for reports and for HELM's pages.

    A benchmark has z-scores where at least three language models have a score that counts, and not all the same. It
    takes two such benchmarks. Baselines stand on the scale and do not make it, also where nothing else was run.

    ``scores``: shape (n, m), models by benchmarks, more is better; NaN where a model has no score that counts.
    ``titles``: of the m benchmarks. ``models``: shape (n,), which are language models. Raises ValueError as
    ``standardised`` does.
    """
    table, pool = as_array(scores, "scores", "n_models", "n_benchmarks"), np.asarray(models, dtype=bool)
    z = standardised(table, pool, LEAST_MODELS)
    places = tuple(np.flatnonzero(np.isfinite(z).any(axis=0)).tolist())
    if len(places) >= LEAST_BENCHMARKS:
        return ZScores(places, z[:, places])
    scored = int((pool & np.isfinite(table).any(axis=1)).sum())
    none = ZScores((), np.empty((len(table), 0)))
    if scored < LEAST_MODELS:
        return none._replace(
            problem=f"at least three language models with scores that count are needed, and there {_are(scored)}"
        )
    flat = [title for place, title in enumerate(titles) if place not in places]
    return none._replace(
        problem="at least two benchmarks are needed on which three language models have scores that count and differ, "
        f"and there {_are(len(places))}" + (f" (not {', '.join(flat)})" if flat else "")
    )


def _are(n: int) -> str:
    return ("are none", "is one", "are two")[n]


def standardised(scores: ArrayLike, pool: ArrayLike | None = None, least: int = 2) -> Numbers:
    """z-scores of every column: how many standard deviations a model lies above the mean.

    With mean and standard deviation (divisor number - 1) of the known values of those in the pool, z = (x - mean) / sd.
    Models outside the pool get z-scores on its scale and do not move it.

    ``scores``: shape (n, m), models by benchmarks, more is better; NaN where missing. ``pool``: shape (n,), booleans:
    whose scores set the scale; those of all models where None. ``least``: known values of the pool that it takes.
    Returns shape (n, m), NaN where a score is missing. A column that cannot be standardised is NaN throughout: where
    the pool has fewer than ``least`` known values, or no two that differ by more than rounding. Raises ValueError as
    ``as_array`` does, and for a pool that is not n booleans.
    """
    table = as_array(scores, "scores", "n_models", "n_benchmarks")
    known = _pool(pool, len(table))[:, None] & ~np.isnan(table)
    own = np.where(known, table, np.nan)
    low, high = (extreme.reduce(own, axis=0, initial=np.nan) for extreme in (np.fmin, np.fmax))
    half = high / 2 - low / 2
    n = known.sum(axis=0)
    varies = (half > NEGLIGIBLE * np.maximum(np.abs(low), np.abs(high)) / 2) & (n >= least)
    # In units of the range, so that no square overflows or vanishes.
    moved = (table / 2 - (low / 4 + high / 4)) / np.where(varies, half, np.nan)
    means = np.where(known, moved, 0.0).sum(axis=0) / np.maximum(n, 1)
    squares = np.where(known, (moved - means) ** 2, 0.0).sum(axis=0)
    return np.asarray((moved - means) / np.sqrt(squares / np.maximum(n - 1, 1)))


def overall(z: ArrayLike) -> Numbers:
    """The composite: the mean over all columns.

    ``z``: shape (n, m). Returns shape (n,), NaN unless a model has all m; leave out columns that are NaN throughout
    before. NaN where m is 0. Raises ValueError as ``as_array`` does.
    """
    return _mean(as_array(z, "z", "n_models", "n_benchmarks"))


def by_domain(z: ArrayLike, domains: Sequence[str]) -> tuple[tuple[str, ...], Numbers]:
    """The composites of domains: means over the columns of each.

    ``z``: shape (n, m). ``domains``: m names. Returns the d names in the order in which they first occur, and shape (n,
    d), NaN unless a model has all columns of the domain. Raises ValueError as ``as_array`` does, and for another number
    of names.
    """
    table = as_array(z, "z", "n_models", "n_benchmarks")
    if len(domains) != table.shape[1]:
        raise ValueError(f"domains must name each of the {table.shape[1]} columns of z, got {len(domains)} names")
    names = tuple(dict.fromkeys(domains))
    found = np.empty((len(table), len(names)))
    for place, name in enumerate(names):
        found[:, place] = _mean(table[:, [domain == name for domain in domains]])
    return names, found


def _pool(pool: ArrayLike | None, n: int) -> NDArray[np.bool_]:
    members = np.ones(n, dtype=bool) if pool is None else np.asarray(pool)
    if members.shape != (n,) or (members.dtype != bool and n):
        raise ValueError(f"pool must hold a boolean for each of the {n} models, got {members.dtype} {members.shape}")
    return members.astype(bool)


def _mean(z: Numbers) -> Numbers:
    """Means of rows, NaN unless complete."""
    return z.mean(axis=1) if z.shape[1] else np.full(len(z), np.nan)


def pareto_front(points: ArrayLike) -> NDArray[np.bool_]:
    """Whether a point is on the Pareto front: no other is at least as good everywhere and better somewhere.

    More is better. Equal points are all on the front, or none of them. O(n log n) for two dimensions or one, O(n²·k)
    beyond.

    ``points``: shape (n, k): n points in k >= 1 dimensions; one that lacks a number (NaN) is not on the front and beats
    no other. Returns shape (n,). Raises ValueError for another shape, and for what is no number.
    """
    table = as_floats(points, "points")
    if table.ndim != 2 or table.shape[1] == 0:
        raise ValueError(f"points must have shape (n, k) with k of 1 or more, got {table.shape}")
    places = np.flatnonzero(~np.isnan(table).any(axis=1))
    front = np.zeros(len(table), dtype=np.bool_)
    if len(places):
        known = table[places]
        front[places] = _plane(known) if table.shape[1] == 2 else _space(known)
    return front


def _plane(points: Numbers) -> NDArray[np.bool_]:
    """Shape (n,), for points of shape (n, 2): whether y is the best of its x, and better than that of all larger x."""
    levels, place = np.unique(-points[:, 0], return_inverse=True)
    best = np.full(len(levels), -np.inf)
    np.maximum.at(best, place, points[:, 1])
    beyond = np.maximum.accumulate(np.concatenate([[-np.inf], best]))[:-1]
    on = (best > beyond) | (np.arange(len(levels)) == 0)  # no x is larger than the first, even where its y is -inf
    return np.asarray(on[place] & (points[:, 1] == best[place]), dtype=bool)


def _space(points: Numbers) -> NDArray[np.bool_]:
    return np.array([not ((points >= point).all(axis=1) & (points > point).any(axis=1)).any() for point in points])
