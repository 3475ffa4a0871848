"""Scores of any benchmark: every response has one or a reason, whatever it says and whichever stand beside it."""

import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.follow_ups import REFUSAL
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.task_types.response_scorer import ResponseScorer
from helm_creativity.testing.loading import pilot_values
from helm_creativity.testing.responses import make_scorer, references, score


# Accuracies: to leave out a response without an answer would raise the score of a model that answers only what it
# knows. So it is wrong, worth 0, and has its reason beside that; the stranger's rejects what is not one word.
def is_counted(benchmark):
    """Whether the scorer is of that kind; a stranger's has no score for a response without any text, as is usual."""
    return benchmark.entry.ours and isinstance(references(benchmark).scorer, ResponseScorer)


# Their scores compare the responses to one item, so that they do depend on those beside them: whether two say the same,
# and how many ideas in how many classes there are. Tests of their own say how.
TOGETHER = {"hivemind", "live_idea_bench", "novelty"}
REASONS = {
    Response("", "stop"): FailureReason.EMPTY,
    Response("<think>cat, dog", "stop"): FailureReason.EMPTY,
    Response(REFUSAL, "stop"): FailureReason.REFUSED,
    Response("", "content_filter", failed=True): FailureReason.REFUSED,
    Response("", failed=True): FailureReason.FAILED,
}
FEW = 6
MOST = 24
"""Reference responses that are scored under each protocol."""


def scored(benchmark, responses):
    """Scores of responses to the benchmark's first items, to whose judges each is the best."""
    found = references(benchmark)
    trials = dataclasses.replace(found, trials=found.trials[: len(responses)]).with_responses(responses)
    return score(benchmark, found.scorer, trials).scores


def of_each(benchmark):
    """Names of the submetrics of a response."""
    return {submetric.name for submetric in benchmark.card.submetrics if submetric.of == "answer"}


@given(text=st.text())
@settings(max_examples=20)
def test_no_text_makes_it_raise(benchmark, text):
    """It has a score or a reason, and every submetric of the card."""
    (sample_score,) = scored(benchmark, [Response(text, "stop")])
    if is_counted(benchmark) or benchmark.name == "good":
        assert sample_score.score is not None or sample_score.failure_reason is not None
        assert sample_score.score in (None, 0, 1, 100)
    else:
        assert (sample_score.score is None) != (sample_score.failure_reason is None)
    assert set(sample_score.submetrics) == of_each(benchmark)


@pytest.mark.parametrize("response", REASONS, ids=str)
def test_every_failure_has_its_reason_and_no_score(benchmark, response):
    """Unscored, not 0, unless saying nothing is wrong; with the submetrics and details of one that has a score."""
    (sample_score,) = scored(benchmark, [response])
    reason = REASONS[response]
    worth = 0 if reason is FailureReason.EMPTY and is_counted(benchmark) else None
    assert (sample_score.score, sample_score.failure_reason) == (worth, reason)
    assert set(sample_score.submetrics) == of_each(benchmark)
    assert set(sample_score.details) == set(references(benchmark).scores[0].details)


def test_a_response_that_repeats_its_prompt_has_no_score(benchmark):
    """Whether the prompt is all that was written, or stands behind thoughts."""
    prompts = [trial.prompt for trial in references(benchmark).trials[:FEW]]
    for echo in (prompts, [f"<think>Hm.</think>\n{prompt}\n" for prompt in prompts]):
        scores = scored(benchmark, [Response(text, "stop") for text in echo])
        assert {(score.score, score.failure_reason) for score in scores} == {(None, FailureReason.ECHO)}


def test_every_stat_is_described(benchmark):
    """By the card, and every described one is there, under every protocol."""
    found = references(benchmark)
    of_run = {submetric.name for submetric in benchmark.card.submetrics if submetric.of == "run"}
    trials = [*found.trials[:MOST], *found.with_responses([Response("", "stop")] * len(found.trials))[:1]]
    for protocol in benchmark.card.protocols:
        of_protocol = parse_settings(benchmark, {**pilot_values(benchmark, protocol), "protocol": protocol})
        run = score(benchmark, make_scorer(benchmark, of_protocol), trials, of_protocol)
        assert {frozenset(sample_score.submetrics) for sample_score in run.scores} == {frozenset(of_each(benchmark))}
        assert set(run.of_run) - {"score", "score_se", "score_failures_as_zero"} == of_run


def numbers(sample_score):
    """The score and the submetrics, as far as rounding leaves them alone."""
    named = {"score": sample_score.score, **sample_score.submetrics}
    return {name: None if value is None else pytest.approx(value, abs=1e-4) for name, value in named.items()}


def rounded(details):
    """The same for details."""
    return json.loads(json.dumps(details, default=str), parse_float=lambda number: round(float(number), 3))


@given(data=st.data())
@settings(max_examples=10)
def test_batches_do_not_matter(benchmark, data):
    """What a response is worth does not depend on those beside it, to other items or to its own; it has its place."""
    if benchmark.name in TOGETHER:
        pytest.skip("its scores compare responses")
    found = references(benchmark)
    best = [response.text for response in found.responses[:FEW]]
    lines = sorted({line for text in best for line in text.splitlines()})[:40]
    words = st.sampled_from([*lines, *map(str.title, lines), *(f"{line}s" for line in lines), "zzz", ""])
    texts = st.sampled_from([*best, "", "zzz", REFUSAL]) | st.lists(words, max_size=14).map("\n".join)
    drawn = data.draw(st.lists(st.tuples(st.sampled_from(found.trials[:FEW]), texts), max_size=8))
    responses = [Response(text, "stop") for _, text in drawn]
    trials = dataclasses.replace(found, trials=[trial for trial, _ in drawn]).with_responses(responses)
    together = score(benchmark, found.scorer, trials).scores
    for trial, sample_score in zip(trials, together, strict=True):
        (alone,) = score(benchmark, found.scorer, [trial]).scores
        assert set(sample_score.submetrics) == of_each(benchmark)
        assert sample_score.failure_reason is alone.failure_reason
        assert {"score": sample_score.score, **sample_score.submetrics} == numbers(alone)
        assert rounded(sample_score.details) == rounded(alone.details)
