"""HELM's classes of each benchmark: importable from its folder, named in run specs, overridden as HELM's users do."""

import importlib
import json
import re
import sys
from dataclasses import replace
from types import ModuleType

import pytest
from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.annotation.annotator import AnnotatorSpec
from helm.benchmark.config_registry import register_configs_from_directory
from helm.benchmark.executor import ExecutionSpec
from helm.benchmark.metrics.metric import MetricSpec, create_metric
from helm.benchmark.run_spec import RunSpec, get_run_spec_function
from helm.benchmark.runner import Runner, set_benchmark_output_path
from helm.benchmark.scenarios.scenario import Input, Instance, Scenario, ScenarioSpec, create_scenario
from helm.common.authentication import Authentication
from support import helm, states
from support.process import python
from support.server import ChatServer, reply
from support.words import GOOD

import helm_creativity as hc
import helm_creativity.run_specs
from helm_creativity.benchmark.loading import get_benchmark, load_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.errors import BadArguments, BadCard
from helm_creativity.helm.annotator import GuardAnnotator
from helm_creativity.helm.classes import own_class
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.run_spec import qualified_name
from helm_creativity.helm.scenario import CreativityScenario
from helm_creativity.scenarios.dat.scenario import DatMetric, DatScenario
from helm_creativity.testing.loading import pilot_values

ENTRIES = [entry for entry in list_entries() if entry.ours]
RATED = [entry.name for entry in ENTRIES if entry.card.task_type == "rated" and entry.name != "live_idea_bench"]
"""Their classes only rename the task type's, which run specs name."""


def run_spec(name, **settings):
    """Of a benchmark, with settings that work on every machine."""
    benchmark = get_benchmark(name)
    return get_run_spec_function(benchmark.card.group)(**{**pilot_values(benchmark), **settings})


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.name not in RATED], ids=lambda entry: entry.name)
def test_a_folder_gives_its_classes(entry):
    """Under the name of the benchmark's class or folder; each is made without a name, and is what run specs name."""
    module, kind = importlib.import_module(f"{entry.package}.scenario"), type(load_benchmark(entry))
    is_own = kind.__module__.startswith(entry.package)
    name = kind.__name__ if is_own else "".join(map(str.capitalize, entry.name.split("_")))
    metric, scenario = getattr(module, f"{name}Metric"), getattr(module, f"{name}Scenario")
    assert getattr(importlib.import_module(entry.package), metric.__name__) is metric
    assert (issubclass(metric, CreativityMetric), issubclass(scenario, CreativityScenario)) == (True, True)
    assert (scenario().name, metric().benchmark.name) == (entry.group, entry.name)
    made = run_spec(entry.name)
    specs = (made.metric_specs[0], made.scenario_spec)
    assert {spec.args["benchmark"] for spec in specs} == {entry.name}
    assert [type(make(spec)) for make, spec in zip((create_metric, create_scenario), specs, strict=True)] == [
        metric,
        scenario,
    ]


def test_a_folder_is_imported_without_helm():
    """People's answers are scored and suites read without it; other names of it fail as those of any module."""
    packages = ["helm_creativity.commands", *(entry.package for entry in ENTRIES)]
    code = f"import importlib, json, sys\nfor name in {packages}:\n    importlib.import_module(name)\n"
    assert python(f"{code}print(json.dumps([name for name in sys.modules if name.partition('.')[0] == 'helm']))") == []
    with pytest.raises(AttributeError, match=r"'helm_creativity\.scenarios\.dat' has no attribute 'DatScneario'"):
        importlib.import_module("helm_creativity.scenarios.dat").DatScneario  # noqa: B018


def test_a_class_serves_its_own_benchmark():
    """And one that serves several must be told which."""
    assert DatScenario("dat").benchmark is DatScenario().benchmark
    with pytest.raises(BadArguments, match="is of the benchmark dat, got benchmark='cdat': leave benchmark out"):
        DatMetric("cdat")
    with pytest.raises(BadArguments, match="CreativityScenario serves several benchmarks: name one"):
        CreativityScenario()


class PirateScenario(Scenario):
    """Somebody else's, in HELM's own way: no id, a prompt of its own, nothing about ours."""

    name, description, tags = "pirates", "Words of pirates.", ()

    def get_instances(self, output_path):
        return [Instance(Input(text="Name ten words, as a pirate would."), references=[], split="test")]

    def get_metadata(self):
        return DatScenario().get_metadata()


