"""``helm-creativity score live_idea_bench``: ideas that were rated already, by people or by models."""

import pytest
from support.given import scores_of

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason

LiveIdeaSettings = get_benchmark("live_idea_bench").settings_type


@pytest.fixture
def sample_of(live_idea_bench):
    return lambda record: sample_in_row(live_idea_bench, record, LiveIdeaSettings(protocol="ruan2024"))


def given(**fields):
    return {"keyword": "enzymes", "originality": 7, "feasibility": 5, **fields}


def test_each_idea_has_its_own_score(live_idea_bench, sample_of):
    """The mean of the means of what it was rated on; clarity where the protocol has it."""

    def score(record, **settings):
        return scores_of(live_idea_bench, LiveIdeaSettings(**{"protocol": "ruan2024", **settings}), [sample_of(record)])

    (one,) = score(given(originality=[7, 6, 8], feasibility=[5, 6, 5]))
    assert one.score == pytest.approx((7 + 16 / 3) / 2)
    assert (one.submetrics["originality"], one.submetrics["clarity"]) == (7, None)
    assert (one.submetrics["idea_words"], one.submetrics["fallback_rate"], one.details["idea"]) == (None, None, None)
    (five,) = score(given(clarity=9), protocol="ruan2026")
    assert five.score == 7
    (lacks,) = score(given(), protocol="ruan2026")
    assert (lacks.score, lacks.failure_reason) == (None, FailureReason.UNJUDGED)


LONG = "Moss that grows on a beam closes its cracks before water comes in. " * 18
"""234 words."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Moss that closes the cracks of a beam before water comes in.", None),
        (LONG, "too_long"),
        (f"{LONG}\n\nFinal Idea: Moss that closes the cracks of a beam.", None),
        ("", "empty"),
        ("I'm sorry, but I can't help with that request.", None),
    ],
)
def test_a_response_beside_ratings_is_held_to_the_protocol(text, reason, live_idea_bench):
    """Its length and that there is one; whoever rated it took it for no refusal. Without a response ratings are all."""
    settings = LiveIdeaSettings(protocol="ruan2024")
    rows = [given(response=text), given()]
    samples = [sample_in_row(live_idea_bench, row, settings) for row in rows]
    with_text, alone = scores_of(live_idea_bench, settings, samples)
    assert (with_text.score, with_text.failure_reason) == (None if reason else 6, reason)
    assert with_text.submetrics["originality"] == (None if reason else 7)
    assert (alone.score, alone.submetrics["idea_words"], alone.submetrics["fallback_rate"]) == (6, None, None)
