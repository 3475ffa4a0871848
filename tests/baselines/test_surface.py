"""What the lexical judge sees of a text, by hand and by laws; and how its client refuses what it does not know."""

import math

import pytest
from helm.common.request import Request
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.client import LexicalJudgeClient, rating_reply
from helm_creativity.baselines.models import LEXICAL_JUDGE
from helm_creativity.baselines.surface import brevity, difference, oddity, placed, plainness, split_words, variety
from helm_creativity.benchmark.loading import get_benchmark

texts = st.text() | st.lists(st.sampled_from(["the", "wolf", "Interferometry", "moon.", "a", "!"])).map(" ".join)
SHARES = [variety, plainness, oddity, brevity]


def test_words_are_runs_of_letters():
    assert split_words("The wolf's 2nd_moon — ÉTÉ, 猫!") == ["the", "wolf", "s", "nd", "moon", "été", "猫"]
    assert split_words("12 3.4 _ !") == []


@pytest.mark.parametrize(
    ("share", "text", "value"),
    [
        # Different words for the root of all words, as a share of 10, at most 1.
        (variety, "wolf wolf Wolf moon", 2 / math.sqrt(4) / 10),
        (variety, " ".join(f"w{'x' * i}" for i in range(144)), 1),  # 144 / 12 / 10 = 1.2
        # Mean length of a word: 4 or fewer letters is 1, 9 or more is 0.
        (plainness, "wolf cat", 1),
        (plainness, "wolf nighttime", (9 - 6.5) / 5),
        (plainness, "nighttime interferometry", 0),
        # The mean of how varied words are and how long.
        (oddity, "wolf nighttime", (2 / math.sqrt(2) / 10 + 1 - 0.5) / 2),
        # Mean words of a sentence: 10 or fewer is 1, 40 or more is 0; a text without an end is one sentence.
        (brevity, "one two. three four five! six?", 1),
        (brevity, "word " * 25, 0.5),
        (brevity, "word " * 39 + "word. " + "word " * 39 + "word.", 0),
        (brevity, "version 2.5 of it. " + "word " * 34 + "end.", (40 - 38 / 2) / 30),
        *((share, text, 0) for share in SHARES for text in ("", "12 !")),
    ],
)
def test_shares_by_hand(share, text, value):
    assert share(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        ("wolf moon", "Moon, wolf!", 0),
        ("wolf moon", "wolf salt", 2 / 3),
        ("wolf", "salt", 1),
        ("wolf", "", 1),
        ("", "12", 0),
    ],
)
def test_difference_by_hand(one, other, value):
    assert difference(one, other) == pytest.approx(value)


@given(texts, texts)
def test_shares_are_shares(one, other):
    """From 0 to 1, and each a place on any scale; a difference is symmetric."""
    found = [share(one) for share in SHARES] + [difference(one, other)]
    assert all(0 <= share <= 1 and placed(share, 1, 10) in range(1, 11) for share in found)
    assert difference(one, other) == difference(other, one)
    assert difference(one, one) == 0


def test_places_on_a_scale():
    assert [placed(share, 1, 10) for share in (0, 0.5, 0.51, 1)] == [1, 5, 6, 10]
    assert [placed(share, 0, 3) for share in (0, 0.4, 1)] == [0, 1, 3]


def ask(**request):
    return LexicalJudgeClient().make_request(Request(model=LEXICAL_JUDGE, model_deployment=LEXICAL_JUDGE, **request))


def test_an_unknown_question_is_a_final_failure():
    """Another attempt would bring the same; the message quotes the prompt, but not all of it."""
    result = ask(prompt="What is 2 + 2? " + "x" * 200)
    assert (result.success, result.completions) == (False, [])
    assert (result.error_flags.is_retriable, result.error_flags.is_fatal) == (False, True)
    assert result.error.startswith("creativity/lexical-judge rates only prompts of creativity benchmarks: 'What is 2")
    assert len(result.error) < 200
    assert rating_reply("What is 2 + 2?") is None


def test_a_question_is_rated_in_whatever_form_it_arrives():
    benchmark = get_benchmark("live_idea_bench")
    critic = benchmark.rubrics(benchmark.settings(judges="creativity/lexical-judge", design="all", prompts="own"))[0]
    system, user, _ = critic.question(idea="Feed bees by drone.")
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    one, two = ask(prompt=f"{system}\n\n{user}", num_completions=2), ask(messages=messages)
    assert one.success
    assert [completion.text for completion in one.completions] == [two.completions[0].text] * 2
    assert one.completions[0].finish_reason == {"reason": "stop"}
    assert not one.cached
