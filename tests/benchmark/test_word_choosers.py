"""What the baselines choose: by Algorithm 1 of the paper, and by hand on a vocabulary of six."""

import json

import numpy as np
import pytest
from helm.common.request import Request
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines import word_choosers
from helm_creativity.baselines.client import BaselineClient
from helm_creativity.baselines.nouns import Nouns, load_nouns
from helm_creativity.baselines.word_choosers import CHOOSERS, greedy_unrelated, make_seed
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.protocols import Embedded
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.errors import BadArguments

DAT = find_entry("dat").folder

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


@pytest.fixture
def compass(monkeypatch):
    nouns = Nouns(WORDS, Compass())
    monkeypatch.setattr(word_choosers, "load_nouns", lambda embedding: nouns)


on_compass = pytest.mark.usefixtures("compass")


def chooser(strategy, seed=0):
    return CHOOSERS[strategy]("compass", seed)


def short(word):
    return len(word) == 4


def northern(nouns):
    """Which nouns point north, whatever they are called."""
    return nouns.vectors[:, 1] > 0


def lists(strategy, n=2, **options):
    return [tuple(chooser(strategy, seed).unrelated(n, **options)) for seed in range(60)]


def named(strategy, n=2, **options):
    return {word for words in lists(strategy, n, **options) for word in words}


@on_compass
def test_greedy_obeys_meaning_and_random_ignores_it():
    """It is given up when too few fit, exactly as many as are asked for being enough; spelling never is."""
    assert named("greedy", meaning=northern, spelt=short) == {"mild", "mist"}
    assert named("greedy", 3, meaning=northern) == {"mild", "mist", "north"}
    assert named("greedy", 4, meaning=northern) - {"mild", "mist", "north"}
    assert named("greedy", 3, meaning=northern, spelt=short) <= {"east", "mild", "mist", "west"}
    assert lists("random", meaning=northern) == lists("random")
    assert named("random", meaning=northern) == set(WORDS)


@on_compass
def test_greedy_worked_by_hand():
    """From east: west is opposite; then south and north are equally far from both, and mild is nearer to neither."""
    # After east and west, sums of similarities are 0 for all others: the first of them, mild. After that south, whose
    # similarity to mild is -.8.
    assert {words for words in lists("greedy", 4) if words[0] == "east"} == {("east", "west", "mild", "south")}
    # From north, with west given: sums are -1 + 0 for east, -.6 + .8 for mild, -.66 + .88 for mist, 0 - 1 for south:
    # east and south are equal, and east is the first. Then mild, mist: .2 + .6, .22 + .66; south: -1 + 0.
    found = lists("greedy", 3, unlike=["west"])
    assert {words for words in found if words[0] == "north"} == {("north", "east", "south")}
    assert not any("west" in words for words in found)
    assert "west" in named("greedy", 3)
    # From mild, sums with nothing given: west -.6, south -.8. With south given twice: west -.6, east .6, north .8 - 2.
    assert ("mild", "north") in lists("greedy", unlike=["south", "south"])
    assert ("mild", "west") in lists("greedy", unlike=["south"])


@on_compass
@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_fewer_come_where_fewer_fit(strategy):
    with pytest.raises(BadArguments, match="no noun of the vocabulary is spelt as the task asks"):
        chooser(strategy).unrelated(2, spelt=str.isupper)
    words = chooser(strategy).unrelated(10, spelt=short, unlike=["west"])
    assert sorted(words) == ["east", "mild", "mist"]
    assert chooser(strategy).unrelated(3, unlike=["xyzzy"]) == chooser(strategy).unrelated(3)
    assert sorted(chooser(strategy).nearest(["east"], 10)) == sorted(set(WORDS) - {"east"})


@on_compass
@pytest.mark.parametrize("size", [1, 2, word_choosers.FIRST_LOOK])
def test_nearest_are_the_nearest_in_order(monkeypatch, size):
    """By the sum of similarities to all words, without the words themselves; ties go to the first."""
    monkeypatch.setattr(word_choosers, "FIRST_LOOK", size)
    greedy = CHOOSERS["greedy"](f"compass-{size}", 0)  # what is near is kept by the name
    # To north: mist .88, mild .8, then east and west at 0, then south.
    assert greedy.nearest(["north"], 5) == ["mist", "mild", "east", "west", "south"]
    # To east and north: mist 1.54, mild 1.4, then west and south at -1.
    assert greedy.nearest(["east", "north"], 3) == ["mist", "mild", "west"]
    assert greedy.nearest(["north"], 2, spelt=lambda word: word != "mist") == ["mild", "east"]


