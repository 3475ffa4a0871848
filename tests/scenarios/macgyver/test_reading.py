"""What an answer says of its problem, and which things it names: readings in ``readings.jsonl``, and laws."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.macgyver import PROBLEM, TOOLS
from support.replies import read_rows

from helm_creativity.benchmark.types import Response
from helm_creativity.scenarios.macgyver.items import own_problems
from helm_creativity.scenarios.macgyver.parse import (
    END,
    count_steps,
    fold,
    foreign_tools,
    ngrams,
    says_impossible,
    tokenize,
    tool_names,
    tools_in,
    tools_named,
    unanswered_problem,
)

CASES = read_rows(Path(__file__).with_name("readings.jsonl"))
OBJECTS = "hammer,rope,duct tape,tape,phone,knife,hook,key ring,bucket,glue gun,gun,paper,tape measure,frying pan"
LISTED = {tuple(tokenize(name)): name for name in OBJECTS.split(",")}


def foreign(text, given=(PROBLEM, *TOOLS)):
    return foreign_tools(text, given, LISTED)


READERS = {
    "impossible": says_impossible,
    "reason": lambda **given: (found := unanswered_problem(Response(**given))) and found.value,
    "steps": count_steps,
    "tools": lambda text: tools_in(problem=text),
    "names": lambda tool: sorted(tool_names(tool)),
    "named": lambda text, tools: tools_named(response=text, tools=tools),
    "foreign": foreign,
}


@pytest.mark.parametrize("reader", READERS)
def test_texts_are_read_as_a_person_reads_them(reader):
    """Solvability, reasons for no answer, steps, lists of tools, their names, and objects that are not there."""
    cases = [case for case in CASES if case["read"] == reader]
    assert len(cases) >= 4
    assert [case for case in cases if READERS[reader](**case["given"]) != case["right"]] == []


@given(st.lists(st.sampled_from([*LISTED.values(), "fork", "with", ".", "cup"]), max_size=12).map(" ".join))
def test_more_that_is_given_never_makes_more_foreign(answer):
    """And with everything given nothing is."""
    assert set(foreign(answer, ["a cup", "a hammer"])) <= set(foreign(answer, ["a cup"]))
    assert foreign(answer, list(LISTED.values())) == []


def test_the_tools_of_our_own_problems_stand_in_their_text():
    """As many as the file names, in the same order and words."""
    pairs = [pair for item in own_problems() for pair in zip(item.tools, tools_in(item.problem) or [], strict=True)]
    assert [(name, description) for name, description in pairs if name not in description] == []
    useful = [item for item in own_problems() if item.solvable]
    assert not [item.id for item in useful if all(tool in item.reference_response for tool in item.tools)]


PLURALS = """knife/knives leaf/leaves glove/gloves battery/batteries cookie/cookies shoe/shoes potato/potatoes
    vase/vases match/matches brush/brushes box/boxes glass/glasses tie/ties scissor/scissors"""


def test_words_are_compared_without_their_plurals():
    """Different words of one kitchen stay apart; hyphens and possessives are undone; thoughts are no part of a text."""
    assert [pair for pair in PLURALS.split() if len({*map(fold, pair.split("/"))}) > 1] == []
    words = "bus,bush,glass,gas,plus,brush,cup,cap,cape,can,cane,pan,pin,pine,axis,canvas,tape,tap,tie,toe"
    assert len({fold(word) for word in words.split(",")}) == 20
    tokens = ["use", "the", "tin", "can", "lid", END, "then", END, "go", END]
    assert tokenize("<think>axe</think>Use the tin-can's lids. Then\ngo!") == tokens
    assert ngrams(tokenize("key ring. Cup"), 2) == {"key", "ring", "keyring", "cup"}
