"""What a reader must know of scores that are compared."""

from __future__ import annotations

import math

from helm_creativity.core.types import SCORE
from helm_creativity.psychometrics.composites import score_caution
from helm_creativity.results.shipped_baselines import BELOW_RANDOM_NOUNS, below_random_nouns
from helm_creativity.results.study import ScoreMatrix


def column_cautions(study: ScoreMatrix, place: int) -> tuple[str, ...]:
    """What must be known of each score of a column beside whether it counts.

    Args:
        study: with ``uncounted`` and ``all_items``.
        place: of the column.

    Returns:
        n texts in the order of the models, "" where there is nothing: what ``score_caution`` says, that hard items or
        easy ones lack scores, and that a language model's score that counts is worse than that of random nouns.
    """
    column, scores = study.columns[place], study.over_all_items[:, place].tolist()
    counted = {
        model: None if (row, place) in study.uncounted else scores[row]
        for row, model in enumerate(study.models)
        if math.isfinite(scores[row])
    }
    below = below_random_nouns(
        column.group, column.comparable, column.items, counted, lower_is_better=column.lower_is_better
    )
    found = []
    for row, model in enumerate(study.models):
        score, known = counted.get(model), study.all_items.get((row, place))
        is_below = column.stat == SCORE and score is not None and not study.baselines[row] and below(score)
        stats = {name: float(values[row, place]) for name, values in study.stats.items()}
        texts = (score_caution(stats), known.caution if known else "", BELOW_RANDOM_NOUNS * is_below)
        found.append("; ".join(filter(None, texts)))
    return tuple(found)
