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


def test_variety_by_hand():
    """Different words for the root of all words, as a share of 10, at most 1."""
    assert variety("wolf wolf Wolf moon") == pytest.approx(2 / math.sqrt(4) / 10)
    assert variety(" ".join(f"w{'x' * i}" for i in range(144))) == 1  # 144 / 12 / 10 = 1.2


def test_plainness_by_hand():
    """Mean length of a word: 4 or fewer letters is 1, 9 or more is 0."""
    assert plainness("wolf cat") == 1
    assert plainness("wolf nighttime") == pytest.approx((9 - 6.5) / 5)
    assert plainness("nighttime interferometry") == 0
    # The mean of how varied words are and how long.
    assert oddity("wolf nighttime") == pytest.approx((2 / math.sqrt(2) / 10 + 1 - 0.5) / 2)


def test_brevity_by_hand():
    """Mean words of a sentence: 10 or fewer is 1, 40 or more is 0; a text without an end is one sentence."""
    assert brevity("one two. three four five! six?") == 1
    assert brevity("word " * 25) == pytest.approx(0.5)
    assert brevity("word " * 39 + "word. " + "word " * 39 + "word.") == 0
    assert brevity("version 2.5 of it. " + "word " * 34 + "end.") == pytest.approx((40 - 38 / 2) / 30)


def test_difference_by_hand():
    assert difference("wolf moon", "Moon, wolf!") == 0
    assert difference("wolf moon", "wolf salt") == pytest.approx(2 / 3)
    assert difference("wolf", "salt") == 1
    assert difference("wolf", "") == 1
    assert difference("", "12") == 0


@pytest.mark.parametrize("share", SHARES)
def test_without_words_everything_is_0(share):
    assert share("") == share("12 !") == 0


@given(texts)
def test_shares_are_shares(text):
    """From 0 to 1, and each a place on any scale."""
    for share in SHARES:
        assert 0 <= share(text) <= 1
        assert placed(share(text), 1, 10) in range(1, 11)


@given(texts, texts)
def test_difference_is_symmetric(one, other):
    assert difference(one, other) == difference(other, one)
    assert 0 <= difference(one, other) <= 1
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
