"""How the baselines respond to the RAT."""

import pytest

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.inflections import is_inflection
from helm_creativity.parsing.single import parse_word

RAT = get_benchmark("rat")
ITEMS = RAT.problems(RAT.settings())


def prompt(stems):
    return RAT.render("schapiro2026", stems=stems).text


def replies(strategy, seed=1):
    """Replies to all problems."""
    chooser = CHOOSERS[strategy]("builtin", seed)
    return [baseline_response(RAT, prompt(item.stems), chooser) for item in ITEMS]


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_every_problem_is_answered_by_one_noun_that_is_no_form_of_a_stem(strategy):
    """Which the reader finds as it stands."""
    for item, reply in zip(ITEMS, replies(strategy), strict=True):
        assert reply in builtin().nouns
        assert parse_word(reply) == reply
        assert not any(is_inflection(reply, stem) for stem in item.stems)


def test_the_greedy_one_takes_the_nearest_noun():
    """By the sum of similarities to the three stems, whatever the seed."""
    nouns, reply = (
        builtin().nouns,
        baseline_response(RAT, prompt(("cottage", "swiss", "cake")), CHOOSERS["greedy"]("builtin", 1)),
    )
    near = builtin().embed(nouns).vectors @ builtin().embed(["cottage", "swiss", "cake"]).vectors.sum(axis=0)
    allowed = [
        i
        for i in (-near).argsort(kind="stable")[:50]
        if not any(is_inflection(nouns[i], stem) for stem in ("cottage", "swiss", "cake"))
    ]
    assert reply == nouns[allowed[0]]
    assert replies("greedy", 1) == replies("greedy", 2)


@pytest.mark.parametrize(
    "stems", [("spelling", "line", "queen"), ("diving", "cup", "bulletin"), ("mate", "shoes", "ox")]
)
def test_a_stem_without_its_ending_is_a_form_of_it(stems):
    """Nearest of all would be spell, dive and shoe."""
    reply = baseline_response(RAT, prompt(stems), CHOOSERS["greedy"]("builtin", 1))
    assert reply not in {"spell", "dive", "shoe"}
