"""Judges as HELM's deployments: which there are, which are the model under test, and how each takes a question."""

from dataclasses import replace

import pytest
from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from helm.benchmark.model_metadata_registry import (
    BUGGY_TEMP_0_TAG,
    MODEL_NAME_TO_MODEL_METADATA,
    get_unknown_model_metadata,
)
from helm.common.request import Request

import helm_creativity.run_specs  # noqa: F401 - registers the baselines
from helm_creativity.benchmark.rubrics import Question
from helm_creativity.errors import BadArguments
from helm_creativity.judges.deployments import is_same_model, make_request, require_apart, require_judge, takes_messages

HELM = "helm.clients."
OPENAI, VLLM = f"{HELM}openai_client.OpenAIClient", f"{HELM}vllm_client.VLLMChatClient"
HERE, THERE = "http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1"
BOTH = Question("Be strict.", "Rate this:\nx")


@pytest.fixture
def deploy(monkeypatch):
    """Registers a deployment for the time of a test."""

    def put(name, class_name=VLLM, model=None, **arguments):
        spec = ClientSpec(class_name=class_name, args=arguments)
        deployment = ModelDeployment(name=name, client_spec=spec, model_name=model)
        monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, name, deployment)
        return name

    return put


def same(judge, deployment):
    """Whether the judge is the model of the deployment."""
    return is_same_model(judge, DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT[deployment].model_name, deployment)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a/b", r"there is no deployment 'a/b' to judge: name one .*model_deployments.yaml"),
        ("creativity/lexical-jugde", r"'creativity/lexical-jugde' to judge: .*did you mean '.*/lexical-judge'\?"),
        ("creativity/random-noun", r"did you mean 'creativity/lexical-judge'\?$"),  # the baseline cannot rate
        ("creativity/greedy", "creativity/greedy responds to prompts and cannot rate"),
        ("x/lost", r"the client of the judge 'x/lost' cannot be loaded: .*no_such_module"),
    ],
)
def test_what_cannot_judge_is_refused(deploy, name, message):
    """Before the first answer is paid for, with what to name instead."""
    deploy("x/lost", "no_such_module.LostClient")
    with pytest.raises(BadArguments, match=message):
        require_judge(name)
    assert require_judge("creativity/lexical-judge").name == "creativity/lexical-judge"


def at(url, model="m", **more):
    """The arguments of a client of vLLM's."""
    return {"base_url": url, "vllm_model_name": model, **more}


ALIKE = [
    *((HERE, url) for url in (HERE, "http://localhost:1/v1/", "localhost:1/v1")), ("http://x/v1", "http://x:80/v1"),
    ("http://[::1]:1/v1", "http://0.0.0.0:1/v1"), ("https://api.x.ai/v1", "https://API.x.ai:443/v1"),
]  # fmt: skip
OTHERS = [THERE, "http://127.0.0.1:1/v2", "http://a:1/v1", "http://a:x/v1"]
HUGGING, TOGETHER = f"{HELM}huggingface_client.HuggingFaceClient", f"{HELM}together_client.TogetherClient"
HIGH = {"openai_model_name": "o", "reasoning_effort": "high"}


@pytest.mark.parametrize(
    ("judge", "model", "expected"),
    [
        *((at(url), at(other), True) for url, other in ALIKE),
        *((at(HERE), at(other), False) for other in OTHERS),
        # How long one waits does not say which model it is.
        *((at(HERE, timeout=9), at(HERE), True), (at(HERE), at(HERE, "n"), False)),
        # Without a name for it, a server is asked for the model's own name without the organisation.
        *(({"base_url": HERE}, at(HERE, "two"), True), ({"base_url": HERE}, at(HERE, "one"), False)),
        ({"base_url": HERE}, {"base_url": HERE}, False),
        # Nothing is known of either.
        *(({}, {}, False), ({}, at(HERE), False), ({"max_retries": 0}, {"max_retries": 0}, False)),
        # By HELM's name of the model; but one name of two makers says nothing.
        *(((OPENAI, "a/m", {}), (TOGETHER, "a/m", {}), True), ((OPENAI, "a/m", {}), (OPENAI, "a/n", {}), False)),
        *(((HUGGING, "a/m", {}), (HUGGING, "b/m", {}), False), ((HUGGING, None, {}), (HUGGING, None, {}), False)),
        ((f"{HELM}vllm_client.VLLMClient", None, at(HERE)), (VLLM, None, at(HERE)), True),
        # HELM has the same model under names for its effort.
        ((OPENAI, None, HIGH), (OPENAI, None, {**HIGH, "reasoning_effort": "low"}), True),
        ((OPENAI, None, HIGH), (OPENAI, None, {"openai_model_name": "o-mini"}), False),
        ((OPENAI, None, HIGH), (TOGETHER, None, {"together_model": "o"}), False),
    ],
)
def test_deployments_of_one_model_are_the_same(deploy, judge, model, expected):
    """However names and addresses are written; here the judge is called two and the model one."""
    full = [its if isinstance(its, tuple) else (VLLM, None, its) for its in (judge, model)]
    one, other = (deploy(name, *its, **more) for name, (*its, more) in zip(("j/two", "k/one"), full, strict=True))
    assert same(one, other) is expected
    assert same(one, one)


