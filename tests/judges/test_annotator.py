"""What an annotator of judges hands to HELM, whatever happens in it."""

import json
from dataclasses import replace

import pytest
from support import chat, states
from support.judges import answered

from helm_creativity.benchmark.base import settings_in_run
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import MissingReason, ParsedRating
from helm_creativity.benchmark.types import Sample
from helm_creativity.errors import BadArguments
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.helm.clients.responses import trial_in
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.ratings import panel_stats
from helm_creativity.safe_text import quoted

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
    """Lets the benchmark break off before it asks."""

    def with_error(error):
        def follow_up(self, trial, settings):
            yield from ()
            raise error

        monkeypatch.setattr(type(get_benchmark(BENCHMARK)), "follow_up", follow_up)

    return with_error


def replayed_of(annotator, state, annotation):
    """What is known of the one response of a run."""
    trial = trial_in(state)
    sample = Sample(trial.sample.response, {**trial.sample.fields, "annotations": {FOLLOW_UPS: annotation}})
    (found,) = replayed(annotator.benchmark, annotator.settings, [replace(trial, sample=sample)])
    return found


def test_it_takes_what_the_settings_give(annotator):
    """HELM makes it from the arguments in the run spec, under the name that readers look for."""
    one = annotator("mild", "good", design="draw=1")
    assert one.settings.panel.judges == ("chat/good", "chat/mild")
    assert one.settings.panel.design.label == "draw1"
    assert one.name == FOLLOW_UPS == "follow_ups"
    assert settings_in_run(one.benchmark, one.settings.args) == one.settings


def test_the_annotation_is_a_transcript(annotator):
    """In plain JSON."""
    annotation = annotator("grades", "silent").annotate(answered("An idea about enzymes."))
    assert json.loads(json.dumps(annotation)) == annotation
    assert annotation["summary"] == "grades: creativity 40; silent: creativity missing (empty)"
    transcript = transcript_in({FOLLOW_UPS: annotation})
    assert (len(transcript.steps), transcript.error, transcript.left_out) == (1, "", ())
    assert [(reply.judge, dict(reply.readings)) for reply in transcript.judge_replies] == [
        ("chat/grades", {"creativity": ParsedRating(40.0)}),
        ("chat/silent", {"creativity": ParsedRating(None, MissingReason.EMPTY)}),
    ]


@pytest.mark.parametrize("panel", ["chat/good", "chat/good+chat/mild"])
def test_a_metric_with_other_judges_refuses_the_annotation(annotator, panel):
    """As in a run of one's own, whose coverage would be that of judges whom the settings do not name."""
    state = answered("An idea about enzymes.")
    state = replace(state, annotations={FOLLOW_UPS: annotator("grades", "good").annotate(state)})
    metric = CreativityMetric(BENCHMARK, prompts="own", judges=panel)
    with pytest.raises(BadArguments, match=r"have ratings by chat/good, chat/grades, and .* plan others \(chat/good"):
        states.evaluate(metric, [state])
    same = CreativityMetric(BENCHMARK, prompts="own", judges="chat/good+chat/grades")
    assert states.evaluate(same, [state]).aggregated_stats


def test_a_metric_of_another_design_refuses_the_annotation(annotator):
    """As in a run of one's own: fewer judges than are planned would be a coverage of 1."""
    state = answered("An idea about enzymes.")
    state = replace(state, annotations={FOLLOW_UPS: annotator("grades", "good", design="draw=1").annotate(state)})
    panel = {"prompts": "own", "judges": "chat/good+chat/grades"}
    with pytest.raises(BadArguments, match=r"plan others \(chat/good, chat/grades, design all\): give the annotator"):
        states.evaluate(CreativityMetric(BENCHMARK, **panel), [state])
    assert states.evaluate(CreativityMetric(BENCHMARK, **panel, design="draw=1"), [state]).aggregated_stats


@pytest.mark.parametrize("error", [RuntimeError("no such thing"), KeyError("keyword"), RecursionError("deep")])
def test_no_exception_leaves_it(annotator, break_off, error):
    """HELM would throw the whole run away; the ratings that were planned are counted as missing."""
    one = annotator("good", "mild", "busy")
    break_off(error)
    said = f"{type(error).__name__}: {error}"
    annotation = one.annotate(answered())
    assert annotation == {"summary": "no ratings", "steps": [], "error": said, "left_out": []}
    found = replayed_of(one, answered(), annotation)
    assert (found.found, found.error, panel_stats([found])["judge_coverage"]) == (None, said, 0)
    assert [reply.judge for reply in found.judge_replies] == ["chat/busy", "chat/good", "chat/mild"]
    own = answered(model="chat/mild")
    assert one.annotate(own)["left_out"] == ["chat/mild"]
    assert [reply.judge for reply in replayed_of(one, own, one.annotate(own)).judge_replies] == [
        "chat/busy",
        "chat/good",
    ]


def test_a_panel_too_small_is_reported_in_the_annotation(annotator):
    """Where no run spec refused it."""
    assert annotator("good").annotate(answered(model="chat/good")) == {
        "summary": "no ratings",
        "steps": [],
        "error": "BadArguments: design all needs at least 1 judge, got 0",
        "left_out": [],
    }


@pytest.mark.parametrize("strange", [None, "x", 7, ("creativity", "x")])
def test_what_is_no_step_is_no_exception(annotator, monkeypatch, strange):
    """What a benchmark of one's own yields by mistake, or does not return."""

    def follow_up(self, trial, settings):
        yield strange
        return trial.sample

    monkeypatch.setattr(type(get_benchmark(BENCHMARK)), "follow_up", follow_up)
    annotation = annotator("good").annotate(answered())
    assert annotation["steps"] == []
    assert annotation["error"] == (
        f"TypeError: follow_up yielded {quoted(strange)}, which is not a step: yield from ask(...) or turn(...)"
    )


def test_a_follow_up_that_returns_nothing_is_said(annotator, monkeypatch):
    def follow_up(self, trial, settings):
        yield from ()

    monkeypatch.setattr(type(get_benchmark(BENCHMARK)), "follow_up", follow_up)
    annotation = annotator("good").annotate(answered())
    assert annotation["error"] == "TypeError: follow_up returned None; return what the scorer takes"
