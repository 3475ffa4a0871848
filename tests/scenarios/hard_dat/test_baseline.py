"""How the baselines answer: in form, with the letter, and the greedy one far from the given words."""

from statistics import mean

import pytest

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.responses import Answer
from helm_creativity.rooms import Row, find_room, render
from helm_creativity.scenarios.hard_dat.baseline import answer
from helm_creativity.scenarios.hard_dat.draws import Items
from helm_creativity.scenarios.hard_dat.scorer import HardDatScorer

ITEMS = Items.of("a+k+u+y", 0)


@pytest.fixture(scope="module")
def outcomes():
    """Each strategy's outcomes for four letters."""
    scorer = HardDatScorer("mctb2025", "builtin", None, ITEMS)

    def of(strategy):
        replies = {
            letter: answer(prompt.text, PLAYERS[strategy]("builtin", 1))
            for letter, prompt in ITEMS.prompts("mctb2025").items()
        }
        return scorer.score(
            [
                Row(Answer(reply), {"letter": letter, "given": list(ITEMS.given[letter])})
                for letter, reply in replies.items()
            ]
        )

    return {strategy: of(strategy) for strategy in PLAYERS}


@pytest.mark.parametrize("strategy", sorted(PLAYERS))
def test_answers_keep_all_the_rules(outcomes, strategy):
    """25 valid words each."""
    for outcome in outcomes[strategy]:
        facets = outcome.facets
        assert (facets["n_valid"], facets["letter_violations"], facets["repeats"]) == (25, 0, 0)
        assert (facets["unknown_rate"], facets["wrong_count_rate"], facets["noun_rate"]) == (0, 0, 1)


def test_greedy_words_lie_further_apart_than_random_ones(outcomes):
    """From one another and from the given words."""
    for name in ("novelty_within", "distance_to_given"):
        random, greedy = (mean(one.facets[name] for one in outcomes[player]) for player in ("random", "greedy"))
        assert greedy > random + 5
    assert min(one.score for one in outcomes["greedy"]) > max(one.score for one in outcomes["random"])


def test_the_player_is_told_what_the_prompt_says():
    """The letter, the number and the given words, also with other text around the prompt."""

    class Told:
        def unrelated(self, n, *, spelt=None, meaning=None, unlike=()):
            assert (spelt("yacht"), spelt("acht"), spelt("bay")) == (True, False, False)
            assert tuple(unlike) == ITEMS.given["y"]
            return ["w"] * n

    text = ITEMS.prompts("mctb2025")["y"].text
    assert answer(f"Hello.\n{text}\nThanks.", Told()) == "\n".join(["w"] * 25)


def test_other_prompts_are_left_to_others():
    """The DAT's, for one; and HardDAT's is none of the DAT's."""
    player = PLAYERS["random"]("builtin", 1)
    assert answer(render(find_room("dat").folder, "olson2021", n_words=10).text, player) is None
    text = ITEMS.prompts("mctb2025")["a"].text
    answered = [
        room.name
        for room in [find_room("dat"), find_room("hard_dat")]
        if room.module("baseline").answer(text, player) is not None
    ]
    assert answered == ["hard_dat"]
