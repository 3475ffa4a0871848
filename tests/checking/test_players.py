"""Baselines: they answer every prompt of the room and nobody else's, and judges' questions likewise."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.checking import house

FOUND = 'found = unrender(Path(__file__).parent, "ask", prompt, word=hole("word"))'
SAID = 'return player.nearest([found["word"]], 1)[0] if found else None'


def baseline(*edits):
    """Edits of the baseline."""
    return {"baseline.py": edits}


FAULTS = {
    "none": Fault(
        {"baseline.py": None}, "there is no baseline.py in strangers.none", "write baseline.py; it has answer"
    ),
    "silent": Fault(
        baseline(SAID, 'return player.nearest([found["word"]], 1)[0] if found and "war" not in prompt else None'),
        'the (random|greedy) player has no reply to 1 of 6 prompts, \'Task silent: what is the opposite of "war"',
        "recognise items with ItemRoom.item_of",
        times=2,
    ),
    "blank": Fault(
        baseline(SAID, 'return " " if found and "war" in prompt else "x" if found else None'),
        "the (random|greedy) player has no reply to 1 of 6 prompts",
        "recognise items",
        times=2,
    ),
    "whole": Fault(
        baseline(SAID, 'return "x" if prompt.startswith("Task") and found else None'),
        "behind an instruction the prompt is not recognised: 'Be creative",
        "find the prompt behind other text, as item_of and unrender do",
    ),
    "talkative": Fault(
        baseline(FOUND, FOUND + ' or {"word": "word"}'),
        "(baseline.answer replies to 'What is the capital|talkative replies to a prompt of good: 'Task good)",
        "(recognise items with ItemRoom.item_of|let talkative recognise its own words only)",
        times=2,
    ),
    "raising": Fault(
        baseline(SAID, "return player.nearest(found['stem'], 1)[0]"),
        "strangers.raising.baseline.answer ends in KeyError: 'stem' for 'Task raising",
        r"mend answer\(prompt, player\)",
    ),
}
OTHERS = {"twin": {"prompts/ask.j2": ("Task NAME", "Task good"), "card.yaml": ("version: 1-A", "version: 1-B")}}


@pytest.fixture(autouse=True)
def alone(site, monkeypatch):
    """The rooms that a baseline is held against: the good one."""
    monkeypatch.setattr(house, "find_rooms", lambda: (strangers.room(site, "good"),))


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_baselines_is_told(name, site):
    """Each fault, with a prompt that shows it."""
    assert FAULTS[name].is_told("baselines", found := strangers.problems(site, name, "baselines")), found


def test_rooms_with_the_same_words_are_told_of_each_other(site):
    """Whoever came first would answer for the other."""
    found = strangers.problems(site, "twin", "baselines")
    assert [problem.what.partition(":")[0] for problem in found] == [
        "the baseline of good replies to a prompt of twin",
        "the baseline of twin replies to a prompt of good",
    ]
    assert found[0].change == "let good recognise its own words only, or give one of the prompts other words"


def test_prompts_of_many_others_are_one_problem(site, monkeypatch):
    """Whose they are, and the first of them."""
    rooms = tuple(strangers.room(site, name) for name in ("good", "silent", "whole"))
    monkeypatch.setattr(house, "find_rooms", lambda: rooms)
    found = strangers.problems(site, "talkative", "baselines")
    assert [problem.what.partition(": ")[0] for problem in found[1:]] == [
        "the baseline of talkative replies to prompts of good, silent, whole"
    ]


def test_a_room_with_problems_of_its_own_is_no_fault_of_others(site, monkeypatch):
    """It is told that nothing was held against it."""
    monkeypatch.setattr(house, "find_rooms", lambda: (strangers.room(site, "raising"),))
    found = strangers.verdict(site, "good", "baselines")
    assert found.problems == ()
    (remark,) = found.remarks
    assert remark.startswith("not held against raising, which has problems: strangers.raising.baseline.answer ends in")


def test_good_baselines_are_left_alone(site):
    """Each answers its own."""
    found = strangers.verdict(site, "good", "baselines")
    assert (found.problems, found.remarks, found.skipped) == ((), (), "")
