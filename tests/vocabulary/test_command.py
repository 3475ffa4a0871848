"""Rows of the command line."""

import pytest

from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer
from helm_creativity.vocabulary.command import fields_of


def test_rows_of_the_command_line():
    """Words as a list, as a spreadsheet's text, or a response to parse."""
    assert fields_of({"words": ["a", "b"]}).fields["words"] == ["a", "b"]
    assert list(fields_of({"words": "a, b"}).fields["words"]) == ["a", " b"]
    assert list(fields_of({"words": "a;b; "}).fields["words"]) == ["a", "b"]
    assert list(fields_of({"words": "水、火，木；山"}).fields["words"]) == ["水", "火", "木", "山"]
    assert list(fields_of({"words": "ماء، نار؛ جبل"}).fields["words"]) == ["ماء", " نار", " جبل"]
    assert fields_of({"response": "x"}).answer == Answer("x")
    assert fields_of({"response": None}).answer == Answer("")


def test_fields_that_a_benchmark_needs():
    """Beside the words or the response."""
    row = fields_of({"cue": " rock ", "response": "x"}, ("cue",))
    assert (row.answer, row.fields) == (Answer("x"), {"cue": "rock"})


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
        fields_of(record)


@pytest.mark.parametrize("value", [None, "", "  ", 3])
def test_a_missing_field_is_named(value):
    """With what stood there."""
    with pytest.raises(BadArguments, match="expected a text in the field cue, got"):
        fields_of({"cue": value, "words": ["a"]}, ("cue",))
