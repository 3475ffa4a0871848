"""What follows an answer."""

import pytest

from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.planned import PlannedResponse, Times
from helm_creativity.scenarios.novelty.benchmark import NoveltySettings


def planned(trial, same="judges", k=10):
    response = PlannedResponse("Name a hat.", "", {}, trial, 12, 100, {})
    return get_benchmark("novelty").follow_ups(response, NoveltySettings(protocol="zhang2025", same=same, k=k))


@pytest.mark.parametrize(
    ("trial", "k", "times"),
    [
        (1, 10, Times(0, 1, 1)),
        (4, 10, Times(0, 4, 4)),
        (9, 10, Times(0, 4, 9)),  # four classes usually, nine at most
        (10, 10, Times(0, 0, 9)),  # a spare answer, needed only where one failed, which is then not compared with
        (5, 3, Times(0, 0, 2)),
    ],
)
def test_an_answer_is_rated_and_compared_with_the_classes_before_it(trial, k, times):
    """One question a judge each."""
    rating, comparison = planned(trial, k=k).ratings
    spare = trial >= k
    assert (rating.times, comparison.times) == (Times(0, 0, 1) if spare else Times.up_to(1), times)
    assert (rating.about, comparison.about) == ("", "")


def test_the_first_answer_is_compared_with_nothing():
    """Nor is any where an embedding decides."""
    assert len(planned(0).ratings) == len(planned(5, same="builtin").ratings) == 1