@pytest.mark.parametrize(("trials", "outputs", "choices"), [(3, 1, 1), (1, 5, 5), (1, 5, 1)])
def test_a_foreign_scenario_is_scored_by_our_metric(trials, outputs, choices, tmp_path, caplog):
    """Through HELM's runner, with an adapter that ours would refuse: each trial and each completion of it."""

    def replies(call):
        status, body = reply(GOOD)
        return status, {**body, "choices": [{**body["choices"][0], "index": place} for place in range(choices)]}

    with ChatServer({"sailor": replies}) as server, helm.registered_here():
        (model,) = helm.deployments(tmp_path, server.url, ["sailor"])
        register_configs_from_directory(str(tmp_path / "prod_env"))
        asked = {"num_outputs": outputs, "num_trials": trials, "model": model, "model_deployment": model}
        adapter = AdapterSpec(method="generation", instructions="Arr!", max_train_instances=0, **asked)
        spec = RunSpec(
            name="pirates",
            scenario_spec=ScenarioSpec(qualified_name(PirateScenario), {}),
            adapter_spec=adapter,
            annotators=[AnnotatorSpec(qualified_name(GuardAnnotator))],
            metric_specs=[MetricSpec(qualified_name(DatMetric), {"embedding": "builtin"})],
            groups=["pirates"],
        )
        execution = ExecutionSpec(None, Authentication(""), str(tmp_path / "prod_env"), parallelism=1)
        set_benchmark_output_path(str(tmp_path))
        Runner(execution, str(tmp_path), "s", False, False, False, False, True).run_one(spec)
    prompts = [body["messages"][-1]["content"] for body in server.bodies]
    assert prompts == ["Arr!\nInput: Name ten words, as a pirate would.\nOutput:"] * trials
    written = json.loads((tmp_path / "runs/s/pirates/stats.json").read_text())
    stats = {stat["name"]["name"]: stat.get("mean") for stat in written}
    (expected,) = hc.score("dat", [GOOD], embedding="builtin").scores
    assert (stats["num_answers"], stats["score"]) == (trials * choices, pytest.approx(expected))
    assert ("brought fewer responses than num_outputs asks for, and 4 have" in caplog.text) is (choices < outputs)


KEYS = """aut:object cdat:cue create:entity_a drat:anchors hard_dat:given hivemind:prompt letter_string:alphabet
live_idea_bench:keyword macgyver:problem novelty:prompt pace:seed rat:stems sdat:language
fig_qa:choices munch:choices verbal_analogies:choices"""
NEEDED = dict(pair.split(":") for pair in KEYS.split())
"""By benchmark: what it needs of an instance, and asks for first."""


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_what_an_instance_lacks_is_named(entry):
    """Where the benchmark needs anything of it."""
    spec = run_spec(entry.name).metric_specs[0]
    metric = create_metric(replace(spec, args={k: v for k, v in spec.args.items() if k != "comparable"}))
    bare = [states.state(states.instance("bare"), GOOD)]
    if (name := NEEDED.get(entry.name)) is None:
        assert states.evaluate(metric, bare).aggregated_stats
    else:
        with pytest.raises(BadArguments, match=rf"the instance bare has no '{name}' in its extra_data.*is nothing"):
            states.evaluate(metric, bare)


@pytest.fixture
def stranger(monkeypatch):
    """A benchmark that inherits from the DAT, in a package whose module of HELM classes has those of a test."""

    def make(**classes):
        parent = get_benchmark("dat")
        package, module = ModuleType("stranger"), ModuleType("stranger.scenario")
        package.__path__, module.__spec__ = [], importlib.machinery.ModuleSpec("stranger.scenario", None)
        vars(module).update(classes)
        monkeypatch.setitem(sys.modules, "stranger", package)
        monkeypatch.setitem(sys.modules, "stranger.scenario", module)
        kind = type("Pirate", (type(parent),), {"__module__": "stranger.benchmark"})
        return kind(replace(parent.entry, package="stranger"), parent)

    return make


def test_classes_of_its_own_come_first(stranger):
    """One of each at most; what it imports is not its own, and what it does not have is its parent's."""
    one, other = (type(name, (CreativityScenario,), {"__module__": "stranger.scenario"}) for name in ("One", "Other"))
    child = stranger(One=one, DatMetric=DatMetric)
    assert (own_class(child, CreativityScenario), own_class(child, CreativityMetric)) == (one, DatMetric)
    with pytest.raises(BadCard, match=r"must define one subclass of CreativityScenario at most, found One, Other"):
        own_class(stranger(One=one, Other=other), CreativityScenario)


@pytest.mark.parametrize("name", ["aut", "dat", "rat"])
def test_base_models_go_on_with_a_line(name):
    """The prompt is examples and the beginning of a line, at whose end a response stops; others may have lines."""
    usual, few = (run_spec(name, **values) for values in ({}, {"protocol": "few_shot"}))
    (prompt, *_) = few.prompts()
    assert (usual.adapter_spec.stop_sequences, few.adapter_spec.stop_sequences) == ([], ["\n"])
    assert re.search(r"[^\n]+: [^\n]+\n[^\n]+:$", prompt)
