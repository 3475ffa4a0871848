"""Run entries of LiveIdeaBench: names, settings, refusals, keywords."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.prompts import render
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.live_idea_bench.benchmark import HERE
from helm_creativity.scenarios.live_idea_bench.items import read_own

GROUP = "creativity_live_idea_bench"
LEXICAL = "creativity/lexical-judge"
PANEL = "chat/one+chat/two+chat/three"


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two", "three"])
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["x" * 60 + str(i) for i in range(100)], host="long")


def live(**arguments):
    """The run spec, of the lexical judge by default."""
    return get_run_spec_function(GROUP)(**{"prompts": "own", "judges": LEXICAL, "design": "all", **arguments})


def test_the_name_shows_the_settings():
    """Only those that differ from the defaults."""
    asked = "protocol=ruan2024,items=own"
    assert live().name == f"{GROUP}:{asked},prompts=own,judges=lexical-judge-6c2f57be,design=all,temp=1"
    name = live(judges=PANEL, design="", form="reasoning", seed=7777, judge_max_tokens=99, temp=0.3).name
    assert name == (
        f"{GROUP}:{asked},form=reasoning,prompts=own,judges=3judges-eb295989,design=draw3,seed=7777,"
        "judge_max_tokens=99,temp=0.3"
    )
    # The panel by its number only where its names would make the whole too long.
    assert (
        ",judges=one+three+two-eb295989,design=draw3,judge_temp=0.5,temp=1"
        in live(judges=PANEL, design="", judge_temp=0.5).name
    )


def test_the_papers_design_is_the_default():
    """Three judges drawn for each idea, two ideas a keyword; the draw's seed is in the name where it is another one."""
    run_spec = live(judges=PANEL, design="")
    assert run_spec.annotators[1].args["design"] == "draw=3"
    assert run_spec.adapter_spec.num_trials == 2
    assert run_spec.metric_specs[0].args["trials_count"] is True  # a percentile of means moves with their number
    assert live(judges=PANEL, design="", seed=1).name != run_spec.name
    assert live(seed=1).name == live().name  # all judges rate everything


def test_the_name_leaves_space_for_the_model():
    """HELM adds the model's name to it, and a folder's name holds 255 bytes."""
    long = "+".join(f"long/{'x' * 60}{i}" for i in range(100))
    other = {"judges": long, "form": "reasoning", "temp": 0.25, "max_tokens": 1_000_000}
    longest = live(**other, design="draw=99")
    assert ",judges=100judges-" in longest.name
    assert len(longest.name.encode()) <= 160
    with pytest.raises(BadArguments, match=r"the run's name would be \d+ bytes long, at most 160"):
        live(**other, design="planned_missing=99", seed=2**31 - 1, judge_temp=0.25, judge_max_tokens=99)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"judges": ""}, "judges must name one or more deployments joined by \\+, such as openai/"),
        ({"design": ""}, "design draw3 needs at least 3 judges, got 1: creativity/lexical-judge"),
        ({"design": "three"}, "design must be all, planned_missing=M or draw=M with M from 1 to 99, got 'three'"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"items": "official"}, "not on this machine.*items fetch liveideabench-"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        live(**arguments)


def test_missing_files_are_reported_with_all_other_problems():
    """The missing files of the authors among them."""
    with pytest.raises(BadArguments) as caught:
        live(judges="a/b", design="x", protocol="x", items="official", form="x", temp=9, judge_temp=9, more=1)
    for part in ("'a/b'", "design must", "protocol must", "items fetch", "form must", "judge_temp must", "'more'"):
        assert part in str(caught.value)


def test_run_entries_take_a_design_with_a_sign():
    """HELM splits an argument at its first one."""
    (run_spec,) = construct_run_specs(
        parse_object_spec(
            f"{GROUP}:prompts=own,judges={PANEL},design=planned_missing=2,num_trials=3,model=creativity/greedy"
        )
    )
    assert ",design=planned_missing2," in run_spec.name
    assert run_spec.adapter_spec.num_trials == 3
    assert run_spec.adapter_spec.model == "creativity/greedy"


def test_every_keyword_is_an_instance(tmp_path):
    """With its place, which the design needs, its category and the checksum of its prompt."""
    for form, prompt_id in (("plain", "idea"), ("reasoning", "idea_reasoning")):
        instances = create_object(live(form=form).scenario_spec).get_instances(str(tmp_path))
        assert [instance.id for instance in instances] == [item.keyword for item in read_own()]
        assert [instance.extra_data["number"] for instance in instances] == list(range(216))
        for instance, (keyword, category) in zip(instances, read_own(), strict=True):
            prompt = render(HERE, prompt_id, keyword=keyword)
            assert instance.input.text == prompt.text
            assert instance.extra_data["keyword"] == keyword
            assert instance.extra_data["category"] == category
            assert instance.extra_data["prompt_sha256"] == prompt.sha256