@on_compass
def test_random_baselines_have_no_idea_what_is_near():
    found = [tuple(chooser("random", seed).nearest(["north"], 2, spelt=short)) for seed in range(60)]
    assert {word for words in found for word in words} == {"east", "mild", "mist", "west"}
    assert len(set(found)) == 12
    assert all("north" not in chooser("random", seed).nearest(["north"], 6) for seed in range(10))


def slow_greedy(vectors, n, first):
    """Schapiro et al. 2026, Algorithm 1, line by line."""
    chosen = [first]
    while len(chosen) < n:
        rest = [v for v in range(len(vectors)) if v not in chosen]
        chosen.append(min(rest, key=lambda v: np.mean([vectors[v] @ vectors[u] for u in chosen])))
    return chosen


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(0, 29))
def test_greedy_is_algorithm_1(seed, n, first):
    vectors = np.random.default_rng(seed).normal(size=(30, 5)).astype(np.float32)
    assert greedy_unrelated(vectors, n, first) == slow_greedy(vectors, n, first)


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_equal_seeds_choose_equal_words(strategy):
    first, again, other = (CHOOSERS[strategy]("builtin", seed).unrelated(10) for seed in (1, 1, 2))
    assert first == again != other
    assert len(set(first)) == 10


def test_seeds_do_not_depend_on_the_process():
    # The first eight bytes of the SHA-256 of "a", a null byte, "b".
    assert make_seed("a", "b") == 0x59B271AE1BBCB1D3
    assert make_seed("a", "b") != make_seed("ab")


def test_vocabulary_is_what_the_embedding_knows(toy):
    nouns = load_nouns(toy)
    assert "thimble" in nouns.words
    assert not {"culdesac", "paris"} & set(nouns.words)
    assert len(nouns.words) == len(nouns.vectors)


def test_an_encoder_is_asked_for_the_nouns_once(monkeypatch, tmp_path):
    """It needs minutes for them; another process finds them on the disk, another encoder does not."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))

    class Encoder:
        def __init__(self, signature):
            self.signature, self.dimension, self.calls = signature, 2, 0

        def knows(self, texts):
            return np.array([text < "b" for text in texts])

        def embed(self, texts):
            self.calls += 1
            return Embedded(np.full((len(texts), 2), self.calls, dtype=np.float32), np.ones(len(texts), dtype=bool))

    encoders = {"one": Encoder("one@sha256:1/2d"), "two": Encoder("two@sha256:2/2d")}
    monkeypatch.setattr("helm_creativity.embeddings.registry.load_embeddings", lambda name: (encoders[name],))
    for name in ("one", "one", "two"):
        load_nouns.cache_clear()
        nouns = load_nouns(name)
        assert max(nouns.words) < "b"
        assert nouns.vectors.shape == (len(nouns.words), 2)
    load_nouns.cache_clear()
    assert [encoder.calls for encoder in encoders.values()] == [1, 1]
    assert [path.suffix for path in (tmp_path / "vocabularies").iterdir()] == [".npy", ".npy"]


def ask(**fields):
    prompt = render(DAT, "schapiro2026", n_words=10).text
    request = Request(**{"model": "creativity/x", "model_deployment": "creativity/x", "prompt": prompt, **fields})
    return BaselineClient("random").make_request(request)


def test_trials_differ_and_repeat():
    answers = [ask(random=trial).completions[0].text for trial in (None, "1", "2", "1")]
    assert len(set(answers)) == 3
    assert answers[1] == answers[3]
    assert len({completion.text for completion in ask(num_completions=3).completions}) == 3
    messages = [{"role": "user", "content": render(DAT, "schapiro2026", n_words=10).text}]
    assert len(json.loads(ask(prompt="", messages=messages).completions[0].text)) == 10


def test_a_missing_embedding_is_a_final_failure():
    prompt = render(DAT, "olson2021", n_words=10).text
    request = Request(model="creativity/g", model_deployment="creativity/g", prompt=prompt)
    result = BaselineClient("greedy", "glove-840b").make_request(request)
    assert "helm-creativity fetch glove-840b" in result.error
    assert not result.error_flags.is_retriable
