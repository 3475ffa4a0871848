"""How the baselines list uses, and how the lexical judge rates and sorts them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.scenarios.aut.baseline import baseline_response
from helm_creativity.scenarios.aut.benchmark import CATEGORIES, ONE_TO_FIVE, TEN_TO_FIFTY, TENTHS

ODD = ("cat", "Interferometric photoluminescence characterises heterogeneous perovskites")
lists = st.lists(st.text("abc def.;:12", min_size=1).map(str.strip).filter(bool), min_size=1, max_size=12)


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
