"""How the baselines list uses, and how the lexical judge rates and sorts them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.rated import CREATIVITY
from helm_creativity.responses import Answer
from helm_creativity.rooms import Row, find_room, render
from helm_creativity.scenarios.aut.baseline import answer, judge
from helm_creativity.scenarios.aut.objects import object_sets
from helm_creativity.scenarios.aut.protocols import CATEGORIES, HERE, ONE_TO_FIVE, PROTOCOLS, TEN_TO_FIFTY, TENTHS
from helm_creativity.scenarios.aut.uses import read_uses

ODD = ("cat", "Interferometric photoluminescence characterises heterogeneous perovskites")
lists = st.lists(st.text("abc def.;:12", min_size=1).map(str.strip).filter(bool), min_size=1, max_size=12)


@pytest.mark.parametrize("strategy", sorted(PLAYERS))
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_prompt_is_answered_with_ten_uses(strategy, protocol):
    """That all count, in the form asked, behind whatever instruction."""
    for name, phrase in object_sets()["wenger2025"][::2]:
        prompt = f"Be creative.\n\n{render(HERE, protocol, phrase=phrase).text}"
        text = answer(prompt, PLAYERS[strategy]("builtin", 1))
        found = read_uses(Row(Answer(text, "stop"), {"object": name}), 10)
        assert (found.unscored, len(found.scored), found.surplus) == (None, 10, 0)
        assert ("\n- " in text) == (protocol == "mctb2025")


def test_other_seeds_have_other_uses():
    """And the same seed the same ones."""
    prompt = render(HERE, "wenger2025", phrase="a book").text
    first, second, again = (answer(prompt, PLAYERS["random"]("builtin", seed)) for seed in (1, 2, 1))
    assert first == again != second


@given(lists)
def test_every_use_is_rated(uses):
    """A line each, on the scale; the same question has the same reply."""
    for instrument in (TENTHS, ONE_TO_FIVE, TEN_TO_FIFTY):
        prompt = instrument.question(phrase="a brick", uses=uses).user
        lines = judge(prompt).splitlines()
        assert judge(prompt).splitlines() == lines
        assert [line.split(": ")[0] for line in lines] == [str(i) for i in range(1, len(uses) + 1)]
        assert all(instrument.scale.admits(float(line.split(": ")[1])) for line in lines)


def test_ratings_follow_the_surface():
    """Longer and more varied words are called more original, and a use has the same rating in any place."""
    for instrument in (TENTHS, ONE_TO_FIVE, TEN_TO_FIFTY):
        plain, odd = (
            line.split(": ")[1] for line in judge(instrument.question(phrase="a box", uses=ODD).user).split("\n")
        )
        assert float(plain) < float(odd)
        assert judge(instrument.question(phrase="a box", uses=ODD[1:]).user) == f"1: {odd}"


def test_categories_are_the_last_words():
    """By hand."""
    question = CATEGORIES.question(phrase="a box", uses=("hold a cat", "feed the Cat", "123")).user
    assert judge(question) == "1: cat\n2: cat\n3: other"


def test_an_answer_as_a_whole_is_rated():
    """By the judge of all benchmarks that ask for that."""
    reply = judge(CREATIVITY.question(task="List uses.", response="doorstop; weight").user)
    assert CREATIVITY.scale.admits(float(reply))


@pytest.mark.parametrize(
    "prompt",
    ["", "What is 2 + 2?", render(find_room("dat").folder, "olson2021", n_words=10).text],
)
def test_other_prompts_are_left_to_others(prompt):
    """None, which the client makes a failure of."""
    assert judge(prompt) is None
    assert answer(prompt, PLAYERS["random"]("builtin", 1)) is None
    assert answer(TENTHS.question(phrase="a box", uses=ODD).user, PLAYERS["random"]("builtin", 1)) is None
    assert judge(render(HERE, "mctb2025", phrase="a box").text) is None
