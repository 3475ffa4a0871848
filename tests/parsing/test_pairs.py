"""Words with a reason each, in the forms that models give them."""

import json

from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.parsing.lists import headword, parse_list
from helm_creativity.parsing.pairs import ExplainedEntry, parse_pairs

simple = st.from_regex(r"[a-z]{2,9}(-[a-z]{2,5})?", fullmatch=True)
reasons = st.text(max_size=30) | st.just('It\'s a "rock" -> see [1], {2}; e.g. this')


@given(st.lists(st.tuples(simple, reasons), min_size=1, max_size=20), st.booleans(), st.sampled_from([None, 2]))
def test_json_is_read_back(items, in_ascii, indent):
    """Whatever the reasons hold, words come back as they are and reasons on one line."""
    text = json.dumps({"results": [{"word": w, "reason": r} for w, r in items]}, ensure_ascii=in_ascii, indent=indent)
    parsed = parse_pairs(text.replace("<", "("), len(items))  # a tag would be a tag wherever it stands
    assert [pair.word for pair in parsed] == [word for word, _ in items]
    assert not any("\n" in pair.reason for pair in parsed)


@given(st.lists(simple, min_size=3, max_size=20, unique=True), st.sampled_from([", ", "\n", "; "]))
def test_other_lists_are_read_as_parse_list_reads_them(items, separator):
    """Words without reasons."""
    text = separator.join(items)
    listed = parse_list(text, len(items))
    without_reasons = listed and tuple(ExplainedEntry(headword(item), "") for item in listed.items)
    assert parse_pairs(text, len(items)) == without_reasons


@given(st.lists(simple, min_size=3, max_size=20), st.sampled_from([" -> ", "->", " → ", " ⟶ ", " => ", " > ", "\n→ "]))
def test_chains_are_read_back(items, arrow):
    """Whatever the arrow, if three words follow each other."""
    assert parse_pairs(f"Chain: {arrow.join(items)}.", len(items)) == tuple(ExplainedEntry(item, "") for item in items)
