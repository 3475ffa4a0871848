"""Signatures, dictionaries and rows: the settings around a DAT score."""

import argparse
import dataclasses

import pytest
from support.dat import TEN, one

from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.files import sha256_of
from helm_creativity.responses import Answer
from helm_creativity.scenarios.dat.protocols import PROTOCOLS, Protocol
from helm_creativity.scenarios.dat.scorer import (
    CARD,
    OLSON_WORDS,
    default_dictionary,
    find_dictionary,
    own_dictionary,
    prompts_of,
    row_of,
    scorer_of,
    signature_of,
)


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


def test_the_builtin_table_is_its_own_dictionary():
    """Any other embedding gets the protocol's."""
    assert default_dictionary(PROTOCOLS["olson2021"], "builtin") == "none"
    assert default_dictionary(PROTOCOLS["olson2021"], "glove-840b") == "olson2021"
    assert default_dictionary(PROTOCOLS["schapiro2026"], "glove-840b") == "none"


def test_a_missing_dictionary_says_how_to_get_it():
    """Before any request is paid for."""
    with pytest.raises(FileProblem, match="helm-creativity items fetch olson2021-words"):
        find_dictionary("olson2021")


def test_impossible_protocols_are_refused():
    """A score needs a pair."""
    with pytest.raises(BadArguments, match="minimum 1, maximum 7"):
        Protocol(10, 1, 7, (), "builtin", "none", 1)


def test_rows_of_the_command_line():
    """Words as a list, as a spreadsheet's text, or a response to parse."""
    assert row_of({"words": ["a", "b"]}).fields["words"] == ["a", "b"]
    assert list(row_of({"words": "a, b"}).fields["words"]) == ["a", " b"]
    assert list(row_of({"words": "a;b; "}).fields["words"]) == ["a", "b"]
    assert row_of({"response": "x"}).answer == Answer("x")
    assert row_of({"response": None}).answer == Answer("")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({}, "expected a field response or words"),
        ({"words": 7}, "words must be a list of texts, got 7"),
        ({"words": ["a", None]}, "words must be a list of texts"),
        ({"words": "[1, "}, "begins like a JSON list"),
        ({"response": 3}, "response must be text, got 3"),
    ],
)
def test_rows_that_are_none(record, message):
    """The field and what was found in it."""
    with pytest.raises(BadArguments, match=message):
        row_of(record)


def test_command_line_takes_people_by_a_dictionary_of_their_own(tmp_path, toy):
    """The file's name is part of the signature."""
    (tmp_path / "mine.txt").write_text("cat\n")
    arguments = argparse.Namespace(protocol="olson2021", embedding=toy, dictionary=str(tmp_path / "mine.txt"))
    assert "dictionary:mine@sha256:" in scorer_of(arguments).signature
    arguments.dictionary = "none"
    assert one(scorer_of(arguments), words=TEN).score == pytest.approx(100)


def test_the_authors_dictionary_is_known_by_its_checksum(tmp_path, monkeypatch):
    """Wherever the file lies, and whatever its name."""
    path = tmp_path / "mine.txt"
    path.write_text("cat\n")
    file = dataclasses.replace(OLSON_WORDS, sha256=sha256_of(path))
    monkeypatch.setattr("helm_creativity.scenarios.dat.scorer.OLSON_WORDS", file)
    assert own_dictionary(str(path)).signature == f"olson2021@sha256:{file.sha256[:12]}"
    assert own_dictionary("none") is None
