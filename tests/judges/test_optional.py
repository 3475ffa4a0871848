"""Benchmarks that do without judges, and arguments that only judges have."""

import dataclasses

import pytest
from helm.benchmark.annotation.annotator import AnnotatorSpec
from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from support import chat

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm.annotator import CreativityAnnotator, GuardAnnotator
from helm_creativity.helm.run_spec import CheckedRunSpec, qualified_name, run_spec
from helm_creativity.judges.asking import judge_requirements
from helm_creativity.judges.designs import Design, Panel
from helm_creativity.judges.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, Judging

OPTIONAL = {"protocol": "wenger2025", "embedding": "builtin"}
JUDGED = {"protocol": "mctb2025", "prompts": "own"}


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two"])
    spec = ClientSpec("helm.clients.simple_client.SimpleClient", {})
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "a/simple", ModelDeployment("a/simple", spec, "a/simple"))


def parse(protocol=OPTIONAL, **changed):
    """Settings of a benchmark of which one protocol does without judges."""
    return parse_settings(get_benchmark("aut"), {**protocol, **changed}, also=judge_requirements)


def test_settings_without_judges_say_so():
    """In every form; the way back is theirs too."""
    none = parse()
    assert not none.judged
    assert not any(name in none.name_parts for name in ("judges", "design", "seed", "judge_temp", "weighted"))
    assert "judges" not in none.titles
    assert none.compared()["judges"] == "none"
    assert type(none)(**none.args) == none


def test_settings_with_judges_are_those_of_other_benchmarks():
    """Where no design is named, all judge."""
    asked = parse(judges="chat/two+chat/one")
    assert asked.judging == Judging(Panel(("chat/one", "chat/two"), Design()), JUDGE_TEMPERATURE, JUDGE_TOKENS)
    assert asked == parse(judges="chat/one+chat/two", design="all")
    assert asked.judging == parse(JUDGED, judges="chat/one+chat/two", design="all").judging
    assert parse(judges="chat/one+chat/two", design="draw=1", seed=7).panel.design == Design("draw", 1, 7)
    assert type(asked)(**asked.args) == asked


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({"design": "all"}, "design"),
        ({"seed": 7}, "seed"),
        ({"judge_temp": 1.0}, "judge_temp"),
        ({"judge_max_tokens": 99}, "judge_max_tokens"),
        ({"weighted": "true"}, "weighted"),
        ({"delimiters": "tags"}, "delimiters"),
        ({"design": "draw=1", "judge_temp": 2, "weighted": True}, "design, judge_temp, weighted"),
    ],
)
def test_what_only_judges_have_is_refused_without_them(changed, names):
    """Since it suggests that there are judges."""
    message = f"{names} set without judges: name them with judges=, or leave {names} out"
    with pytest.raises(BadArguments, match=f"^creativity_aut: {message}"):
        parse(**changed)


def test_judges_must_be_named_where_they_are_not_optional():
    """A design need not be: left out, it is ``all``."""
    with pytest.raises(BadArguments, match="judges must name one or more deployments"):
        parse(JUDGED)
    assert parse(JUDGED, judges="chat/one").panel.design.text == "all"


@pytest.mark.parametrize(
    ("given", "expected"), [(False, False), (True, True), ("true", True), ("True", True), ("false", False)]
)
def test_weighting_is_taken_as_run_entries_write_it(given, expected):
    """HELM hands words on as they are."""
    assert parse(JUDGED, judges="chat/one", weighted=given).weighted is expected


@pytest.mark.parametrize("given", ["yes", 1, ""])
def test_other_words_for_weighting_are_refused(given):
    """With those that there are."""
    with pytest.raises(BadArguments, match="weighted must be true or false, got"):
        parse(JUDGED, judges="chat/one", weighted=given)


def test_judges_without_probabilities_are_refused_by_name():
    """All of them, and only where ratings are weighted."""
    assert parse(JUDGED, judges="chat/one+a/simple").judged
    with pytest.raises(BadArguments, match="the judge a/simple cannot be asked: its client is SimpleClient") as caught:
        parse(JUDGED, judges="chat/one+a/simple+a/nobody", weighted="true")
    assert str(caught.value).count("a/nobody") == 1
    assert "chat/one" not in str(caught.value)


def made(protocol=OPTIONAL, **changed):
    """The run spec of an entry."""
    return run_spec(get_benchmark("aut"), {**protocol, **changed})


def test_a_run_without_judges_is_a_plain_one():
    """The guard is its only annotator, and nothing is refused for the judges' sake."""
    spec = made()
    assert type(spec) is CheckedRunSpec
    assert "judges" not in spec.name
    assert spec.annotators == [AnnotatorSpec(qualified_name(GuardAnnotator))]
    several = dataclasses.replace(spec, adapter_spec=dataclasses.replace(spec.adapter_spec, num_outputs=3))
    assert several.adapter_spec.num_outputs == 3


def test_a_run_with_judges_has_their_annotator():
    """With what it needs, weighting among it where that is on."""
    spec = made(JUDGED, judges="chat/one", weighted="true")
    assert type(spec) is CheckedRunSpec
    asked = spec.annotators[1]
    assert asked.class_name == qualified_name(CreativityAnnotator)
    expected = {"benchmark": "aut", "judges": "chat/one", "protocol": "mctb2025", "weighted": True}
    assert expected.items() <= asked.args.items()
    assert ",judges=one-" in spec.name
    assert ",weighted=true" in spec.name
    assert "weighted" not in made(JUDGED, judges="chat/one").name
