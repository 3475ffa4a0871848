"""Lists of tools in the problems' prose."""

import pytest
from support.macgyver import PROBLEM

from helm_creativity.scenarios.macgyver.items import own_problems
from helm_creativity.scenarios.macgyver.parse import tools_in


@pytest.mark.parametrize(
    ("problem", "tools"),
    [
        (PROBLEM, ("a ball of string", "a fork", "a paper cup")),
        (
            "It is torn. The available items are a comb, two nails, and a torn map. What now?",
            ("a comb", "two nails", "a torn map"),
        ),
        (
            "All you have is a comb, a bag of rice that leaks, and some tape.",
            ("a comb", "a bag of rice that leaks", "some tape"),
        ),
        ("You have a hand pump, a long, thin stick and a tin can.", ("a hand pump", "a long, thin stick", "a tin can")),
        ("Items at your disposal are: tape, chalk, and string; the tape is dry.", ("tape", "chalk", "string")),
        (
            "You have a problem. Available tools: a cup, a pan, a lid. You have a dog, a cat, a cow.",
            ("a cup", "a pan", "a lid"),
        ),
    ],
)
def test_a_list_is_taken_apart(problem, tools):
    """Behind the words that announce tools, up to the end of the sentence."""
    assert tools_in(problem) == list(tools)


@pytest.mark.parametrize(
    "problem",
    [
        "",
        "How do you open a tin with nothing?",
        "You have misplaced your sleek, thin cell phone, your large bag and keys.",
        "Available tools include a comb and a map.",
        "The items are on the table, the door is shut, and you are late.",
    ],
)
def test_what_is_no_list_of_tools_is_left_alone(problem):
    """Two things, adjectives, clauses: None rather than a guess."""
    assert tools_in(problem) is None


def test_the_tools_of_our_own_problems_stand_in_their_text():
    """As many as the file names, in the same order and words."""
    for item in own_problems():
        found = tools_in(item.problem)
        assert found is not None
        assert all(name in description for name, description in zip(item.tools, found, strict=True)), item.id
