"""The string in a reply, whatever stands around it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.differences import differences
from support.ending import hostile, reads_to_an_end
from support.replies import read_rows

from helm_creativity.scenarios.letter_string.items import USUAL, draw_analogies
from helm_creativity.scenarios.letter_string.parse import read_string

SIGNS = tuple("!@#%^&+=~/")
LETTERS = ([tuple("abcd"), tuple("abce")], tuple("ijkl"))
SYMBOLS = ([tuple("!@#%"), tuple("!@#^")], tuple("&+=~"))
QUESTION = "[{before}] becomes [{after}]\n[{target}] becomes "
REPLIES = read_rows(Path(__file__).with_name("replies.jsonl"))
FORMS = [
    "[{s}]",
    "{s}",
    "{s}.",
    "  [ {s} ]\n",
    "**[{s}]**",
    "**{s}**",
    "`{s}`",
    '"{s}"',
    "“{s}”",
    "```\n[{s}]\n```",
    "```text\n{s}\n```",
    "[{commas}]",
    "{commas}",
    "({s})",
    "[{quoted}]",
    '{{"answer": "{s}"}}',
    '{{"answer": [{quoted}], "why": "the rule"}}',
    "\\boxed{{{s}}}",
    "The answer is [{s}].",
    "The answer is **{s}**.",
    "Answer: {s}",
    "**Answer:**\n\n{s}",
    "Final answer: [{s}]",
    "[{target}] becomes [{s}]",
    "[{target}] → [{s}]",
    "The answer: [{target}] becomes [{s}].",
    "The answer for [{target}] is [{s}].",
    QUESTION + "[{s}]",
    QUESTION + "[ ? ]\n\nThe missing string is [{s}].",
    "[{s}]\n\nExplanation: [{before}] becomes [{after}], so [{target}] becomes [{s}].",
    "[{s}] becomes the string, since [{before}] becomes [{after}].",
    "The alphabet is {alphabet}. So it is [{s}].",
    "First I look at [{wrong}], which will not do. The answer is [{s}].",
    "First I look at [{wrong}], which will not do. So:\n\n[{s}]",
    "The answer is not clear at first. [{wrong}]? No.\n[{s}]",
    "Sure! Here is my answer:\n\n[{s}]\n\nLet me know if you would like more.",
    "The answer is [{wrong}]. No, the answer is [{s}], not [{wrong}].",
    "The result of the change is [{after}] in the example. Here it would be [{s}].",
    "### Result\n\n[{s}]",
]


def shown(item):
    """Example and target."""
    before, after, target = (tuple(getattr(item, name).split()) for name in ("before", "after", "target"))
    return [before, after], target


@pytest.mark.parametrize(("number", "form"), list(enumerate(FORMS)))
def test_the_answer_of_every_item_is_read_in_every_form(number, form):
    """What stands around it does not move it; of two draws every form has every other item."""
    for item in [*draw_analogies(0), *draw_analogies(1)][number % 2 :: 2]:
        answer = item.answer.split()
        text = form.format(
            **{name: getattr(item, name) for name in ("alphabet", "before", "after", "target")},
            s=item.answer,
            commas=", ".join(answer),
            quoted=", ".join(f'"{sign}"' for sign in answer),
            wrong=" ".join(reversed(answer)),
        )
        assert read_string(text, tuple(item.alphabet.split()), *shown(item)) == tuple(answer), text


def read_entry(entry):
    """What is read in a reply of the corpus, in one text."""
    alphabet, strings = (SIGNS, SYMBOLS) if entry.get("signs") else (USUAL, LETTERS)
    found = read_string(entry["text"], alphabet, *strings)
    return None if found is None else "".join(found)


def test_the_replies_of_the_corpus():
    """Each is read as expected; of a rare form no string is."""
    found = [(entry["text"], read_entry(entry)) for entry in REPLIES]
    expected = [(entry["text"], None if entry.get("missing") else entry["expect"]) for entry in REPLIES]
    assert differences(found, expected) == []


def test_rare_forms_are_few():
    """Not more than 15 % of the corpus."""
    assert sum("missing" in reply for reply in REPLIES) <= 0.15 * len(REPLIES)


@given(st.text(max_size=200))
def test_any_text_is_read_or_not(text):
    """Without an error, and with characters of the alphabet only."""
    for alphabet, strings in ((USUAL, LETTERS), (SIGNS, SYMBOLS)):
        found = read_string(text, alphabet, *strings)
        assert found is None or (1 <= len(found) <= 12 and set(found) <= set(alphabet))


@given(st.lists(st.sampled_from(USUAL), min_size=1, max_size=12).map(tuple))
def test_the_form_that_was_asked_is_read_as_it_stands(string):
    """Whatever is in it."""
    if len(set(string)) > 1 or len(string) != 2:
        assert read_string(f"[{' '.join(string)}]", USUAL, *LETTERS) == string


@pytest.mark.parametrize(
    "unit",
    [
        *("i ", "i j ", "i, ", "`", "i    ", "[", "the answer is ", "ijkm ", "~", "& ", "&+", "=", "wait ", "& + =!"),
        *("[i j k] or ", "not [i j k] ", "[i j k l] becomes [i j k] ", "a) [i j k] "),
    ],
)
def test_long_replies_are_read_to_an_end(unit):
    """Hostile ones."""
    text = hostile(unit)
    with reads_to_an_end():
        assert read_string(text, USUAL, *LETTERS) in (None, tuple("ijk"), tuple("ijkm"))
        assert read_string(text, SIGNS, *SYMBOLS) in (None, tuple("=!&"))
