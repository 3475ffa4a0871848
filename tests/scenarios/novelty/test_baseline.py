"""How the baselines answer, how the lexical judge rates and compares, and the oracle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.judging.replies import Scale
from helm_creativity.responses import Answer
from helm_creativity.scenarios.novelty.baseline import answer, judge
from helm_creativity.scenarios.novelty.oracle import TOP, oracle
from helm_creativity.scenarios.novelty.prompt_sets import ROOM
from helm_creativity.scenarios.novelty.protocols import JUDGES, QUALITY, SAME, Way
from helm_creativity.scenarios.novelty.scorer import NoveltyScorer

signs = st.characters(exclude_categories=["Cs", "Co", "Cc"]) | st.sampled_from('\n"{}\\.')
texts = st.text(signs, min_size=1).filter(str.strip)


def said(prompt, strategy, seeds=range(10)):
    """The answers to a prompt."""
    return [answer(prompt, PLAYERS[strategy]("builtin", seed)) for seed in seeds]


def test_the_baselines_are_the_two_ends_of_the_scale():
    """The greedy one always says the same, the random one hardly ever, whatever stands before the prompt."""
    for item in ROOM.items[::20]:
        prompt = ROOM.prompt(item).text
        assert len(set(said(prompt, "greedy"))) == 1
        assert len(set(said(prompt, "random"))) >= 9
        assert said(f"Be creative.\n\n{prompt}", "random") == said(prompt, "random")


def test_only_our_own_prompts_are_answered():
    """Anything else is another benchmark's business."""
    assert answer("Name a hat.", PLAYERS["random"]("builtin", 1)) is None
    assert judge("How good is this answer?") is None


@given(texts, texts)
def test_the_lexical_judge_answers_both_questions_on_their_scales(one, other):
    """Whatever stands in them."""
    quality = QUALITY.question(task="Name a hat.", response=one)
    assert QUALITY.read(Answer(judge(quality.user)), quality.rated)["quality"].value in Scale(1, 10).values()
    pair = SAME.question(task="Name a hat.", first=one, second=other)
    assert SAME.read(Answer(judge(pair.user)), pair.rated)["same"].value in (0, 1)


@pytest.mark.parametrize(
    ("first", "second", "letter"),
    [
        ("a red hat", "A red hat!", "A"),
        ("a red hat", "a blue shoe", "B"),
        ("a red hat", "a red shoe", "B"),
        ("one", "two", "B"),
    ],
)
def test_the_lexical_judge_compares_words(first, second, letter):
    """The same if more than half of all words are in both."""
    assert judge(SAME.question(task="Name it.", first=first, second=second).user) == letter


def test_the_oracle_scores_at_the_top():
    """All different, all as good as can be."""
    rows = [oracle({**ROOM.items[0], "trial": trial}) for trial in range(10)]
    outcomes = NoveltyScorer(Way("zhang2025", same=JUDGES), "").score(rows)
    assert [one.score for one in outcomes] == pytest.approx([TOP] * 10)
    assert {one.facets["distinct"] for one in outcomes} == {10}
