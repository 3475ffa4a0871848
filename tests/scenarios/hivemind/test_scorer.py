"""From answers to one prompt to scores and reasons."""

from statistics import mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.hivemind import ANGLES

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.results.run_stats import run_stats
from helm_creativity.scenarios.hivemind.benchmark import HivemindScorer, TextVectors

BENCHMARK = get_benchmark("hivemind")
CARD = BENCHMARK.card
SUBMETRICS = {submetric.name for submetric in CARD.submetrics if submetric.of == "answer"}
SORRY = "I'm sorry, but I can't help with that."
words = st.sampled_from(sorted(ANGLES))


def row(text, prompt="p", **answer):
    """One answer."""
    return Sample(Response(text, **{"finish_reason": "stop", **answer}), {"prompt": prompt})


def scorer_with(embedding):
    """Of one embedding."""
    return HivemindScorer(CARD, TextVectors(embedding))


def scores(rows, embedding="compass"):
    """Of each answer."""
    return [sample_score.score for sample_score in scorer_with(embedding).score(rows)]


def stats(rows, embedding="compass"):
    """Of a run."""
    scorer = scorer_with(embedding)
    sample_scores = scorer.score(rows)
    return run_stats(sample_scores, [row.fields["prompt"] for row in rows], scorer.score_run(rows, sample_scores))


def test_an_answer_is_compared_with_the_others_of_its_prompt():
    """And with no answer to another one, in whatever order they come."""
    rows = [row("east"), row("Go west.", "q"), row("north"), row("west", "q"), row("northeast")]
    # east: 90° and 45° away; north: 90° and 45°; northeast: 45° twice. The two of q: 0°.
    near = 100 * (1 - 0.5**0.5)
    assert scores(rows) == pytest.approx([(100 + near) / 2, 0, (100 + near) / 2, 0, near], abs=1e-5)


def test_every_prompt_weighs_the_same():
    """Though fewer of its answers could be scored."""
    rows = [row("east"), row("north"), row("east", "q"), row("east", "q"), row("", "q"), row("north", "q")]
    found = stats(rows)
    # p: 100. q: pairs at 0, 100, 100: mean 200/3. Not the mean of five answers, (2·100 + 3·200/3) / 5 = 80.
    assert found["score"] == pytest.approx((100 + 200 / 3) / 2)
    assert found["score_se"] == pytest.approx((100 - 200 / 3) / 2)
    # One of the four answers to q is worth 0: (3·200/3) / 4 = 50.
    assert found["score_failures_as_zero"] == pytest.approx((100 + 50) / 2)
    assert (found["num_answers"], found["num_instances"], found["valid_rate"]) == (6, 2, pytest.approx(5 / 6))


@given(st.lists(st.lists(words, min_size=3, max_size=3), min_size=2, max_size=5))
def test_the_error_is_that_of_prompts(prompts):
    """With as many answers each it is what clustering by prompt gives of the answers, and the sd of means over √K."""
    rows = [row(text, str(place)) for place, texts in enumerate(prompts) for text in texts]
    scorer = scorer_with("compass")
    sample_scores = scorer.score(rows)
    items = [sample.fields["prompt"] for sample in rows]
    own, clustered = scorer.score_run(rows, sample_scores), run_stats(sample_scores, items)
    means = [mean(sample_score.score for sample_score in sample_scores[3 * i : 3 * i + 3]) for i in range(len(prompts))]
    assert own["score"] == pytest.approx(mean(means)) == pytest.approx(clustered["score"])
    assert own["score_se"] == pytest.approx(np.std(means, ddof=1) / len(means) ** 0.5, abs=1e-9)
    assert own["score_se"] == pytest.approx(clustered["score_se"], abs=1e-9)


def test_the_error_agrees_with_the_bootstrap_over_prompts():
    """Forty prompts, four answers each: answers of one prompt are alike, which an error over answers misses."""
    rng = np.random.default_rng(0)
    kinds = [("east", "northeast"), ("east", "north"), ("east", "west"), ("east", "east")]
    drawn = [(str(k), rng.choice(kinds[rng.integers(4)], 4)) for k in range(40)]
    rows = [row(str(text), prompt) for prompt, texts in drawn for text in texts]
    scorer = scorer_with("compass")
    sample_scores = scorer.score(rows)
    found = np.array([sample_score.score for sample_score in sample_scores]).reshape(40, 4)
    means = found.mean(axis=1)
    bootstrap = np.std([rng.choice(means, 40).mean() for _ in range(4000)])
    error = scorer.score_run(rows, sample_scores)["score_se"]
    assert error == pytest.approx(bootstrap, rel=0.05)
    assert found.std(ddof=1) / 160**0.5 < 0.6 * error


def test_answers_to_different_prompts_show_where_unrelated_ones_lie():
    """Every pair of prompts weighs the same, whatever the number of answers."""
    rows = [row("east"), row("east"), row("east"), row("north", "q"), row("west", "q"), row("!", "r")]
    # Mean vectors (1, 0) and (-1/2, 1/2): similarity -1/2. The third prompt has no answer.
    assert stats(rows)["between_prompts"] == pytest.approx(150)
    assert stats(rows[:3])["between_prompts"] is None
    assert stats(rows[:3])["score_se"] is None


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (row(""), FailureReason.EMPTY),
        (row("<think>north</think>"), FailureReason.EMPTY),
        (row(SORRY), FailureReason.REFUSED),
        (row("north", finish_reason="content_filter"), FailureReason.REFUSED),
        (row("north", finish_reason="length"), FailureReason.TRUNCATED),
        (row("", failed=True), FailureReason.FAILED),
        (row("qwertz"), FailureReason.TOO_FEW_VALID),
        (Sample(None, {"prompt": "p"}), FailureReason.EMPTY),
    ],
)
def test_what_is_no_answer_is_in_no_pair(answer, reason):
    """It has its own reason; the others are scored as if it were not there."""
    found = scorer_with("compass").score([row("east"), answer, row("north")])
    assert [sample_score.score for sample_score in found] == [pytest.approx(100), None, pytest.approx(100)]
    assert found[1].failure_reason is reason
    assert set(found[1].submetrics) == SUBMETRICS
    assert set(found[1].submetrics.values()) == {None}


def test_a_single_answer_has_nothing_to_be_compared_with():
    """What is left of a prompt's answers, while another prompt is scored."""
    rows = [row("east"), row(""), row("east", "q"), row("west", "q")]
    found = scorer_with("compass").score(rows)
    assert [sample_score.failure_reason for sample_score in found] == [
        FailureReason.TOO_FEW_VALID,
        FailureReason.EMPTY,
        None,
        None,
    ]
    assert stats(rows)["score"] == pytest.approx(200)
    assert stats(rows)["score_failures_as_zero"] == pytest.approx(100)
    assert stats(rows)["too_few_valid_rate"] == pytest.approx(1 / 4)
    nothing = stats([row("east"), row("west", "q")])
    assert (nothing["score"], nothing["score_se"], nothing["score_failures_as_zero"]) == (None, None, 0)


def test_submetrics_of_an_answer():
    """Its words, and the share of the others that are the same text."""
    found = scorer_with("compass").score([row("Go east."), row("**go  EAST**"), row("north it is"), row("west")])
    assert [sample_score.submetrics["identical_rate"] for sample_score in found] == pytest.approx([1 / 3, 1 / 3, 0, 0])
    assert [sample_score.submetrics["words"] for sample_score in found] == [2, 2, 3, 1]
    assert [sample_score.submetrics["cut_rate"] for sample_score in found] == [0, 0, 0, 0]
    assert found[1].details == {"scored_response": "**go  EAST**"}
