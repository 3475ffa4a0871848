"""Run entries of the MacGyver-like problems: names, settings, refusals, instances."""

import itertools

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.prompts import render
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.macgyver.benchmark import HERE
from helm_creativity.scenarios.macgyver.items import own_problems

GROUP = "creativity_macgyver"
LEXICAL = "creativity/lexical-judge"


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two", "three"])


def spec(**arguments):
    """The run spec, of the lexical judge by default."""
    return get_run_spec_function(GROUP)(**{"prompts": "own", "judges": LEXICAL, **arguments})


def test_the_name_shows_the_settings():
    """Only those that differ from the defaults."""
    assert (
        spec().name == f"{GROUP}:protocol=agc2026,items=own,prompts=own,judges=lexical-judge-6c2f57be,design=all,temp=1"
    )
    name = spec(judges="chat/one+chat/two", design="draw=1", instruction="creative", temp=0.3, max_tokens=99).name
    assert ",design=draw1,instruction=creative,temp=0.3,max_tokens=99" in name


def test_an_instruction_keeps_runs_apart():
    """On HELM's pages too; the problems are those of any other run."""
    plain, behind = (spec(instruction=name).scenario_spec for name in ("neutral", "effective"))
    assert (plain.args.get("instruction"), behind.args["instruction"]) == (None, "effective")
    one, other = (create_object(each) for each in (plain, behind))
    prompts = [[item.prompt for item in each.benchmark.items(each.settings)] for each in (one, other)]
    assert prompts[0] == prompts[1]


def test_two_settings_never_share_a_name():
    """Nor do two that move the score share a key or a tab of HELM's pages."""
    chosen = {
        "judges": [LEXICAL, "chat/one", "chat/one+chat/two"],
        "design": ["all", "draw=1", "planned_missing=1"],
        "judge_temp": [0, 1],
        "temp": [0, 1],
    }
    run_specs = [spec(**dict(zip(chosen, values, strict=True))) for values in itertools.product(*chosen.values())]
    assert len({one.name for one in run_specs}) == len(run_specs) == 36
    assert len({one.metric_specs[0].args["comparable"] for one in run_specs}) == 36
    assert len({tuple(one.scenario_spec.args.items()) for one in run_specs}) == 18


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"judges": ""}, "judges must name one or more deployments joined by \\+"),
        ({"judges": "a/b"}, "there is no deployment 'a/b' to judge"),
        ({"design": "draw=2"}, "design draw2 needs at least 2 judges"),
        ({"protocol": "x"}, "protocol must be one of agc2026, got 'x'"),
        ({"items": "mine"}, "items must be one of own, macgyver2024, got 'mine'"),
        ({"items": "macgyver2024"}, "not on this machine.*items fetch macgyver-problems"),
        ({"temp": 3}, "temp must be a number from 0 to 2, got 3"),
        ({"instruction": "lazy"}, "instruction must be one of"),
        ({"panel": "x"}, "there is no argument 'panel'; there are protocol, items, prompts, judges, design, seed"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        spec(**arguments)


def test_every_problem_is_an_instance(tmp_path):
    """With what the judges and the checks must know of it, its place, and the checksum of its prompt."""
    instances = create_object(spec().scenario_spec).get_instances(str(tmp_path))
    for number, (instance, item) in enumerate(zip(instances, own_problems(), strict=True)):
        prompt = render(HERE, "agc2026_own", problem=item.text)
        assert (instance.id, instance.input.text) == (item.id, prompt.text)
        assert instance.extra_data == {
            "problem": item.text,
            "solvable": item.solvable,
            "tools": list(item.tools),
            "reference": item.reference,
            "setting": item.setting,
            "number": number,
            "prompt_id": "agc2026_own",
            "prompt_sha256": prompt.sha256,
        }


def test_the_metric_opens_what_the_run_promises():
    """HELM makes it from the run spec's arguments."""
    for run_spec in (spec(), spec(judges="chat/one+chat/two", design="planned_missing=1", seed=7)):
        metric = create_object(run_spec.metric_specs[0])
        assert (
            comparable_key(metric.benchmark, metric.settings)
            == metric.comparable
            == run_spec.metric_specs[0].args["comparable"]
        )
    described = {one.name for one in metric.get_metadata()}
    assert described >= {"unjudged_rate", *(one.name for one in metric.benchmark.card.submetrics)}
