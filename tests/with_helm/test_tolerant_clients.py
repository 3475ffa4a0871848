"""A run survives a request that fails for good, and ends at once where every request would."""

import inspect
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from helm.benchmark.executor import ExecutionSpec, Executor, ExecutorError
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from helm.common.authentication import Authentication
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from helm.common.object_spec import get_class_by_name
from helm.common.optional_dependencies import OptionalDependencyNotInstalled
from helm.common.request import ErrorFlags
from support import chat
from support.server import ChatServer, Raw, failure, reply
from support.states import instance, unanswered

from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients import tolerant_clients
from helm_creativity.helm.clients.deployments import ignores_temperature, reasons_first, require_client
from helm_creativity.helm.clients.responses import trials_in
from helm_creativity.helm.clients.tolerant_clients import TolerantClient

PLACE = "helm_creativity.helm.clients.tolerant_clients"
CHAT = f"{PLACE}.VLLMChatClient"


def refused(message, status=400):
    return status, {"error": {"message": message, "type": "invalid_request_error"}}


def odd(answer):
    """A behaviour that answers so where the prompt is odd."""
    return lambda call: answer if "odd" in call.prompt else reply("stone")


REFUSED = ["temperature", "max_tokens", "stop"]


def picky(call):
    """Refuses parameters, one after another."""
    name = next((name for name in REFUSED if name in call.body), "")
    return refused(f"Unsupported parameter: '{name}' is not supported with this model.") if name else reply("stone")


BEHAVIOURS = {
    "good": lambda call: reply("stone"),
    "untokenised": odd(refused("cannot be tokenised")),
    "fragile": odd(failure(500)),
    "stranger": lambda call: failure(401),
    "unknown": lambda call: failure(404),
    "poor": lambda call: refused("You exceeded your current quota (insufficient_quota)", 429),
    "dead": lambda call: failure(503),
    "drips": odd(Raw(b" " * 200, drip=0.1)),
    "picky": picky,
    "nowhere": lambda call: (404, {"detail": "Not Found"}),
}


@pytest.fixture(scope="module")
def server():
    with ChatServer(BEHAVIOURS) as one:
        yield one


@pytest.fixture(autouse=True)
def deploy(monkeypatch):
    """Deploys a model of a server; what is known of servers is each test's own, and nothing is waited for."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)

    def make(url, name, client=CHAT, **arguments):
        monkeypatch.setattr(tolerant_clients, "_servers", {})
        arguments = {"base_url": url, "vllm_model_name": name, "max_retries": 0, **arguments}
        one = ModelDeployment(f"chat/{name}", ClientSpec(client, arguments), f"chat/{name}")
        monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, one.name, one)
        return arguments

    return make


@pytest.fixture
def execute(tmp_path):
    """What HELM's executor makes of prompts to a model, one after another."""
    cache = SqliteCacheBackendConfig(str(tmp_path))

    def run(name, *prompts, **settings):
        executor = Executor(ExecutionSpec("", Authentication(""), str(tmp_path), 1, sqlite_cache_backend_config=cache))
        requests = [chat.request(name, prompt=prompt, **settings) for prompt in prompts]
        return [executor.process(replace(unanswered(instance(one.prompt)), request=one)) for one in requests]

    return run


@pytest.fixture
def ask(server, deploy, execute):
    """The responses to prompts to a behaviour of the server."""
    server.calls.clear()

    def responses(name, *prompts, **arguments):
        deploy(server.url, name, **arguments)
        return [trial.sample.response for state in execute(name, *prompts) for trial in trials_in(state)]

    return responses


def test_a_server_that_only_fails_is_waited_for_and_given_up(ask, clock):
    """Ten minutes for all of them; then they are failed responses, of which the run's last lines tell."""
    assert [response.failed for response in ask("dead", "first", "second", "third")] == [True] * 3
    assert 600 <= clock.time <= 700


@pytest.mark.parametrize(("name", "requests"), [("untokenised", 1), ("fragile", 4)])
def test_a_request_that_fails_alone_is_a_failed_response(ask, server, name, requests):
    """The others are answered, and a rerun asks it again and nothing else."""
    found = ask(name, "first", "odd", "last")
    assert [(one.text, one.failed) for one in found] == [("stone", False), ("", True), ("stone", False)]
    assert server.calls[name] == 2 + requests
    ask(name, "first", "odd", "last")
    assert server.calls[name] == 2 + 2 * requests


def test_a_reply_that_drips_is_given_up_after_the_whole_time(ask, caplog):
    """Its server sends something within every second, so that the client's own time limit never ends it."""
    assert [response.failed for response in ask("drips", "first", "odd", timeout=1)] == [False, True]
    said = [message for message in caplog.messages if "chat/drips: a request failed: TimeoutError" in message]
    assert "no whole reply within 1 s" in said[0]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("stranger", "401"),
        ("unknown", "404"),
        ("poor", "insufficient_quota"),
        ("nowhere", r"correct base_url in model_deployments.yaml, which mostly ends in /v1"),
    ],
)
def test_what_concerns_every_request_ends_the_run(ask, name, words):
    """Otherwise all responses would be failed ones, and look like the model's."""
    with pytest.raises(ExecutorError, match=words):
        ask(name, "first", "second", "third")


