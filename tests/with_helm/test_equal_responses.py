"""A model that gives one response again and again, to a prompt or to all of them."""

from dataclasses import replace

import pytest
from support.states import instance, state

from helm_creativity.benchmark.types import FailureReason, SampleScore
from helm_creativity.helm.clients.responses import trials_in
from helm_creativity.helm.metric import CreativityMetric, equal_responses, observations
from helm_creativity.helm.run_spec import adapter
from helm_creativity.results.run_stats import run_stats

ONE = "A doorstop for windy days, and a bookend for the rest of the year"
OTHER = "A paperweight on a ship, and a pillow for those who are not easily moved"


THIRD = "A weight for the lid of a barrel of cabbage, and chalk for games in the street"


def asked(answers, model="acme/large", temperature=1.0):
    """The adapter and the states of a run whose prompts have these responses."""
    metric = CreativityMetric("aut", protocol="wenger2025")
    spec = replace(adapter(metric.settings), model=model, temperature=temperature)
    return spec, [state(instance(f"prompt {i}"), text) for i, texts in enumerate(answers) for text in texts]


def warned(answers, **options):
    """The warning about a run whose prompts have these responses."""
    return equal_responses(*asked(answers, **options))


def scored(score):
    """An outcome; a refusal where there is no score."""
    return SampleScore(score, FailureReason.REFUSED if score is None else None)


def stats_of(answers, scores, **options):
    """Stats of such a run, each response with its score."""
    spec, states_ = asked(answers, **options)
    trials = [trial for state in states_ for trial in trials_in(state)]
    items = [trial.item for trial in trials]
    return run_stats([scored(score) for score in scores], items, observed=observations(spec, trials))


def test_equal_responses_name_the_usual_cause():
    """With how many prompts and responses, and the temperature."""
    found = warned([[ONE] * 5] * 12)
    assert found.startswith("for 12 of 12 prompts all 5 responses are equal, at temperature 1: ")
    assert "a fixed seed on the server" in found
    assert warned([[ONE, f" {ONE}\n"], [OTHER] * 3]).startswith("for 2 of 2 prompts all 2 to 3 responses are equal")


@pytest.mark.parametrize(
    ("answers", "options"),
    [
        ([[ONE, OTHER]] * 12, {}),
        ([[ONE, ONE], [ONE, OTHER], [OTHER, ONE]], {}),
        ([[ONE]] * 12, {}),
        ([["hand"] * 5] * 12, {}),
        ([[""] * 5] * 12, {}),
        ([[ONE] * 5] * 12, {"temperature": 0.0}),
        ([[ONE] * 5] * 12, {"model": "creativity/greedy"}),
        ([], {}),
    ],
    ids=["different", "one of three", "single", "short", "empty", "temperature 0", "baseline", "no request"],
)
def test_nothing_is_said_otherwise(answers, options):
    """Different, single and short responses, deterministic baselines, and temperature 0."""
    assert warned(answers, **options) is None


def test_ten_copies_are_one_observation_without_an_error():
    """The leaderboard has the rate, and says the usual cause."""
    found = stats_of([[ONE] * 10], [53.07] * 10)
    assert (found["score"], found["score_se"], found.get("equal_rate")) == (pytest.approx(53.07), None, 1.0)


def test_copies_among_the_responses_to_one_item_count_once_by_hand():
    """Scores 0, 0, 3, 1 of which the first two are copies; where most are there is no error."""
    found = stats_of([[ONE, ONE, OTHER, THIRD]], [0.0, 0.0, 3.0, 1.0])
    # m = 1, sums -2, 2, 0 of three observations: √(3/2 · 8)/4 = √12/4.
    assert (found["score_se"], found.get("equal_rate")) == (pytest.approx(12**0.5 / 4), pytest.approx(1 / 3))
    assert stats_of([[ONE, ONE, OTHER]], [0.0, 0.0, 3.0])["score_se"] is None  # half of the later ones are copies


@pytest.mark.parametrize("options", [{"temperature": 0.0}, {"model": "creativity/greedy"}], ids=["greedy", "baseline"])
def test_where_equal_responses_are_as_it_should_be_they_are_one_observation_without_a_rate(options):
    """No error, and nothing to be cautious of."""
    found = stats_of([["hand"] * 4], [5.0] * 4, **options)
    assert (found["score"], found["score_se"], found.get("equal_rate")) == (5.0, None, None)


@pytest.mark.parametrize(
    ("answers", "rate"),
    [
        ([[ONE], [ONE], [ONE]], 1.0),
        ([[ONE], [f"  {ONE}\n"], [OTHER], [THIRD]], 0.5),
        ([[ONE, OTHER], [OTHER, ONE]], 1.0),
        ([[ONE, THIRD], [ONE, ONE], [OTHER, OTHER]], 0.5),
        ([[ONE, ONE]], None),
        ([[ONE, ONE], [OTHER, OTHER], [THIRD, THIRD]], None),
        ([["yes"], ["yes"], ["no"]], None),
        ([[""], [""]], None),
    ],
)
@pytest.mark.parametrize("options", [{}, {"temperature": 0.0}])
def test_a_text_that_responds_to_several_items_is_counted_at_any_temperature(answers, rate, options):
    """Not where it is short, as a right answer may be, nor of our baselines, of which some heed no prompt."""
    scores = [1.0 for responses in answers for _ in responses]
    assert stats_of(answers, scores, **options).get("shared_rate") == rate
    assert "shared_rate" not in stats_of(answers, scores, model="creativity/greedy")
