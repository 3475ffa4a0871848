"""Words with a reason each, in the forms that models give them."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.parsing.lists import headword, parse_list
from helm_creativity.parsing.pairs import ExplainedEntry, parse_pairs

THREE = (
    ExplainedEntry("stone", "A rock is a stone"),
    ExplainedEntry("roll", "As in rock and roll"),
    ExplainedEntry("cliff", "Cliffs are rock"),
)
ASKED = json.dumps({"results": [pair._asdict() for pair in THREE]})


def test_too_few_pairs_are_given_all_the_same():
    """Whether they are enough is for the caller; a longer list in plain text is the answer then."""
    assert parse_pairs(ASKED, 20) == THREE
    listed = "\n".join(f"{i}. word{chr(96 + i)}" for i in range(1, 11))
    assert len(parse_pairs(f'{{"word": "stone", "reason": "x"}}\n{listed}', 20)) == 10


def test_the_name_of_a_chain_is_not_its_only_word():
    """What stands beside an empty list is not an entry."""
    assert parse_pairs('{"seed": "rock", "results": []}', 3) is None
    assert parse_pairs('{"seed": "rock", "results": [{"word": "stone", "reason": ""}]}', 1) == (
        ExplainedEntry("stone", ""),
    )
    chains = "\n".join(json.dumps({"seed": "rock", "results": [{"word": word}]}) for word in "abc")
    assert [pair.word for pair in parse_pairs(chains, 3)] != ["rock"] * 3


simple = st.from_regex(r"[a-z]{2,9}(-[a-z]{2,5})?", fullmatch=True)
reasons = st.text(max_size=30) | st.just('It\'s a "rock" -> see [1], {2}; e.g. this')
entries = st.lists(st.tuples(simple, reasons), min_size=1, max_size=20)


@given(entries, st.booleans(), st.sampled_from([None, 2]))
def test_json_is_read_back(items, in_ascii, indent):
    """Whatever the reasons hold, words come back as they are and reasons on one line."""
    text = json.dumps({"results": [{"word": w, "reason": r} for w, r in items]}, ensure_ascii=in_ascii, indent=indent)
    parsed = parse_pairs(text.replace("<", "("), len(items))  # a tag would be a tag wherever it stands
    assert [pair.word for pair in parsed] == [word for word, _ in items]
    assert not any("\n" in pair.reason for pair in parsed)


PIECES = st.sampled_from(
    [*'[]{}()",:;-', '"word"', '"reason"', "word:", "Reason:", " -> ", "→", " > ", "\n", "1. ", "- ", "rock", "a b",
     "```", "<think>", "</think>", "…", "\ud83d", "null", "3", "'"]
)  # fmt: skip


@given(st.text() | st.lists(PIECES, max_size=50).map("".join), st.none() | st.integers(0, 20))
@example("->" * 50, 3)
@example("\n->" * 50, 3)
@example("[\ud800\x00]", 1)
def test_nothing_raises(text, expected):
    """Any text gives pairs with words that can be written to a file, or None."""
    parsed = parse_pairs(text, expected)
    assert parsed is None or parsed
    for word, reason in parsed or ():
        assert word.strip()
        assert "\n" not in (word + reason)
        assert (word + reason).encode("utf-8")


@given(st.lists(simple, min_size=3, max_size=20, unique=True), st.sampled_from([", ", "\n", "; "]))
def test_other_lists_are_read_as_parse_list_reads_them(items, separator):
    """Words without reasons."""
    text = separator.join(items)
    listed = parse_list(text, len(items))
    assert parse_pairs(text, len(items)) == (
        listed and tuple(ExplainedEntry(headword(item), "") for item in listed.items)
    )


@given(st.lists(simple, min_size=3, max_size=20), st.sampled_from([" -> ", "->", " → ", " ⟶ ", " => ", " > ", "\n→ "]))
def test_chains_are_read_back(items, arrow):
    """Whatever the arrow, if three words follow each other."""
    assert parse_pairs(f"Chain: {arrow.join(items)}.", len(items)) == tuple(ExplainedEntry(item, "") for item in items)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"word":' * 30_000,
        "[{" * 20_000 + "}]" * 20_000,
        "->" * 40_000,
        '[{"word": "a", "reason": ["b"]},' * 6_000,
        "```" + " " * 100_000 + "\n```",
        "rock" + " " * 100_000 + "-> stone -> b",
        "a -> b\n" * 20_000,
        "word: a\n" * 20_000,
        "\n" * 100_000 + "word",
    ],
    ids=["brackets", "objects", "deep", "arrows", "half", "spaces in a fence", "spaces", "steps", "labels", "lines"],
)
def test_hostile_text_is_read_to_an_end(text):
    """And nothing is found or guessed that cannot be written to a file."""
    with ends(5):
        assert all(word.encode() for word, _ in parse_pairs(text, 20) or ())
