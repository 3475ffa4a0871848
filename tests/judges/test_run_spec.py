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
from helm.common.object_spec import parse_object_spec
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm.annotator import GuardAnnotator
from helm_creativity.helm.run_spec import CheckedRunSpec, qualified_name, run_spec
from helm_creativity.judges.asking import judge_requirements
from helm_creativity.judges.designs import Design, Panel
from helm_creativity.judges.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, Judging

GROUP = "creativity_live_idea_bench"
NAMES = ["one", "two", "three", "four"]
SELF = "a model never judges itself, and without it design draw3 needs at least 3 judges, got 2: chat/three\\+chat/two"
# A protocol that does without judges, and one that does not.
OPTIONAL = {"protocol": "wenger2025", "embedding": "builtin"}
JUDGED = {"protocol": "mctb2025", "prompts": "own"}


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    for host, names in (("chat", NAMES), ("other", NAMES[:1])):
        chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", names, host=host)
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


def parse(name="live_idea_bench", **arguments):
    """What comes of the arguments of a run entry; of ``aut`` one protocol does without judges."""
    usual = {"prompts": "own", "judges": "chat/one+chat/two", "design": "all"} if name != "aut" else {}
    return parse_settings(get_benchmark(name), {**usual, **arguments}, also=judge_requirements)


def test_a_model_that_is_no_judge_is_welcome():
    """And one that is, where enough others are left; without the annotator of judges nobody is asked."""
    assert with_model(judged(*NAMES[:3]), "chat/four", "chat/four").adapter_spec.model == "chat/four"
    assert with_model(judged(*NAMES), "chat/one", "chat/one").adapter_spec.model == "chat/one"
    for annotators in (None, [], [AnnotatorSpec("x.Y"), AnnotatorSpec("x.Z", {"a": 1})]):
        free = dataclasses.replace(judged("one", design="all"), annotators=annotators)
        assert with_model(free, "chat/one", "chat/one").annotators == annotators


@pytest.mark.parametrize("model", ["chat/one", "other/one"])
def test_a_panel_that_gets_too_small_is_refused(model):
    """When the model becomes known, under the judge's own name or another one for the same model of its server."""
    run_spec = judged(*NAMES[:3])
    assert with_model(run_spec, "chat/one").adapter_spec.model == "chat/one"  # its deployment is yet to come
    for spec in (run_spec, from_json(to_json(run_spec), CheckedRunSpec)):
        with pytest.raises(BadArguments, match=f"^{GROUP}:.*,model={model.replace('/', '_')}: {SELF}"):
            with_model(spec, model, model)


@pytest.mark.parametrize(
    "entry", ["model=chat/one", "model=chat/one,model_deployment=chat/one", "model=chat/one,num_trials=3"]
)
def test_helms_own_ways_to_name_a_model_are_refused(entry):
    """As a run entry, before there is a runner; so are several responses to a request, of which one has ratings."""
    with pytest.raises(BadArguments, match=SELF):
        construct_run_specs(parse_object_spec(f"{GROUP}:prompts=own,judges=chat/one+chat/two+chat/three,{entry}"))
    four = f"{GROUP}:prompts=own,judges=chat/one+chat/two+chat/three+chat/four,{entry}"
    (run_spec,) = construct_run_specs(parse_object_spec(four))
    assert isinstance(run_spec, CheckedRunSpec)
    assert run_spec.adapter_spec.model_deployment == "chat/one"
    with pytest.raises(BadArguments, match="use num_trials= instead of num_outputs="):
        construct_run_specs(parse_object_spec(f"{four},num_outputs=2"))


def test_it_survives_the_ways_of_the_slurm_runner():
    """HELM writes it as JSON and reads a plain run spec back, in which nothing is lost."""
    run_spec = with_model(judged(*NAMES, design="planned_missing=2", seed=7), "chat/one", "chat/one")
    again = from_json(to_json(run_spec), RunSpec)
    assert asdict_without_nones(again) == asdict_without_nones(run_spec)
    assert json.loads(json.dumps(asdict_without_nones(run_spec)))["annotators"][1]["args"]["seed"] == 7
    assert from_json(to_json(run_spec), CheckedRunSpec) == run_spec


def test_all_problems_are_reported_at_once():
    """Once each; only where ratings are weighted need judges have probabilities."""
    with pytest.raises(BadArguments, match="duplicate judge") as caught:
        parse(judges="a/b+c/d+a/b", design="x", seed=-1, judge_temp=9, judge_max_tokens=1)
    parts = ("'a/b'", "'c/d'", *(f"{name} must" for name in ("design", "seed", "judge_temp", "judge_max_tokens")))
    assert [str(caught.value).count(part) for part in parts] == [1] * 6
    with pytest.raises(BadArguments, match=r"judges are joined by \+, .*: write chat/one\+chat/two"):
        parse(judges="chat/one,chat/two")
    assert parse("aut", **JUDGED, judges="chat/one+a/simple").judged
    with pytest.raises(BadArguments, match="the judge a/simple cannot be asked: its client is SimpleClient") as caught:
        parse("aut", **JUDGED, judges="chat/one+a/simple+a/nobody", weighted="true")
    assert str(caught.value).count("a/nobody") == 1
    assert "chat/one" not in str(caught.value)


def test_settings_without_judges_say_so():
    """In every form; with judges they are those of other benchmarks: where no design is named, all judge."""
    none, spec = parse("aut", **OPTIONAL), run_spec(get_benchmark("aut"), OPTIONAL)
    assert (set(none.name_parts) & {"judges", "design", "seed"}, none.compared()["judges"]) == (set(), "none")
    assert spec.annotators == [AnnotatorSpec(qualified_name(GuardAnnotator))]
    asked = parse("aut", **OPTIONAL, judges="chat/two+chat/one")
    assert asked.judging == Judging(Panel(("chat/one", "chat/two"), Design()), JUDGE_TEMPERATURE, JUDGE_TOKENS)
    assert asked == parse("aut", **OPTIONAL, judges="chat/one+chat/two", design="all")
    assert [type(settings)(**settings.args) for settings in (none, asked)] == [none, asked]


@pytest.mark.parametrize(
    "changed",
    [{"design": "all"}, {"seed": 7}, {"judge_max_tokens": 99}, {"design": "draw=1", "judge_temp": 2, "weighted": True}],
)
def test_what_only_judges_have_is_refused_without_them(changed):
    """Since it suggests that there are judges; where they are not optional they must be named."""
    names = ", ".join(changed)
    expected = f"^creativity_aut: {names} set without judges: name them with judges=, or leave {names} out"
    with pytest.raises(BadArguments, match=expected):
        parse("aut", **OPTIONAL, **changed)
    with pytest.raises(BadArguments, match="judges must name one or more deployments"):
        parse("aut", **JUDGED)
