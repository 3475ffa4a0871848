"""Submetrics that pull against each other."""

import numpy as np
from support.studies import study

from helm_creativity.analysis.submetrics import trade_offs_of

PAIRS = {"creativity_a": (("x", "y"),)}


def on_front(models, points):
    table = np.array(points, dtype=float)
    stats = {"x": table[:, :1], "y": table[:, 1:]}
    (trade,) = trade_offs_of(study(np.zeros((len(models), 1)), models=models, stats=stats), PAIRS)
    return {model: front for model, _, _, front in trade.points}


def test_models_that_no_other_beats_in_both_are_on_the_front():
    """C is beaten by A in both."""
    assert on_front(["l/a", "l/b", "l/c"], [(3, 1), (1, 3), (2, 0)]) == {"l/a": True, "l/b": True, "l/c": False}


def test_baselines_are_shown_but_beat_no_model():
    """A program without a language model may be the most original of all; without models they are compared."""
    points = [(9, 9), (3, 1)]
    assert on_front(["creativity/greedy", "l/a"], points) == {"creativity/greedy": False, "l/a": True}
    assert on_front(["creativity/greedy", "creativity/x"], points) == {"creativity/greedy": True, "creativity/x": False}
