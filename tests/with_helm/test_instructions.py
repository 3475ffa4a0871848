"""Instructions before the prompt: in the requests, in the run's name, in what a table compares, in nothing else."""

import dataclasses
import json

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import helm
from support.pace import results
from support.server import ChatServer, reply
from support.states import instance, state
from support.words import GOOD

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.base import comparable_key, parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import INSTRUCTIONS
from helm_creativity.benchmark.prompts import BETWEEN, Instruction
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.settings import options
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.failures import Failure
from helm_creativity.helm.clients.responses import HelmRespondent
from helm_creativity.helm.clients.retries import RequestOutcome, failed_result
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.run_spec import adapter
from helm_creativity.testing.loading import pilot_values

CREATIVE, EFFECTIVE = Instruction("creative"), Instruction("effective")


def test_there_is_one_way_to_have_no_instruction():
    """And those to be creative and to be effective say what they are called."""
    assert INSTRUCTIONS == ("neutral", "creative", "effective", "verbalized")
    assert (Instruction().text, Instruction().checksum) == ("", "")
    assert CREATIVE.text.startswith("Be creative: ")
    assert EFFECTIVE.text.startswith("Be effective: ")
    assert CREATIVE.checksum.startswith("creative@sha256:")
    assert abs(len(CREATIVE.text.split()) - len(EFFECTIVE.text.split())) <= 1


@pytest.mark.parametrize("group", [benchmark.card.group for benchmark in list_entries()])
def test_every_benchmark_takes_an_instruction(group):
    """It is neutral by default."""
    benchmark = get_benchmark(group.removeprefix("creativity_"))
    assert options(benchmark.settings_type)["instruction"].allowed == INSTRUCTIONS
    assert parse_settings(benchmark, {}, require=False).instruction == "neutral"


@pytest.mark.parametrize("group", [benchmark.card.group for benchmark in list_entries()])
def test_every_scenario_and_metric_can_be_made_with_an_instruction(group):
    """As HELM makes them, from the arguments of the run spec."""
    function = get_run_spec_function(group)
    wanted = {"judges": "creativity/lexical-judge", "embedding": "builtin", "design": "all"}
    benchmark = get_benchmark(group.removeprefix("creativity_"))
    known = {name: value for name, value in wanted.items() if name in options(benchmark.settings_type)}
    spec = function(instruction="creative", **{**pilot_values(benchmark), **known})
    scenario, metric = create_object(spec.scenario_spec), create_object(spec.metric_specs[0])
    assert scenario.settings.instruction == "creative"
    assert metric.settings.instruction == "creative"
    assert ",instruction=creative," in spec.name


def run_spec(**arguments):
    return get_run_spec_function("creativity_dat")(embedding="builtin", dictionary="none", **arguments)


def test_the_name_tells_an_instruction_and_is_as_ever_without_one():
    """So do the arguments by which the metric is made."""
    plain, creative = run_spec(), run_spec(instruction="creative")
    assert plain == run_spec(instruction="neutral")
    assert "instruction" not in plain.name
    assert creative.name == plain.name.replace(",temp=1", ",instruction=creative,temp=1")
    assert creative.adapter_spec.instructions == CREATIVE.text
    assert "instruction" not in plain.metric_specs[0].args
    # A tab of its own on HELM's pages, which average the runs of one tab.
    assert creative.scenario_spec.args == {**plain.scenario_spec.args, "instruction": "creative"}
    assert create_object(creative.scenario_spec).settings.instruction == "creative"
    assert creative.metric_specs[0].args["instruction"] == "creative"
    assert f"instruction:{CREATIVE.checksum}|" in creative.metric_specs[0].args["comparable"]


def test_an_unknown_instruction_is_refused():
    """With all the known ones named."""
    with pytest.raises(
        BadArguments, match="instruction must be one of neutral, creative, effective, verbalized, got 'wild'"
    ):
        run_spec(instruction="wild")


