"""How the baselines list uses, and how the lexical judge rates and sorts them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.prompts import render
from helm_creativity.core.types import Response, Sample
from helm_creativity.families.rated.rubric import CREATIVITY
from helm_creativity.scenarios.aut.benchmark import CATEGORIES, HERE, ONE_TO_FIVE, ONE_USE, TEN_TO_FIFTY, TENTHS
from helm_creativity.scenarios.aut.items import object_names, object_sets
from helm_creativity.scenarios.aut.parse import read_uses
from helm_creativity.scenarios.aut.reference import baseline_response

ODD = ("cat", "Interferometric photoluminescence characterises heterogeneous perovskites")
lists = st.lists(st.text("abc def.;:12", min_size=1).map(str.strip).filter(bool), min_size=1, max_size=12)


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("template", ["wenger2025", "mctb2025_own", "agc2026_own"])
def test_every_prompt_is_answered_with_ten_uses(strategy, template):
    """That all count, in the form asked, behind whatever instruction."""
    for name, phrase in object_sets()["wenger2025"][::2]:
        prompt = f"Be creative.\n\n{render(HERE, template, phrase=phrase).text}"
        text = baseline_response(prompt, CHOOSERS[strategy]("builtin", 1))
        found = read_uses(Sample(Response(text, "stop"), {"object": name}), 10)
        assert (found.failure_reason, len(found.scored), found.surplus) == (None, 10, 0)
        assert ("\n" in text) == (template == "mctb2025_own")


@pytest.mark.parametrize(
    ("settings", "n", "sign"),
    [
        ({"protocol": "mctb2025", "uses": 20, "form": "varied"}, 20, "\n"),
        ({"protocol": "mctb2025"}, 10, "\n"),
        ({"protocol": "agc2026"}, 3, "; "),
        ({"protocol": "agc2026", "instruction": "creative"}, 3, "; "),
        ({"protocol": "agc2026", "instruction": "effective"}, 3, "; "),
    ],
)
def test_prompts_of_authors_are_answered_too(authors_words, settings, n, sign):
    """With as many uses as they ask for."""
    benchmark = get_benchmark("aut")
    for item in benchmark.items(benchmark.settings_type(**{"protocol": "wenger2025", **settings})):
        uses = baseline_response(item.prompt.text, CHOOSERS["random"]("builtin", 1)).split(sign)
        assert len(set(uses)) == n


def test_questions_of_authors_are_answered_too(authors_words):
    """A use with a quotation mark, the gate, and a response as a whole."""
    rating = lexical_rating(get_benchmark("aut"), ONE_USE.question(**object_names("a box"), use='a "hat"').user)
    assert ONE_USE.scale.admits(float(rating))
    whole = get_benchmark("aut").settings_type(protocol="agc2026").source.whole
    replies = [
        lexical_rating(get_benchmark("aut"), rubric.question(task="BOX", response="hat; bed").user)
        for rubric in whole.rubrics
    ]
    assert replies[0] == "VALID"
    assert CREATIVITY.scale.admits(float(replies[1]))


def test_other_seeds_have_other_uses():
    """And the same seed the same ones."""
    prompt = render(HERE, "wenger2025", phrase="a book").text
    first, second, again = (baseline_response(prompt, CHOOSERS["random"]("builtin", seed)) for seed in (1, 2, 1))
    assert first == again != second


@given(lists)
def test_every_use_is_rated(uses):
    """By number, on the scale; the same question has the same reply."""
    for rubric in (TENTHS, ONE_TO_FIVE, TEN_TO_FIFTY):
        prompt = rubric.question(phrase="a brick", uses=uses).user
        reply = lexical_rating(get_benchmark("aut"), prompt)
        assert lexical_rating(get_benchmark("aut"), prompt) == reply
        ratings = json.loads(reply)
        assert list(ratings) == [str(i) for i in range(1, len(uses) + 1)]
        assert all(map(rubric.scale.admits, ratings.values()))


def test_ratings_follow_the_surface():
    """Longer and more varied words are called more original, and a use has the same rating in any place."""
    for rubric in (TENTHS, ONE_TO_FIVE, TEN_TO_FIFTY):
        plain, odd = json.loads(
            lexical_rating(get_benchmark("aut"), rubric.question(phrase="a box", uses=ODD).user)
        ).values()
        assert plain < odd
        assert json.loads(lexical_rating(get_benchmark("aut"), rubric.question(phrase="a box", uses=ODD[1:]).user)) == {
            "1": odd
        }


def test_categories_are_the_last_words():
    """By hand."""
    question = CATEGORIES.question(phrase="a box", uses=("hold a cat", "feed the Cat", "123")).user
    assert lexical_rating(get_benchmark("aut"), question) == '{"1": "cat", "2": "cat", "3": "other"}'


def test_an_answer_as_a_whole_is_rated():
    """By the judge of all benchmarks that ask for that."""
    reply = lexical_rating(
        get_benchmark("aut"), CREATIVITY.question(task="List uses.", response="doorstop; weight").user
    )
    assert CREATIVITY.scale.admits(float(reply))


def test_prompts_of_a_protocol_are_no_questions_of_another():
    """Nor is a question to judges a prompt."""
    assert baseline_response(TENTHS.question(phrase="a box", uses=ODD).user, CHOOSERS["random"]("builtin", 1)) is None
    assert lexical_rating(get_benchmark("aut"), render(HERE, "mctb2025_own", phrase="a box").text) is None
