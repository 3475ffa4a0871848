"""What an answer says of its problem."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.macgyver import NOT_POSSIBLE, SORRY, STEPS

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.scenarios.macgyver.parse import count_steps, says_impossible, unanswered_problem

IMPOSSIBLE = [
    "Not possible.",
    "Impossible",
    "**Unsolvable.** The string is too short.",
    "Answer: not possible, since nothing here cuts glass.",
    "No, it is not possible. The tools are too weak.",
    "This is not possible with the given items.",
    "It's impossible to reach the roof without a ladder.",
    "It’s not possible.",
    "This problem is unsolvable because all items are too soft.",
    "This problem cannot be solved with these tools.",
    "Unfortunately, it is not possible to fix the leg with the provided tools. The glue is dry.",
    "There is no way to lift the log with the given items.",
    "Creating a snow maze with these materials is not possible.",
    "You cannot open the can using only these items.",
    "I cannot find a solution with the given tools.",
    "<think>Maybe with the rope?</think>Not possible: the rope is torn.",
    "The paper tears and the string melts. This is therefore impossible.",
    "There's no way to do this with the listed items.",
    "No solution: there is no source of energy.",
    "No valid solution exists. The items only store heat.",
    "Solvability: unsolvable\nReason: aluminium is not magnetic.",
    "Since no tool provides current, starting the engine isn't possible.",
    "I don't believe it's possible with these tools.",
    "i dont think its possible",
    "its not possible",
    "Cant be solved",
    "You can't. None of the items magnifies.",
    "The problem has no solution.",
    "This is an impossible task.",
    "The answer is that it is not possible because the mass is unchanged.",
    "The suitcase cannot be made lighter, since its mass stays. Not possible.",
    "I'm unable to find a way to do this with the items listed.",
    "I'm unable to provide a solution that works with these tools: nothing heats.",
    "It is not possible to open the lock with these items, but you can call a locksmith.",
    "Step1: Wrap the pot. However, this cannot heat the soup. Not possible.",
    "Step1: Tie the string.\nStep2: Pull.\nJustification: It is not possible using only the tools provided.",
    "It is not possible to succeed with these tools.",
    "It is impossible to avoid failure with these tools.",
    "There is no way to do this without failing.",
    "There is no better way, so this problem is unsolvable.",
    NOT_POSSIBLE,
]
POSSIBLE = [
    STEPS,
    "Tie the string to the fork and pull the key out.",
    "It is possible to open it: use the fork.",
    "It is not possible to reach it by hand.\nStep1: Tie the string to the fork.\nStep2: Pull.",
    "Step1: Wedge the fork in. Step2: If it slips, it is not possible with the given tools.",
    "Step1: Use the fork, as the string alone cannot hold it.",
    "1. Do the impossible with the cup.\n2. Pull.",
    "Step1: Wrap the cup. While it is not possible to prevent all damage with these items, this helps.",
    "While it is impossible to fully remove the stain, you can hide it with the towel.",
    "It is not possible to fully dry the shirt, but you can make it wearable: wring it out in the towel.",
    "It's impossible to completely clean it with these tools, but here is the best way.\nStep1: Add rice.",
    "It is not possible to pull the cork with the skewer, so use the bag: push it in, and blow it up.",
    "Step1: Soak it. Step2: Wipe.\nIt is not possible to completely remove all residue using only these items.",
    "Step1: Fish.\nNot possible: If the lake is too deep.",
    "Step1: Tie it. This should work unless it is impossible to reach the drawer.",
    "Impossible? No! Push the bag in and blow it up.",
    "Not impossible! Use the bag as a gripper.",
    "It is impossible to fail: push the bag inside and blow it up.",
    "Nothing is impossible. Push the bag in and blow it up.",
    "It is impossible to go wrong: push the bag in.",
    "It is impossible to do this wrong with these tools: push.",
    "It's impossible to overstate how simple this is: use the bag.",
    "It is impossible not to succeed: push the bag in.",
    "It is impossible to miss. Tie it.",
    "It is hardly impossible: push the bag in.",
    "This is not an impossible task. Push the bag in.",
    "No puzzle is unsolvable. Push the bag in.",
    "It seems impossible at first. Push the bag in and blow it up.",
    "It seems impossible. But it is not: push the bag in.",
    "There is no way this can fail: push the bag in.",
    "There is no way around it: push the bag in.",
    "There is no better way than to push the bag in.",
    "You cannot fail with these tools: push the bag in.",
    "I cannot think of a simpler solution: push the bag in.",
    "This cannot be done any simpler: push the bag in.",
    "",
    SORRY,
    "It is not possible for me to assist with this request.",
    "I cannot provide that.",
    "As an AI language model, I am unable to complete this task.",
]


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_a_solvability_statement_is_recognised(text):
    """At the start, or in a sentence of its own; it is an answer however it apologises."""
    assert says_impossible(text)
    assert unanswered_problem(Response(text, "stop")) is None


@pytest.mark.parametrize("text", POSSIBLE)
def test_a_way_to_solve_it_is_no_solvability_statement(text):
    """Nor is a refusal to help, nor what is impossible in one case or one way only."""
    assert not says_impossible(text)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Response(""), FailureReason.EMPTY),
        (Response("<think>not possible</think>"), FailureReason.EMPTY),
        (Response(SORRY, "stop"), FailureReason.REFUSED),
        (Response("It is not possible for me to assist with this request.", "stop"), FailureReason.REFUSED),
        (Response(NOT_POSSIBLE, "content_filter"), FailureReason.REFUSED),
        (Response(NOT_POSSIBLE, "length"), FailureReason.TRUNCATED),
        (Response("", failed=True), FailureReason.FAILED),
        (Response(STEPS, "stop"), None),
        (Response("It is not possible to dry it fully, but you can wring it out in the towel.", "stop"), None),
        (Response("I cannot open the can without an opener. Step1: Rub the rim on concrete.", "stop"), None),
        (
            Response("I'm sorry, but I can't assist with that. Step1: Call a professional.", "stop"),
            FailureReason.REFUSED,
        ),
        (Response("I'm sorry, but I can't recommend this. Call a plumber.", "stop"), FailureReason.REFUSED),
        (Response("I cannot help you, but you may ask a professional.", "stop"), FailureReason.REFUSED),
        (Response("Sorry, but I can't provide the answer you're looking for.", "stop"), FailureReason.REFUSED),
        (Response("As an AI, I am not able to solve this task.", "stop"), FailureReason.REFUSED),
        (Response("As an AI language model, I am unable to complete this task.", "stop"), FailureReason.REFUSED),
        (Response("It is not possible. " + "rope " * 40, "stop"), FailureReason.IMPLAUSIBLE),
        (Response("As an AI I can't try it. It is not possible with these tools: all are too soft.", "stop"), None),
    ],
)
def test_what_is_no_answer_has_a_reason(answer, reason):
    """Everything else can be judged."""
    assert unanswered_problem(answer) is reason


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (STEPS, 2),
        ("Step 1: a.\nStep 2: b.\nstep 3 c", 3),
        ("Step1: a. Step2: b. Step3: c.", 3),
        ("**Step 1:** Tie it.<br>\n**Step 2:** Pull it, as in step 1.", 2),
        ("1. Tie.\n2) Pull.\n3: Go.", 3),
        ("1. Tie the string. 2. Pull it. 3) Go.", 3),
        ("Tie it. Then pull! Done?", 3),
        ("Take 2.5 metres of it.", 1),
        ("", 0),
    ],
)
def test_steps_are_counted(text, steps):
    """Numbered ones, and sentences where none is numbered."""
    assert count_steps(text) == steps


@given(st.text(max_size=200) | st.lists(st.sampled_from([*IMPOSSIBLE, *POSSIBLE]), max_size=4).map(" ".join))
def test_any_text_is_classified(text):
    """Steps are counted, and never below none; long texts take no time."""
    assert says_impossible(text) in (True, False)
    assert count_steps(text) >= 0
    says_impossible(text[:40] * 500)
