"""Signatures and rules: the settings around a DAT score."""

import argparse

import pytest
from support.dat import TEN, one

from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.dat.scorer import CARD, prompts_of, scorer_of, signature_of
from helm_creativity.vocabulary import WordRule


def test_signature_names_everything_that_moves_the_score(toy):
    """Two settings, two signatures."""
    words = Dictionary("olson2021@sha256:33adcdd06a03", frozenset({"cat"}))
    signatures = {
        signature_of("olson2021", toy, None),
        signature_of("schapiro2026", toy, None),
        signature_of("olson2021", "builtin", None),
        signature_of("olson2021", toy, words),
        signature_of("olson2021", toy, None, prompts_of("olson2021")),
    }
    assert len(signatures) == 5
    assert f"card:{CARD.version}|" in signature_of("olson2021", toy, None)
    assert prompts_of("mctb2025").startswith("5@sha256:")
    assert "dictionary:olson2021@sha256:33adcdd06a03" in signature_of("olson2021", toy, words)
    assert "words:7-12 of 20" in signature_of("mctb2025", toy, None)


def test_impossible_protocols_are_refused():
    """A score needs a pair."""
    with pytest.raises(BadArguments, match="minimum 1, maximum 7"):
        WordRule(10, 1, 7)


def test_command_line_takes_people_by_a_dictionary_of_their_own(tmp_path, toy):
    """The file's name is part of the signature."""
    (tmp_path / "mine.txt").write_text("cat\n")
    arguments = argparse.Namespace(protocol="olson2021", embedding=toy, dictionary=str(tmp_path / "mine.txt"))
    assert "dictionary:mine@sha256:" in scorer_of(arguments).signature
    arguments.dictionary = "none"
    assert one(scorer_of(arguments), words=TEN).score == pytest.approx(100)
