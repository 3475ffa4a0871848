"""From answers to one prompt to scores and reasons."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.hivemind import ANGLES

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.results.run_stats import run_stats
from helm_creativity.scenarios.hivemind.benchmark import HivemindScorer, TextVectors

BENCHMARK = get_benchmark("hivemind")


def row(text, prompt="p", **answer):
    return Sample(Response(text, **{"finish_reason": "stop", **answer}), {"prompt": prompt})


def score(rows):
    """Outcomes of answers, and stats of their run."""
    scorer = HivemindScorer(BENCHMARK.card, TextVectors("compass"))
    found = scorer.score(rows)
    return found, run_stats(found, [row.fields["prompt"] for row in rows], scorer.score_run(rows, found))


def scores(rows):
    return [each.score for each in score(rows)[0]]


def test_an_answer_is_compared_with_the_others_of_its_prompt():
    """And with no answer to another one, in whatever order they come; with their words, and equal texts counted."""
    rows = [row("east"), row("Go west.", "q"), row("north"), row("west", "q"), row("northeast")]
    # east: 90° and 45° away; north: 90° and 45°; northeast: 45° twice. The two of q: 0°.
    near = 100 * (1 - 0.5**0.5)
    assert scores(rows) == pytest.approx([(100 + near) / 2, 0, (100 + near) / 2, 0, near], abs=1e-5)
    found, _ = score([row("Go east."), row("**go  EAST**"), row("north it is"), row("west")])
    numbers = [[each.submetrics[name] for each in found] for name in ("identical_rate", "words", "cut_rate")]
    assert numbers == [pytest.approx([1 / 3, 1 / 3, 0, 0]), [2, 2, 3, 1], [0] * 4]
    assert found[1].details == {"scored_response": "**go  EAST**"}


def test_every_prompt_weighs_the_same():
    """Though fewer of its answers could be scored."""
    rows = [row("east"), row("north"), row("east", "q"), row("east", "q"), row("", "q"), row("north", "q")]
    _, found = score(rows)
    # p: 100. q: pairs at 0, 100, 100: mean 200/3. Not the mean of five answers, (2·100 + 3·200/3) / 5 = 80.
    assert found["score"] == pytest.approx((100 + 200 / 3) / 2)
    assert found["score_se"] == pytest.approx((100 - 200 / 3) / 2)
    # One of the four answers to q is worth 0: (3·200/3) / 4 = 50.
    assert found["score_failures_as_zero"] == pytest.approx((100 + 50) / 2)
    assert (found["num_answers"], found["num_instances"], found["valid_rate"]) == (6, 2, pytest.approx(5 / 6))


@given(st.lists(st.lists(st.sampled_from(sorted(ANGLES)), min_size=3, max_size=3), min_size=2, max_size=5))
def test_the_error_is_that_of_prompts(prompts):
    """Not of answers, of which those to one prompt are alike: the sd of means over √K."""
    rows = [row(text, str(place)) for place, texts in enumerate(prompts) for text in texts]
    (_, found), means = score(rows), np.reshape(scores(rows), (-1, 3)).mean(axis=1)
    assert found["score"] == pytest.approx(means.mean())
    assert found["score_se"] == pytest.approx(means.std(ddof=1) / len(means) ** 0.5, abs=1e-9)


def test_answers_to_different_prompts_show_where_unrelated_ones_lie():
    """Every pair of prompts weighs the same, whatever the number of answers."""
    rows = [row("east"), row("east"), row("east"), row("north", "q"), row("west", "q"), row("!", "r")]
    # Mean vectors (1, 0) and (-1/2, 1/2): similarity -1/2. The third prompt has no answer.
    found = score(rows)[1]
    assert found["between_prompts"] == pytest.approx(150)
    # Similarities 1 and -1: the middles .95 and .05.
    assert found["binned"] == pytest.approx(50)
    assert [score(rows[:3])[1][name] for name in ("between_prompts", "score_se")] == [None, None]


def test_what_is_no_answer_is_in_no_pair():
    """It has its own reason; the others are scored as if it were not there, and one alone has no score."""
    few = FailureReason.TOO_FEW_VALID
    found, _ = score([row("east"), row("qwertz"), row("north", finish_reason="length"), row("north")])
    assert [each.score for each in found] == [pytest.approx(100), None, None, pytest.approx(100)]
    assert [each.failure_reason for each in found[1:3]] == [few, FailureReason.TRUNCATED]
    assert set(found[1].submetrics.values()) == {None}
    found, stats = score([row("east"), row(""), row("east", "q"), row("west", "q")])
    assert [each.failure_reason for each in found] == [few, FailureReason.EMPTY, None, None]
    names = ("score", "score_failures_as_zero", "too_few_valid_rate", "score_se")
    assert [stats[name] for name in names] == [pytest.approx(200), pytest.approx(100), 1 / 4, None]
    _, nothing = score([row("east"), row("west", "q")])
    assert (nothing["score"], nothing["score_se"], nothing["score_failures_as_zero"]) == (None, None, 0)


def test_a_text_is_the_sum_of_its_known_words():
    """As often as they occur, without words of grammar; of "don't" nothing is left that a table takes for a word."""
    texts = ["The east, the east, and NORTH!", "up", "west", "the", "", "north-east"]
    found = TextVectors("compass").embed(texts)
    assert [vector is None for vector in found] == [False, True, False, True, True, False]
    # (2, 1) / √5.
    assert found[0] == pytest.approx([2 / 5**0.5, 1 / 5**0.5])
    assert found[5] == pytest.approx([0.5**0.5, 0.5**0.5])
    nothing, word = TextVectors("builtin").embed(["I don't, you won’t.", "don"])
    assert (nothing, word is None) == (None, False)


def test_six_prompts_in_each_of_seventeen_categories():
    """All different; a row of a file names one, or writes one of its own, which has no category."""
    assert len({item["prompt"] for item in BENCHMARK.entries}) == 102
    assert set(Counter(item["category"] for item in BENCHMARK.entries).values()) == {6}
    assert all(item["id"].rpartition("-")[0] == item["category"] for item in BENCHMARK.entries)
    settings, entry = BENCHMARK.settings_type(protocol="jiang2025", embedding="compass"), BENCHMARK.entries[0]
    rows = [{"id": entry["id"], "response": "east"}, {"prompt": "Where to?", "response": "east"}]
    fields = [sample_in_row(BENCHMARK, each, settings).fields for each in rows]
    expected = [(entry["prompt"], entry["category"]), ("Where to?", None)]
    assert [(each["prompt"], each["category"]) for each in fields] == expected
