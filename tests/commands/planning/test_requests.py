"""Requests made as HELM's runner makes them."""

import socket

import pytest
from helm.benchmark.model_deployment_registry import (
    ClientSpec,
    ModelDeployment,
    WindowServiceSpec,
    register_model_deployment,
)
from helm.benchmark.runner import downsample_eval_instances

from helm_creativity.commands.planning.counting import Planner, make_plan
from helm_creativity.commands.planning.entries import run_specs
from helm_creativity.commands.running.sets import in_full

MODEL = "creativity/greedy"


class Reaching:
    """A window service that cannot be made here, as some are not without a download."""

    def __init__(self, **_):
        raise OSError("no connection")


@pytest.fixture(scope="module", autouse=True)
def registered(helm_models):
    """A model whose tokenizer is far away."""
    client = ClientSpec(class_name="helm.clients.simple_client.SimpleClient")
    window = WindowServiceSpec(class_name=f"{Reaching.__module__}.Reaching")
    register_model_deployment(ModelDeployment("far/away", client, "far/away", "far/away", window))


def specs_of(*entries, **wanted):
    specs, refused = run_specs(entries, **wanted)
    assert refused == []
    return specs


def test_items_are_those_that_the_runner_draws():
    """All of them, or HELM's sample of them; every trial has all."""
    (whole,), (some,) = (
        specs_of(f"creativity_rat:num_trials=2,model={MODEL}"),
        specs_of(f"creativity_rat:num_trials=2,max_eval_instances=7,model={MODEL}"),
    )
    everything = [state.instance for state in Planner().requests(whole)][:120]
    drawn = Planner().requests(some)
    assert [state.request.random for state in drawn] == [None] * 7 + ["1"] * 7
    expected = [instance.id for instance in downsample_eval_instances(everything, 7, ["test"])]
    assert [state.instance.id for state in drawn] == expected * 2


def test_nothing_is_sent(monkeypatch, tmp_path):
    """No connection is opened, and nothing is written where we are."""

    def refuse(*_):
        raise AssertionError("a plan opens no connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.chdir(tmp_path)
    names = ["pace:embedding=builtin", "create:judges=creativity/lexical-judge,embedding=builtin"]
    plan = make_plan(in_full(names, ["openai/gpt-4o-2024-11-20", "far/away"], "", print))
    assert (len(plan.runs), plan.complete) == (4, True)
    assert list(tmp_path.iterdir()) == []


def test_items_of_other_packages_are_left_alone_unless_asked_for():
    """They may download files; what is known without them is reported."""
    (spec,) = specs_of("simple_mcqa:model=simple/model1", max_eval_instances=3)
    unknown = Planner().plan(spec)
    assert (unknown.items, unknown.requests.most) == (None, 0)
    assert "--download" in unknown.notes[0]
    known = Planner(download=True).plan(spec)
    # Each request asks for five answers of at most 5 tokens.
    assert (known.items, known.requests.most, known.requests.completion, known.notes) == (3, 3, 75, ())
    assert known.requests.completion_most == 75


def test_a_run_that_fails_does_not_take_the_others(monkeypatch):
    """It is named with the reason."""

    def items(self, settings):
        raise OSError("the items are gone")

    monkeypatch.setattr("helm_creativity.task_types.answer_key.AnswerKeyBenchmark.items", items)
    entries = [f"creativity_rat:model={MODEL}", f"creativity_hard_dat:prompts=own,embedding=builtin,model={MODEL}"]
    plan = make_plan(entries)
    assert [run.group for run in plan.runs] == ["creativity_hard_dat"]
    ((name, why),) = plan.refused
    assert name == f"creativity_rat:model={MODEL}"
    assert why == "the items are gone"


def test_a_plan_that_is_wrong_is_reported(monkeypatch):
    """The requests of such a run are counted all the same, since it would be made."""
    monkeypatch.setattr(
        "helm_creativity.scenarios.pace.benchmark.Pace.typical_responses",
        lambda self, trial, settings, trials: trial.sample.fields["nothing"],
    )
    (run,) = make_plan([f"creativity_pace:embedding=builtin,max_eval_instances=2,model={MODEL}"]).runs
    assert run.notes == ("its follow-ups are unknown: KeyError: 'nothing'",)
    assert (run.items, run.requests.times, run.further.times) == (2, (2, 2, 2), (0, 0, 0))
