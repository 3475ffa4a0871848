"""Prompts are asked as they are printed; those of our own say what they must."""

import re

import jinja2
import pytest

from helm_creativity.core.prompts import render
from helm_creativity.scenarios.macgyver.benchmark import HERE, JUDGE, question_about
from helm_creativity.scenarios.macgyver.measure import LETTERS

# As printed in AGC-Bench, appendix C, without the dots with which the print breaks off.
PRINTED = (
    "Give a valid (feasible and efficient) solution very concisely. Use step1, step2, etc, and mention the tools to "
    "achieve each step. Use as few steps as possible and the answer should ideally be less than 100 words."
)


def test_the_printed_prompt_is_exact():
    """The problem, a blank line, the instruction; then the one sentence of our own."""
    text = render(HERE, "agc2026_own", problem="A problem?").text
    assert text.startswith(f"A problem?\n\n{PRINTED} ")
    assert text.removeprefix(f"A problem?\n\n{PRINTED} ") == (
        "If the problem cannot be solved with these tools, say that it is not possible and why."
    )


@pytest.mark.parametrize("solvable", [True, False])
@pytest.mark.parametrize("reference", ["The reference.", None])
def test_judges_see_what_is_known(solvable, reference):
    """Problem, whether it can be solved, a right answer where there is one, and each letter once."""
    question = question_about("<think>secret</think>The answer.", "The problem.", solvable, reference)
    for part in ("The problem.", "The answer.", "\nANSWER\n", "can be solved" if solvable else "cannot be solved"):
        assert part in question.user
    assert ("The reference." in question.user) is (reference is not None)
    assert "secret" not in question.user
    assert "None" not in question.user
    assert question.rated == ("The answer.",)
    assert re.findall(r"^([A-Z])\. ", question.user, re.MULTILINE) == list(LETTERS)
    assert "\n\n\n" not in question.user


def test_nothing_may_be_left_out():
    """A prompt without its problem is an error."""
    with pytest.raises(jinja2.UndefinedError):
        render(HERE, "agc2026_own")
    with pytest.raises(jinja2.UndefinedError):
        JUDGE.question(answer="x", problem="y", solvable=True)
