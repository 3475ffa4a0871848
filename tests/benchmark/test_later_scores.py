"""Scores whose submetrics, details and list are made when they are asked for."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import replace

import pytest

from helm_creativity.benchmark.types import FailureReason, SampleScore

WHOLE = SampleScore(0.5, None, {"n_valid": 7.0}, {"scored_words": ["oak"]}, ("oak",))


@pytest.mark.parametrize(
    "use",
    [
        lambda score: score,
        deepcopy,
        lambda score: pickle.loads(pickle.dumps(score)),
        lambda score: replace(score, listed=("oak",)),
        lambda score: SampleScore(score.score, None, score.submetrics, score.details, score.listed),
    ],
)
def test_it_is_the_whole_score_whatever_is_done_with_it(use):
    found = use(SampleScore.later(0.5, None, lambda: WHOLE))
    assert found == WHOLE
    assert (repr(found), found.listed, found.value("n_valid")) == (repr(WHOLE), ("oak",), 7.0)


def test_nothing_is_made_before_and_all_of_it_once():
    made = []

    def whole():
        made.append(1)
        return WHOLE

    score = SampleScore.later(None, FailureReason.EMPTY, whole)
    assert (score.score, score.failure_reason, made) == (None, FailureReason.EMPTY, [])
    assert (score.details, score.submetrics, made) == (WHOLE.details, WHOLE.submetrics, [1])
    with pytest.raises(AttributeError, match="weight"):
        _ = score.weight
