"""Strings of signs, and completions, as others write them."""

import re
import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.ending import ends
from support.replies import FOLDER, read_rows

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.letter_string.items import USUAL
from helm_creativity.scenarios.letter_string.parse import read_string

KINDS = read_rows(FOLDER / "kinds" / "strings.jsonl")
SIGNS = tuple(sign for sign in string.punctuation if sign not in "[]")
BRACKETED = [
    *("[{s}]", "{s}]", " {s} ]\n", "{s}] [{before}] [{after}]", "{s}]\n\nExplanation: [{before}] becomes [{after}]."),
    *("[{s}].", "[ {s} ]", "[[{s}]]", "**[{s}]**", "`[{s}]`", "```\n[{s}]\n```", "The answer is [{s}]."),
    *("Answer: [{s}]", "[{target}] becomes [{s}]", "[{target}] -> [{s}]", "[{before}] [{after}]\n[{target}] [{s}]"),
    *('{{"answer": "[{s}]"}}', "[{commas}]", "[{quoted}]", "[{listed}]", "{commas}]", "[{compact}]", "{compact}]"),
]
BARE = [
    "{s}",
    "```\n{s}\n```",
    "The answer is: {s}",
    "**Answer:**\n\n{s}",
]


def read(entry, signs):
    """The reading of a reply: its characters, "refused", or None."""
    if unanswered(Response(entry["reply"], "stop")) is FailureReason.REFUSED:
        return "refused"
    before, after, target = (tuple(found.split()) for found in re.findall(r"\[([^\]]+)\]", entry["asked"]))
    alphabet = USUAL if before[0].isalpha() else signs
    found = read_string(as_written(entry["reply"]), alphabet, [before, after], target)
    return None if found is None else list(found)


def right(entry):
    """What is to be read, in lower case."""
    return [sign.casefold() for sign in entry["right"]] if isinstance(entry["right"], list) else entry["right"]


@pytest.mark.parametrize("signs", [SIGNS, tuple(reversed(SIGNS))], ids=["ordered", "reversed"])
def test_replies_of_all_kinds_are_read(signs):
    """None wrongly, and at most 2 % not at all, but for those that need not be."""
    wrong = [entry for entry in KINDS if read(entry, signs) not in (right(entry), None)]
    missing = [entry for entry in KINDS if read(entry, signs) is None is not right(entry)]
    assert wrong == []
    assert sum("accept_missing" not in entry for entry in missing) <= 0.02 * len(KINDS), missing


@st.composite
def analogies(draw):
    """An alphabet of signs, an example, a target, and another string of it."""
    alphabet = draw(st.permutations(SIGNS).flatmap(lambda signs: st.integers(8, 30).map(lambda n: tuple(signs[:n]))))
    *shown, answer = draw(
        st.lists(st.lists(st.sampled_from(alphabet), min_size=3, max_size=6).map(tuple), min_size=4, max_size=4)
    )
    assume(answer not in shown and len(set(answer)) > 1 and set(answer[1::2]) not in ({","}, {";"}, {"|"}))
    return alphabet, shown, answer


@given(analogy=analogies())
def test_a_string_of_any_signs_is_read_in_every_usual_form(analogy):
    """Without brackets it is missing if its outer signs may be marks around one as long as the target."""
    alphabet, (before, after, target), answer = analogy
    for form in BRACKETED + BARE:
        text = form.format(
            s=" ".join(answer),
            before=" ".join(before),
            after=" ".join(after),
            target=" ".join(target),
            commas=", ".join(answer),
            quoted=", ".join(f"'{sign}'" for sign in answer),
            listed=", ".join(f'"{sign}"' for sign in answer),
            compact="".join(answer),
        )
        found = read_string(as_written(text), alphabet, [before, after], target)
        may_be_missing = form in BARE and len(answer) > len(target) and answer[: len(target)] != target
        assert found == answer or (found is None and may_be_missing), text


@given(st.text(st.sampled_from(" \n[]*_`~#>!%&=.,\"'\\(){}|-<a"), max_size=80))
def test_signs_in_any_order_are_read_or_not(text):
    """Without an error, and with signs of the alphabet only."""
    found = read_string(text, SIGNS, [tuple("!@#%"), tuple("!@#^")], tuple("&+=~"))
    assert found is None or (1 <= len(found) <= 12 and set(found) <= set(SIGNS))


@pytest.mark.parametrize(
    "unit", ["*", "* ", "*, ", "'*' ", "[* ", "*] ", "(*", "-> ", "*_ ", "<", "\\* ", ":=", "! or & "]
)
def test_long_replies_of_signs_are_read_to_an_end(unit):
    """Hostile ones, on one line."""
    with ends():
        read_string(unit * (128_000 // len(unit)), SIGNS, [tuple("!@#%"), tuple("!@#^")], tuple("&+=~"))
