"""The pilot: HELM runs good and bad benchmarks once, with both baselines, and makes the pages."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.benchmark.registry import find_entry
from helm_creativity.results.runs import Run
from helm_creativity.testing.loading import load
from helm_creativity.testing.pilot import wrong_stats
from helm_creativity.testing.runner import check_entries

pytestmark = pytest.mark.commands

RUN = 'return {"right": float(sum(score.score == 100.0 for score in scores))}'
GRADE = 'return ResponseGrade(100.0 if parsed == fields["opposite"] else 0.0, {"letters": float(len(parsed))})'
BOTH = "creativity/(random-nouns|greedy)"
FAULTS = {
    "failing": Fault(
        "pilot",
        {
            "benchmark.py": (
                GRADE,
                "if parsed != fields['opposite']:\n            raise LookupError('lost')\n        " + GRADE,
            )
        },
        f"helm-run left no stats of creativity_failing by {BOTH}: LookupError: lost",
        times=2,
    ),
    "scoreless": Fault(
        "pilot",
        {"benchmark.py": (RUN, 'return {"score": None, "right": 1.0}')},
        f"by {BOTH} 100% of the responses are scored, and the run has no score",
        times=2,
    ),
    "untitled": Fault(
        "pilot",
        {"benchmark.py": (RUN, 'return {"left": 1.0, "right": 1.0}')},
        f"by {BOTH} there are stats without a title: left",
        times=2,
    ),
    "unjudged": Fault(
        "pilot",
        {
            "benchmark.py": (
                GRADE,
                "return ResponseGrade(FailureReason.UNJUDGED)",
                "import Item",
                "import FailureReason, Item",
            )
        },
        f"by {BOTH} a share of 0.0 is scored, and failure reasons account for 0: not 1 together",
        times=2,
    ),
    "refused": Fault(
        "settings", {"benchmark.py": ('option("own"', 'option("none"')}, "the run entry creativity_refused is refused"
    ),
}


@pytest.fixture(scope="module")
def found(site):
    """What both checks find in each benchmark, all of which HELM has run at once; two of this package among them."""
    entries = [strangers.entry(site, name) for name in ("good", "judged", "data", *FAULTS)]
    entries += [find_entry("dat"), find_entry("metaphor")]
    return {(entry.benchmark, entry.check): entry for entry in check_entries(entries, only=["pilot", "page"])}


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_pilot_shows_is_reported(name, found):
    """For both baselines."""
    assert FAULTS[name].is_reported(found[name, "pilot"].problems), found[name, "pilot"].problems


@pytest.mark.parametrize("name", ["good", "judged", "data", "dat", "metaphor"])
def test_good_pilots_are_left_alone(name, found):
    """A stranger's with a key, with judges, of data alone, and two of ours."""
    for check in ("pilot", "page"):
        assert (found[name, check].problems, found[name, check].skipped) == ((), "")


@pytest.mark.parametrize(
    ("stats", "undefined", "problems"),
    [
        ({"score": 1.0, "valid_rate": 0.5, "empty_rate": 0.5}, (), []),
        ({"valid_rate": 0.0, "empty_rate": 0.25, "refusal_rate": 0.75}, (), []),
        ({"score": 1.0, "valid_rate": 0.5, "empty_rate": 0.25}, (), ["a share of 0.5 is scored, and failure"]),
        (
            {"valid_rate": 0.5, "empty_rate": 0.5},
            (),
            ["50% of the responses are scored, and the run has no score"],
        ),
    ],
)
def test_stats_account_for_every_response(stats, undefined, problems, site):
    """Scored, or with a reason; a run without a score has no scored response."""
    run = Run("x", "creativity_good", "a/x", {}, stats, undefined=undefined)
    found = [what for what, _ in wrong_stats(load(strangers.entry(site, "good")), run)]
    assert len(found) == len(problems)
    assert all(problem.startswith(words) for problem, words in zip(found, problems, strict=True))
