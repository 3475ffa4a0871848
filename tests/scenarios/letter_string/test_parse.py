"""The string in a reply, of letters or of signs, whatever stands around it."""

import re
import string
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.differences import differences
from support.ending import ends, hostile, reads_to_an_end
from support.replies import FOLDER, read_rows

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.letter_string.items import USUAL
from helm_creativity.scenarios.letter_string.parse import read_string

HERE = Path(__file__).parent
SIGNS = tuple("!@#%^&+=~/")
LETTERS = ([tuple("abcd"), tuple("abce")], tuple("ijkl"))
SYMBOLS = ([tuple("!@#%"), tuple("!@#^")], tuple("&+=~"))
KINDS = read_rows(FOLDER / "kinds" / "strings.jsonl")
PUNCTUATION = tuple(sign for sign in string.punctuation if sign not in "[]")
BARE = ["{s}", "```\n{s}\n```", "The answer is: {s}", "**Answer:**\n\n{s}"]
OF_ANY_SIGNS = [
    *("[{s}]", "{s}]", " {s} ]\n", "{s}] [{before}] [{after}]", "{s}]\n\nExplanation: [{before}] becomes [{after}]."),
    *("[{s}].", "[ {s} ]", "[[{s}]]", "**[{s}]**", "`[{s}]`", "```\n[{s}]\n```", "The answer is [{s}]."),
    *("Answer: [{s}]", "[{target}] becomes [{s}]", "[{target}] -> [{s}]", "[{before}] [{after}]\n[{target}] [{s}]"),
    *('{{"answer": "[{s}]"}}', "[{commas}]", "[{quoted}]", "[{listed}]", "{commas}]", "[{compact}]", "{compact}]"),
]


def written(form, before, after, target, answer):
    """A reply of a form."""
    named = {"before": before, "after": after, "target": target, "s": answer}
    shown = {name: " ".join(signs) for name, signs in named.items()}
    lists = {"commas": answer, "quoted": map("'{}'".format, answer), "listed": map('"{}"'.format, answer)}
    return form.format(compact="".join(answer), **shown, **{name: ", ".join(signs) for name, signs in lists.items()})


@st.composite
def analogies(draw):
    """An alphabet of signs, an example, a target, and another string of it."""
    alphabet = tuple(draw(st.permutations(PUNCTUATION))[: draw(st.integers(8, 30))])
    strings = st.lists(st.sampled_from(alphabet), min_size=3, max_size=6).map(tuple)
    *shown, answer = draw(st.lists(strings, min_size=4, max_size=4))
    assume(answer not in shown and len(set(answer)) > 1 and set(answer[1::2]) not in ({","}, {";"}, {"|"}))
    return alphabet, *shown, answer


@given(analogies())
def test_a_string_of_any_signs_is_read_in_every_usual_form(strings):
    """Without brackets it is missing if its outer signs may be marks around one as long as the target."""
    alphabet, before, after, target, answer = strings
    for form in OF_ANY_SIGNS + BARE:
        text = written(form, *strings[1:])
        found = read_string(as_written(text), alphabet, [before, after], target)
        may_be_missing = form in BARE and len(answer) > len(target) and answer[: len(target)] != target
        assert found == answer or (found is None and may_be_missing), text


def test_the_replies_of_the_corpus():
    """Each is read as expected; of a rare form no string is."""
    entries, found = read_rows(HERE / "replies.jsonl"), []
    for entry in entries:
        strings = (SIGNS, *SYMBOLS) if entry.get("signs") else (USUAL, *LETTERS)
        found.append((entry["text"], "".join(read_string(entry["text"], *strings) or ()) or None))
    expected = [(entry["text"], None if entry.get("missing") else entry["expect"]) for entry in entries]
    assert differences(found, expected) == []


def read(entry, signs):
    """The reading of a reply of the other corpus: its characters, "refused", or None."""
    if unanswered(Response(entry["reply"], "stop")) is FailureReason.REFUSED:
        return "refused"
    before, after, target = (tuple(found.split()) for found in re.findall(r"\[([^\]]+)\]", entry["asked"]))
    found = read_string(as_written(entry["reply"]), USUAL if before[0].isalpha() else signs, [before, after], target)
    return None if found is None else list(found)


@pytest.mark.parametrize("signs", [PUNCTUATION, PUNCTUATION[::-1]], ids=["ordered", "reversed"])
def test_replies_of_all_kinds_are_read(signs):
    """None wrongly, and at most 2 % not at all, but for those that need not be."""
    right = [[*map(str.casefold, its)] if isinstance(its := entry["right"], list) else its for entry in KINDS]
    found = [(entry, read(entry, signs), expected) for entry, expected in zip(KINDS, right, strict=True)]
    assert [each for each in found if each[1] not in (each[2], None)] == []
    missing = [entry for entry, given, expected in found if given is None is not expected]
    assert sum("accept_missing" not in entry for entry in missing) <= 0.02 * len(KINDS), missing


@pytest.mark.parametrize("unit", read_rows(HERE / "hostile_units.jsonl"))
def test_long_replies_are_read_to_an_end(unit):
    text = hostile(unit)
    with reads_to_an_end():
        assert read_string(text, USUAL, *LETTERS) in (None, tuple("ijk"), tuple("ijkm"))
        assert read_string(text, SIGNS, *SYMBOLS) in (None, tuple("=!&"))
    with ends():
        read_string(text, PUNCTUATION, *SYMBOLS)


@given(st.text(max_size=200) | st.text(st.sampled_from(" \n[]*_`~#>!%&=.,\"'\\(){}|-<aijkm"), max_size=80))
def test_any_text_is_read_or_not(text):
    """Without an error, and with characters of the alphabet only."""
    for alphabet, strings in ((USUAL, LETTERS), (SIGNS, SYMBOLS), (PUNCTUATION, SYMBOLS)):
        found = read_string(text, alphabet, *strings)
        assert found is None or (1 <= len(found) <= 12 and set(found) <= set(alphabet))