def test_helms_own_deployments_of_different_models_are_different():
    """Those of OpenAI have no arguments at all, which are no sign of being the same."""
    register_builtin_configs_from_helm_package()
    models = ["openai/gpt-4o-2024-11-20", "openai/gpt-4.1-mini-2025-04-14", "openai/gpt-4o-mini-2024-07-18"]
    models += ["xai/grok-4-1-fast-non-reasoning", "creativity/lexical-judge", "creativity/greedy"]
    assert [(a, b) for a in models for b in models if same(a, b)] == [(model, model) for model in models]


def test_judges_that_are_one_or_that_helms_cache_would_mix_up_are_refused(deploy):
    """A model's agreement with itself is none; asked for no address, the cache would give one server's replies."""
    one, twin = deploy("a/one", **at(HERE)), deploy("b/one", **at(HERE))
    with pytest.raises(BadArguments, match="the judges a/one and b/one are the same model: keep one of them"):
        require_apart([one, "creativity/lexical-judge", twin])
    with pytest.raises(BadArguments, match=r"would take the replies of a/one for those of a/two: .* as m; "):
        require_apart([one, deploy("a/two", **at(THERE))])
    require_apart([one, deploy("b/two", **at(THERE))])
    require_apart([one, deploy("a/three", **at(THERE, "n")), "no/deployment"])
    require_apart([deploy("openai/x", OPENAI), deploy("openai/y", OPENAI)])


# Those that are OpenAIClient too and send the prompt alone, and those that refuse messages or forget them.
ALONE = ["openai_client.OpenAILegacyCompletionsClient", "vllm_client.VLLMClient", "palmyra_client.PalmyraClient"]
NEWER = ["openai_responses_client.OpenAIResponseClient", "azure_openai_client.AzureOpenAIClient"]


@pytest.mark.parametrize(
    ("class_name", "takes"),
    [
        *((name, True) for name in (OPENAI, VLLM, f"{HELM}grok_client.GrokChatClient", *map(HELM.__add__, NEWER))),
        *((name, False) for name in (HUGGING, f"{HELM}simple_client.SimpleClient", *map(HELM.__add__, ALONE))),
        ("helm_creativity.baselines.client.LexicalJudgeClient", False),
    ],
)
def test_a_system_message_goes_where_it_arrives(deploy, class_name, takes):
    """To other clients both parts go as one text; no client gets both or an empty prompt."""
    judge = deploy("j/one", class_name, "maker/m")
    assert takes_messages(judge) is takes
    request = make_request(judge, BOTH, 0.5, 99)
    messages = [{"role": "system", "content": "Be strict."}, {"role": "user", "content": "Rate this:\nx"}]
    assert request.messages == (messages if takes else None)
    assert request.prompt == ("" if takes else "Be strict.\n\nRate this:\nx")
    named = {"model": "maker/m", "model_deployment": judge, "num_completions": 1, "stop_sequences": []}
    alone = make_request(judge, Question("", "Rate it."), 0.5, 99)
    assert alone == Request(prompt="Rate it.", temperature=0.5, max_tokens=99, **named)


def test_a_model_that_fails_at_zero_is_asked_as_helm_asks_it(deploy, monkeypatch):
    """At a temperature of 0.0001."""
    name = deploy("a/buggy")
    assert make_request(name, BOTH, 0, 99).temperature == 0
    metadata = replace(get_unknown_model_metadata(name), tags=[BUGGY_TEMP_0_TAG])
    monkeypatch.setitem(MODEL_NAME_TO_MODEL_METADATA, name, metadata)
    assert [make_request(name, BOTH, asked, 99).temperature for asked in (0, 0.5)] == [1e-4, 0.5]
