"""How far each benchmark would order the models alike if it were run again, and how many items that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from helm_creativity.psychometrics.halves import split_half, test_retest
from helm_creativity.psychometrics.stability import rank_stability
from helm_creativity.results.analysis.options import Options
from helm_creativity.results.findings import Absent, Reliability
from helm_creativity.results.study import Answers, Study

if TYPE_CHECKING:
    from helm_creativity.psychometrics.halves import SplitHalf
    from helm_creativity.psychometrics.stability import RankStability

DRAWS = 200
LEAST_MODELS = 3
"""The correlation of two models' scores is 1 or -1 whatever they are."""
PURPOSE = 3
UNSAVED = Absent("these runs kept no scores of single answers")
ONE_ITEM = Absent("it asks one item, which has no halves")
UNDEFINED = Absent("the models' scores do not differ, or too many are missing")
ONE_TRIAL = Absent("every item was asked once, or the runs kept only the means over trials")


def reliability_of(study: Study, place: int, answers: Answers | None, options: Options) -> Reliability:
    """Reliability of one column, over the models that count."""
    column = study.columns[place]
    if answers is None:
        return Reliability(column, UNSAVED, UNSAVED, UNSAVED)
    sign = -1.0 if column.lower_is_better else 1.0  # the first models of a ranking are the best
    scores = sign * answers.scores[study.pool & np.isfinite(study.scores[:, place])]
    if len(scores) < LEAST_MODELS:
        few = Absent(f"{len(scores)} of the models that count have a score, and it takes {LEAST_MODELS}")
        return Reliability(column, few, few, few)
    pooled = Answers(answers.items, scores)
    halves, stable = _over_items(pooled, place, options)
    retest = test_retest(scores, options.generator(PURPOSE, place, 2), draws=DRAWS) if scores.shape[2] > 1 else None
    return Reliability(column, halves, retest or (ONE_TRIAL if scores.shape[2] == 1 else UNDEFINED), stable)


def _over_items(answers: Answers, place: int, options: Options) -> tuple[SplitHalf | Absent, RankStability | Absent]:
    """Split-half reliability and rank stability."""
    if len(answers.items) < 2:
        return ONE_ITEM, ONE_ITEM
    by_item = answers.by_item
    halves = split_half(by_item, options.generator(PURPOSE, place, 0), draws=DRAWS)
    stable = rank_stability(by_item, options.generator(PURPOSE, place, 1), draws=DRAWS)
    return halves or UNDEFINED, stable or UNDEFINED
