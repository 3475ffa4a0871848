"""What HELM's clients send, and what servers refuse: checked against all deployments that HELM itself lists."""

import dataclasses

import pytest
from helm.benchmark.model_deployment_registry import (
    ALL_MODEL_DEPLOYMENTS,
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.cache import BlackHoleCacheConfig
from helm.common.object_spec import get_class_by_name, parse_object_spec
from helm.common.request import Request

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.deployments import ignores_temperature, thinking_budget
from helm_creativity.judges.asking import judge_requirements

pytestmark = pytest.mark.usefixtures("helm_models")

THINKING = "anthropic/claude-sonnet-4-20250514-thinking-10k"
REASONING = "openai/o3-2025-04-16"
CLIENTS = {"OpenAIClient", "GrokChatClient", "VLLMChatClient", "OpenAIResponseClient"}
"""By name: without ``openai`` they cannot be imported."""


def spec(entry):
    """The run spec of an entry, as helm-run makes it."""
    (found,) = construct_run_specs(parse_object_spec(f"creativity_dat:embedding=builtin,{entry}"))
    return found


def budgets(args):
    """Every budget in a deployment's arguments, however deep it lies and whatever the client calls it."""
    for name, value in args.items():
        if isinstance(value, dict):
            yield from budgets(value)
        elif "budget" in name.lower():
            yield value


def test_every_budget_of_a_deployment_of_helm_is_known():
    """A budget of 0 turns thinking off, and limits nothing."""
    every = {deployment.name: list(budgets(deployment.client_spec.args or {})) for deployment in ALL_MODEL_DEPLOYMENTS}
    listed = {name: found for name, found in every.items() if found}
    assert len(listed) >= 5
    assert {name: [thinking_budget(name) or 0] for name in listed} == listed


def test_the_temperature_of_every_openai_model_is_sent_as_helms_client_says():
    """Each deployment's own client makes the request; nothing is sent."""
    kinds = {
        deployment.name: get_class_by_name(deployment.client_spec.class_name)
        for deployment in ALL_MODEL_DEPLOYMENTS
        if deployment.client_spec.class_name.rpartition(".")[2] in CLIENTS
        and "base_url" not in (deployment.client_spec.args or {})  # one with an address is another test's
    }
    clients = {kind: kind(cache_config=BlackHoleCacheConfig(), api_key="none") for kind in set(kinds.values())}
    without = set()
    for name, kind in kinds.items():
        model = str(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT[name].model_name)
        responses = "OpenAIResponseClient" in {base.__name__ for base in kind.__mro__}
        make = getattr(clients[kind], "_make_raw_request" if responses else "_make_chat_raw_request")
        raw = make(Request(model=model, model_deployment=name, prompt="?"))
        without |= set() if "temperature" in raw else {name}
    assert len(without) >= 25
    assert {name for name in kinds if ignores_temperature(name)} == without


@pytest.mark.parametrize(
    ("client", "name", "expected"),
    [
        ("helm.clients.vllm_client.VLLMChatClient", "mine/gpt-5-like", True),
        ("helm.clients.vllm_client.VLLMChatClient", "mine/qwen", False),
        ("helm_creativity.helm.clients.tolerant_clients.OpenAIClient", "mine/o3", True),
        ("helm.clients.anthropic_client.AnthropicMessagesClient", "mine/o3", False),
        ("no.such.module.OpenAIClient", "mine/any", False),
    ],
)
def test_a_users_deployment_goes_by_its_client_and_helms_name_of_the_model(monkeypatch, client, name, expected):
    """Also in the form that tolerates failures, and for a class that is made from HELM's."""
    one = ModelDeployment(name=name, model_name=name, client_spec=ClientSpec(class_name=client))
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, name, one)
    assert ignores_temperature(name) is expected


def test_the_provenance_says_that_no_temperature_was_sent():
    """It is not compared: both are asked the same under the same settings."""
    unsent, sent = spec(f"model={REASONING}"), spec("model=openai/gpt-4o-2024-11-20")
    one, other = (made.metric_specs[0].args for made in (unsent, sent))
    assert one["provenance"]["temperature"] == "not sent"
    assert "temperature" not in other["provenance"]
    assert one["comparable"] == other["comparable"]
    other = dataclasses.replace(unsent, adapter_spec=sent.adapter_spec)
    assert other.metric_specs == sent.metric_specs


def test_judges_are_checked_alike():
    """Under the names of their own arguments; by default a judge is asked at temperature 0."""

    def require_limits(**arguments):
        """Of the requirements of judges only this: the library of this one's client is not installed."""
        settings = get_benchmark("aut").settings_type(protocol="mctb2025", judges=THINKING, **arguments)
        found = [require() for names, require in judge_requirements(settings) if "judge_max_tokens" in names]
        assert found == [None]

    with pytest.raises(BadArguments, match=r"write judge_max_tokens=16384; .*got judge_temp=0: write judge_temp=1$"):
        require_limits()
    require_limits(judge_temp=1.0, judge_max_tokens=16384)
