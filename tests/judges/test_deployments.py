"""Judges as HELM's deployments: which there are, which are the model under test, and how each takes a question."""

from dataclasses import replace

import pytest
from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from helm.benchmark.model_metadata_registry import (
    BUGGY_TEMP_0_TAG,
    MODEL_NAME_TO_MODEL_METADATA,
    get_unknown_model_metadata,
)
from helm.common.request import Request

import helm_creativity.run_specs  # noqa: F401 - registers the baselines
from helm_creativity.benchmark.rubrics import Question
from helm_creativity.errors import BadArguments
from helm_creativity.judges.deployments import (
    is_same_model,
    make_request,
    require_apart,
    require_judge,
    takes_messages,
)

OPENAI = "helm.clients.openai_client.OpenAIClient"
VLLM = "helm.clients.vllm_client.VLLMChatClient"
HERE, THERE = "http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1"


@pytest.fixture
def deploy(monkeypatch):
    """Registers a deployment for the time of a test."""

    def one(name, class_name=VLLM, model=None, **arguments):
        spec = ClientSpec(class_name=class_name, args=arguments)
        monkeypatch.setitem(
            DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, name, ModelDeployment(name=name, client_spec=spec, model_name=model)
        )
        return name

    return one


def same(judge, deployment):
    """Whether the judge is the model of the deployment."""
    return is_same_model(judge, DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT[deployment].model_name, deployment)


def test_a_judge_that_helm_does_not_know_is_refused():
    """With what to name instead."""
    with pytest.raises(BadArguments, match=r"there is no deployment 'a/b' to judge: name one .*model_deployments.yaml"):
        require_judge("a/b")
    with pytest.raises(BadArguments, match=r"'creativity/lexical-jugde' to judge: .*did you mean '.*/lexical-judge'\?"):
        require_judge("creativity/lexical-jugde")
    with pytest.raises(BadArguments, match=r"did you mean 'creativity/lexical-judge'\?$"):
        require_judge("creativity/random-noun")  # the baseline beside it cannot rate
    assert require_judge("creativity/lexical-judge").name == "creativity/lexical-judge"


def test_a_judge_whose_library_is_not_here_is_refused(deploy):
    """Before the first answer is paid for: afterwards every rating would be missing."""
    name = deploy("x/lost", "no_such_module.LostClient")
    with pytest.raises(BadArguments, match=r"the client of the judge 'x/lost' cannot be loaded: .*no_such_module"):
        require_judge(name)


def test_the_deployment_under_test_is_the_same(deploy):
    """Whatever else it is."""
    one = deploy("a/one", OPENAI)
    assert same(one, one)


def test_another_deployment_of_the_model_is_the_same(deploy):
    """By the model's name in HELM."""
    one = deploy("a/one", OPENAI, "maker/m")
    other = deploy("b/other", "helm.clients.together_client.TogetherClient", "maker/m")
    assert same(one, other)
    assert same(other, one)
    assert is_same_model(one, "maker/m", deploy("c/third", OPENAI, "maker/n"))


@pytest.mark.parametrize(
    ("judge", "model", "expected"),
    [
        # The same server and model under two names.
        ({"base_url": HERE, "vllm_model_name": "m"}, {"base_url": HERE, "vllm_model_name": "m"}, True),
        ({"base_url": HERE, "vllm_model_name": "m"}, {"base_url": HERE + "/", "vllm_model_name": "m"}, True),
        # What does not say which model it is makes no difference.
        ({"base_url": HERE, "vllm_model_name": "m", "timeout": 9}, {"base_url": HERE, "vllm_model_name": "m"}, True),
        # Another model of the server, the model's name on another server.
        ({"base_url": HERE, "vllm_model_name": "m"}, {"base_url": HERE, "vllm_model_name": "n"}, False),
        ({"base_url": HERE, "vllm_model_name": "m"}, {"base_url": THERE, "vllm_model_name": "m"}, False),
        # Without a name for it, a server is asked for the model's own name without the organisation.
        ({"base_url": HERE}, {"base_url": HERE, "vllm_model_name": "two"}, True),
        ({"base_url": HERE}, {"base_url": HERE, "vllm_model_name": "one"}, False),
        ({"base_url": HERE}, {"base_url": HERE}, False),
        # Nothing is known of either.
        ({}, {}, False),
        ({}, {"base_url": HERE, "vllm_model_name": "m"}, False),
        ({"max_retries": 0}, {"max_retries": 0}, False),
    ],
)
def test_the_same_model_of_the_same_server_is_the_same(deploy, judge, model, expected):
    """Under whatever names; here the judge is called two and the model one."""
    assert same(deploy("j/two", **judge), deploy("m/one", **model)) is expected


