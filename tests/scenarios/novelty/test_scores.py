"""Classes, distinct answers and utility; scores of prompts from them, and what becomes of answers that are none."""

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from support.cdat import make_vectors
from support.given import given
from support.judged import judge_reply
from support.novelty import novelty_scorer

import helm_creativity as hc
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.scenarios.novelty.benchmark import JUDGES
from helm_creativity.scenarios.novelty.scoring import classes, distinct, first_repeated, utility

REFUSAL = "I'm sorry, but I can't help with that."
labels = st.lists(st.integers(0, 5), min_size=1, max_size=12)


# p = 1/2: weights 1, 1/2, 1/4 sum to 7/4. The last two are answers of gpt-4o-2024-11-20 to prompts curated-18 and
# curated-20 with the utility that the authors publish (in the repository novelty-bench.github.io,
# eval-0327/eval/curated/openai/gpt-4o-2024-11-20/scores.jsonl).
@pytest.mark.parametrize(
    ("found", "values", "p", "n", "repeated", "expected"),
    [
        ([0, 0, 1], [8, 9, 4], 0.5, 2, 1 / 2, 36 / 7),  # (1·8 + 1/2·0 + 1/4·4) / (7/4)
        ([None, 0, 1], [None, 6, 10], 0.5, 2, 0, 22 / 7),  # a place without an answer keeps its weight
        ([None, 1, 1], [None, 3, None], 0.5, 1, 1, 6 / 7),  # a repetition needs no value
        ([0, 1, 0, 2], [9, None, 9, 9], 0.8, 3, 1 / 3, None),  # a new answer does
        ([None, None], [None, None], 0.8, 0, None, 0),
        ([0, 0, 0, 0, 0, 0, 1, 0, 0, 0], [9, *[0] * 5, 9, *[0] * 3], 0.8, 2, 8 / 9, 2.5451417102278535),
        ([0, 0, 1, 2, 0, 0, 0, 0, 0, 0], [10, 0, 8, 10, *[0] * 6], 0.8, 3, 7 / 9, 4.534934930387566),
    ],
)
def test_distinct_repeated_and_utility_by_hand(found, values, p, n, repeated, expected):
    """And as the authors publish it, to the last digit."""
    assert distinct(found) == n
    assert first_repeated(found) == (None if repeated is None else pytest.approx(repeated))
    assert utility(found, values, p) == (None if expected is None else pytest.approx(expected, rel=1e-14))


@drawn(labels, st.floats(0, 0.999), st.data())
def test_agrees_with_the_printed_equation(given_labels, p, data):
    """Equation 2, term by term."""
    k = len(given_labels)
    values = data.draw(st.lists(st.floats(1, 9), min_size=k, max_size=k))
    new = [label not in given_labels[:i] for i, label in enumerate(given_labels)]
    slow = (1 - p) / (1 - p**k) * sum(p**i * new[i] * values[i] for i in range(k))
    found = utility(given_labels, values, p)
    assert found == pytest.approx(slow)
    assert found <= max(values) + 1e-9
    assert utility(given_labels, values, 1) == pytest.approx(np.mean(np.multiply(new, values)))


@drawn(st.lists(st.lists(st.booleans(), min_size=8, max_size=8), min_size=8, max_size=8))
def test_an_answer_joins_the_first_class_whose_first_member_it_matches(alike):
    """Not the nearest one; members that came later are not asked about, nor more than is needed."""
    asked, expected, firsts, found = [], [], [], []
    for new in range(8):
        place = next((place for place, first in enumerate(firsts) if alike[first][new]), len(firsts))
        expected += [(first, new) for first in firsts[: place + 1]]
        firsts += [new] if place == len(firsts) else []
        found.append(place)
    assert classes(range(8), lambda *pair: [asked.append(pair), alike[pair[0]][pair[1]]][1]) == found
    assert asked == expected


def scorer(protocol="zhang2025", k=3, patience=0.5, **settings):
    return novelty_scorer(protocol, responses=k, patience=patience, **settings)


def row(trial, label=None, quality=None, text=None, item="i", **answer):
    """An answer; labels and ratings as a file has them."""
    fields = {"id": item, "prompt": "Name one.", "category": "randomness", "trial": trial}
    fields |= {} if label is None else {"class": label}
    fields |= {} if quality is None else {"ratings": {"quality": [quality]}}
    return Sample(Response(f"answer {trial}" if text is None else text, **answer), fields)


def judged(trial, quality="failed", same=None, text=None):
    """An answer with its rating, and the votes of its comparisons with earlier ones; a reason stands for none."""
    votes = [(about, n, vote) for about, its in (same or {}).items() for n, vote in enumerate(its)]
    replies = [judge_reply(f"j/{n}", "same", about, same=vote) for about, n, vote in votes]
    one = row(trial, text=text)
    annotations = given(judge_reply("j/0", "quality", quality=quality), *replies)
    return Sample(one.response, {**one.fields, "annotations": annotations})


def members(scores):
    return [score.details["member_of"] for score in scores]


def test_every_answer_has_the_score_of_its_prompt():
    """Whatever order they come in, p = 1/2: 36/7; equal labels of two prompts have nothing to do with each other."""
    rows = [row(2, "b", 4), row(0, "a", 8), row(1, "a", 9)]
    scores = scorer().score(rows)
    assert [score.score for score in scores] == pytest.approx([36 / 7] * 3)
    found = [[score.submetrics[name] for score in scores] for name in ("distinct", "quality", "first_repeated")]
    assert found == [[2, 2, 2], [4, 8, 9], [0.5, 0.5, 0.5]]
    assert members(scores) == [1, 0, 0]
    rows = [row(n, label, 10, item=item) for item, its in (("i", "aaa"), ("j", "abc")) for n, label in enumerate(its)]
    scores = scorer("zhang2025_distinct").score(rows)
    assert [score.score for score in scores] == [1, 1, 1, 3, 3, 3]
    stats = scorer("zhang2025_distinct").score_run(rows, scores)
    assert (stats["score"], stats["distinct_randomness"], stats["distinct_subjectivity"]) == (2, 2, None)
    assert stats["score_se"] == pytest.approx(1)  # s/√n of 1 and 3: √2/√2


