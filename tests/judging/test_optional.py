"""Benchmarks that do without judges, and arguments that only judges have."""

import pytest
from helm.benchmark.annotation.annotator import AnnotatorSpec
from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from helm.benchmark.run_spec import RunSpec
from support import chat

from helm_creativity.errors import BadArguments
from helm_creativity.hosting import Arguments, Sampling, adapter, qualified_name
from helm_creativity.hosting.guard import GuardAnnotator
from helm_creativity.judging import Design, JudgeSettings, Panel
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.judging.run_spec import JudgedRunSpec, judge_settings, judged_run_spec
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS

USUAL = {"judges": "", "design": "", "seed": 42, "temp": JUDGE_TEMPERATURE, "max_tokens": JUDGE_TOKENS}


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two"])
    spec = ClientSpec("helm.clients.simple_client.SimpleClient", {})
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "a/simple", ModelDeployment("a/simple", spec, "a/simple"))


def check(**changed):
    """What comes of the judges' arguments of a benchmark that may do without."""
    with Arguments("x") as arguments:
        return judge_settings(arguments, **{**USUAL, "optional": True, **changed})


def test_settings_without_judges_say_so():
    """In every form; the way back is theirs too."""
    none = check()
    assert not none.asked
    assert none.named == {}
    assert none.titles == {"judges": "none", "design": "none"}
    assert none.signed("2@sha256:0") == {"judges": "none"}
    assert none.args == {
        "judges": "",
        "design": "all",
        "seed": 42,
        "judge_temp": JUDGE_TEMPERATURE,
        "judge_max_tokens": JUDGE_TOKENS,
    }
    assert JudgeSettings.of(**none.args) == none


def test_settings_with_judges_are_those_of_other_benchmarks():
    """Where no design is named, all judge."""
    asked = check(judges="chat/two+chat/one")
    assert asked.asked
    assert asked == JudgeSettings(Panel(("chat/one", "chat/two"), Design()))
    assert asked == check(judges="chat/one+chat/two", design="all", optional=False)
    assert check(judges="chat/one+chat/two", design="draw=1", seed=7).panel.design == Design("draw", 1, 7)
    assert JudgeSettings.of(**asked.args) == asked


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({"design": "all"}, "design"),
        ({"seed": 7}, "seed"),
        ({"temp": 1.0}, "judge_temp"),
        ({"max_tokens": 99}, "judge_max_tokens"),
        ({"weighted": "true"}, "weighted"),
        ({"design": "draw=1", "temp": 2, "weighted": True}, "design, judge_temp, weighted"),
    ],
)
def test_what_only_judges_have_is_refused_without_them(changed, names):
    """Whoever gives it believes that somebody judges."""
    with pytest.raises(
        BadArguments, match=f"^x: {names} given without judges: name them with judges=, or leave {names}"
    ):
        check(**changed)


def test_judges_must_be_named_where_they_are_not_optional():
    """A design need not be: left out, it is ``all``."""
    with pytest.raises(BadArguments, match="judges must name one or more deployments"):
        check(optional=False)
    assert check(judges="chat/one", optional=False).panel.design.text == "all"


@pytest.mark.parametrize(
    ("given", "expected"), [(False, False), (True, True), ("true", True), ("True", True), ("false", False)]
)
def test_weighting_is_taken_as_run_entries_write_it(given, expected):
    """HELM hands words on as they are."""
    assert check(judges="chat/one", weighted=given).weighted is expected


@pytest.mark.parametrize("given", ["yes", 1, "", None])
def test_other_words_for_weighting_are_refused(given):
    """With those that there are."""
    with pytest.raises(BadArguments, match="weighted must be one of false, true, got"):
        check(judges="chat/one", weighted=given)


def test_judges_without_probabilities_are_refused_by_name():
    """All of them, and only where ratings are weighted."""
    assert check(judges="chat/one+a/simple").asked
    with pytest.raises(BadArguments, match="the judge a/simple cannot be asked: its client is SimpleClient") as caught:
        check(judges="chat/one+a/simple+a/nobody", weighted="true")
    assert str(caught.value).count("a/nobody") == 1
    assert "chat/one" not in str(caught.value)


class Nobody(JudgeAnnotator):
    """Stands for the annotator of a room."""


def made(settings, **changed):
    """A run spec with these settings."""
    parts = {"group": "creativity_x", "named": {"protocol": "p", **settings.named}, "scenario": dict, "metric": list}
    parts |= {"scenario_args": {}, "metric_args": {}, "adapter_spec": adapter(Sampling(1.0, 99), 2), **changed}
    return judged_run_spec(annotator=Nobody, settings=settings, annotator_args={"protocol": "p"}, **parts)


def test_a_run_without_judges_is_a_plain_one():
    """The guard is its only annotator, and nothing is refused for the judges' sake."""
    spec = made(check())
    assert type(spec) is RunSpec
    assert spec.name == "creativity_x:protocol=p"
    assert spec.annotators == [AnnotatorSpec(qualified_name(GuardAnnotator))]
    several = made(check(), adapter_spec=adapter(Sampling(1.0, 99), 2).__class__(num_outputs=3))
    assert several.adapter_spec.num_outputs == 3


def test_a_run_with_judges_has_their_annotator():
    """With what it needs, weighting among it where that is on."""
    spec = made(check(judges="chat/one", weighted="true"))
    assert type(spec) is JudgedRunSpec
    asked = spec.annotators[1]
    assert (asked.class_name, asked.args["judges"], asked.args["protocol"]) == (qualified_name(Nobody), "chat/one", "p")
    assert asked.args["weighted"] is True
    assert spec.name.startswith("creativity_x:protocol=p,judges=one-")
    assert spec.name.endswith(",design=all,weighted=true")
    assert "weighted" not in made(check(judges="chat/one")).name


def test_a_name_too_long_is_refused_without_judges_too():
    """There is no panel whose name could be made shorter."""
    with pytest.raises(BadArguments, match="the run's name would be"):
        made(check(), named={"protocol": "p" * 200})
