"""The lexical judge: it rates what a room's judges are asked, and nothing else."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.checking import house
from helm_creativity.checking.house import House

KIND = "remarks"
OWN = "from helm_creativity.rated.baseline import judge\n"
BOTH = "from helm_creativity.rated.baseline import judge as rated\n"
END = '__all__ = ["answer", "judge"]\n'


def judge(expression):
    """A baseline whose judge replies so, where ``rated`` is the reply that is right."""
    return {"baseline.py": (OWN, BOTH, END, f"{END}\n\ndef judge(prompt):\n    return {expression}\n")}


FAULTS = {
    "no_judge": Fault(
        {"baseline.py": (OWN, "", END, "")},
        "judges are asked, and baseline.py has no judge.prompt.: '",
        r"write judge\(prompt\) -> str \| None",
    ),
    "silent": Fault(
        judge("None"),
        r"the lexical judge has no reply to \d+ of \d+ prompts, '",
        "recognise items .*, other prompts with unrender",
    ),
    "talkative": Fault(
        judge("rated(prompt) or '10'"), "baseline.judge replies to 'What is the capital of France", "recognise items"
    ),
    "other": Fault(
        judge("'49' if rated(prompt) else None"),
        "baseline.judge of good says '.+' to a question of other, whose own says '49': '",
        "let each recognise its own words only, or give one of the questions other words",
    ),
    "raising": Fault(judge("rated(prompt)[0] + 1"), "baseline.judge ends in TypeError", r"mend judge\(prompt\)"),
    "letting_out": Fault(
        {
            "metric.py": (
                "class RemarksMetric",
                "from helm_creativity.rated.annotator import RatedAnnotator\n\n\nclass Loud(RatedAnnotator):\n"
                "    def annotate(self, request_state):\n        raise LookupError('lost')\n\n\nclass RemarksMetric",
            ),
            "run_spec.py": (
                "run_spec = rated_run_spec",
                "from helm_creativity.rated import run_spec as module\nfrom strangers.NAME.metric import Loud\n\n"
                "usual, module.RatedAnnotator = module.RatedAnnotator, Loud\nrun_spec = rated_run_spec",
                "(RemarksScenario, RemarksMetric)",
                "(RemarksScenario, RemarksMetric)\nmodule.RatedAnnotator = usual",
            ),
        },
        "Loud.annotate lets LookupError: lost out",
        "HELM empties the run's folder",
    ),
}


@pytest.fixture(autouse=True)
def alone(site, monkeypatch):
    """The rooms that a judge is held against: the good one."""
    monkeypatch.setattr(house, "find_rooms", lambda: (strangers.room(site, "good"),))


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_the_lexical_judge_is_told(name, site):
    """Each fault, with a question that shows it."""
    assert FAULTS[name].is_told("baselines", found := strangers.problems(site, name, "baselines")), found


def test_a_good_judge_is_left_alone(site):
    """All checks but the pilot, too: a room of judged answers is one like others."""
    found = strangers.verdict(site, "good", "baselines")
    assert (found.problems, found.remarks, found.skipped) == ((), (), "")


def test_questions_are_those_that_judges_read(site):
    """About the answers of the random player, each of them once: two items, three answers to each."""
    subject = House([strangers.room(site, "good")]).checked[0]
    assert len(subject.questions) == 6
    for question in subject.questions:
        assert "Task good: say something about" in question
        assert " and so on" in question