def test_one_name_of_two_makers_is_no_sign(deploy):
    """Where nothing is known of server and model but HELM's names."""
    hugging = "helm.clients.huggingface_client.HuggingFaceClient"
    assert not same(deploy("j/m", hugging), deploy("k/m", hugging))
    assert not same(deploy("j/m", hugging, "maker/m"), deploy("k/m", hugging, "other/m"))


def test_two_clients_of_one_server_ask_the_same_model(deploy):
    """Completions or chat."""
    arguments = {"base_url": HERE, "vllm_model_name": "m"}
    assert same(deploy("j/two", "helm.clients.vllm_client.VLLMClient", **arguments), deploy("m/one", **arguments))


def test_effort_makes_no_other_model_of_it(deploy):
    """HELM has the same model under names for its effort."""
    one = deploy("o/high", OPENAI, openai_model_name="o", reasoning_effort="high")
    other = deploy("o/low", OPENAI, openai_model_name="o", reasoning_effort="low")
    assert same(one, other)
    assert not same(one, deploy("o/mini", OPENAI, openai_model_name="o-mini"))
    assert not same(one, deploy("p/high", "helm.clients.together_client.TogetherClient", together_model="o"))


def test_helms_own_deployments_of_different_models_are_different():
    """Those of OpenAI have no arguments at all, which are no sign of being the same."""
    register_builtin_configs_from_helm_package()
    models = ["openai/gpt-4o-2024-11-20", "openai/gpt-4.1-mini-2025-04-14", "openai/gpt-4o-mini-2024-07-18"]
    models += ["xai/grok-4-1-fast-non-reasoning", "creativity/lexical-judge", "creativity/greedy"]
    assert [(a, b) for a in models for b in models if same(a, b)] == [(model, model) for model in models]


CLIENTS = [
    (OPENAI, True),
    (VLLM, True),
    ("helm.clients.openai_responses_client.OpenAIResponseClient", True),
    ("helm.clients.grok_client.GrokChatClient", True),
    ("helm.clients.azure_openai_client.AzureOpenAIClient", True),
    # These are OpenAIClient too, and send the prompt alone.
    ("helm.clients.openai_client.OpenAILegacyCompletionsClient", False),
    ("helm.clients.vllm_client.VLLMClient", False),
    # These refuse messages, or forget them.
    ("helm.clients.huggingface_client.HuggingFaceClient", False),
    ("helm.clients.palmyra_client.PalmyraClient", False),
    ("helm.clients.simple_client.SimpleClient", False),
    ("helm_creativity.baselines.client.LexicalJudgeClient", False),
]
BOTH = Question("Be strict.", "Rate this:\nx")


@pytest.mark.parametrize(("class_name", "takes"), CLIENTS)
def test_a_system_message_goes_where_it_arrives(deploy, class_name, takes):
    """To other clients both parts go as one text; no client gets both or an empty prompt."""
    judge = deploy("j/one", class_name, "maker/m")
    assert takes_messages(judge) is takes
    request = make_request(judge, BOTH, 0.5, 99)
    messages = [{"role": "system", "content": "Be strict."}, {"role": "user", "content": "Rate this:\nx"}]
    assert request.messages == (messages if takes else None)
    assert request.prompt == ("" if takes else "Be strict.\n\nRate this:\nx")


