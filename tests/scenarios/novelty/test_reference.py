"""How the baselines answer, how the lexical judge rates and compares, and the reference answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.given import GivenRespondent
from support.novelty import novelty_scorer

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.ratings import Scale
from helm_creativity.core.transcripts import FOLLOW_UPS
from helm_creativity.core.types import Response
from helm_creativity.judges.drivers import AskingDriver
from helm_creativity.judges.readings import read_one
from helm_creativity.judges.reference import StipulatedJudges
from helm_creativity.scenarios.novelty.benchmark import QUALITY, SAME
from helm_creativity.scenarios.novelty.measure import JUDGES
from helm_creativity.scenarios.novelty.reference import CEILING, RATINGS, reference_response

NOVELTY = get_benchmark("novelty")

signs = st.characters(exclude_categories=["Cs", "Co", "Cc"]) | st.sampled_from('\n"{}\\.')
texts = st.text(signs, min_size=1).filter(str.strip)


def answers(prompt, strategy, seeds=range(10)):
    """The answers to a prompt."""
    return [baseline_response(NOVELTY, prompt, CHOOSERS[strategy]("builtin", seed)) for seed in seeds]


def test_the_baselines_are_the_two_ends_of_the_scale():
    """The greedy one always says the same, the random one hardly ever, whatever stands before the prompt."""
    for item in NOVELTY.entries[::20]:
        prompt = NOVELTY.prompt(item).text
        assert len(set(answers(prompt, "greedy"))) == 1
        assert len(set(answers(prompt, "random"))) >= 9
        assert answers(f"Be creative.\n\n{prompt}", "random") == answers(prompt, "random")


def test_only_our_own_prompts_are_answered():
    """Anything else is another benchmark's business."""
    assert baseline_response(NOVELTY, "Name a hat.", CHOOSERS["random"]("builtin", 1)) is None
    assert lexical_rating(NOVELTY, "How good is this answer?") is None


@given(texts, texts)
def test_the_lexical_judge_answers_both_questions_on_their_scales(one, other):
    """Whatever stands in them."""
    quality = QUALITY.question(task="Name a hat.", response=one)
    rating = lexical_rating(NOVELTY, quality.user)
    assert read_one(QUALITY, Response(rating), quality.rated)["quality"].value in Scale(1, 10).values()
    pair = SAME.question(task="Name a hat.", first=one, second=other)
    assert read_one(SAME, Response(lexical_rating(NOVELTY, pair.user)), pair.rated)["same"].value in (0, 1)


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
    reply = lexical_rating(NOVELTY, SAME.question(task="Name it.", first=first, second=second).user)
    assert reply == f'{{"answer": "{letter}"}}'


def test_the_reference_scores_at_the_top():
    """All different, all as good as can be."""
    rows = [reference_response({**NOVELTY.entries[0], "trial": trial}) for trial in range(10)]
    scoring = novelty_scorer(same=JUDGES, judges="reference")
    driver = AskingDriver(NOVELTY, scoring.settings, StipulatedJudges(RATINGS))
    for trial, row in enumerate(rows):
        annotation = driver.annotation(Trial(row, "?", row.fields["id"], trial), GivenRespondent(()))
        row.fields["annotations"] = {FOLLOW_UPS: annotation}
    sample_scores = scoring.score(rows)
    assert [sample_score.score for sample_score in sample_scores] == pytest.approx([CEILING] * 10)
    assert {sample_score.submetrics["distinct"] for sample_score in sample_scores} == {10}