def test_helms_own_instructions_are_refused_by_the_metric():
    """They change what is asked without a word in the run's name."""
    settings = {"protocol": "olson2021", "embedding": "builtin", "dictionary": "none"}
    metric = CreativityMetric("dat", **settings, max_tokens=100, instruction="creative")
    metric.comparable = comparable_key(metric.benchmark, metric.settings)
    (first,) = metric.benchmark.items(metric.settings)
    item = instance(first.prompt.text)

    def evaluate(instruction):
        spec = dataclasses.replace(adapter(metric.settings), instructions=instruction.text)
        answered = state(item, GOOD)
        prompt = instruction.text + BETWEEN + first.prompt.text
        answered = dataclasses.replace(answered, request=dataclasses.replace(answered.request, prompt=prompt))
        return metric.evaluate(ScenarioState(spec, [answered]), None, "", 1)

    assert evaluate(CREATIVE).aggregated_stats
    for other in (Instruction(), EFFECTIVE):
        with pytest.raises(ValueError, match=r"but the run's name has instruction=creative: write instruction="):
            evaluate(other)
    (spec,) = construct_run_specs(parse_object_spec("creativity_dat:embedding=builtin,model=creativity/greedy"))
    foreign = dataclasses.replace(spec.adapter_spec, instructions="Think step by step.")
    plain = CreativityMetric("dat", **settings, comparable="dat|promised")
    with pytest.raises(
        BadArguments, match=r"the instruction is 'Think step by step\.', but the run's name has instruction=neutral"
    ):
        plain.evaluate(ScenarioState(foreign, [state(item, GOOD)]), None, "", 1)


def test_a_further_question_stands_behind_the_first_ones_instruction():
    """And behind nothing where there was none, or where the first prompt cannot be identified."""
    one = state(instance("Name a word."), GOOD)

    class Model:
        def send(self, request):
            self.asked = request.prompt
            return RequestOutcome(failed_result("no reply"), 1, Failure.DOWN)

    def after(prompt):
        request, model = dataclasses.replace(one.request, prompt=prompt), Model()
        HelmRespondent(model, request, "Name a word.").ask("And then?")
        return model.asked

    assert after(CREATIVE.text + BETWEEN + "Name a word.") == CREATIVE.text + BETWEEN + "And then?"
    assert after("Name a word.") == "And then?"
    assert after("Name another.") == "And then?"


@pytest.mark.commands
def test_a_run_tells_it_before_every_question(tmp_path, capsys):
    """Both stages of PACE; the leaderboard sets the run apart."""
    chain = results(["lamp", *[f"word{i}" for i in range(19)]])
    behaviours = {"m": lambda call: reply(chain if "word pair" in call.prompt else results(["lamp", "idea", "sea"]))}
    settings = "embedding=builtin,max_eval_instances=1,num_trials=1,model=text"
    with ChatServer(behaviours) as server:
        models = helm.deployments(tmp_path, server.url, ["m"])
        entries = [f"creativity_pace:instruction={name},{settings}" for name in ("effective", "neutral")]
        helm.run(tmp_path, entries, models=models)
        prompts = [body["messages"][-1]["content"] for body in server.bodies]
    instructed = [prompt for prompt in prompts if prompt.startswith(EFFECTIVE.text + BETWEEN)]
    assert len(instructed) == 4
    assert sorted(prompt.removeprefix(EFFECTIVE.text + BETWEEN) for prompt in instructed) == sorted(
        set(prompts) - set(instructed)
    )
    main(["leaderboard", "s", "--output-path", str(tmp_path)])
    shown = capsys.readouterr().out
    assert shown.count(": pace|") == 2
    assert shown.count(f"|instruction:{EFFECTIVE.checksum}") == 1
    folders = (tmp_path / "runs" / "s").glob("creativity_pace*")
    specs = [json.loads((folder / "run_spec.json").read_text()) for folder in folders]
    assert sorted(spec["adapter_spec"]["instructions"] for spec in specs) == ["", EFFECTIVE.text]