CUT = {"text": "", "finish_reason": "length"}
FEW, VALID = FailureReason.TOO_FEW_VALID, None


@pytest.mark.parametrize(
    ("rows", "reasons", "score", "zeroed"),
    [
        # In its place a refusal is worth nothing: (1·8 + 1/2·0 + 1/4·4) / (7/4) = 36/7.
        ([row(0, "a", 8), row(1, text=REFUSAL), row(2, "b", 4)], [FEW, FailureReason.REFUSED, FEW], None, 36 / 7),
        # A spare answer takes the place of one that failed: (8 + 4/2 + 2/4) / (7/4) = 6; the fifth came behind those.
        (
            [row(0, "a", 8), row(1, **CUT), row(2, "b", 4), row(3, "c", 2), row(4, "d", 10)],
            [VALID, FailureReason.TRUNCATED, VALID, VALID, VALID],
            6,
            36 / 7,
        ),
        # Refusals are the model's own doing, too few trials are the run's.
        ([row(trial, text=REFUSAL) for trial in range(3)], [FailureReason.REFUSED] * 3, None, 0),
        ([row(trial, "a", 9) for trial in range(2)], [FEW, FEW], None, None),
    ],
)
def test_failures_and_spare_answers(rows, reasons, score, zeroed):
    scores = scorer().score(rows)
    assert [outcome.failure_reason for outcome in scores] == reasons
    stats = scorer().score_run(rows, scores)
    assert stats["score"] == (score and pytest.approx(score))
    assert stats["score_failures_as_zero"] == (zeroed and pytest.approx(zeroed))
    assert {outcome.submetrics["utility"] is None for outcome in scores[:1]} == {score is None}
    assert len(scores) < 5 or set(scores[4].submetrics.values()) == {None}


def test_judges_decide_by_more_than_half_of_their_votes():
    """Half of them are not enough; a vote on a refusal is none, and moves no comparison."""
    scores = scorer(same=JUDGES).score([judged(0, 8), judged(1, 9, {"0+1": [1, 1, 0]}), judged(2, 4, {"0+2": [1, 0]})])
    assert members(scores) == [0, 0, 1]
    assert scores[0].score == pytest.approx(36 / 7)
    refused = judged(1, 10, {"0+1": [1]}, text=REFUSAL)
    scores = scorer(same=JUDGES).score([judged(0, 8), refused, judged(2, 9, {"0+2": [1]}), judged(3, 4, {"0+3": [0]})])
    assert members(scores) == [0, None, 0, 1]
    assert scores[3].score == pytest.approx(36 / 7)


@pytest.mark.parametrize(
    ("second", "third", "reason", "zeroed"),
    [
        (judged(1, 9, {"0+1": ["unparsable"]}), judged(2, 4, {"0+2": [0]}), "unjudged", None),
        (judged(1, 9, {"0+1": [1]}), judged(2, same={"0+2": [0]}), "unjudged", None),
        (judged(1, same={"0+1": [1]}), judged(2, 4, {"0+2": [0]}), None, 36 / 7),
    ],
)
def test_without_a_vote_or_a_value_the_prompt_is_unjudged(second, third, reason, zeroed):
    """A repetition's value is not needed."""
    rows, one = [judged(0, 8), second, third], scorer(same=JUDGES)
    scores = one.score(rows)
    assert {score.failure_reason for score in scores} == {reason}
    assert one.score_run(rows, scores)["score_failures_as_zero"] == (zeroed and pytest.approx(zeroed))


def test_vectors_decide_by_their_cosine(tmp_path):
    """At the threshold two answers are the same; what has no vector is like nothing but its own text."""
    # Unit vectors: one·two = 0.8, one·three = 0, two·three = 0.6; two is no first member.
    name = make_vectors(tmp_path, "novelty-angles", {"one": (1.0, 0.0), "two": (0.8, 0.6), "three": (0.0, 1.0)})
    rows = [row(trial, text=text) for trial, text in enumerate(["One.", "two", "three", "zzz", "Zzz", "yyy"])]
    found = [members(scorer(k=6, same=name, threshold=least).score(rows)) for least in (0.79, 0.59, 0.81)]
    assert found == [[0, 0, 1, 2, 2, 3], [0, 0, 1, 2, 2, 3], [0, 1, 2, 3, 3, 4]]
    name = make_vectors(tmp_path, "novelty-one-angle", {"cat": (1.0, 0.0), "tomcat": (1.0, 0.0)})
    rows = [row(0, text="cat"), row(1, text="tomcat")]
    assert members(scorer(k=2, same=name, threshold=1.0).score(rows)) == [0, 0]


@pytest.mark.parametrize("names", [("x", "X ", "y"), (1, "1", 2), (1, 1.0, 2), ("a  b", "A b", "ab")])
def test_sorted_and_rated_answers_of_a_file_have_a_utility(names):
    """(8 + 0.8·0 + 0.64·5) / (1 + 0.8 + 0.64); names of classes have one spelling, numbers or texts."""
    values = zip(names, (8, 9, "[4, 6]"), strict=True)
    rows = [{"prompt": "Name a hat.", "response": "bowler", "class": name, "quality": value} for name, value in values]
    assert hc.score("novelty", rows, responses=3).scores == pytest.approx([11.2 / 2.44] * 3)
