"""Reliability of a column."""

import numpy as np
from support.studies import column, study

from helm_creativity.results.options import Options
from helm_creativity.results.reliability import estimate_reliability
from helm_creativity.results.study import TrialScores


def test_the_first_models_are_the_best_where_less_is_better():
    """Scores turned and not turned give the same; the five best of 11 are distinguished, and no others."""
    rng = np.random.default_rng(8)
    level = np.concatenate([np.arange(5) * 9.0, 90 + np.zeros(6)])
    items = level[:, None, None] + rng.standard_normal((11, 12, 1))
    given = [TrialScores(tuple("abcdefghijkl"), sign * items) for sign in (1.0, -1.0)]
    columns = [column("a", lower_is_better=True), column("a")]
    lower, higher = (
        estimate_reliability(
            study(trial_scores.scores.mean(axis=(1, 2))[:, None], [which]), 0, trial_scores, Options()
        ).stability
        for trial_scores, which in zip(given, columns, strict=True)
    )
    assert lower == higher
