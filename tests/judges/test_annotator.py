"""What an annotator of judges hands to HELM, whatever happens in it."""

import json

import pytest
from support import chat
from support.judges import answered

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.ratings import Missing, Reading
from helm_creativity.helm_plugin.annotator import CreativityAnnotator
from helm_creativity.judges.ratings import ANNOTATOR, Judgement, annotation_of, judgement_from

BENCHMARK = "metaphor"


@pytest.fixture
def annotator(server, tmp_path):
    """Of a panel of the server's judges."""

    def make(*names, **settings):
        panel = "+".join(f"chat/{name}" for name in names)
        return CreativityAnnotator(chat.auto_client(tmp_path), BENCHMARK, prompts="own", judges=panel, **settings)

    return make


@pytest.fixture
def break_off(monkeypatch):
    """Lets the benchmark break off while it asks."""

    def with_error(error):
        def judge(self, exchange, settings, memory):
            raise error

        monkeypatch.setattr(type(get_benchmark(BENCHMARK)), "judge", judge)

    return with_error


def test_it_takes_what_the_settings_give(annotator):
    """HELM makes it from the arguments in the run spec, under the name that readers look for."""
    one = annotator("mild", "good", design="draw=1")
    assert one.settings.panel.judges == ("chat/good", "chat/mild")
    assert one.settings.panel.design.label == "draw1"
    assert one.name == ANNOTATOR == "judges"
    assert one.settings_of({"benchmark": BENCHMARK, **one.settings.args}) == one.settings


def test_the_annotation_is_the_judgement(annotator):
    """In plain JSON."""
    annotation = annotator("grades", "silent").annotate(answered("An idea about enzymes."))
    assert json.loads(json.dumps(annotation)) == annotation
    assert annotation["summary"] == "grades: creativity 40; silent: creativity missing (empty)"
    judgement = judgement_from(annotation)
    assert (judgement.planned, judgement.error) == (2, "")
    assert [(one.judge, dict(one.readings)) for one in judgement.judge_replies] == [
        ("chat/grades", {"creativity": Reading(40.0)}),
        ("chat/silent", {"creativity": Reading(None, Missing.EMPTY)}),
    ]


@pytest.mark.parametrize("error", [RuntimeError("no such thing"), KeyError("keyword"), RecursionError("deep")])
def test_no_exception_leaves_it(annotator, break_off, error):
    """HELM would throw the whole run away; the ratings that were planned are counted as missing."""
    one = annotator("good", "mild", "busy")
    break_off(error)
    assert one.annotate(answered()) == {
        "summary": "no ratings",
        "planned": 3,
        "error": f"{type(error).__name__}: {error}",
        "left_out": 0,
        "ratings": [],
    }
    own = one.annotate(answered(model="chat/mild"))
    assert (own["planned"], own["left_out"]) == (2, 1)


def test_a_panel_too_small_is_reported_in_the_annotation(annotator):
    """Where no run spec refused it."""
    assert annotator("good").annotate(answered(model="chat/good")) == {
        "summary": "no ratings",
        "planned": 1,
        "error": "BadArguments: design all needs at least 1 judges, got 0",
        "left_out": 0,
        "ratings": [],
    }


def test_a_judgement_that_cannot_be_written_is_no_exception(annotator, monkeypatch):
    """Nor is one in an unexpected form."""
    broken = Judgement([JudgeReply("a", "b", "", {"d": None})], 1)
    monkeypatch.setattr(type(get_benchmark(BENCHMARK)), "judge", lambda *_: broken)
    annotation = annotator("good").annotate(answered())
    assert annotation["planned"] == 1
    assert annotation["error"].startswith("AttributeError")
    assert annotation == annotation_of(Judgement((), 1, annotation["error"]))
