"""How the baselines answer, and how the lexical judge sorts answers: deterministic, without understanding."""

import pytest
from support.macgyver import NOT_POSSIBLE, PROBLEM, STEPS, WALL

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.responses import Answer
from helm_creativity.rooms import find_room, render
from helm_creativity.scenarios.macgyver.baseline import answer, judge
from helm_creativity.scenarios.macgyver.items import own_items
from helm_creativity.scenarios.macgyver.measure import check_answer
from helm_creativity.scenarios.macgyver.protocols import HERE, JUDGE, question_about


def played(strategy, problem, before=""):
    prompt = render(HERE, "agc2026", problem=problem).text
    return answer(f"{before}{prompt}", PLAYERS[strategy]("builtin", 1))


def test_the_greedy_player_gives_up_and_the_other_tries_everything():
    """The floor on unsolvable and on solvable problems; neither uses what is not there."""
    for item in own_items():
        gives_up, tries = (played(name, item.problem) for name in ("greedy", "random"))
        for text, solvable in ((gives_up, False), (tries, True)):
            checks = check_answer(text, item.problem, item.tools, item.solvable)
            assert checks.solvability_correct is (item.solvable is solvable)
            assert not checks.foreign_tools
        assert check_answer(tries, item.problem, item.tools, True).steps == min(len(item.tools), 4)


def test_an_instruction_before_the_prompt_makes_no_difference():
    """Nor does prose without a list of tools."""
    assert played("random", PROBLEM, "Be creative.\n\n") == played("random", PROBLEM)
    assert played("random", PROBLEM) == "Step1: Use a ball of string.\nStep2: Use a fork.\nStep3: Use a paper cup."
    assert played("random", "What now?") == "Step1: Use the things at hand."


@pytest.mark.parametrize(
    ("text", "solvable", "letter"),
    [
        (STEPS, True, "A"),
        (f"{STEPS} " + "Pull it again, and again. " * 30, True, "B"),
        ("\n".join(f"Step{n}: Pull the fork." for n in range(1, 7)), True, "B"),
        (f"{STEPS} Then use the axe.", True, "C"),
        ("Step1: Wait until it rains.", True, "D"),
        (NOT_POSSIBLE, True, "E"),
        (NOT_POSSIBLE, False, "A"),
        (f"{NOT_POSSIBLE} " + "Really. " * 90, False, "B"),
        ("Not possible.", False, "C"),
        (STEPS, False, "E"),
    ],
)
@pytest.mark.parametrize("reference", ["Step1: Fish.\n\nIt works.", None])
def test_the_letter_follows_the_checks(text, solvable, letter, reference):
    """Whether or not there is a reference."""
    prompt = question_about(text, PROBLEM if solvable else WALL, solvable, reference).user
    assert judge(prompt) == letter
    (reading,) = JUDGE.read(Answer(letter, "stop")).values()
    assert reading.missing is None


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        render(HERE, "agc2026", problem="").text,
        question_about(STEPS, PROBLEM, True, None).user,
        render(find_room("dat").folder, "olson2021", n_words=10).text,
    ],
)
def test_other_prompts_are_left_to_others(prompt):
    """Questions to judges and a prompt without a problem among them."""
    assert answer(prompt, PLAYERS["random"]("builtin", 1)) is None


def test_other_questions_are_left_to_others():
    """Prompts among them, and a question that is cut."""
    for prompt in ("", render(HERE, "agc2026", problem=PROBLEM).text, question_about("x", "y", True, None).user[:-9]):
        assert judge(prompt) is None