def test_a_question_without_a_system_part_is_a_prompt(deploy):
    """For every client, with nothing around it."""
    for number, (class_name, _) in enumerate(CLIENTS):
        judge = deploy(f"j/{number}", class_name, "maker/m")
        assert make_request(judge, Question("", "Rate it."), 0.5, 99) == Request(
            model="maker/m",
            model_deployment=judge,
            prompt="Rate it.",
            temperature=0.5,
            max_tokens=99,
            num_completions=1,
            stop_sequences=[],
        )


def test_a_panel_of_one_model_twice_is_refused(deploy):
    """Its agreement with itself is no agreement."""
    one, other = (
        deploy("a/one", base_url=HERE, vllm_model_name="m"),
        deploy("b/one", base_url=HERE, vllm_model_name="m"),
    )
    with pytest.raises(BadArguments, match="the judges a/one and b/one are the same model: keep one of them"):
        require_apart([one, "creativity/lexical-judge", other])


def test_judges_that_helms_cache_would_mix_up_are_refused(deploy):
    """It asks neither for an address: the second server's replies would be the first one's."""
    one, other = (
        deploy("a/one", base_url=HERE, vllm_model_name="m"),
        deploy("a/two", base_url=THERE, vllm_model_name="m"),
    )
    with pytest.raises(
        BadArguments, match=r"HELM's cache would take the replies of a/one for those of a/two: .* as m; "
    ):
        require_apart([one, other])
    require_apart([one, deploy("b/two", base_url=THERE, vllm_model_name="m")])
    require_apart([one, deploy("a/three", base_url=THERE, vllm_model_name="n"), "no/deployment"])
    require_apart([deploy("openai/x", OPENAI), deploy("openai/y", OPENAI)])


def test_a_model_that_fails_at_zero_is_asked_as_helm_asks_it(deploy, monkeypatch):
    """At a temperature of 0.0001."""
    name = deploy("a/buggy")
    assert make_request(name, Question("", "Rate it."), 0, 99).temperature == 0
    metadata = replace(get_unknown_model_metadata(name), tags=[BUGGY_TEMP_0_TAG])
    monkeypatch.setitem(MODEL_NAME_TO_MODEL_METADATA, name, metadata)
    assert make_request(name, Question("", "Rate it."), 0, 99).temperature == 1e-4
    assert make_request(name, Question("", "Rate it."), 0.5, 99).temperature == 0.5


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("http://127.0.0.1:1/v1", "http://localhost:1/v1/"),
        ("http://[::1]:1/v1", "http://0.0.0.0:1/v1"),
        ("https://api.x.ai/v1", "https://API.x.ai:443/v1"),
        ("http://x/v1", "http://x:80/v1"),
        ("localhost:1/v1", "http://127.0.0.1:1/v1"),
    ],
)
def test_an_address_in_two_spellings_is_one(deploy, first, second):
    """So that no judge rates its own answers by them."""
    one, other = (
        deploy("a/one", base_url=first, vllm_model_name="m"),
        deploy("b/two", base_url=second, vllm_model_name="m"),
    )
    assert same(one, other)


@pytest.mark.parametrize("other", ["http://127.0.0.1:2/v1", "http://127.0.0.1:1/v2", "http://a:1/v1", "http://a:x/v1"])
def test_other_addresses_are_others(deploy, other):
    """Port, path and host tell servers apart; what is no address is compared as it is."""
    one = deploy("a/one", base_url="http://127.0.0.1:1/v1", vllm_model_name="m")
    assert not same(one, deploy("b/two", base_url=other, vllm_model_name="m"))


def test_a_baseline_is_no_judge():
    """It answers benchmarks and rates nothing."""
    with pytest.raises(BadArguments, match="creativity/greedy responds to prompts and cannot rate"):
        require_judge("creativity/greedy")
