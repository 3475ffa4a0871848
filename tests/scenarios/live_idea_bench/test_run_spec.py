"""Run entries of LiveIdeaBench: names, settings, refusals, keywords."""

import itertools

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.benchmark import comparable_key
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


def test_two_settings_never_share_a_name():
    """Nor do two that move the score share a key or a tab of HELM's pages."""
    chosen = {
        "protocol": ["ruan2024", "ruan2026"],
        "form": ["plain", "reasoning"],
        "judges": [LEXICAL, "chat/one", "chat/one+chat/two"],
        "design": ["all", "draw=1", "planned_missing=1"],
        "judge_temp": [0, 1],
        "temp": [0, 1],
    }
    run_specs = [live(**dict(zip(chosen, values, strict=True))) for values in itertools.product(*chosen.values())]
    assert len({one.name for one in run_specs}) == len(run_specs) == 144
    assert len({one.metric_specs[0].args["comparable"] for one in run_specs}) == 144
    assert len({tuple(one.scenario_spec.args.items()) for one in run_specs}) == 72


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
        ({"judges": "a/b"}, "there is no deployment 'a/b' to judge"),
        ({"design": ""}, "design draw3 needs at least 3 judges, got 1: creativity/lexical-judge"),
        ({"design": "three"}, "design must be all, planned_missing=M or draw=M with M from 1 to 99, got 'three'"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"protocol": "ruan2025"}, "protocol must be one of ruan2024, ruan2026, got 'ruan2025'"),
        ({"items": "mine"}, "items must be one of own, official, got 'mine'"),
        ({"form": "cot"}, "form must be one of plain, reasoning, got 'cot'"),
        ({"temp": 3}, "temp must be a number from 0 to 2, got 3"),
        ({"max_tokens": 8}, "max_tokens must be a whole number from 16 to 1000000, got 8"),
        ({"judge_temp": -1}, "judge_temp must be a number from 0 to 2, got -1"),
        ({"judge_max_tokens": 0}, "judge_max_tokens must be a whole number from 16 to 1000000, got 0"),
        (
            {"panel": "x"},
            "there is no argument 'panel'; there are protocol, items, form, prompts, judges, design, seed",
        ),
        ({"items": "official"}, "not on this machine.*items fetch liveideabench-"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        live(**arguments)


def test_all_problems_are_reported_at_once():
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
        assert [one.id for one in instances] == [one.keyword for one in read_own()]
        assert [one.extra_data["number"] for one in instances] == list(range(216))
        for instance, (keyword, category) in zip(instances, read_own(), strict=True):
            prompt = render(HERE, prompt_id, keyword=keyword)
            assert instance.input.text == prompt.text
            assert instance.extra_data["keyword"] == keyword
            assert instance.extra_data["category"] == category
            assert instance.extra_data["prompt_sha256"] == prompt.sha256


def test_the_metric_opens_what_the_run_promises():
    """HELM makes it from the run spec's arguments."""
    for run_spec in (live(), live(judges=PANEL, design="planned_missing=2", protocol="ruan2026", form="reasoning")):
        metric = create_object(run_spec.metric_specs[0])
        assert (
            comparable_key(metric.benchmark, metric.settings)
            == metric.comparable
            == run_spec.metric_specs[0].args["comparable"]
        )
    described = {one.name for one in metric.get_metadata()}
    assert described >= {"unjudged_rate", *(one.name for one in metric.benchmark.card.submetrics)}
