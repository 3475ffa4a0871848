"""Reliability of a column."""

import numpy as np
from support.studies import column, study


def test_the_first_models_are_the_best_where_less_is_better():
    """Scores turned and not turned give the same; the five best of 11 are distinguished, and no others."""
    level = np.concatenate([np.arange(5) * 9.0, 90 + np.zeros(6)])
    items = level[:, None, None] + np.random.default_rng(8).standard_normal((11, 12, 1))
    lower, higher = (
        study(sign * items.mean(axis=1), [column("a", lower_is_better=sign > 0)], responses=[sign * items])
        for sign in (1.0, -1.0)
    )
    assert [table.records() for table in lower.analyse("reliability")] == [
        table.records() for table in higher.analyse("reliability")
    ]
