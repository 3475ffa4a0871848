"""How the baselines answer both stages: associates of every seed, chains from every fifth."""

import json
from pathlib import Path

import pytest

import helm_creativity.scenarios.pace
from helm_creativity.baselines.players import PLAYERS
from helm_creativity.responses import Answer
from helm_creativity.rooms import Row, find_room, render
from helm_creativity.scenarios.pace.baseline import answer
from helm_creativity.scenarios.pace.scorer import PaceScorer
from helm_creativity.scenarios.pace.stages import associates, read_stage
from helm_creativity.vocabulary import CUE_WORDS

PACE = Path(helm_creativity.scenarios.pace.__file__).parent


def ask(strategy, prompt_id, **variables):
    return answer(render(PACE, prompt_id, **variables).text, PLAYERS[strategy]("builtin", 1))


def play(strategy, seed):
    """One seed's row: both stages, as the annotator asks them."""
    stage1 = ask(strategy, "stage1", seed=seed)
    found = associates(read_stage(Answer(stage1), 3), seed, 3)
    note = {"questions": len(found), "failed": 0, "error": ""}
    for number, (word, reason) in enumerate(found, start=1):
        reply = ask(strategy, "stage2", seed=seed, associate=word, reason=reason)
        chain = {"associate": word, "reply": reply, "finish": "stop", "failed": False, "error": ""}
        note |= {f"chain_{number}_{name}": value for name, value in chain.items()}
    return Row(Answer(stage1), {"seed": seed, "annotations": {"pace": note}})


@pytest.fixture(scope="module")
def outcomes():
    """Each strategy's outcomes, in the order of the seeds."""
    scorer = PaceScorer("schapiro2026", "builtin", None)
    return {strategy: scorer.score([play(strategy, seed) for seed in CUE_WORDS[::5]]) for strategy in PLAYERS}


@pytest.mark.parametrize("strategy", sorted(PLAYERS))
def test_every_chain_is_whole(outcomes, strategy):
    """Three of 20 known words for each seed, and none comes twice."""
    assert len(outcomes[strategy]) == 10
    for outcome in outcomes[strategy]:
        facets = outcome.facets
        assert (facets["n_chains"], facets["chain_failure_rate"], facets["chain_length"]) == (3, 0, 20)
        assert (facets["unknown_rate"], facets["wrong_count_rate"]) == (0, 0)
        assert (facets["repeats"], facets["ttr"]) == (0, 1)


def test_random_nouns_lie_further_apart_than_associations(outcomes):
    """For every seed: the greedy chain takes the nearest word, so that it is the floor."""
    assert all(
        random.score > greedy.score + 0.1 for random, greedy in zip(outcomes["random"], outcomes["greedy"], strict=True)
    )


@pytest.mark.parametrize("strategy", sorted(PLAYERS))
def test_every_seed_has_three_associates(strategy):
    """Different nouns, and no inflection of the seed."""
    for seed in CUE_WORDS:
        stage = read_stage(Answer(ask(strategy, "stage1", seed=seed)), 3)
        words = [word for word, _ in associates(stage, seed, 3)]
        assert len(stage.pairs) == len(words) == 3
        assert not {seed, f"{seed}s", f"{seed}es", f"{seed}ing"} & set(words)


def test_each_step_asks_for_the_nearest_word_of_the_one_before():
    """Among those that the chain does not hold yet."""
    asked = []

    class Told:
        def nearest(self, words, n, *, spelt=None):
            assert n == 1
            asked.extend(words)
            return [next(word for word in ["rock", "stone", *(f"w{i}" for i in range(20))] if spelt(word))]

    text = render(PACE, "stage2", seed="rock", associate="stone", reason="").text
    words = [entry["word"] for entry in json.loads(answer(f"Hello.\n{text}\nThanks.", Told()))["results"]]
    assert words == ["stone", *(f"w{i}" for i in range(19))]
    assert asked == words[:-1]


def test_other_prompts_are_left_to_others():
    """Those of the DAT, and half a prompt of this one."""
    player = PLAYERS["random"]("builtin", 1)
    assert answer(render(find_room("dat").folder, "olson2021", n_words=10).text, player) is None
    assert answer(render(PACE, "stage1", seed="rock").text[:-5], player) is None
    assert answer(render(PACE, "stage2", seed="rock", associate="stone", reason="").text[:-5], player) is None
    assert answer("", player) is None
