"""Words that the built-in table lacks: what they count as, their vectors, and what scorers say of them."""

import hashlib
import json

import numpy as np
import pytest

import helm_creativity as hc
from helm_creativity.embeddings.builtin import builtin, signature
from helm_creativity.embeddings.builtin.estimates import (
    ESTIMATE_FILES,
    HERE,
    Estimator,
    WithEstimates,
    estimates_signature,
    facts,
    one_letter_off,
    split_compound,
)
from helm_creativity.errors import BadArguments

KNOWN = ["cat", "lamp", "golf", "river", "justice", "violin", "volcano", "spoon", "pirate"]


@pytest.fixture(scope="module")
def estimating():
    return WithEstimates(builtin())


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("yoyo", "yo-yo"),
        ("wifi", "wi-fi"),
        ("proffesional", "professional"),
        ("baloon", "balloon"),  # also one letter from "baboon"
        ("musuem", "museum"),
        ("gaspedal", "gaspedal"),
        ("gas-pedal", "gas-pedal"),
        ("kraken", "kraken"),
    ],
)
def test_an_unknown_word_counts_as(estimating, text, spelling):
    """A word of the table, or itself."""
    assert not builtin().knows([text]).any()
    assert estimating.spelling(text) == spelling
    assert estimating.knows([text]).all()


@pytest.mark.parametrize(
    "text",
    [
        "asdfgh",
        "sdfghjk",
        "xqzt",
        "hjkl",
        "qqq",
        "слово",
        "naïf",
        "australia",
        "the-bat",
        "ab-xq",
        "kid next",
        "a" * 31,
        "",
    ],
)
def test_what_is_no_word_has_no_estimate(estimating, text):
    """Nonsense, other scripts, proper nouns, articles, several words."""
    assert estimating.spelling(text) is None
    vectors, known = estimating.embed([text, "cat"])
    assert known.tolist() == [False, True]
    assert not vectors[0].any()


def test_random_letters_are_told_from_rare_words():
    """Of 2,000 strings of four to nine letters about one in thirty passes; of the table's words more than 95 %."""
    rng = np.random.default_rng(0)
    letters = ["".join(map(chr, rng.integers(97, 123, size=rng.integers(4, 10)))) for _ in range(2000)]
    words = [text for text in builtin().texts[::50] if text.isalpha() and len(text) > 3]
    plausible = Estimator(builtin()).is_plausible
    assert sum(map(plausible, letters)) < 0.05 * len(letters)
    assert sum(map(plausible, words)) > 0.95 * len(words)


def test_parts_of_compounds():
    """Between two nouns before the middle; no endings, no articles, no part of two letters."""
    parts = {"lip", "lips", "stick", "tick", "agree", "able", "the", "cat", "car", "go"}
    nouns = {"lip", "stick", "tick", "cat"}
    found = [split_compound(text, parts, nouns) for text in ("lipstick", "agreeable", "thecat", "cargo", "lip-tick")]
    assert found == [("lip", "stick"), None, None, None, ("lip", "tick")]


def test_errors_of_one_letter():
    """Missing, added, another, exchanged; the first letter stays."""
    found = one_letter_off("cta")
    assert {"cat", "ca", "ct", "cota", "ctab", "coa"} <= found
    assert not {"cta", "tca", "ta", "acta"} & found


@pytest.mark.parametrize(("text", "near", "far"), [("gaspedal", "pedal", "poem"), ("krakens", "monster", "invoice")])
def test_estimates_are_near_what_they_mean(estimating, text, near, far):
    """By the products on which distances depend."""
    vector, close, distant = estimating.embed([text, near, far]).vectors
    assert vector @ close > vector @ distant + 0.05


def test_words_of_the_table_keep_their_rows(estimating):
    """Beside an estimate, and a misspelling has the row of its word."""
    rows = estimating.embed(["cat", "gaspedal", "musuem", "museum"]).vectors
    np.testing.assert_array_equal(rows[[0, 3]], builtin().embed(["cat", "museum"]).vectors)
    np.testing.assert_array_equal(rows[2], rows[3])


def test_scores_say_which_words_were_estimated():
    """Rates and entries; an exact spelling goes before an estimate, and a misspelling can repeat a word."""
    words = ["Gaspedal", "musuem", "museum", "asdfgh", "key board", "clïché", *KNOWN[:4]]
    scores = hc.score("dat", [{"words": words}], embedding="builtin", estimate=True)
    (row,) = scores.to_polars().rows(named=True)
    assert (row["estimated_rate"], row["unknown_rate"], row["repeated_rate"]) == (0.2, 0.2, 0.1)
    assert row["estimated_entries"] == ["Gaspedal", "musuem"]
    assert row["unknown_entries"] == ["asdfgh", "clïché"]
    assert row["repeated_entries"] == ["museum"]
    assert row["scored_words"] == ["gaspedal", "museum", "keyboard", *KNOWN[:4]]


def test_without_estimates_the_next_word_counts():
    """As before, and nothing is said of estimates."""
    words = ["gaspedal", *KNOWN]
    (row,) = hc.score("dat", [{"words": words}], embedding="builtin").to_polars().rows(named=True)
    assert row["scored_words"] == KNOWN[:7]
    assert row["estimated_rate"] is None
    assert "estimated_entries" not in row


def test_estimates_are_compared_and_need_the_table():
    """The comparable settings name what makes them; other embeddings have none."""
    on = hc.score("dat", [{"words": KNOWN}], embedding="builtin", estimate=True)
    off = hc.score("dat", [{"words": KNOWN}], embedding="builtin")
    assert on.scores == off.scores
    table, estimating = (f"|embedding:{signature()}{end}|" for end in ("", f"/{estimates_signature()}"))
    assert on.comparable.replace(estimating, table) == off.comparable
    assert on.comparable != off.comparable
    percentiles = [scores.to_polars()["human_percentile"][0] for scores in (on, off)]
    assert percentiles[0] != percentiles[1], "each has a norm of its own"
    with pytest.raises(BadArguments, match="estimate=True needs embedding=builtin"):
        hc.score("dat", [{"words": KNOWN}], embedding="glove-840b", estimate=True)


def test_the_files_are_those_of_their_checksum():
    """And take less than 2 MB."""
    paths = [HERE / name for name in ESTIMATE_FILES]
    digests = "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in paths)
    digest = hashlib.sha256(digests.encode())
    digest.update(json.dumps(facts()["weights"], sort_keys=True).encode())
    assert digest.hexdigest() == facts()["sha256"]
    assert sum(path.stat().st_size for path in paths) < 2_000_000
