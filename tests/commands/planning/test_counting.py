"""What a plan counts: requests as HELM's runner makes them, further questions, tokens, costs; nothing is asked."""

import json
import re
import socket
from dataclasses import replace
from types import SimpleNamespace

import datasets
import pytest
from helm.benchmark import model_deployment_registry as registry
from helm.benchmark.annotation.annotator import Annotator, AnnotatorSpec
from helm.benchmark.runner import downsample_eval_instances
from helm.benchmark.scenarios.scenario import Scenario, ScenarioSpec
from huggingface_hub import constants
from support import chat, command
from support.process import python

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.commands.planning import counting
from helm_creativity.commands.planning.counting import Load, Plan, PlannedRun, Planner, find_benchmark, make_plan
from helm_creativity.commands.planning.entries import run_specs
from helm_creativity.commands.planning.offline import offline
from helm_creativity.commands.planning.tables import plan_tables, times
from helm_creativity.commands.running.sets import in_full
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.helm.run_spec import qualified_name
from helm_creativity.helm.scenario import CreativityScenario
from helm_creativity.reports.tables import render
from helm_creativity.scenarios.create.items import read_official

pytestmark = pytest.mark.usefixtures("registered")

MODEL, LEXICAL = "creativity/greedy", "creativity/lexical-judge"
PACE = "creativity_pace:embedding=builtin,max_eval_instances=4,model=text"
STORY = f"creativity_story:embedding=builtin,judges={LEXICAL},items=low,model={MODEL}"
OFFICIAL = f"creativity_create:items=official,judges={LEXICAL},embedding=builtin,model={MODEL}"


class Reaching:
    """A window service that cannot be made here, as some are not without a download."""

    def __init__(self, **_):
        raise OSError("no connection")


@pytest.fixture(scope="module")
def registered(helm_models):
    """A model whose tokenizer is far away."""
    client = registry.ClientSpec("helm.clients.simple_client.SimpleClient")
    window = registry.WindowServiceSpec(f"{Reaching.__module__}.Reaching")
    registry.register_model_deployment(registry.ModelDeployment("far/away", client, "far/away", "far/away", window))


@pytest.mark.parametrize(
    ("count", "text"),
    [
        *(((0, 0, 0), "0"), ((1234, 1234, 1234), "1,234"), ((0, 1234, 1234), "≤1,234"), ((0, 0, 5), "0 ≤5")),
        *(((0, 3, 5000), "3 ≤5,000"), ((2, 5, 5), "2-5"), ((2, 4, 5), "4 (2-5)")),
    ],
)
def test_a_count_in_a_cell(count, text):
    """One number where it is certain; otherwise the most, and what is expected unless that is the most."""
    assert times(count) == text


def test_no_cost_is_rounded_away():
    """Only what costs nothing is 0.00."""
    prices = {"fake/a": (0.0, 0.0), "fake/b": (0.000001, 0.0)}
    runs = [PlannedRun(f"r{name}", "g", name, 1, 1, Load.of((1, 1, 1), 10, 10, 10)) for name in prices]
    page = render(plan_tables(Plan(runs), prices))
    shown = [line.split()[-2:] for line in page.splitlines() if line.startswith("fake/")]
    assert shown == [["0.00", "0.00"], ["<0.01", "<0.01"]]


def test_tokens_of_a_load():
    """Typical calls of typical length; at most all calls, each up to its limit; no answer is longer than that."""
    # 2 of at most 5 calls: 2*3 and 5*3 tokens read, 2*4 written, 5*100 at most.
    assert Load.of((1, 2, 5), 3, 4, 100) == Load(1, 2, 5, 6, 15, 8, 500)
    assert Load.of((2, 2, 2), 3, 400, 100).completion == 200


def test_what_each_deployment_is_asked():
    """Models first, in the order of the runs; one that is also a judge stands there twice; what is unknown is out."""
    first, further, rated = Load.of((10, 10, 10), 3, 4, 100), Load.of((0, 2, 5), 3, 4, 100), Load.of((0, 7, 7), 1, 1, 9)
    run = PlannedRun("x", "x", "m/b", 5, 2, first, further, (("j/x", rated), ("m/a", rated)))
    other = replace(run, model="m/a", judges=(("j/x", rated),))
    assert [*Plan([run, other, replace(run, model="m/c", items=None)]).asked.items()] == [
        (("m/b", counting.TESTED), first + further),
        (("m/a", counting.TESTED), first + further),
        (("j/x", counting.JUDGE), rated + rated),
        (("m/a", counting.JUDGE), rated),
    ]


