"""Scores of prompts from classes and values, and what becomes of answers that are none."""

import pytest
from support.cdat import make_vectors
from support.given import given
from support.novelty import novelty_scorer

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.scenarios.novelty.benchmark import JUDGES

REFUSAL = "I'm sorry, but I can't help with that."


def scorer(protocol="zhang2025", k=3, patience=0.5, **settings):
    return novelty_scorer(protocol, responses=k, patience=patience, **settings)


def row(trial, label=None, quality=None, text=None, item="i", **answer):
    """An answer; labels and ratings as a file has them."""
    fields = {"id": item, "prompt": "Name one.", "category": "randomness", "trial": trial}
    fields |= {} if label is None else {"class": label}
    fields |= {} if quality is None else {"ratings": {"quality": [quality]}}
    return Sample(Response(f"answer {trial}" if text is None else text, **answer), fields)


def judge_reply(judge, rubric, value, about=""):
    """A number, or a reason why there is none."""
    reading = ParsedRating(None, value) if isinstance(value, MissingReason) else ParsedRating(float(value))
    return JudgeReply(judge, rubric, about, {rubric: reading})


def judged(trial, quality=MissingReason.FAILED, same=None, text=None, item="i"):
    """An answer with its rating, and the votes of its comparisons with earlier ones."""
    judge_replies = [judge_reply("j/0", "quality", quality)]
    for about, votes in (same or {}).items():
        judge_replies += [judge_reply(f"j/{number}", "same", vote, about) for number, vote in enumerate(votes)]
    one = row(trial, text=text, item=item)
    return Sample(one.response, {**one.fields, "annotations": given(*judge_replies)})


def test_every_answer_has_the_score_of_its_prompt():
    """Whatever order they come in: with p = 1/2, (1·8 + 1/2·0 + 1/4·4) / (7/4) = 36/7."""
    rows = [row(2, "b", 4), row(0, "a", 8), row(1, "a", 9)]
    sample_scores = scorer().score(rows)
    assert [sample_score.score for sample_score in sample_scores] == pytest.approx([36 / 7] * 3)
    assert [sample_score.submetrics["distinct"] for sample_score in sample_scores] == [2] * 3
    assert [sample_score.submetrics["quality"] for sample_score in sample_scores] == [4, 8, 9]
    assert [sample_score.submetrics["first_repeated"] for sample_score in sample_scores] == [0.5] * 3
    assert [sample_score.details["member_of"] for sample_score in sample_scores] == [1, 0, 0]
    # The category counts classes whatever the score is.
    assert scorer().score_run(rows, sample_scores)["distinct_randomness"] == 2


def test_prompts_are_scored_apart():
    """Equal labels of two prompts have nothing to do with each other."""
    rows = [
        row(trial, label, 10, item=item)
        for item, labels in (("i", "aaa"), ("j", "abc"))
        for trial, label in enumerate(labels)
    ]
    sample_scores = scorer("zhang2025_distinct").score(rows)
    assert [sample_score.score for sample_score in sample_scores] == [1, 1, 1, 3, 3, 3]
    stats = scorer("zhang2025_distinct").score_run(rows, sample_scores)
    assert (stats["score"], stats["distinct_randomness"], stats["distinct_subjectivity"]) == (2, 2, None)
    assert stats["score_se"] == pytest.approx(1)  # s/√n of 1 and 3: √2/√2


def test_a_prompt_with_too_few_answers_has_no_score():
    """Its answers say so, and the one that is none says why itself."""
    rows = [row(0, "a", 8), row(1, text=REFUSAL), row(2, "b", 4)]
    sample_scores = scorer().score(rows)
    assert [sample_score.failure_reason for sample_score in sample_scores] == [
        FailureReason.TOO_FEW_VALID,
        FailureReason.REFUSED,
        FailureReason.TOO_FEW_VALID,
    ]
    assert all(
        sample_score.submetrics["distinct"] is None and sample_score.submetrics["utility"] is None
        for sample_score in sample_scores
    )
    # In its place it is worth nothing: (1·8 + 1/2·0 + 1/4·4) / (7/4) = 36/7.
    assert scorer().score_run(rows, sample_scores)["score"] is None
    assert scorer().score_run(rows, sample_scores)["score_failures_as_zero"] == pytest.approx(36 / 7)


