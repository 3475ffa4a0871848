"""``TOP``: held against what the baselines score, and against the oracle's own answers."""

import pytest
from support import strangers
from support.strangers import Fault

GRADE = 'return Graded(100.0 if said == fields["opposite"] else 0.0, {"letters": float(len(said))})'
LENGTH = 'return Graded(float(len(said)), {"letters": float(len(said))})'
ANSWER = 'Answer(fields["opposite"], "stop")'
FOUND = 'return player.nearest([found["word"]], 1)[0] if found else None'
WORDS = ', "high": "low", "empty": "full", "dark": "light", "war": "peace", "day": "night"'
IMPORT = "from helm_creativity.rooms import hole"
SOLVED = {
    "baseline.py": (
        IMPORT,
        f"from strangers.NAME.scorer import SETS\n\n{IMPORT}",
        FOUND,
        'return SETS["own"].get(found["word"]) if found else None',
    )
}


def top(value):
    """An edit of the oracle."""
    return ("TOP = 100.0", f"TOP = {value}")


FAULTS = {
    "nothing": Fault(
        {"oracle.py": top(0.0)},
        "nothing that was tried scores below TOP = 0: neither answers of the baselines nor perfect ones to other items",
        "answers at the upper end of the score, and TOP be what the least of them scores",
    ),
    "loose": Fault(
        {"oracle.py": top(60.0)},
        "TOP = 60 is far below every perfect answer, of which the least scores 100; the lowest .* scores 0$",
        "write TOP = 100, or a little less",
    ),
    "worst": Fault(
        {"oracle.py": (*top(0.0), ANSWER, 'Answer("nothing", "stop")')},
        "nothing that was tried scores below TOP = 0|1 of 6 answers of the greedy player score more .* high scores 100",
        "upper end of the score|answer as well",
        times=2,
    ),
    "beaten": Fault(
        {"oracle.py": (*top(3.0), ANSWER, 'Answer("ice", "stop")'), "scorer.py": (GRADE, LENGTH)},
        r"\d of 6 answers of the (random|greedy) player score more than the perfect ones; that to \w+ scores \d+, the "
        "perfect one 3",
        "answer as well and raise TOP, or mend the scorer",
        times=2,
    ),
    "solved": Fault(
        {**SOLVED, "scorer.py": (WORDS, "")}, "nothing that was tried scores below TOP = 100", "upper end of the score"
    ),
}
OTHERS = {
    "near": {"oracle.py": top(67.0)},
    "played": SOLVED,
    # Right answers score 3 to 5 points, others none: 3 is the least of them, and more than a third below the most.
    "uneven": {"oracle.py": top(3.0), "scorer.py": ("Graded(100.0 if", "Graded(float(len(said)) if")},
    "raising": {"baseline.py": (FOUND, "raise LookupError('lost')")},
    "lacking": {"baseline.py": None},
    "silent": {"baseline.py": (FOUND, "return None"), "scorer.py": (WORDS, "")},
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_top_that_is_none_is_told(name, site):
    """Nothing lies below it, it lies far below perfect answers, or a baseline scores more."""
    assert FAULTS[name].is_told("oracle", found := strangers.problems(site, name, "oracle")), found


@pytest.mark.parametrize("name", ["good", "near", "played", "uneven"])
def test_a_top_is_left_alone(name, site):
    """Where it is what perfect answers have or somewhat less, or only perfect ones to other items score below it."""
    found = strangers.verdict(site, name, "oracle")
    assert (found.problems, found.remarks, found.skipped) == ((), (), "")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("raising", "strangers.raising.baseline.answer ends in LookupError: lost for the item hot"),
        ("lacking", "there is no baseline.py in strangers.lacking"),
    ],
)
def test_without_a_baseline_nothing_is_held_against_the_top(name, why, site):
    """What is wrong with that one is for its own check to tell."""
    found = strangers.verdict(site, name, "oracle")
    assert found.problems == ()
    assert found.remarks == (f"TOP was not held against the baselines, which have problems: {why}",)


def test_where_nothing_else_has_a_score_that_is_said(site):
    """One item, which the baselines do not answer."""
    found = strangers.verdict(site, "silent", "oracle")
    assert found.problems == ()
    assert found.remarks == ("no answer but perfect ones has a score, so that nothing was held against TOP",)