def test_nothing_answers(deploy, monkeypatch, tmp_path, caplog):
    """One line names the address, without another attempt; the server is asked again once it is there."""
    with ChatServer(BEHAVIOURS) as gone:
        deploy(gone.url, "good")
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail("waited"))
    clients = [chat.auto_client(tmp_path)._get_client("chat/good") for _ in range(3)]  # as HELM's threads make them
    results = [client.make_request(chat.request("good")) for client in clients]
    assert {result.error for result in results} == {f"nothing answers at {gone.url}/ (Connection refused)"}
    assert [result.error_flags for result in results] == [ErrorFlags(is_retriable=False, is_fatal=True)] * 3
    assert "Traceback" not in caplog.text


def test_those_that_wait_for_the_first_request_go_together(deploy, tmp_path):
    """And not one after another, which would take as many times as long as there are threads."""
    together = threading.Barrier(7)

    def meet(call):
        if call.number:
            together.wait(10)
        return reply("stone")

    with ChatServer({"meets": meet}) as busy:
        deploy(busy.url, "meets")
        client = chat.auto_client(tmp_path)._get_client("chat/meets")
        requests = [chat.request("meets", prompt=f"Name a word ({number}).") for number in range(8)]
        with ThreadPoolExecutor(8) as threads:
            assert all(result.success for result in threads.map(client.make_request, requests))
    assert busy.calls == {"meets": 8}


@pytest.mark.parametrize("name", ["AnthropicMessagesClient", "BedrockNovaClient", "OpenAIClient", "YiChatClient"])
def test_every_client_is_made_as_helms_own(name):
    """HELM gives a client what its constructor asks for; a client whose library is missing is at least there."""
    module = f"helm.clients.{tolerant_clients.client_modules()[name]}"
    try:
        made = get_class_by_name(f"{PLACE}.{name}")
    except OptionalDependencyNotInstalled:
        assert f"class {name}(" in Path(find_spec(module).origin).read_text()
        return
    _, tolerant, own, *_ = made.__mro__
    assert (tolerant, own.__name__, own.__module__) == (TolerantClient, name, module)
    assert inspect.signature(made.__init__) == inspect.signature(own.__init__)


def test_what_to_leave_out_is_said_until_nothing_is_refused(ask, server):
    """Each message has all of it; the run ends, since every request would be refused."""
    for number, name in enumerate(REFUSED):
        said = (
            f"chat/picky refuses the parameter {name}: write omit: [{', '.join(REFUSED[: number + 1])}] under the args"
        )
        with pytest.raises(ExecutorError, match=re.escape(said)):
            ask("picky", "a", omit=REFUSED[:number])
    assert ask("picky", "a", omit=REFUSED)[0].text == "stone"
    sent = server.bodies[-1]
    assert sent.keys().isdisjoint(REFUSED)
    assert sent["max_completion_tokens"] == chat.request("picky").max_tokens


def test_a_temperature_that_is_left_out_is_known(deploy):
    """The provenance then says that it was not sent."""
    deploy("", "m", omit=["stop"])
    require_client("chat/m")
    assert not ignores_temperature("chat/m")
    deploy("", "m", omit=["temperature"])
    assert ignores_temperature("chat/m")
    assert not reasons_first("chat/m"), "other models refuse it, too, and need no more tokens"


@pytest.mark.parametrize(
    ("client", "omit", "message"),
    [
        (CHAT, ["temp"], r"omit must be a list of some of temperature, .*, got \['temp'\]"),
        (CHAT, "temperature", "omit must be a list of some of temperature, .*, got 'temp"),
        (f"{PLACE}.VLLMClient", ["stop"], "its client takes no omit: name one of helm_creativity"),
        ("helm.clients.vllm_client.VLLMChatClient", ["stop"], "its client takes no omit"),
    ],
)
def test_what_leaves_nothing_out_is_refused(deploy, client, omit, message):
    """Before any request."""
    deploy("", "m", client, omit=omit)
    with pytest.raises(BadArguments, match=f"^chat/m: {message}"):
        require_client("chat/m")


@pytest.mark.parametrize(
    ("kind", "names"),
    [("VLLMClient", {}), ("OpenAILegacyCompletionsClient", {"openai_model_name": "base", "api_key": "EMPTY"})],
)
def test_text_is_completed_without_chat(deploy, execute, kind, names):
    """With log-probabilities; the second time from HELM's cache."""
    logprobs = {"tokens": ["st", "one"], "token_logprobs": [-0.5, None], "top_logprobs": None, "text_offset": [0, 2]}
    made = {"id": "x", "object": "text_completion", "created": 0, "model": "base"}
    made |= {"choices": [{"index": 0, "text": "stone", "finish_reason": "stop", "logprobs": logprobs}]}
    with ChatServer({"base": lambda call: (200, made)}) as server:
        arguments = deploy(server.url, "base", f"{PLACE}.{kind}", **names)
        if names:
            del arguments["vllm_model_name"]
        found = [execute("base", "a", temperature=0)[0].result.completions for _ in range(2)]
        (body,) = server.bodies
    assert [(one.text, [token.text for token in one.tokens]) for (one,) in found] == [("stone", ["st", "one"])] * 2
    assert body["prompt"] == "a"
    assert kind != "VLLMClient" or body["best_of"] == 1
