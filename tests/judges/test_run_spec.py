"""Judges' arguments and run specs: refused before any request, whenever HELM fills in the model."""

import dataclasses
import json

import pytest
from helm.benchmark.annotation.annotator import AnnotatorSpec
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from helm.benchmark.run_spec import RunSpec, get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.codec import from_json, to_json
from helm.common.general import asdict_without_nones
from helm.common.object_spec import create_object, parse_object_spec
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm.annotator import CreativityAnnotator, GuardAnnotator
from helm_creativity.helm.run_spec import CheckedRunSpec, qualified_name, run_spec
from helm_creativity.judges.asking import judge_requirements
from helm_creativity.judges.designs import Design, Panel
from helm_creativity.judges.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, Judging

GROUP = "creativity_live_idea_bench"
NOWHERE = "http://127.0.0.1:9/v1"
NAMES = ["one", "two", "three", "four"]
SELF = "a model never judges itself, and without it design draw3 needs at least 3 judges, got 2: chat/three\\+chat/two"
# A protocol that does without judges, and one that does not.
OPTIONAL = {"protocol": "wenger2025", "embedding": "builtin"}
JUDGED = {"protocol": "mctb2025", "prompts": "own"}


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, NOWHERE, NAMES)
    chat.deploy(monkeypatch, NOWHERE, NAMES[:1], host="other")
    spec = ClientSpec("helm.clients.simple_client.SimpleClient", {})
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "a/simple", ModelDeployment("a/simple", spec, "a/simple"))


def judged(*names, **arguments):
    """The run spec of a panel of these deployments, without a model yet."""
    panel = "+".join(f"chat/{name}" for name in names)
    return get_run_spec_function(GROUP)(**{"prompts": "own", "judges": panel, "design": "draw=3", **arguments})


def with_model(run_spec, model="", deployment=""):
    """As HELM fills it in: in a copy."""
    adapter = dataclasses.replace(run_spec.adapter_spec, model=model, model_deployment=deployment)
    return dataclasses.replace(run_spec, name=f"{run_spec.name},model={model}", adapter_spec=adapter)


def parse(**arguments):
    """What comes of the arguments of a run entry."""
    usual = {"prompts": "own", "judges": "chat/one+chat/two", "design": "all"}
    return parse_settings(get_benchmark("live_idea_bench"), {**usual, **arguments}, also=judge_requirements)


def optional(protocol=OPTIONAL, **changed):
    """The same of a benchmark of which one protocol does without judges."""
    return parse_settings(get_benchmark("aut"), {**protocol, **changed}, also=judge_requirements)


def test_a_model_that_is_no_judge_is_welcome():
    """And one that is, where enough others are left; other annotators do not matter."""
    assert with_model(judged("one", "two", "three"), "chat/four", "chat/four").adapter_spec.model == "chat/four"
    assert with_model(judged(*NAMES), "chat/one", "chat/one").adapter_spec.model == "chat/one"
    alone = judged("one", design="all")
    for annotators in (None, [], [AnnotatorSpec("x.Y"), AnnotatorSpec("x.Z", {"a": 1})]):
        free = dataclasses.replace(alone, annotators=annotators)
        assert with_model(free, "chat/one", "chat/one").annotators == annotators


@pytest.mark.parametrize("model", ["chat/one", "other/one"])
def test_a_panel_that_gets_too_small_is_refused(model):
    """When the model becomes known, under the judge's own name or another one for the same model of its server."""
    run_spec = judged("one", "two", "three")
    assert with_model(run_spec, "chat/one").adapter_spec.model == "chat/one"  # its deployment is yet to come
    for spec in (run_spec, from_json(to_json(run_spec), CheckedRunSpec)):
        with pytest.raises(BadArguments, match=f"^{GROUP}:.*,model={model.replace('/', '_')}: {SELF}"):
            with_model(spec, model, model)


