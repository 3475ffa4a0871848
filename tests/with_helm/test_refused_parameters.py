"""Parameters that a server refuses are named, with what to do, and left out where the deployment says so."""

from dataclasses import replace

import pytest
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from support import chat
from support.server import ChatServer, reply

from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients import tolerant_clients
from helm_creativity.helm.clients.deployments import ignores_temperature, reasons_first, require_client
from helm_creativity.helm.clients.failures import refused_parameter

PLACE = "helm_creativity.helm.clients.tolerant_clients"


@pytest.mark.parametrize(
    ("error", "name"),
    [
        ("Unsupported parameter: 'temperature' is not supported with this model.", "temperature"),
        (
            "Unsupported value: 'temperature' does not support 0.7. Only the default (1) value is supported",
            "temperature",
        ),
        ("Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.", "max_tokens"),
        ("Argument not supported on this model: presencePenalty", "presence_penalty"),
        ("Model grok-4 does not support parameter frequencyPenalty.", "frequency_penalty"),
        ("UnsupportedParamsError: openai does not support parameters: ['stop'], for model=x", "stop"),
        ("{'detail': [{'loc': ['body', 'stop'], 'msg': 'none is not an allowed value'}]}", "stop"),
        ('{"detail": [{"type": "extra_forbidden", "loc": ["body", "n"], "msg": "Extra inputs"}]}', "n"),
        ("`temperature` is deprecated for this model.", "temperature"),
        ("`temperature` and `top_p` cannot both be specified for this model. Please use only one.", "top_p"),
        ("`temperature` may only be set to 1 when thinking is enabled", "temperature"),
        ("max_tokens is too large: 300. This model supports at most 128 completion tokens", None),
        ("'max_tokens' or 'max_completion_tokens' is too large: 600. The maximum context length is 512 tokens", None),
        ("`temperature` must be less than or equal to 1, got a value that is not allowed", None),
        ("The prompt is not supported: it says 'Name the temperature of ice'", None),
        ("response_format is not supported", None),
        ("Unsupported parameter: 'reasoning_effort'", None),
        ("set to fail with 500", None),
    ],
)
def test_a_refused_parameter(error, name):
    """As OpenAI, xAI, LiteLLM, servers in Python and Anthropic word it; others take another number, or are no fault."""
    prefix = "OpenAI error: Error code: 400 - " if name else ""
    assert refused_parameter(prefix + error) == name


def picky(*names):
    """A model that refuses parameters, one after another."""

    def behave(call):
        for name in names:
            if name in call.body:
                error = {"message": f"Unsupported parameter: '{name}' is not supported with this model.", "param": name}
                return 400, {"error": error}
        return reply("stone")

    return behave


@pytest.fixture
def server():
    with ChatServer({"thinker": picky("temperature", "max_tokens", "stop"), "nowhere": lambda call: GONE}) as server:
        yield server


GONE = (404, {"detail": "Not Found"})


@pytest.fixture
def ask(server, monkeypatch, tmp_path):
    """The result of one request to a model, whose deployment leaves parameters out."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)

    def result(name, omit=None, prompt="Name a word."):
        monkeypatch.setattr(tolerant_clients, "_servers", {})
        arguments = {"base_url": server.url, "vllm_model_name": name, "max_retries": 0}
        arguments |= {} if omit is None else {"omit": omit}
        deployment = ModelDeployment(f"chat/{name}", ClientSpec(f"{PLACE}.VLLMChatClient", arguments), f"chat/{name}")
        monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, deployment.name, deployment)
        client = chat.auto_client(tmp_path)._get_client(deployment.name)
        return client.make_request(replace(chat.request(name, prompt=prompt), temperature=0.5))

    return result


def test_what_to_leave_out_is_said_until_nothing_is_refused(ask, server):
    """Each message has all of it; the run ends, since every request would be refused."""
    omit = []
    for name in ("temperature", "max_tokens", "stop"):
        result = ask("thinker", omit)
        omit.append(name)
        advice = f"chat/thinker refuses the parameter {name}: write omit: [{', '.join(omit)}] under the args of its"
        assert result.error.startswith(advice)
        assert result.error_flags.is_fatal
    assert ask("thinker", omit).completions[0].text == "stone"
    sent = server.bodies[-1]
    assert {"temperature", "max_tokens", "stop"}.isdisjoint(sent)
    assert sent["max_completion_tokens"] == chat.request("thinker").max_tokens


def test_an_address_without_chat_is_named_with_what_to_do(ask):
    result = ask("nowhere")
    assert (
        "correct base_url in model_deployments.yaml, which mostly ends in /v1; if the server has comp" in result.error
    )
    assert result.error_flags.is_fatal


def deploy(monkeypatch, client, omit):
    deployment = ModelDeployment("chat/m", ClientSpec(client, {"omit": omit}), "chat/m")
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, deployment.name, deployment)


def test_a_temperature_that_is_left_out_is_known(monkeypatch):
    """The provenance then says that it was not sent."""
    deploy(monkeypatch, f"{PLACE}.VLLMChatClient", ["stop"])
    require_client("chat/m")
    assert not ignores_temperature("chat/m")
    deploy(monkeypatch, f"{PLACE}.VLLMChatClient", ["temperature"])
    assert ignores_temperature("chat/m")
    assert not reasons_first("chat/m"), "other models refuse it, too, and need no more tokens"


@pytest.mark.parametrize(
    ("client", "omit", "message"),
    [
        (f"{PLACE}.VLLMChatClient", ["temp"], r"omit must be a list of some of temperature, .*, got \['temp'\]"),
        (f"{PLACE}.VLLMChatClient", "temperature", "omit must be a list of some of temperature, .*, got 'temp"),
        (
            f"{PLACE}.VLLMClient",
            ["stop"],
            "its client takes no omit: name one of helm_creativity.helm.clients.tolerant",
        ),
        ("helm.clients.vllm_client.VLLMChatClient", ["stop"], "its client takes no omit"),
    ],
)
def test_what_leaves_nothing_out_is_refused(monkeypatch, client, omit, message):
    """Before any request."""
    deploy(monkeypatch, client, omit)
    with pytest.raises(BadArguments, match=f"^chat/m: {message}"):
        require_client("chat/m")
