"""Given tools and others, as answers name them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.macgyver import PROBLEM, TOOLS

from helm_creativity.scenarios.macgyver.parse import foreign_tools, tokenize, tool_names, tools_named

OBJECTS = [
    "hammer",
    "rope",
    "duct tape",
    "tape",
    "phone",
    "knife",
    "hook",
    "key ring",
    "bucket",
    "glue gun",
    "gun",
    "paper",
    "tape measure",
    "frying pan",
]
LISTED = {tuple(tokenize(name)): name for name in OBJECTS}


def foreign(answer, *given):
    return foreign_tools(answer, given or [PROBLEM, *TOOLS], LISTED)


@pytest.mark.parametrize(
    ("tool", "names"),
    [
        ("fork", {"fork"}),
        ("a plastic cup (nearly full)", {"cup", "plasticcup"}),
        ("two A4 sheets", {"sheet", "a4sheet"}),
        ("A4 paper", {"paper", "a4paper"}),
        ("a roll of duct tape with little glue", {"roll", "tape", "ducttape", "rollofducttape"}),
        ("hand sanitiser", {"sanitiser", "handsanitiser"}),
        ("", set()),
    ],
)
def test_a_tool_has_several_names(tool, names):
    """Its whole name and the nouns at its head, without what describes it."""
    assert tool_names(tool) == names


def test_given_tools_are_found_by_their_noun():
    """In any number; a noun of two tools names neither."""
    assert tools_named("Tie strings to the fork.", TOOLS) == ["ball of string", "fork"]
    cups = ["paper cup", "plastic cup"]
    assert tools_named("Fill the cup.", cups) == []
    assert tools_named("Fill the plastic cups.", cups) == ["plastic cup"]
    assert tools_named("Fill the cupboard.", TOOLS) == []


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Hit it with a hammer. Take the hammer again.", ["hammer"]),
        ("Use knives and a rope.", ["knife", "rope"]),
        ("Use the glue gun.", ["glue gun"]),
        ("Use the tape measure.", ["tape measure"]),
        ("Use the fork, the string and some paper.", []),
        ("Use hammered metal.", []),
        ("Pull it out without a hammer.", []),
        ("Do not use the rope.", []),
        ("Use the fork like a hammer.", []),
        ("Use the fork as a small hammer.", []),
        ("Bend the fork into a hook.", []),
        ("Make a hook from the fork.", []),
        ("Put the water into a bucket.", ["bucket"]),
        ("Tape the ends together.", []),
        ("Start to hammer gently.", []),
        ("There is no string. Rope helps.", ["rope"]),
        ("Fix it with duct-tape.", ["duct tape"]),
    ],
)
def test_other_objects_are_counted_where_they_are_used(answer, found):
    """Each once, the longest name that fits, and not what is missing, likened, made, or done."""
    assert foreign(answer) == found


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        ("Use the phone.", "a smartphone"),
        ("Use the duct tape.", "a roll of tape"),
        ("Use the key ring.", "a keyring"),
        ("Use the frying pan.", "a pan"),
        ("Use the keyrings' key ring.", "a key ring"),
    ],
)
def test_what_is_there_under_a_like_name_is_not_foreign(answer, given):
    """The object itself, another spelling, or its kind."""
    assert foreign(answer, given) == []
    assert foreign(answer, "a cup") != []


@given(st.lists(st.sampled_from([*OBJECTS, "fork", "with", ".", "cup"]), max_size=12))
def test_more_that_is_given_never_makes_more_foreign(words):
    """And with everything given nothing is."""
    answer = " ".join(words)
    some = foreign(answer, "a cup", "a hammer")
    assert set(some) <= set(foreign(answer, "a cup"))
    assert foreign(answer, *OBJECTS) == []
