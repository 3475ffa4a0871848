"""What follows a response."""

from collections import defaultdict

import pytest

from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.foreseen import foreseen
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.types import Sample
from helm_creativity.operations.planning.amounts import Times
from helm_creativity.operations.planning.panel import requests_by_role
from helm_creativity.scenarios.novelty.benchmark import NoveltySettings


def planned(number, same="judges", k=10, trials=12):
    """How often one judge is asked because of a response: each rubric."""
    settings = NoveltySettings(protocol="zhang2025", same=same, responses=k, judges="odd/judge")
    trial = Trial(Sample(None, {"prompt": "Name a hat."}), "Name a hat.", "hat")
    cases = list(foreseen(get_benchmark("novelty"), settings, trial, trials))
    found = defaultdict(list)
    for rubric in ("quality", "same"):
        one = [
            [asked for asked in case if (asked.number, asked.step.rubric.name) == (number, rubric)] for case in cases
        ]
        found[rubric] = [asked.times for _, asked in requests_by_role(one, lambda asked: ["odd/judge"])]
    return found


@pytest.mark.parametrize(
    ("trial", "k", "times"),
    [
        (1, 10, Times(0, 1, 1)),
        (4, 10, Times(0, 4, 4)),
        (9, 10, Times(0, 4, 9)),  # four classes usually, nine at most
        (10, 10, Times(0, 0, 9)),  # a spare response, needed only where one failed, which is then not compared with
        (4, 3, Times(0, 0, 2)),
    ],
)
def test_a_response_is_rated_and_compared_with_the_classes_before_it(trial, k, times):
    """One question for each."""
    asked = planned(trial, k=k, trials=k + 2)
    assert asked["quality"] == [Times(0, 0, 1) if trial >= k else Times(0, 1, 1)]
    assert asked["same"] == [times]


def test_the_first_response_is_compared_with_nothing():
    """Nor is any where an embedding decides."""
    assert planned(0)["same"] == planned(5, same="builtin")["same"] == []
