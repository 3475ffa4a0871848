"""Submetrics that pull against each other."""

import numpy as np
from support.studies import study

from helm_creativity.results.submetrics import find_trade_offs

PAIRS = {"creativity_a": (("x", "y"),)}


def on_front(models, points):
    table = np.array(points, dtype=float)
    stats = {"x": table[:, :1], "y": table[:, 1:]}
    (trade,) = find_trade_offs(study(np.zeros((len(models), 1)), models=models, stats=stats), PAIRS)
    return {model: front for model, _, _, front in trade.points}


def test_models_that_no_other_beats_in_both_are_on_the_front():
    """C is beaten by A in both."""
    assert on_front(["l/a", "l/b", "l/c"], [(3, 1), (1, 3), (2, 0)]) == {"l/a": True, "l/b": True, "l/c": False}


def test_a_model_whose_score_does_not_count_is_on_no_front():
    """Submetrics of few responses say as little as their score."""
    stats = {"x": np.array([[9.0], [3.0], [1.0]]), "y": np.array([[9.0], [1.0], [3.0]])}
    one = study(np.zeros((3, 1)), stats=stats, uncounted={(0, 0): "few"})
    (trade,) = find_trade_offs(one, PAIRS)
    assert [front for *_, front in trade.points] == [False, True, True]


def test_baselines_are_shown_but_beat_no_model():
    """A program without a language model may be the most original of all; without models they are compared."""
    points = [(9, 9), (3, 1)]
    beside = on_front(["creativity/greedy", "l/a", "l/b"], [*points, (1, 2)])
    assert beside == {"creativity/greedy": False, "l/a": True, "l/b": True}
    assert on_front(["creativity/greedy", "l/a"], points) == {
        "creativity/greedy": False,
        "l/a": False,
    }  # one is no front
    assert on_front(["creativity/greedy", "creativity/x"], points) == {"creativity/greedy": True, "creativity/x": False}
