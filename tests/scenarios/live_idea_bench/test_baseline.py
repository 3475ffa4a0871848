"""How the baselines answer, and how the lexical judge rates: deterministic, on the scale, without understanding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.readings import read_one
from helm_creativity.task_types.rated.reply import read_reply

BENCHMARK = get_benchmark("live_idea_bench")
FORMS = BENCHMARK.task.forms
RUBRICS = [
    BENCHMARK.rubrics(BENCHMARK.settings_type(protocol=name, prompts="own")) for name in BENCHMARK.card.protocols
]
signs = st.characters(exclude_categories=["Cs", "Co", "Cc"]) | st.sampled_from('\n"{}\\.')
ideas = st.text(signs, min_size=1).filter(str.strip)


def critics(idea):
    """The question of each protocol in both forms in which it arrives: the user part, and both parts as one text."""
    for critic, _ in RUBRICS:
        system, user, _ = critic.question(idea=idea)
        yield critic, user
        yield critic, f"{system}\n\n{user}"
        yield critic, f"{system}\n{user}"


def compare(one, other, keyword="enzymes"):
    return RUBRICS[0][1].question(keyword=keyword, idea_a=one, idea_b=other).user


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("form", FORMS)
def test_every_prompt_is_answered_with_an_idea(strategy, form):
    """That is judged: marked where the form asks for it, about the keyword, within the limit."""
    for keyword in [row["keyword"] for row in BENCHMARK.table("own")][::30]:
        for prompt_id in (f"idea{FORMS[form]}", f"fallback{FORMS[form]}_own"):
            text = BENCHMARK.reference.baseline_response(
                render(BENCHMARK.place, prompt_id, keyword=keyword).text, CHOOSERS[strategy]("builtin", 1)
            )
            idea = read_reply(Response(text, "stop"), BENCHMARK.task.reply, form)
            assert (idea.failure_reason, idea.marked) == (None, form == "reasoning")
            assert idea.text.startswith(f"Measure {keyword} with")
            assert 30 <= idea.n_words <= 100


@given(ideas)
def test_every_idea_is_rated_on_the_scale(idea):
    """Whatever signs it holds, in either protocol; the same question has the same reply."""
    for critic, prompt in critics(idea):
        reply = lexical_rating(BENCHMARK, prompt)
        assert reply == lexical_rating(BENCHMARK, prompt)
        readings = read_one(critic, Response(reply, "stop"), ())
        assert list(readings) == list(critic.dimensions)
        assert all(reading.missing is None and reading.value == int(reading.value) for reading in readings.values())


def test_the_letter_says_how_many_words_are_shared():
    """By hand: of n words in all, those that only one text has, in thirds."""
    assert lexical_rating(BENCHMARK, compare("wolf moon", "salt river")) == "A"  # 4 of 4
    assert lexical_rating(BENCHMARK, compare("wolf moon", "wolf river")) == "B"  # 2 of 3
    assert lexical_rating(BENCHMARK, compare("wolf moon salt", "wolf moon")) == "C"  # 1 of 3
    assert lexical_rating(BENCHMARK, compare("wolf, moon!", "MOON wolf")) == "D"  # 0 of 2
    assert lexical_rating(BENCHMARK, compare("wolf\nmoon", "wolf\nmoon salt")) == "C"


def test_ratings_follow_the_surface():
    """Longer and more varied words are called more original and less feasible, short sentences clear."""
    plain, odd = (
        "the cat sat on the mat. " * 3,
        "Interferometric photoluminescence characterises heterogeneous perovskites.",
    )
    (critic, prompt), (_, other) = next(critics(plain)), next(critics(odd))
    first, second = (
        read_one(critic, Response(lexical_rating(BENCHMARK, text), "stop"), ()) for text in (prompt, other)
    )
    assert first["originality"].value < second["originality"].value
    assert first["feasibility"].value > second["feasibility"].value
