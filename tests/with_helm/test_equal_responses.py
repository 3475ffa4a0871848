"""A model that gives one response again and again, to a prompt or to all of them."""

from dataclasses import replace

import pytest
from support.states import instance, state

from helm_creativity.benchmark.types import SampleScore
from helm_creativity.helm.clients.responses import trials_in
from helm_creativity.helm.metric import CreativityMetric, equal_responses, observations
from helm_creativity.helm.run_spec import adapter
from helm_creativity.results.run_stats import run_stats

ONE = "A doorstop for windy days, and a bookend for the rest of the year"
OTHER = "A paperweight on a ship, and a pillow for those who are not easily moved"
THIRD = "A weight for the lid of a barrel of cabbage, and chalk for games in the street"
COLD, OURS = {"temperature": 0.0}, {"model": "creativity/greedy"}


def asked(answers, model="acme/large", temperature=1.0):
    """The adapter and the states of a run whose prompts have these responses."""
    metric = CreativityMetric("aut", protocol="wenger2025")
    spec = replace(adapter(metric.settings), model=model, temperature=temperature)
    return spec, [state(instance(f"prompt {i}"), text) for i, texts in enumerate(answers) for text in texts]


def stats_of(answers, scores, options):
    """Stats of such a run, each response with its score."""
    spec, states = asked(answers, **options)
    trials = [trial for state in states for trial in trials_in(state)]
    items = [trial.item for trial in trials]
    return run_stats([SampleScore(score, None) for score in scores], items, observed=observations(spec, trials))


@pytest.mark.parametrize(
    ("answers", "options", "words"),
    [
        (
            [[ONE] * 5] * 12,
            {},
            "for 12 of 12 prompts all 5 responses are equal, at temperature 1: the usual cause is a",
        ),
        ([[ONE, f" {ONE}\n"], [OTHER] * 3], {}, "for 2 of 2 prompts all 2 to 3 responses are equal"),
        ([[ONE, ONE], [ONE, OTHER]], {}, "for 1 of 2 prompts all 2 responses are equal"),
        ([[ONE, OTHER]] * 12, {}, None),
        ([[ONE, ONE], [ONE, OTHER], [OTHER, ONE]], {}, None),
        ([[ONE]] * 12, {}, None),
        ([["hand"] * 5] * 12, {}, None),
        ([[""] * 5] * 12, {}, None),
        ([[ONE] * 5] * 12, COLD, None),
        ([[ONE] * 5] * 12, OURS, None),
        ([], {}, None),
    ],
)
def test_equal_responses_to_half_of_the_prompts_name_the_usual_cause(answers, options, words):
    """Not single or short ones, nor of deterministic baselines or at temperature 0."""
    found = equal_responses(*asked(answers, **options))
    assert found is None if words is None else found.startswith(words)


@pytest.mark.parametrize(
    ("answers", "scores", "options", "expected"),
    [
        ([[ONE] * 10], [53.07] * 10, {}, (53.07, None, 1)),
        # m = 1, sums -2, 2, 0 of three observations: √(3/2 · 8)/4 = √12/4; one of the three later ones is a copy.
        ([[ONE, ONE, OTHER, THIRD]], [0.0, 0.0, 3.0, 1.0], {}, (1, 12**0.5 / 4, 1 / 3)),
        ([[ONE, ONE, OTHER]], [0.0, 0.0, 3.0], {}, (1, None, 0.5)),
        ([["hand"] * 4], [5.0] * 4, COLD, (5, None, None)),
        ([["hand"] * 4], [5.0] * 4, OURS, (5, None, None)),
    ],
)
def test_copies_among_the_responses_to_one_item_count_once_by_hand(answers, scores, options, expected):
    """No error where half of the later ones are copies; no rate where equal responses are as it should be."""
    found = stats_of(answers, scores, options)
    assert [found.get(name) for name in ("score", "score_se", "equal_rate")] == pytest.approx(expected)


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
@pytest.mark.parametrize("options", [{}, COLD])
def test_a_text_that_responds_to_several_items_is_counted_at_any_temperature(answers, rate, options):
    """Not where it is short, as a right answer may be, nor of our baselines, of which some heed no prompt."""
    scores = [1.0 for responses in answers for _ in responses]
    assert stats_of(answers, scores, options).get("shared_rate") == rate
    assert "shared_rate" not in stats_of(answers, scores, OURS)
