"""Words as they are compared: singular and plural are one."""

import pytest

from helm_creativity.scenarios.macgyver.parse import END, fold, ngrams, tokenize


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("knife", "knives"),
        ("leaf", "leaves"),
        ("glove", "gloves"),
        ("battery", "batteries"),
        ("cookie", "cookies"),
        ("shoe", "shoes"),
        ("potato", "potatoes"),
        ("match", "matches"),
        ("brush", "brushes"),
        ("box", "boxes"),
        ("glass", "glasses"),
        ("vase", "vases"),
        ("tie", "ties"),
        ("scissor", "scissors"),
    ],
)
def test_plurals_fold_to_their_singular(one, other):
    """Whatever the folded form looks like."""
    assert fold(one) == fold(other)


def test_different_words_stay_apart():
    """Those of one kitchen, and those that only end like a plural."""
    words = "bus,bush,glass,gas,plus,brush,cup,cap,cape,can,cane,pan,pin,pine,axis,canvas,tape,tap,tie,toe"
    assert len({fold(word) for word in words.split(",")}) == 20


def test_tokens_know_where_sentences_end():
    """Hyphens and possessives are undone; thoughts are no part of a text."""
    assert tokenize("<think>axe</think>Use the tin-can's lids. Then\ngo!") == (
        ["use", "the", "tin", "can", "lid", END, "then", END, "go", END]
    )


def test_runs_are_joined():
    """So that "key ring" is "keyring"; none reaches over the end of a sentence."""
    assert ngrams(tokenize("key ring. Cup"), 2) == {"key", "ring", "keyring", "cup"}
