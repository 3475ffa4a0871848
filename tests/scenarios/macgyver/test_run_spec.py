"""Run entries of the MacGyver-like problems: names, settings, refusals, instances."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"judges": ""}, "judges must name one or more deployments joined by \\+"),
        ({"design": "draw=2"}, "design draw2 needs at least 2 judges"),
        ({"items": "macgyver2024"}, "not on this machine.*items fetch macgyver-problems"),
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
