"""Words that the built-in table lacks: what they count as, their vectors, and what scorers say of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import helm_creativity as hc
from helm_creativity.embeddings.builtin import builtin, estimates_signature, signature
from helm_creativity.embeddings.builtin.estimates import WithEstimates, split_compound
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.lexicon import Lexicon

KNOWN = ["cat", "lamp", "golf", "river", "justice", "violin", "volcano", "spoon", "pirate"]


@pytest.fixture(scope="module")
def estimating():
    return WithEstimates(builtin())


SPELLINGS = {"yoyo": "yo-yo", "steam-boat": "steamboat", "proffesional": "professional", "musuem": "museum"}
SPELLINGS |= {"baloon": "balloon"}  # also one letter from "baboon"
SPELLINGS |= {text: text for text in ("gaspedal", "gas-pedal", "krakenlike", "c-clef", "p-values")}


@pytest.mark.parametrize(("text", "spelling"), SPELLINGS.items())
def test_an_unknown_word_counts_as(estimating, text, spelling):
    assert not builtin().knows([text]).any()
    assert estimating.spelling(text) == spelling
    assert estimating.knows([text]).all()


NONSENSE = ["asdfgh", "sdfghjk", "xyzzy", "blork", "xqzt", "слово", "naïf", "australia", "the-bat", "ab-xq", "x-the"]


@pytest.mark.parametrize("text", [*NONSENSE, "kid next", "a" * 31, ""])
def test_what_is_no_word_has_no_estimate(estimating, text):
    assert estimating.spelling(text) is None
    vectors, known = estimating.embed([text, "cat"])
    assert known.tolist() == [False, True]
    assert not vectors[0].any()


def random_letters(rng):
    return "".join(map(chr, rng.integers(97, 123, size=rng.integers(4, 10))))


def mashed_keys(rng):
    """Keys side by side, a row that the fingers rest on, or both hands in turn."""
    kind, n = rng.integers(3), rng.integers(5, 10)
    if kind == 0:
        place = rng.integers(2, 7)
        return "".join(rng.choice(list("qwertyuiopasdfghjkl")[place : place + 6], size=n))
    if kind == 1:
        return "".join(rng.choice(list("asdfghjkl"), size=n))
    return "".join(rng.choice(list("asdf")) + rng.choice(list("jkl")) for _ in range(n // 2))


@pytest.mark.parametrize(("write", "most"), [(random_letters, 0.02), (mashed_keys, 0.02)])
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=4)
def test_strings_without_a_meaning_have_no_estimate(estimating, write, most, seed):
    rng = np.random.default_rng(seed)
    texts = [write(rng) for _ in range(1000)]
    own = [text for text in texts if not builtin().knows([text]).any()]
    assert sum(estimating.spelling(text) is not None for text in own) < most * len(texts)


def test_parts_of_compounds():
    """Between two nouns before the middle; no endings, no articles, no part of two letters."""
    parts = {"lip", "lips", "stick", "tick", "agree", "able", "the", "cat", "car", "go"}
    nouns = {"lip", "stick", "tick", "cat"}
    found = [split_compound(text, parts, nouns) for text in ("lipstick", "agreeable", "thecat", "cargo", "lip-tick")]
    assert found == [("lip", "stick"), None, None, None, ("lip", "tick")]


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [("gaspedal", "pedal", "poem"), ("krakens", "monster", "invoice"), ("x-chromosome", "gene", "invoice")],
)
def test_estimates_are_near_what_they_mean(estimating, text, near, far):
    vector, close, distant = estimating.embed([text, near, far]).vectors
    assert vector @ close > vector @ distant + 0.05


def test_an_estimate_is_the_same_in_any_company(estimating):
    words = ["blickets", "glorping", "snorfle", "quibbler", "wugling", "gaspedal", "airconditioning"]
    together = estimating.embed(words).vectors
    for word, vector in zip(words, together, strict=True):
        assert estimating.embed([word]).vectors.tobytes() == vector.tobytes()
        assert estimating.embed([word, "musuem"]).vectors[0].tobytes() == vector.tobytes()


def test_scores_say_which_words_were_estimated():
    """Rates and entries; an exact spelling goes before an estimate, and a misspelling can repeat a word."""
    words = ["Gaspedal", "musuem", "museum", "asdfgh", "key board", "clïché", *KNOWN[:4]]
    scores = hc.score("dat", [{"words": words}], embedding="builtin")
    (row,) = scores.to_polars().rows(named=True)
    assert (row["estimated_rate"], row["unknown_rate"], row["repeated_rate"]) == (0.2, 0.1, 0.1)
    assert row["estimated_entries"] == ["Gaspedal", "musuem"]
    assert row["unknown_entries"] == ["asdfgh"]
    assert row["repeated_entries"] == ["museum"]
    assert row["scored_words"] == ["gaspedal", "museum", "keyboard", "cliche", *KNOWN[:3]]


def test_where_more_than_four_in_ten_are_unknown_none_is_estimated():
    """The language may be another."""
    words = ["gaspedal", "musuem", "krakenlike", "baloon", *KNOWN[:6]]
    scores = hc.score("dat", [{"words": words}, {"words": words[:-1]}], embedding="builtin").to_polars()
    assert scores["estimated_rate"].to_list() == [0.4, 0]
    assert scores["unknown_rate"].to_list() == pytest.approx([0, 4 / 9])


def test_estimates_are_compared_and_need_the_table():
    on = hc.score("dat", [{"words": KNOWN}], embedding="builtin")
    off = hc.score("dat", [{"words": KNOWN}], embedding="builtin", estimate=False)
    assert hc.score("dat", [{"words": KNOWN}], embedding="builtin", estimate=True).comparable == on.comparable
    assert on.scores == off.scores
    table, estimating = (f"|embedding:{signature()}{end}|" for end in ("", f"/{estimates_signature()}"))
    assert on.comparable.replace(estimating, table) == off.comparable
    assert on.comparable != off.comparable
    percentiles = [scores.to_polars()["human_percentile"][0] for scores in (on, off)]
    assert percentiles[0] != percentiles[1], "each has a norm of its own"
    with pytest.raises(BadArguments, match="estimate=True needs embedding=builtin"):
        hc.score("dat", [{"words": KNOWN}], embedding="glove-840b", estimate=True)


def test_accents_and_curly_apostrophes_count_as_their_plain_spelling():
    """Where that has a row; they are no estimates. Function words stay unknown, and so do other scripts."""
    written = [*["café", "naïve", "façade", "jalapeños", "café", "brother’s", "don’t", "don't", "dont", "zoë", "мир"]]
    words = [*["cafe", "naive", "facade", "jalapenos", "cafe", "brothers"], *[None] * 5]
    lexicon = Lexicon([WithEstimates(builtin())])
    lexicon.resolve(written)
    assert list(map(lexicon.word, written)) == words
    (row,) = hc.score("dat", [{"words": [*written[:3], *KNOWN[:6]]}], embedding="builtin").to_polars().rows(named=True)
    assert (row["estimated_rate"], row["unknown_rate"], row["noun_rate"]) == (0, 0, 8 / 9)
