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
from helm_creativity.scenarios.live_idea_bench.benchmark import FORMS, HERE, OWN_PROMPTS, PRINTED
from helm_creativity.scenarios.live_idea_bench.items import own_keywords
from helm_creativity.scenarios.live_idea_bench.parse import read_idea

signs = st.characters(exclude_categories=["Cs", "Co", "Cc"]) | st.sampled_from('\n"{}\\.')
ideas = st.text(signs, min_size=1).filter(str.strip)


def critics(idea):
    """The question of each protocol in both forms in which it arrives: the user part, and both parts as one text."""
    for protocol in OWN_PROMPTS.values():
        system, user, _ = protocol.critic.question(idea=idea)
        yield protocol.critic, user
        yield protocol.critic, f"{system}\n\n{user}"
        yield protocol.critic, f"{system}\n{user}"


def compare(one, other, keyword="enzymes"):
    return PRINTED.fluency.question(keyword=keyword, idea_a=one, idea_b=other).user


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("form", FORMS)
def test_every_prompt_is_answered_with_an_idea(strategy, form):
    """That is judged: marked where the form asks for it, about the keyword, within the limit."""
    for keyword, _ in own_keywords()[::30]:
        for prompt_id in (f"idea{FORMS[form]}", f"fallback{FORMS[form]}_own"):
            text = get_benchmark("live_idea_bench").reference.baseline_response(
                render(HERE, prompt_id, keyword=keyword).text, CHOOSERS[strategy]("builtin", 1)
            )
            idea = read_idea(Response(text, "stop"), form)
            assert (idea.failure_reason, idea.marked) == (None, form == "reasoning")
            assert idea.text.startswith(f"Measure {keyword} with")
            assert 30 <= idea.n_words <= 100


@given(ideas)
def test_every_idea_is_rated_on_the_scale(idea):
    """Whatever signs it holds, in either protocol; the same question has the same reply."""
    for critic, prompt in critics(idea):
        reply = lexical_rating(get_benchmark("live_idea_bench"), prompt)
        assert reply == lexical_rating(get_benchmark("live_idea_bench"), prompt)
        readings = read_one(critic, Response(reply, "stop"), ())
        assert list(readings) == list(critic.dimensions)
        assert all(reading.missing is None and reading.value == int(reading.value) for reading in readings.values())


def test_the_letter_says_how_many_words_are_shared():
    """By hand: of n words in all, those that only one text has, in thirds."""
    assert lexical_rating(get_benchmark("live_idea_bench"), compare("wolf moon", "salt river")) == "A"  # 4 of 4
    assert lexical_rating(get_benchmark("live_idea_bench"), compare("wolf moon", "wolf river")) == "B"  # 2 of 3
    assert lexical_rating(get_benchmark("live_idea_bench"), compare("wolf moon salt", "wolf moon")) == "C"  # 1 of 3
    assert lexical_rating(get_benchmark("live_idea_bench"), compare("wolf, moon!", "MOON wolf")) == "D"  # 0 of 2
    assert lexical_rating(get_benchmark("live_idea_bench"), compare("wolf\nmoon", "wolf\nmoon salt")) == "C"


def test_ratings_follow_the_surface():
    """Longer and more varied words are called more original and less feasible, short sentences clear."""
    plain, odd = (
        "the cat sat on the mat. " * 3,
        "Interferometric photoluminescence characterises heterogeneous perovskites.",
    )
    (critic, prompt), (_, other) = next(critics(plain)), next(critics(odd))
    first, second = (
        read_one(critic, Response(lexical_rating(get_benchmark("live_idea_bench"), text), "stop"), ())
        for text in (prompt, other)
    )
    assert first["originality"].value < second["originality"].value
    assert first["feasibility"].value > second["feasibility"].value
