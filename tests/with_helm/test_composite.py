"""One number of several benchmarks, or why there is none."""

import pytest

from helm_creativity.helm.tables import composite

NAN = float("nan")
NAMES = [f"x/{i}" for i in range(6)]
BASELINES = ["creativity/greedy", "creativity/random-nouns", "creativity/third"]


def made(scores, *baselines, uncounted=None, lower=()):
    """Of as many models and benchmarks as there are scores; the last rows are those of baselines."""
    models = [*NAMES[: len(scores) - len(baselines)], *baselines]
    return composite(models, [(title, title in lower) for title in "ABCD"[: len(scores[0])]], scores, uncounted)


def test_by_hand():
    """A: 1 2 3 has z -1 0 1. B: 2 2 8 has mean 4 and sd √12, so z = -1/√3, -1/√3, 2/√3."""
    plain = made([[1, 2], [2, 2], [3, 8]])
    assert plain.values == pytest.approx([-0.789, -0.289, 1.077], abs=5e-4)
    assert (plain.problem, plain.texts[0]) == ("", "z: A -1.00, B -0.58")
    turned = made([[1, 2], [2, 2], [3, 8]], lower="B")
    assert turned.values == pytest.approx([-0.211, 0.289, -0.077], abs=5e-4)
    assert "The sign is reversed where less is better: B." in turned.description
    beside = made([[1, 2], [2, 2], [3, 8], [5, 4]], BASELINES[0])
    assert beside.values == pytest.approx([*plain.values, 1.5], abs=5e-4)
    assert "the scores of the 3 language models. Baselines do not affect this scale" in beside.description


def test_a_model_that_lacks_a_score_that_counts_has_none():
    """Otherwise leaving out what one is bad at would pay; where it has a score it counts."""
    lacking = made([[1, 2], [2, NAN], [3, 8], [2, 5]])
    # A: mean 2 and sd √(2/3), so ∓ 1.2247 and 0; B: 2, 5 and 8 have -1, 0 and 1.
    assert lacking.values == pytest.approx([-1.112, None, 1.112, 0.0], abs=5e-4)
    assert lacking.texts[1] == "no score that counts on B"
    few = made([[1, 2], [2, 2], [3, 8], [99, 5]], uncounted={(3, 0): "31% scored"})
    assert few.values == made([[1, 2], [2, 2], [3, 8], [NAN, 5]]).values
    assert few.texts[3] == "no score that counts on A (31% scored)"
