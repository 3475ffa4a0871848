"""The baselines' answers: a change that the baseline chooses, whatever the example."""

from functools import cache

import pytest

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.scenarios.letter_string.items import ALPHABETS, KINDS, changed

BENCHMARK = get_benchmark("letter_string")


@cache
def replies(strategy, seed=1):
    """Replies to all items, each by a baseline of its own, as in a run."""
    items = enumerate(BENCHMARK.entries)
    return [
        baseline_response(BENCHMARK, BENCHMARK.prompt(item).text, CHOOSERS[strategy]("builtin", 1000 * seed + i))
        for i, item in items
    ]


def possible(item):
    """What the kinds of change make of the target, in their order."""
    alphabet, target = (tuple(item[name].split()) for name in ("alphabet", "target"))
    made = (changed(kind, target, alphabet) for kind in KINDS)
    return [f"[{' '.join(string)}]" for string in made if string]


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_every_item_is_answered_by_one_of_the_changes(strategy):
    """Under the item's alphabet, letters and symbols alike."""
    assert {item["alphabets"] for item in BENCHMARK.entries} == set(ALPHABETS)
    for item, reply in zip(BENCHMARK.entries, replies(strategy), strict=True):
        assert reply in possible(item)


def test_the_random_one_is_right_as_often_as_chance():
    """Of the changes that can be made to a target, one is right: by the items, 30 times in a hundred."""
    chance = sum(1 / len(possible(item)) for item in BENCHMARK.entries) / len(BENCHMARK.entries)
    assert chance == pytest.approx(0.30, abs=0.005)
    right = [reply == f"[{item['answer']}]" for item, reply in zip(BENCHMARK.entries, replies("random"), strict=True)]
    # 500 draws: sd 2 points.
    assert sum(right) / 500 == pytest.approx(chance, abs=0.08)
    assert replies("random", 1) != replies("random", 2)


def test_the_greedy_one_has_one_change():
    """Whatever the seed: where as many can be made, the one at the same place."""
    assert replies("greedy", 1) == replies("greedy", 2)
    places = {
        (len(made), made.index(reply))
        for made, reply in zip(map(possible, BENCHMARK.entries), replies("greedy"), strict=True)
        if len(set(made)) == len(made)
    }
    assert len(places) == len({n for n, _ in places}) == 5
