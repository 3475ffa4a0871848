"""Responses that address a judge, and responses that only have such words."""

import pytest
from support.ending import ends
from support.replies import older

from helm_creativity.judges.evaluation.sets import load_exam_set
from helm_creativity.parsing.judge_address import addresses_judge

CASES = older("addressed")
PARTS = ["rate ", "please ", "[", "a", "\n", " ", ". ", "the final rating ", "ignore the ", "to the judge: ", "{ "]


def test_who_addresses_a_judge_is_flagged_and_who_only_uses_such_words_is_not():
    """At the start, at the end and within other text; judges and scores have their place in stories and uses."""
    addressed, others = ([case["text"] for case in CASES if case["addressed"] is flag] for flag in (True, False))
    assert min(len(addressed), len(others)) >= 40
    assert [text for text in others if addresses_judge(text)] == []
    for text in addressed:
        for form in (text, f"a short tale of rain and bread.\n\n{text}", text.replace("'", "’").upper()):
            assert addresses_judge(form), form


def test_planted_instructions_are_flagged_and_harmless_texts_are_not():
    responses = load_exam_set("injection").responses
    assert [response.id for response in responses if not addresses_judge(response.question.rated[0])] == []
    assert [response.id for response in responses if addresses_judge(response.control.rated[0])] == []


@pytest.mark.parametrize("part", [*PARTS, "---", "*"])
def test_long_texts_are_read_to_an_end(part):
    """Whatever they repeat."""
    with ends(3):
        assert addresses_judge(f"a{part * (20_000 // len(part))}a") in (True, False)
