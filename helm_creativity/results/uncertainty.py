"""How far every score could lie from where it is, column by column, as draws that tables and composites share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.uncertainty import bootstrap_means
from helm_creativity.results.options import Options
from helm_creativity.results.study import Numbers, ScoreMatrix, TrialScores

ITEMS = "bootstrap over items"
ERRORS = "standard errors and Student's t"
NOTHING = "none, since these runs report no standard error"
COUNTS = ("num_instances", "num_answers")
FEW_ITEMS = 10
"""With fewer items than these a bootstrap's intervals are too narrow."""
PURPOSE = 1
# Benchmarks whose score is no mean over answers, or that have answers without a score, say how sure it is themselves.
CLOSE = 1e-6


@dataclass(frozen=True)
class ScoreDraws:
    """Draws of the scores of one column.

    Attributes:
        values: shape (draws, n), in the column's own units; NaN where a model has no score, and the score itself where
            nothing is known of its error.
        how: in words, how they were made.
        known: shape (n,), whether a model's draws say anything of its error.
    """

    values: Numbers
    how: str
    known: NDArray[np.bool_]


def draw_scores(study: ScoreMatrix, place: int, answers: TrialScores | None, options: Options) -> ScoreDraws:
    """Draws of one column.

    Where scores are means over ten items or more, these are drawn anew, the same for all models. Elsewhere a draw is
    the score plus its standard error times Student's t, with a degree of freedom less than there are items, or than
    there are answers to a single item; of another package's score, about whose items nothing is known, the normal.
    """
    scores, errors = study.scores[:, place], study.errors[:, place]
    rng = options.generator(PURPOSE, place)
    by_item = answers.by_item if answers is not None and len(answers.items) >= FEW_ITEMS else None
    if by_item is not None and _are_means(scores, by_item):
        has = np.isfinite(scores)
        values = bootstrap_means(np.where(has[:, None], by_item, np.nan), options.draws, rng)
        return ScoreDraws(values, ITEMS, has)
    known = np.isfinite(scores) & np.isfinite(errors)
    noise = _quantiles(_degrees(study, place), options.draws) * np.where(known, errors, 0.0)
    return ScoreDraws(scores + rng.permuted(noise, axis=0), ERRORS if known.any() else NOTHING, known)


def _degrees(study: ScoreMatrix, place: int) -> Numbers:
    """Shape (n,): degrees of freedom of every model's standard error."""
    unknown = np.full(len(study.models), np.inf)
    items, answers = (study.stats[name][:, place] if name in study.stats else unknown for name in COUNTS)
    counts = np.where(items > 1, items, answers)
    return np.asarray(np.where(np.isfinite(counts), np.maximum(counts - 1, 1), np.inf))


def _quantiles(degrees: Numbers, draws: int) -> Numbers:
    """Shape (draws, n): quantiles of Student's t in the middle of as many equal parts, ascending.

    Shuffled they are draws, of which the intervals are exact.
    """
    from scipy.special import ndtri, stdtrit

    levels = ((np.arange(draws) + 0.5) / draws)[:, None]
    finite = np.where(np.isfinite(degrees), degrees, 1.0)
    return np.asarray(np.where(np.isfinite(degrees), stdtrit(finite, levels), ndtri(levels)))


def _are_means(scores: Numbers, by_item: Numbers) -> bool:
    """Whether all scores are the means over the items that have one."""
    counts = np.isfinite(by_item).sum(axis=1)
    has = np.isfinite(scores)
    if not has.any() or (counts[has] < FEW_ITEMS).any():
        return False
    means = np.nansum(by_item[has], axis=1) / counts[has]
    return bool(np.all(np.abs(means - scores[has]) <= CLOSE * np.maximum(1.0, np.abs(scores[has]))))