def test_a_spare_answer_takes_the_place_of_one_that_failed():
    """Values 8, 4, 2 count: (8 + 2 + 1/2) / (7/4) = 6; as zero the failed one keeps its place."""
    rows = [row(0, "a", 8), row(1, text="", finish_reason="length"), row(2, "b", 4), row(3, "c", 2), row(4, "d", 10)]
    sample_scores = scorer().score(rows)
    assert [sample_score.failure_reason for sample_score in sample_scores] == [
        None,
        FailureReason.TRUNCATED,
        None,
        None,
        None,
    ]
    assert [sample_score.score for sample_score in sample_scores if sample_score.score is not None] == pytest.approx(
        [6] * 4
    )
    assert set(sample_scores[4].submetrics.values()) == {None}  # it came behind the three that count
    # (8 + 0 + 1/4·4) / (7/4) = 36/7.
    assert scorer().score_run(rows, sample_scores)["score_failures_as_zero"] == pytest.approx(36 / 7)
    assert scorer().score_run(rows, sample_scores)["score"] == pytest.approx(6)


def test_a_prompt_without_any_answer_counts_zero_and_one_asked_too_seldom_does_not():
    """Refusals are the model's own doing, too few trials are the run's."""
    refused = [row(trial, text=REFUSAL) for trial in range(3)]
    seldom = [row(trial, "a", 9, item="j") for trial in range(2)]
    one = scorer()
    assert one.score_run(refused, one.score(refused))["score_failures_as_zero"] == 0
    assert {sample_score.failure_reason for sample_score in one.score(seldom)} == {FailureReason.TOO_FEW_VALID}
    assert one.score_run(seldom, one.score(seldom))["score_failures_as_zero"] is None


def test_judges_decide_by_more_than_half_of_their_votes():
    """Half of them are not enough."""
    rows = [
        judged(0, 8),
        judged(1, 9, {"0+1": [1, 1, 0]}),
        judged(2, 4, {"0+2": [1, 0]}),
    ]
    sample_scores = scorer(same=JUDGES).score(rows)
    assert [sample_score.details["member_of"] for sample_score in sample_scores] == [0, 0, 1]
    assert sample_scores[0].score == pytest.approx(36 / 7)


def test_an_answer_that_does_not_count_moves_no_comparison():
    """Trials are compared under their own numbers, and a vote on a refusal is none."""
    rows = [
        judged(0, 8),
        judged(1, 10, {"0+1": [1]}, text=REFUSAL),
        judged(2, 9, {"0+2": [1]}),
        judged(3, 4, {"0+3": [0]}),
    ]
    sample_scores = scorer(same=JUDGES).score(rows)
    assert [sample_score.details["member_of"] for sample_score in sample_scores] == [0, None, 0, 1]
    assert sample_scores[3].score == pytest.approx(36 / 7)


def test_without_a_vote_or_a_value_the_prompt_is_unjudged():
    """A repetition's value is not needed."""
    same, other, lost = {"0+1": [1]}, {"0+2": [0]}, {"0+1": [MissingReason.UNPARSABLE]}
    cases = {
        "no vote": [judged(0, 8), judged(1, 9, lost), judged(2, 4, other)],
        "no value": [judged(0, 8), judged(1, 9, same), judged(2, same=other)],
        "repetition": [judged(0, 8), judged(1, same=same), judged(2, 4, other)],
    }
    one = scorer(same=JUDGES)
    found = {name: one.score(rows) for name, rows in cases.items()}
    assert {name: {sample_score.failure_reason for sample_score in its} for name, its in found.items()} == {
        "no vote": {FailureReason.UNJUDGED},
        "no value": {FailureReason.UNJUDGED},
        "repetition": {None},
    }
    zeroed = {name: one.score_run(rows, found[name])["score_failures_as_zero"] for name, rows in cases.items()}
    assert zeroed == {"no vote": None, "no value": None, "repetition": pytest.approx(36 / 7)}


def test_vectors_decide_by_their_cosine(tmp_path):
    """At the threshold two answers are the same; what has no vector is like nothing but its own text."""
    # Unit vectors: one·two = 0.8, one·three = 0, two·three = 0.6.
    name = make_vectors(tmp_path, "novelty-angles", {"one": (1.0, 0.0), "two": (0.8, 0.6), "three": (0.0, 1.0)})
    rows = [row(trial, text=text) for trial, text in enumerate(["One.", "two", "three", "zzz", "Zzz", "yyy"])]

    def found(least):
        return [
            sample_score.details["member_of"] for sample_score in scorer(k=6, same=name, threshold=least).score(rows)
        ]

    assert found(0.79) == [0, 0, 1, 2, 2, 3]
    assert found(0.59) == [0, 0, 1, 2, 2, 3]  # three is like two, which is no first member
    assert found(0.81) == [0, 1, 2, 3, 3, 4]
    name = make_vectors(tmp_path, "novelty-one-angle", {"cat": (1.0, 0.0), "tomcat": (1.0, 0.0)})
    rows = [row(0, text="cat"), row(1, text="tomcat")]
    assert [
        sample_score.details["member_of"] for sample_score in scorer(k=2, same=name, threshold=1.0).score(rows)
    ] == [0, 0]
