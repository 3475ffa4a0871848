"""How far every score could lie from where it is, column by column: its interval, and draws that composites share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.core.names import SCORE
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.uncertainty import (
    HALL,
    SHARE_UNITS,
    STUDENT,
    WILSON,
    MeanInterval,
    bootstrap_means,
    mean_interval,
)
from helm_creativity.results.comparable import cards
from helm_creativity.results.options import LEVEL, Options
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.study import ScoreColumn, ScoreMatrix, TrialScores

METHODS = (STUDENT, HALL, WILSON)
OVER_ITEMS = "{} over items"
ERRORS = "standard errors and Student's t"
NOTHING = "none, because these runs report no standard error"
RANKS = "{}; ranks and composites: bootstrap over items"
COUNTS = ("num_instances", "num_answers")
EQUAL = "equal_rate"
FEW_ITEMS = 10
"""With fewer items than these, few different sets of items can be drawn."""
PURPOSE = 1
# Benchmarks whose score is no mean over responses, or with responses without a score, say how sure it is themselves.
CLOSE = 1e-6


@dataclass(frozen=True)
class ScoreDraws:
    """Intervals of the scores of one column, and draws of them.

    Attributes:
        values: shape (draws, n), in the column's own units; NaN where a model has no score, and the score itself where
            nothing is known of its error.
        how: in words, how intervals and draws were made.
        known: shape (n,), whether a model's draws say anything of its error.
        low: shape (n,), lower ends of the 95 % intervals, NaN where there is none.
        high: shape (n,), upper ends.
    """

    values: Numbers
    how: str
    known: NDArray[np.bool_]
    low: Numbers
    high: Numbers


def draw_scores(study: ScoreMatrix, place: int, responses: TrialScores | None, options: Options) -> ScoreDraws:
    """Intervals and draws of one column.

    An interval is ``mean_interval`` of the responses, in clusters by item, where the score is the mean over them, or of
    the items' means where it is the mean over these, with two items or more. Elsewhere it is the score plus and minus
    its standard error times Student's t, with a degree of freedom less than there are items, or than there are
    different responses to a single item; of another package's score, about whose items nothing is known, the normal. An
    error of 0 is no error: nothing was seen to vary, and there is no interval. No interval reaches beyond the scores
    that are possible by the benchmark's card.

    Draws are for ranks and composites. Where all scores are means over ten items or more, these are drawn anew, the
    same for all models, and each draw's distance from the score is widened by √(k/(k-1)). Elsewhere a draw is the score
    plus its standard error times a quantile of the same distribution.
    """
    scores, errors = study.scores[:, place], study.errors[:, place]
    rng = options.generator(PURPOSE, place)
    degrees = _degrees(study, place)
    known = np.isfinite(scores) & (errors > 0)
    reach = _quantiles(degrees, (1 + LEVEL) / 2) * np.where(known, errors, np.nan)
    low, high = scores - reach, scores + reach
    least, most = _possible(study.columns[place])
    over_items = _over_items(scores, responses, most if least == 0 else np.inf)
    for row, found in over_items.items():
        low[row], high[row] = found.low, found.high
    low, high = np.maximum(low, least), np.minimum(high, most)
    methods = {found.method for found in over_items.values()}
    names = [OVER_ITEMS.format(name) for name in METHODS if name in methods]
    how = ", ".join(names + [ERRORS] * bool(np.isfinite(np.delete(low, list(over_items))).any())) or NOTHING
    by_item = responses.by_item if responses is not None and len(responses.items) >= FEW_ITEMS else None
    if by_item is not None and _are_means(scores, by_item):
        has = np.isfinite(scores)
        by_item = np.where(has[:, None], by_item, np.nan)
        # By itself the bootstrap over items has √((k-1)/k) of the spread of the standard error.
        counts = np.isfinite(by_item).sum(axis=1)
        widened = np.sqrt(counts / np.maximum(counts - 1, 1))
        draws = scores + widened * (bootstrap_means(by_item, options.draws, rng) - scores)
        return ScoreDraws(np.asarray(draws), RANKS.format(how), has, low, high)
    # Shuffled, quantiles in the middle of as many equal parts are draws.
    levels = ((np.arange(options.draws) + 0.5) / options.draws)[:, None]
    noise = _quantiles(degrees, levels) * np.where(known, errors, 0.0)
    return ScoreDraws(scores + rng.permuted(noise, axis=0), how, known, low, high)


def _possible(column: ScoreColumn) -> tuple[float, float]:
    card = cards().get(column.group)
    bounds = card.bounds_of_score(split_comparable_key(column.comparable)) if card else ()
    if not bounds or column.stat != SCORE:
        return -np.inf, np.inf
    least, most = bounds
    return -np.inf if least is None else least, np.inf if most is None else most


def _over_items(scores: Numbers, responses: TrialScores | None, greatest: float) -> dict[int, MeanInterval]:
    if responses is None:
        return {}
    unit = _share_unit(responses.scores, greatest)
    found = {}
    for row, means in enumerate(responses.by_item):
        items, trials = np.nonzero(np.isfinite(responses.scores[row]))
        values = responses.scores[row, items, trials]
        own = means[np.isfinite(means)]
        if len(own) < 2:
            continue
        if are_close(scores[row], values.mean()):
            interval = mean_interval(values, items, LEVEL, unit=unit)
        elif are_close(scores[row], own.mean()):
            interval = mean_interval(own, np.arange(len(own)), LEVEL)
        else:
            continue
        if interval is not None:
            found[row] = interval
    return found


def _share_unit(scores: Numbers, greatest: float) -> float | None:
    """None where not all scores are shares. Where all are 0, the greatest: nothing varies more than no and yes."""
    least, most = (float(end.reduce(scores, axis=None, initial=0.0)) for end in (np.fmin, np.fmax))
    if least == most == 0:
        return greatest if np.isfinite(greatest) else None
    if least < 0 or most not in SHARE_UNITS:
        return None
    return most if all(np.isin(row, (0.0, most))[np.isfinite(row)].all() for row in scores) else None


def _degrees(study: ScoreMatrix, place: int) -> Numbers:
    unknown = np.full(len(study.models), np.inf)
    items, responses = (study.stats[name][:, place] if name in study.stats else unknown for name in COUNTS)
    equal = np.nan_to_num(study.stats[EQUAL][:, place]) if EQUAL in study.stats else np.zeros(len(responses))
    different = np.where(equal > 0, 1 + (1 - equal) * (np.where(equal > 0, responses, 1) - 1), responses)
    counts = np.where(items > 1, items, different)
    return np.asarray(np.where(np.isfinite(counts), np.maximum(counts - 1, 1), np.inf))


def _quantiles(degrees: Numbers, levels: ArrayLike) -> Numbers:
    from scipy.special import ndtri, stdtrit

    finite = np.where(np.isfinite(degrees), degrees, 1.0)
    return np.asarray(np.where(np.isfinite(degrees), stdtrit(finite, levels), ndtri(levels)))


def _are_means(scores: Numbers, by_item: Numbers) -> bool:
    counts = np.isfinite(by_item).sum(axis=1)
    has = np.isfinite(scores)
    if not has.any() or (counts[has] < FEW_ITEMS).any():
        return False
    means = np.nansum(by_item[has], axis=1) / counts[has]
    return bool(np.all(are_close(scores[has], means)))


def are_close(scores: ArrayLike, means: ArrayLike) -> NDArray[np.bool_]:
    """Whether scores are these means; False for a score that is missing."""
    return np.asarray(np.abs(np.subtract(means, scores)) <= CLOSE * np.maximum(1.0, np.abs(scores)))
