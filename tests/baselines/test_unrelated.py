"""What the baselines choose when spelling, meaning and other words matter, on a vocabulary of six."""

import numpy as np
import pytest

from helm_creativity.baselines import word_choosers
from helm_creativity.baselines.nouns import Nouns
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.errors import BadArguments

# East, north-east (twice, one a little longer), north, west, south.
VECTORS = {"east": (1, 0), "mild": (0.6, 0.8), "mist": (0.66, 0.88), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}
WORDS = tuple(VECTORS)


class Compass:
    """The vectors as an embedding."""

    name, signature, dimension = "compass", "compass@sha256:0/2d", 2

    def knows(self, texts):
        return np.array([text in VECTORS for text in texts], dtype=bool)

    def embed(self, texts):
        vectors = np.array([VECTORS.get(text, (0, 0)) for text in texts], dtype=np.float32).reshape(-1, 2)
        return Embedded(vectors, self.knows(texts))


@pytest.fixture(autouse=True)
def compass(monkeypatch):
    nouns = Nouns(WORDS, np.array(list(VECTORS.values()), dtype=np.float32), Compass())
    monkeypatch.setattr(word_choosers, "load_nouns", lambda embedding: nouns)


def chooser(strategy, seed=0):
    return CHOOSERS[strategy]("compass", seed)


def firsts(strategy, seeds=40, **options):
    """What twenty baselines name."""
    return [chooser(strategy, seed).unrelated(2, **options) for seed in range(seeds)]


def short(word):
    return len(word) == 4


def northern(nouns):
    """Which nouns point north, whatever they are called."""
    return nouns.vectors[:, 1] > 0


def named(strategy, n=2, **options):
    return {word for seed in range(40) for word in chooser(strategy, seed).unrelated(n, **options)}


def test_greedy_obeys_meaning_and_random_ignores_it():
    """It is given up when too few fit, exactly as many as are asked for being enough; spelling never is."""
    assert named("greedy", meaning=northern, spelt=short) == {"mild", "mist"}
    assert named("greedy", 3, meaning=northern) == {"mild", "mist", "north"}
    assert named("greedy", 4, meaning=northern) - {"mild", "mist", "north"}
    assert named("greedy", 3, meaning=northern, spelt=short) <= {"east", "mild", "mist", "west"}
    assert firsts("random", meaning=northern) == firsts("random")
    assert named("random", meaning=northern) == set(WORDS)


def test_greedy_worked_by_hand():
    """From east: west is opposite; then south and north are equally far from both, and mild is nearer to neither."""
    # After east and west, sums of similarities are 0 for all others: the first of them, mild. After that south, whose
    # similarity to mild is -.8.
    starts = {
        tuple(words) for words in (chooser("greedy", seed).unrelated(4) for seed in range(60)) if words[0] == "east"
    }
    assert starts == {("east", "west", "mild", "south")}


def test_greedy_is_unlike_given_words():
    # From north, with west given: sums are -1 + 0 for east, -.6 + .8 for mild, -.66 + .88 for mist, 0 - 1 for south:
    # east and south are equal, and east is the first. Then mild, mist: .2 + .6, .22 + .66; south: -1 + 0.
    found = [chooser("greedy", seed).unrelated(3, unlike=["west"]) for seed in range(60)]
    assert {tuple(words) for words in found if words[0] == "north"} == {("north", "east", "south")}
    assert not any("west" in words for words in found)
    # Without it west would be as good as south, and be named.
    assert any("west" in chooser("greedy", seed).unrelated(3) for seed in range(10))


def test_given_words_weigh_on_the_choice():
    # From mild, sums with nothing given: west -.6, south -.8. With south given twice: west -.6, east .6, north .8 - 2.
    words = {tuple(chooser("greedy", seed).unrelated(2, unlike=["south", "south"])) for seed in range(60)}
    assert ("mild", "north") in words
    assert ("mild", "west") in {tuple(chooser("greedy", seed).unrelated(2, unlike=["south"])) for seed in range(60)}


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_fewer_come_where_fewer_fit(strategy):
    words = chooser(strategy).unrelated(10, spelt=short, unlike=["west"])
    assert sorted(words) == ["east", "mild", "mist"]
    assert chooser(strategy).unrelated(3, unlike=["xyzzy"]) == chooser(strategy).unrelated(3)
    assert sorted(chooser(strategy).nearest(["east"], 10)) == sorted(set(WORDS) - {"east"})


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_no_noun_of_that_spelling_is_an_error(strategy):
    with pytest.raises(BadArguments, match="no noun of the vocabulary is spelt as the task asks"):
        chooser(strategy).unrelated(2, spelt=str.isupper)


def test_nearest_are_the_nearest_in_order():
    """By the sum of similarities to all words, without the words themselves; ties go to the first."""
    # To north: mist .88, mild .8, then east and west at 0, then south.
    assert chooser("greedy").nearest(["north"], 5) == ["mist", "mild", "east", "west", "south"]
    # To east and north: mist 1.54, mild 1.4, then west and south at -1.
    assert chooser("greedy").nearest(["east", "north"], 3) == ["mist", "mild", "west"]
    assert chooser("greedy").nearest(["north"], 2, spelt=lambda word: word != "mist") == ["mild", "east"]


def test_random_baselines_have_no_idea_what_is_near():
    found = [tuple(chooser("random", seed).nearest(["north"], 2, spelt=short)) for seed in range(60)]
    assert {word for words in found for word in words} == {"east", "mild", "mist", "west"}
    assert len(set(found)) == 12
    assert all("north" not in chooser("random", seed).nearest(["north"], 6) for seed in range(10))


def test_nearest_beyond_the_first_look(monkeypatch):
    whole = chooser("greedy").nearest(["mild"], 5)
    for size in (1, 2, 3):
        monkeypatch.setattr(word_choosers, "FIRST_LOOK", size, raising=False)
        assert chooser("greedy").nearest(["mild"], 5) == whole
