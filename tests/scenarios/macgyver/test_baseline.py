"""How the baselines answer, and how the lexical judge sorts answers: deterministic, without understanding."""

import json

import pytest
from support.macgyver import NOT_POSSIBLE, PROBLEM, STEPS, WALL

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.prompts import render
from helm_creativity.core.types import Response
from helm_creativity.judges.readings import read_one
from helm_creativity.scenarios.macgyver.benchmark import HERE, JUDGE, question_about
from helm_creativity.scenarios.macgyver.items import own_problems
from helm_creativity.scenarios.macgyver.measure import check_response
from helm_creativity.scenarios.macgyver.reference import baseline_response


def played(strategy, problem, before=""):
    prompt = render(HERE, "agc2026_own", problem=problem).text
    return baseline_response(f"{before}{prompt}", CHOOSERS[strategy]("builtin", 1))


def test_the_greedy_baseline_gives_up_and_the_other_tries_everything():
    """The floor on unsolvable and on solvable problems; neither uses what is not there."""
    for item in own_problems():
        gives_up, tries = (played(name, item.text) for name in ("greedy", "random"))
        for text, solvable in ((gives_up, False), (tries, True)):
            checks = check_response(text, item.text, item.tools, item.solvable)
            assert checks.solvability_correct is (item.solvable is solvable)
            assert not checks.foreign_tools
        assert check_response(tries, item.text, item.tools, True).steps == min(len(item.tools), 4)


def test_an_instruction_before_the_prompt_makes_no_difference():
    """Nor does prose without a list of tools."""
    assert played("random", PROBLEM, "Be creative.\n\n") == played("random", PROBLEM)
    assert played("random", PROBLEM) == "Step1: Use a ball of string.\nStep2: Use a fork.\nStep3: Use a paper cup."
    assert played("random", "What now?") == "Step1: Use the things at hand."


LONG = "Then wait, and wait again, " * 30


@pytest.mark.parametrize(
    ("text", "solvable", "reference", "letter"),
    [
        (STEPS, True, STEPS, "A"),
        (f"{STEPS} {LONG}", True, f"{STEPS} {LONG}", "B"),
        ("\n".join(f"Step{n}: Pull the fork." for n in range(1, 7)), True, "Pull a string slowly.", "C"),
        ("\n".join(f"Step{n}: Pull the fork." for n in range(1, 7)), True, "Step: pull the fork.", "B"),
        (STEPS, True, "Something else altogether.", "C"),
        (STEPS, True, None, "C"),
        (f"{STEPS} Then use the axe.", True, f"{STEPS} Then use the axe.", "C"),
        ("Step1: Wait until it rains.", True, "Step1: Wait until it rains.", "D"),
        (NOT_POSSIBLE, True, NOT_POSSIBLE, "E"),
        (NOT_POSSIBLE, False, NOT_POSSIBLE, "A"),
        (f"{NOT_POSSIBLE} {LONG}", False, f"{NOT_POSSIBLE} {LONG}", "B"),
        (NOT_POSSIBLE, False, "The wall is too high.", "C"),
        (NOT_POSSIBLE, False, None, "C"),
        (STEPS, False, STEPS, "E"),
    ],
)
def test_the_letter_follows_checks_and_reference(text, solvable, reference, letter):
    """Without a reference nothing is correct, since it cannot tell what works."""
    prompt = question_about(text, PROBLEM if solvable else WALL, solvable, reference).user
    reply = lexical_rating(get_benchmark("macgyver"), prompt)
    assert reply == f'{{"answer": "{letter}"}}'
    (reading,) = read_one(JUDGE, Response(reply, "stop"), ()).values()
    assert reading.missing is None


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_an_answer_without_a_thought_is_never_correct(strategy):
    """Nor is one of the others' references; the item's own is."""
    items = own_problems()
    for item, other in zip(items, [*items[1:], items[0]], strict=True):
        answer = played(strategy, item.text)
        for text in (answer, other.reference_response):
            asked = question_about(text, item.text, item.solvable, item.reference).user
            assert json.loads(lexical_rating(get_benchmark("macgyver"), asked))["answer"] in "CDE"
        asked = question_about(item.reference_response, item.text, item.solvable, item.reference).user
        assert json.loads(lexical_rating(get_benchmark("macgyver"), asked))["answer"] in "AB"


def test_a_prompt_without_a_problem_has_no_response():
    """There is nothing to solve."""
    assert baseline_response(render(HERE, "agc2026_own", problem="").text, CHOOSERS["random"]("builtin", 1)) is None


def test_a_question_that_is_cut_has_no_reply():
    """However little of it is lost."""
    assert lexical_rating(get_benchmark("macgyver"), question_about("x", "y", True, None).user[:-9]) is None
