"""What an annotator of judges hands to HELM, whatever happens in it."""

import json

import pytest
from support import chat
from support.judges import answered

from helm_creativity.judging import Instrument, Judgement, Missing, Question, Reading, Scale, Verdict
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.judging.ratings import ANNOTATOR, flat, judgement_of


class Rates(JudgeAnnotator):
    """Has an answer rated, or breaks off."""

    breaks: Exception | None = None
    critic: Instrument

    def judge(self, state):
        if self.breaks:
            raise self.breaks
        verdicts = self.judges.ask(self.critic, Question("", state.result.completions[0].text), state)
        return Judgement(verdicts, len(verdicts))


@pytest.fixture
def annotator(server, panel, tmp_path):
    def make(*names, design="all"):
        one = Rates(chat.auto_client(tmp_path), **panel(*names, design=design).args)
        one.critic = Instrument("critic", tmp_path, "user", ("originality",), scale=Scale(1, 10))
        return one

    return make


def test_it_takes_what_the_settings_give(annotator):
    """HELM makes it from the arguments in the run spec, under the name that readers look for."""
    one = annotator("good", "mild", design="draw=1")
    assert one.judges.settings.panel.judges == ("chat/good", "chat/mild")
    assert one.judges.settings.panel.design.label == "draw1"
    assert one.name == ANNOTATOR == "judges"


def test_the_annotation_is_the_judgement(annotator):
    """Flat, and plain JSON."""
    annotation = annotator("good", "silent").annotate(answered("An idea."))
    assert json.loads(json.dumps(annotation)) == annotation
    judgement = judgement_of(annotation)
    assert (judgement.planned, judgement.error) == (2, "")
    assert [(one.judge, dict(one.readings)) for one in judgement.verdicts] == [
        ("chat/good", {"originality": Reading(7.0)}),
        ("chat/silent", {"originality": Reading(None, Missing.EMPTY)}),
    ]


@pytest.mark.parametrize("error", [RuntimeError("no such thing"), KeyError("keyword"), RecursionError("deep")])
def test_no_exception_leaves_it(annotator, error):
    """HELM would throw the whole run away; the ratings that were planned are counted as missing."""
    one = annotator("good", "mild", "busy")
    one.breaks = error
    assert one.annotate(answered()) == {"planned": 3, "error": f"{type(error).__name__}: {error}", "left_out": 0}
    own = one.annotate(answered(model="chat/mild"))
    assert (own["planned"], own["left_out"]) == (2, 1)


def test_a_panel_too_small_is_told_in_the_annotation(annotator):
    """Where no run spec refused it."""
    assert annotator("good").annotate(answered(model="chat/good")) == {
        "planned": 1,
        "error": "BadArguments: design all needs at least 1 judges, got 0",
        "left_out": 0,
    }


def test_a_judgement_that_cannot_be_written_is_no_exception(annotator, monkeypatch):
    """Nor is one in a form that nobody expects."""
    one = annotator("good")
    monkeypatch.setattr(Rates, "judge", lambda self, state: Judgement([Verdict("a", "b", "", {"d": None})], 1))
    annotation = one.annotate(answered())
    assert annotation["planned"] == 1
    assert annotation["error"].startswith("AttributeError")
    assert annotation == flat(Judgement((), 1, annotation["error"]))