@pytest.mark.parametrize(
    "entry", ["model=chat/one", "model=chat/one,model_deployment=chat/one", "model=chat/one,num_trials=3"]
)
def test_helms_own_ways_to_name_a_model_are_refused(entry):
    """As a run entry, before there is a runner."""
    with pytest.raises(BadArguments, match=SELF):
        construct_run_specs(parse_object_spec(f"{GROUP}:prompts=own,judges=chat/one+chat/two+chat/three,{entry}"))
    four = f"{GROUP}:prompts=own,judges=chat/one+chat/two+chat/three+chat/four,{entry}"
    (run_spec,) = construct_run_specs(parse_object_spec(four))
    assert isinstance(run_spec, CheckedRunSpec)
    assert run_spec.adapter_spec.model_deployment == "chat/one"


def test_it_survives_the_ways_of_the_slurm_runner():
    """HELM writes it as JSON and reads a plain run spec back, in which nothing is lost."""
    run_spec = with_model(judged(*NAMES, design="planned_missing=2", seed=7), "chat/one", "chat/one")
    again = from_json(to_json(run_spec), RunSpec)
    assert asdict_without_nones(again) == asdict_without_nones(run_spec)
    assert json.loads(json.dumps(asdict_without_nones(run_spec)))["annotators"][1]["args"]["seed"] == 7
    assert from_json(to_json(run_spec), CheckedRunSpec) == run_spec


def test_annotator_and_metric_get_the_same_settings(tmp_path):
    """After the guard; HELM makes both from these arguments."""
    asked = {"design": "draw=1", "seed": 3, "judge_temp": 0.5, "judge_max_tokens": 99}
    run_spec = judged("one", "two", **asked)
    settings = parse(judges="chat/two+chat/one", **asked)
    assert settings.judging == Judging(Panel(("chat/one", "chat/two"), Design("draw", 1, 3)), 0.5, 99)
    guard, judges = run_spec.annotators
    assert guard.class_name == qualified_name(GuardAnnotator)
    assert judges.args == {"benchmark": "live_idea_bench", **settings.args}
    assert judges.args.items() <= run_spec.metric_specs[0].args.items()
    annotator = create_object(
        dataclasses.replace(judges, args={**judges.args, "auto_client": chat.auto_client(tmp_path)})
    )
    assert annotator.settings == settings


