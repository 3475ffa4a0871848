"""How far each benchmark would order the models alike if it were run again, and how many items that takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from helm_creativity.psychometrics.reliability import SplitHalf, TestRetest, split_half, test_retest
from helm_creativity.psychometrics.uncertainty import RankStability, rank_stability
from helm_creativity.results.options import Absent, Options
from helm_creativity.results.study import UNSAVED, ScoreColumn, ScoreMatrix, TrialScores


@dataclass(frozen=True)
class Reliability:
    """How far a column would order the models alike if it were run again."""

    column: ScoreColumn
    split_half: SplitHalf | Absent
    retest: TestRetest | Absent
    stability: RankStability | Absent


DRAWS = 200
LEAST_MODELS = 3
"""The correlation of two models' scores is 1 or -1 whatever they are."""
PURPOSE = 3
FEW = Absent("at least three language models with scores that count are needed")
ONE_ITEM = Absent("it has only one item, which cannot be split")
UNDEFINED = Absent("the models' scores do not differ, or too many are missing")
ONE_TRIAL = Absent("every item was asked once, or the runs kept only the means over trials")


def estimate_reliability(
    study: ScoreMatrix, place: int, responses: TrialScores | None, options: Options
) -> Reliability:
    """Reliability of one column, over the models that count."""
    column = study.columns[place]
    if responses is None:
        return Reliability(column, UNSAVED, UNSAVED, UNSAVED)
    sign = -1.0 if column.lower_is_better else 1.0  # the first models of a ranking are the best
    scores = sign * responses.scores[study.pool & np.isfinite(study.counted[:, place])]
    if len(scores) < LEAST_MODELS:
        return Reliability(column, FEW, FEW, FEW)
    pooled = TrialScores(responses.items, scores)
    halves, stable = _over_items(pooled, place, options)
    retest = test_retest(scores, options.generator(PURPOSE, place, 2), draws=DRAWS) if scores.shape[2] > 1 else None
    return Reliability(column, halves, retest or (ONE_TRIAL if scores.shape[2] == 1 else UNDEFINED), stable)


def _over_items(
    responses: TrialScores, place: int, options: Options
) -> tuple[SplitHalf | Absent, RankStability | Absent]:
    if len(responses.items) < 2:
        return ONE_ITEM, ONE_ITEM
    by_item = responses.by_item
    halves = split_half(by_item, options.generator(PURPOSE, place, 0), draws=DRAWS)
    stable = rank_stability(by_item, options.generator(PURPOSE, place, 1), draws=DRAWS)
    return halves or UNDEFINED, stable or UNDEFINED
