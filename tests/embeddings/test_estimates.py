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

ESTIMATING = WithEstimates(builtin())
KNOWN = ["cat", "lamp", "golf", "river", "justice", "violin", "volcano", "spoon", "pirate"]
SPELLINGS = {"yoyo": "yo-yo", "steam-boat": "steamboat", "proffesional": "professional", "musuem": "museum"}
SPELLINGS |= {"baloon": "balloon"}  # also one letter from "baboon"
SPELLINGS |= {text: text for text in ("gaspedal", "gas-pedal", "krakenlike", "c-clef", "p-values")}
NONSENSE = ["asdfgh", "sdfghjk", "xyzzy", "blork", "xqzt", "слово", "naïf", "australia", "the-bat", "ab-xq", "x-the"]
NONSENSE += ["kid next", "a" * 31, ""]


@pytest.mark.parametrize(("text", "spelling"), [*SPELLINGS.items(), *((text, None) for text in NONSENSE)])
def test_an_unknown_word_counts_as_its_spelling(text, spelling):
    """Or as none, where it is no word."""
    assert not builtin().knows([text]).any()
    assert ESTIMATING.spelling(text) == spelling
    vectors, known = ESTIMATING.embed([text, spelling or "cat"])
    assert known.tolist() == [spelling is not None, True]
    assert ESTIMATING.knows([text]).tolist() == [known[0]] == [vectors[0].any()]
    assert vectors[0].tolist() == vectors[1].tolist() or spelling is None


def row_of(letters):
    return lambda rng, n: rng.choice(list(letters), size=n)


def both_hands(rng, n):
    return [rng.choice(list(side)) for side in ["asdf", "jkl"] * (n // 2)]


KEYS = [row_of("qwertyuiopasdfghjkl"[place : place + 6]) for place in range(2, 7)]
MASHED = [*KEYS, *[row_of("asdfghjkl")] * 5, *[both_hands] * 5]


@pytest.mark.parametrize(("writers", "least"), [([row_of("abcdefghijklmnopqrstuvwxyz")], 4), (MASHED, 5)])
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=4)
def test_strings_without_a_meaning_have_no_estimate(writers, least, seed):
    """Neither random letters nor keys side by side, a row that the fingers rest on, or both hands in turn."""
    rng = np.random.default_rng(seed)
    texts = ["".join(writers[rng.integers(len(writers))](rng, rng.integers(least, 10))) for _ in range(1000)]
    own = [text for text in texts if not builtin().knows([text]).any()]
    assert sum(ESTIMATING.spelling(text) is not None for text in own) < 20


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
def test_estimates_are_near_what_they_mean(text, near, far):
    vector, close, distant = ESTIMATING.embed([text, near, far]).vectors
    assert vector @ close > vector @ distant + 0.05


def test_an_estimate_is_the_same_in_any_company():
    words = ["blickets", "glorping", "snorfle", "quibbler", "wugling", "gaspedal", "airconditioning"]
    alone = [ESTIMATING.embed([word]).vectors.tobytes() for word in words]
    assert [vector.tobytes() for vector in ESTIMATING.embed(words).vectors] == alone


def scored(*lists, **options):
    """Rows of scores of lists of words."""
    return hc.score("dat", [{"words": words} for words in lists], embedding="builtin", **options)


def test_scores_say_which_words_were_estimated():
    """Rates and entries; an exact spelling goes before an estimate, and a misspelling can repeat a word."""
    words = ["Gaspedal", "musuem", "museum", "asdfgh", "key board", "clïché", *KNOWN[:4]]
    (row,) = scored(words).to_polars().rows(named=True)
    assert (row["estimated_rate"], row["unknown_rate"], row["repeated_rate"]) == (0.2, 0.1, 0.1)
    entries = [row[f"{kind}_entries"] for kind in ("estimated", "unknown", "repeated")]
    assert entries == [["Gaspedal", "musuem"], ["asdfgh"], ["museum"]]
    assert row["scored_words"] == ["gaspedal", "museum", "keyboard", "cliche", *KNOWN[:3]]


def test_where_more_than_four_in_ten_are_unknown_none_is_estimated():
    """The language may be another."""
    words = ["gaspedal", "musuem", "krakenlike", "baloon", *KNOWN[:6]]
    scores = scored(words, words[:-1]).to_polars()
    assert scores["estimated_rate"].to_list() == [0.4, 0]
    assert scores["unknown_rate"].to_list() == pytest.approx([0, 4 / 9])


def test_estimates_are_compared_and_need_the_table():
    """Each way has a norm of its own."""
    on, off = scored(KNOWN), scored(KNOWN, estimate=False)
    assert scored(KNOWN, estimate=True).comparable == on.comparable != off.comparable
    assert on.scores == off.scores
    table, estimating = (f"|embedding:{signature()}{end}|" for end in ("", f"/{estimates_signature()}"))
    assert on.comparable.replace(estimating, table) == off.comparable
    assert on.to_polars()["human_percentile"][0] != off.to_polars()["human_percentile"][0]
    with pytest.raises(BadArguments, match="estimate=True needs embedding=builtin"):
        hc.score("dat", [{"words": KNOWN}], embedding="glove-840b", estimate=True)


def test_accents_and_curly_apostrophes_count_as_their_plain_spelling():
    """Where that has a row; they are no estimates. Function words stay unknown, and so do other scripts."""
    written = [*["café", "naïve", "façade", "jalapeños", "café", "brother’s", "don’t", "don't", "dont", "zoë", "мир"]]
    lexicon = Lexicon([ESTIMATING])
    lexicon.resolve(written)
    plain = ["cafe", "naive", "facade", "jalapenos", "cafe", "brothers"]
    assert list(map(lexicon.word, written)) == [*plain, *[None] * 5]
    (row,) = scored([*written[:3], *KNOWN[:6]]).to_polars().rows(named=True)
    assert (row["estimated_rate"], row["unknown_rate"], row["noun_rate"]) == (0, 0, 8 / 9)