WITHOUT = "set without judges: name them with judges=, or leave"
WRONG = [
    ({"judges": ""}, r"judges must name one or more deployments joined by \+"),
    ({"judges": 7}, "there is no deployment '7' to judge"),
    ({"judges": "chat/one+chat/nine"}, "there is no deployment 'chat/nine' to judge: .*; did you mean 'chat/one'"),
    ({"judges": "chat/one,chat/two"}, r"judges are joined by \+, .*: write chat/one\+chat/two"),
    ({"judges": "chat/one+chat/one"}, "duplicate judge"),
    ({"design": "draw=3"}, r"design draw3 needs at least 3 judges, got 2: chat/one\+chat/two"),
    ({"design": "some"}, "design must be all, planned_missing=M or draw=M"),
    ({"seed": -1}, "seed must be a whole number from 0 to 2147483647, got -1"),
    ({"seed": "x"}, "seed must be a whole number from 0 to 2147483647, got 'x'"),
    ({"judge_temp": 2.5}, "judge_temp must be a number from 0 to 2, got 2.5"),
    ({"judge_max_tokens": 15}, "judge_max_tokens must be a whole number from 16 to 1000000, got 15"),
    *(({"weighted": given}, "weighted must be true or false, got") for given in ("yes", 1, "")),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        parse(**arguments)


def test_all_problems_are_reported_at_once():
    """None hides another; only where ratings are weighted need judges have probabilities."""
    with pytest.raises(BadArguments) as caught:
        parse(judges="a/b+c/d+a/b", design="x", seed=-1, judge_temp=9, judge_max_tokens=1)
    for part in ("'a/b'", "'c/d'", *(f"{name} must" for name in ("design", "seed", "judge_temp", "judge_max_tokens"))):
        assert str(caught.value).count(part) == 1
    assert str(caught.value).count("duplicate judge") == 1
    assert optional(JUDGED, judges="chat/one+a/simple").judged
    with pytest.raises(BadArguments, match="the judge a/simple cannot be asked: its client is SimpleClient") as caught:
        optional(JUDGED, judges="chat/one+a/simple+a/nobody", weighted="true")
    assert str(caught.value).count("a/nobody") == 1
    assert "chat/one" not in str(caught.value)


def test_several_responses_to_a_request_are_refused():
    """One annotation cannot hold the ratings of several; without judges there is none."""
    entry = f"{GROUP}:prompts=own,judges=chat/one,design=all,num_outputs=2,model=chat/two"
    with pytest.raises(BadArguments, match="use num_trials= instead of num_outputs="):
        construct_run_specs(parse_object_spec(entry))
    spec = run_spec(get_benchmark("aut"), OPTIONAL)
    assert (type(spec), "judges" in spec.name) == (CheckedRunSpec, False)
    assert spec.annotators == [AnnotatorSpec(qualified_name(GuardAnnotator))]
    several = dataclasses.replace(spec, adapter_spec=dataclasses.replace(spec.adapter_spec, num_outputs=3))
    assert several.adapter_spec.num_outputs == 3


def test_settings_without_judges_say_so():
    """In every form; with judges they are those of other benchmarks: where no design is named, all judge."""
    none = optional()
    assert not none.judged
    assert not any(name in none.name_parts for name in ("judges", "design", "seed", "judge_temp", "weighted"))
    assert ("judges" in none.titles, none.compared()["judges"]) == (False, "none")
    assert type(none)(**none.args) == none
    asked = optional(judges="chat/two+chat/one")
    assert asked.judging == Judging(Panel(("chat/one", "chat/two"), Design()), JUDGE_TEMPERATURE, JUDGE_TOKENS)
    assert asked == optional(judges="chat/one+chat/two", design="all")
    assert asked.judging == optional(JUDGED, judges="chat/one+chat/two", design="all").judging
    assert type(asked)(**asked.args) == asked


@pytest.mark.parametrize(
    "changed",
    [
        *({name: value} for name, value in (("design", "all"), ("seed", 7), ("judge_temp", 1.0), ("weighted", "true"))),
        *({name: value} for name, value in (("judge_max_tokens", 99), ("delimiters", "tags"))),
        {"design": "draw=1", "judge_temp": 2, "weighted": True},
    ],
)
def test_what_only_judges_have_is_refused_without_them(changed):
    """Since it suggests that there are judges; where they are not optional they must be named."""
    names = ", ".join(changed)
    with pytest.raises(BadArguments, match=f"^creativity_aut: {names} {WITHOUT} {names} out"):
        optional(**changed)
    with pytest.raises(BadArguments, match="judges must name one or more deployments"):
        optional(JUDGED)


@pytest.mark.parametrize(
    ("given", "expected"), [(False, False), (True, True), ("true", True), ("True", True), ("false", False)]
)
def test_weighting_is_taken_as_run_entries_write_it(given, expected):
    """HELM hands words on as they are; the annotator gets them."""
    assert optional(JUDGED, judges="chat/one", weighted=given).weighted is expected
    spec = run_spec(get_benchmark("aut"), {**JUDGED, "judges": "chat/one", "weighted": given})
    asked = spec.annotators[1]
    assert asked.class_name == qualified_name(CreativityAnnotator)
    assert {"benchmark": "aut", "judges": "chat/one", "protocol": "mctb2025"}.items() <= asked.args.items()
    assert (asked.args.get("weighted", False), ",weighted=true" in spec.name) == (expected, expected)
    assert ",judges=one-" in spec.name