def test_items_are_those_that_the_runner_draws():
    """All of them, or HELM's sample of them; every trial has all."""
    (whole, some), _ = run_specs(
        [f"creativity_rat:num_trials=2{n},model={MODEL}" for n in ("", ",max_eval_instances=7")]
    )
    everything = [state.instance for state in Planner().requests(whole)][:120]
    drawn = Planner().requests(some)
    assert [state.request.random for state in drawn] == [None] * 7 + ["1"] * 7
    expected = [instance.id for instance in downsample_eval_instances(everything, 7, ["test"])]
    assert [state.instance.id for state in drawn] == expected * 2


def test_items_of_other_packages_are_left_alone_unless_asked_for():
    """They may download files; what is known without them is reported."""
    (spec,), _ = run_specs(["simple_mcqa:model=simple/model1"], max_eval_instances=3)
    unknown, known = Planner().plan(spec), Planner(download=True).plan(spec)
    assert (unknown.items, unknown.requests.most, "--download" in unknown.notes[0]) == (None, 0, True)
    # Each request asks for five answers of at most 5 tokens.
    assert (known.items, known.requests.most, known.requests.completion, known.notes) == (3, 3, 75, ())
    assert known.requests.completion_most == 75


def test_nothing_is_sent_or_written(monkeypatch, tmp_path):
    def refuse(*_):
        raise AssertionError("a plan opens no connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.chdir(tmp_path)
    names = ["pace:embedding=builtin", f"create:judges={LEXICAL},embedding=builtin"]
    plan = make_plan(in_full(names, ["openai/gpt-4o-2024-11-20", "far/away"], "", print))
    assert (len(plan.runs), plan.complete) == (4, True)
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_fails_or_is_planned_wrong_does_not_take_the_others(monkeypatch):
    """It is named with the reason; requests are counted all the same where such a run would be made."""

    def items(self, settings):
        raise OSError("the items are gone")

    def typical(self, trial, settings, trials):
        return trial.sample.fields["nothing"]

    monkeypatch.setattr("helm_creativity.task_types.answer_key.AnswerKeyBenchmark.items", items)
    monkeypatch.setattr("helm_creativity.scenarios.pace.benchmark.Pace.typical_responses", typical)
    broken, pace = (
        f"creativity_rat:model={MODEL}",
        f"creativity_pace:embedding=builtin,max_eval_instances=2,model={MODEL}",
    )
    plan = make_plan([broken, pace])
    assert plan.refused == [(broken, "the items are gone")]
    (run,) = plan.runs
    assert run.notes == ("its follow-ups are unknown: KeyError: 'nothing'",)
    assert (run.items, run.requests.times, run.further.times) == (2, (2, 2, 2), (0, 0, 0))


class Quiet(Annotator):
    """Asks no model."""

    name = "quiet"
    annotate = dict


class Curious(Quiet):
    """May ask anybody."""

    def __init__(self, auto_client):
        self.client = auto_client


@pytest.mark.parametrize(
    ("scenario", "annotators", "unknown"),
    [
        (Scenario, None, []),
        (Scenario, [Quiet, Curious], ["Curious"]),
        (CreativityScenario, [CreativityAnnotator, Curious], ["CreativityAnnotator", "Curious"]),
    ],
)
def test_an_annotator_of_another_package_is_unknown(scenario, annotators, unknown):
    """If HELM hands it a client; what all annotators ask together is unknown then, too."""
    specs = annotators and [AnnotatorSpec(qualified_name(annotator)) for annotator in annotators]
    spec = SimpleNamespace(scenario_spec=ScenarioSpec(qualified_name(scenario), {"benchmark": "aut"}), annotators=specs)
    ours = get_benchmark("aut") if scenario is CreativityScenario else None
    assert find_benchmark(spec) == (ours, None, unknown)


def data(*arguments):
    """Rows of the tables that the command prints by name, and whether everything is counted."""
    done = command.run("plan", *arguments, "--format", "json")
    assert done.status in (0, 1)
    return {table["name"]: table for table in json.loads(done.text)}, done.status == 0


def test_the_command_prints_a_page_or_data(tmp_path, monkeypatch):
    """Of entries from the command line and from files, for the models that are named; nothing is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.conf").write_text(f'entries: [{{description: "{PACE}", priority: 1}}]')
    models = ("--model", MODEL, "--model", "creativity/random-nouns")
    done = command.run("plan", STORY, *models, "a.conf", "--price", f"{LEXICAL}=1000/0")
    assert done.status == 0
    named = re.findall(r"model=(creativity_\S+)", done.text)
    assert named == ["creativity_greedy", "creativity_random-nouns", "creativity_greedy"]
    assert re.search(r"^ *4 +1 +4 +≤12 ", done.text, re.MULTILINE)
    found, complete = data(PACE, STORY, *models[:2], "-m", "3", "--price", f"{LEXICAL}=1000000/0")
    judge = found["asked"]["rows"][-1]
    assert ([run["items"] for run in found["runs"]["rows"]], complete, judge["deployment"]) == ([4, 3], True, LEXICAL)
    assert judge["cost"] == pytest.approx(judge["prompt"], abs=0.5)  # tokens are rounded, costs are not
    assert [path.name for path in tmp_path.iterdir()] == ["a.conf"]


def test_what_cannot_be_asked_is_named_where_that_is_looked_for(tmp_path, monkeypatch):
    """One line for each deployment; without --ping no connection is opened, and nothing is written either way."""
    monkeypatch.chdir(tmp_path)
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["gone"])
    entry = STORY.replace(f"judges={LEXICAL}", f"judges={LEXICAL}+chat/gone")
    found, complete = data(entry, "--ping")
    assert found["unreachable"]["notes"] == ["chat/gone: nothing answers at http://127.0.0.1:9/v1 (Connection refused)"]
    assert (complete, data(entry)[1], data(STORY, "--ping")[1], [*tmp_path.iterdir()]) == (False, True, True, [])


@pytest.mark.parametrize("before", [False, True])
def test_the_hub_is_left_alone_inside_and_as_it_was_afterwards(monkeypatch, before):
    """Whatever happens inside, and whatever the settings of its libraries were."""
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", before)
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", before)
    seen = []

    def look():
        seen.extend([constants.is_offline_mode(), datasets.config.HF_HUB_OFFLINE])
        raise KeyError("x")

    with pytest.raises(KeyError, match="x"), offline():
        look()
    assert seen == [True, True]
    assert (constants.is_offline_mode(), datasets.config.HF_HUB_OFFLINE) == (before, before)


LOADED_INSIDE = """
import json, os, sys
[os.environ.pop(name, None) for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "TRANSFORMERS_OFFLINE")]
from helm_creativity.commands.planning.offline import offline
loaded = "datasets" in sys.modules
with offline():
    import datasets
    inside = datasets.config.HF_HUB_OFFLINE
print(json.dumps([loaded, inside, datasets.config.HF_HUB_OFFLINE]))
"""


def test_a_library_that_is_loaded_inside_is_free_afterwards():
    """It would keep what it finds when it is loaded."""
    assert python(LOADED_INSIDE) == [False, True, False]


def test_items_that_are_elsewhere_are_refused_with_what_to_do(monkeypatch, tmp_path):
    """At once, where a connection would be tried for half a minute; with leave, the error comes as it is."""
    read_official.cache_clear()
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    seen = []

    def load(*_, **__):
        seen.append(constants.is_offline_mode())
        raise ConnectionError("offline mode is enabled" if seen[-1] else "no route")

    monkeypatch.setattr(datasets, "load_dataset", load)
    ((name, why),) = make_plan([OFFICIAL], tmp_path).refused
    assert (name, why.endswith("; add --download to fetch it")) == (OFFICIAL, True)
    ((_, why),) = make_plan([OFFICIAL], tmp_path, download=True).refused
    assert ("no route" in why, "--download" in why) == (True, False)
    assert (True in seen, seen[-1]) == (True, False)
