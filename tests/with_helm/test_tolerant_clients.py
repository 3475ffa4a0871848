"""A run survives a request that fails for good, and ends at once where every request would."""

import inspect
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from helm.benchmark.executor import ExecutionSpec, Executor, ExecutorError
from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from helm.common.authentication import Authentication
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from helm.common.object_spec import get_class_by_name
from helm.common.optional_dependencies import OptionalDependencyNotInstalled
from helm.common.request import ErrorFlags
from support import chat
from support.server import ChatServer, Raw, failure, reply
from support.states import instance, unanswered

from helm_creativity.helm.clients import tolerant_clients
from helm_creativity.helm.clients.responses import trials_in
from helm_creativity.helm.clients.tolerant_clients import TolerantClient

PLACE = "helm_creativity.helm.clients.tolerant_clients"


def refused(message, status=400):
    return status, {"error": {"message": message, "type": "invalid_request_error"}}


BEHAVIOURS = {
    "good": lambda call: reply("stone"),
    "picky": lambda call: refused("cannot be tokenised") if "odd" in call.prompt else reply("stone"),
    "fragile": lambda call: failure(500) if "odd" in call.prompt else reply("stone"),
    "stranger": lambda call: failure(401),
    "unknown": lambda call: failure(404),
    "poor": lambda call: refused("You exceeded your current quota (insufficient_quota)", 429),
    "dead": lambda call: failure(503),
    "hiccup": lambda call: failure(503) if call.number < 5 else reply("stone"),
    "filtered": lambda call: reply("stone", "content_filter"),
    "number": lambda call: reply(7) if "odd" in call.prompt else reply("stone"),
    "null": lambda call: reply(None) if "odd" in call.prompt else reply("stone"),
    "silent": lambda call: reply("") if "odd" in call.prompt else reply("stone"),
    "blank": lambda call: Raw(b"") if "odd" in call.prompt else reply("stone"),
    "list": lambda call: Raw(b"[7]") if "odd" in call.prompt else reply("stone"),
    "hidden": lambda call: (200, HIDDEN) if call.number < 3 else reply("stone"),
    "drips": lambda call: Raw(b" " * 200, drip=0.1) if "odd" in call.prompt else reply("stone"),
}
HIDDEN = {"error": {"message": "The model is overloaded", "code": 503}}


@pytest.fixture(scope="module")
def server():
    with ChatServer(BEHAVIOURS) as one:
        yield one


@pytest.fixture(autouse=True)
def _unknown(monkeypatch):
    """What is known of servers is each test's own."""
    monkeypatch.setattr(tolerant_clients, "_servers", {})


def deploy(patch, url, names):
    for name in names:
        arguments = {"base_url": url, "vllm_model_name": name, "max_retries": 0}
        arguments |= {"timeout": 1} if name == "drips" else {}
        spec = ClientSpec(f"{PLACE}.VLLMChatClient", arguments)
        one = ModelDeployment(f"chat/{name}", spec, f"chat/{name}")
        patch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, one.name, one)


@pytest.fixture
def execute(server, monkeypatch, tmp_path):
    """What HELM's executor makes of prompts to a model, one after another."""
    server.calls.clear()
    deploy(monkeypatch, server.url, BEHAVIOURS)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    cache = SqliteCacheBackendConfig(str(tmp_path))

    def run(name, *prompts):
        executor = Executor(ExecutionSpec("", Authentication(""), str(tmp_path), 1, sqlite_cache_backend_config=cache))
        unasked = [
            replace(unanswered(instance(prompt)), request=chat.request(name, prompt=prompt)) for prompt in prompts
        ]
        return [executor.process(state) for state in unasked]

    return run


def test_a_server_that_only_fails_is_waited_for_and_given_up(execute, clock):
    """Ten minutes for all of them; then they are failed responses, of which the run's last lines tell."""
    states = execute("dead", "first", "second", "third")
    assert [trial.sample.response.failed for state in states for trial in trials_in(state)] == [True] * 3
    assert 600 <= clock.time <= 700


@pytest.mark.parametrize(("name", "requests"), [("picky", 1), ("fragile", 4)])
def test_a_request_that_fails_alone_is_a_failed_response(execute, server, name, requests):
    """The others are answered, and a rerun asks it again and nothing else."""
    states = execute(name, "first", "odd", "last")
    responses = [trial.sample.response for state in states for trial in trials_in(state)]
    assert [(response.text, response.failed) for response in responses] == [
        ("stone", False),
        ("", True),
        ("stone", False),
    ]
    assert server.calls[name] == 2 + requests
    execute(name, "first", "odd", "last")
    assert server.calls[name] == 2 + 2 * requests


def test_a_reply_that_drips_is_given_up_after_the_whole_time(execute, clock, caplog):
    """Its server sends something within every second, so that the client's own time limit never ends it."""
    began = time.monotonic()
    states = execute("drips", "first", "odd")
    assert [trial.sample.response.failed for state in states for trial in trials_in(state)] == [False, True]
    assert "no whole reply within 1 s" in states[1].result.error
    assert 4 <= time.monotonic() - began < 15
    assert any("chat/drips: a request failed: TimeoutError" in message for message in caplog.messages)


@pytest.mark.parametrize(("name", "words"), [("stranger", "401"), ("unknown", "404"), ("poor", "insufficient_quota")])
def test_what_concerns_every_request_ends_the_run(execute, server, name, words):
    """Otherwise all responses would be failed ones, and look like the model's."""
    with pytest.raises(ExecutorError, match=words):
        execute(name, "first", "second", "third")


def test_nothing_answers(monkeypatch, tmp_path, caplog):
    """One line names the address, without another attempt; the server is asked again once it is there."""
    with ChatServer(BEHAVIOURS) as gone:
        url = gone.url
    deploy(monkeypatch, url, ["good"])
    clients = [chat.auto_client(tmp_path)._get_client("chat/good") for _ in range(3)]  # as HELM's threads make them
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail("waited"))
    for client in clients:
        result = client.make_request(chat.request("good"))
        assert not result.success
        assert result.error == f"nothing answers at {url}/ (Connection refused)"
        assert result.error_flags == ErrorFlags(is_retriable=False, is_fatal=True)
    assert "Traceback" not in caplog.text


def test_those_that_wait_for_the_first_request_go_together(monkeypatch, tmp_path):
    """And not one after another, which would take as many times as long as there are threads."""
    together = threading.Barrier(7)

    def meet(call):
        if call.number:
            together.wait(10)
        return reply("stone")

    with ChatServer({"meets": meet}) as busy:
        deploy(monkeypatch, busy.url, ["meets"])
        client = chat.auto_client(tmp_path)._get_client("chat/meets")
        with ThreadPoolExecutor(8) as threads:
            requests = [chat.request("meets", prompt=f"Name a word ({number}).") for number in range(8)]
            results = list(threads.map(client.make_request, requests))
    assert [result.success for result in results] == [True] * 8
    assert busy.calls == {"meets": 8}


@pytest.mark.parametrize(
    "name",
    [
        "AnthropicMessagesClient",
        "BedrockNovaClient",
        "OpenAIClient",
        "OpenRouterClient",
        "VLLMChatClient",
        "YiChatClient",
    ],
)
def test_every_client_is_made_as_helms_own(name):
    """HELM gives a client what its constructor asks for; a client whose library is missing is at least there."""
    try:
        made = get_class_by_name(f"{PLACE}.{name}")
    except OptionalDependencyNotInstalled:
        module = find_spec(f"helm.clients.{tolerant_clients.client_modules()[name]}")
        source = Path(module.origin).read_text()
        assert f"class {name}(" in source
        return
    own = made.__mro__[2]
    assert made.__mro__[1] is TolerantClient
    assert (own.__name__, own.__module__) == (name, f"helm.clients.{tolerant_clients.client_modules()[name]}")
    assert inspect.signature(made.__init__) == inspect.signature(own.__init__)


def completion(text, **choice):
    """What a server sends that completes text, without chat."""
    made = {"index": 0, "text": text, "finish_reason": "stop", **choice}
    return 200, {"id": "x", "object": "text_completion", "created": 0, "model": "base", "choices": [made]}


LISTS = {"tokens": ["st", "one"], "token_logprobs": [-0.5, None], "top_logprobs": None, "text_offset": [0, 2]}


@pytest.mark.parametrize("kind", ["VLLMClient", "OpenAILegacyCompletionsClient"])
@pytest.mark.parametrize(
    ("choice", "tokens"),
    [
        ({"logprobs": LISTS}, ["st", "one"]),
        ({"logprobs": None}, []),
        ({}, []),
        ({"logprobs": {"content": []}}, []),
        ({"logprobs": {**LISTS, "token_logprobs": [-0.5]}}, []),
        ({"logprobs": {**LISTS, "tokens": ["st", 7]}}, []),
    ],
)
def test_text_is_completed_without_chat(monkeypatch, tmp_path, kind, choice, tokens):
    """With log-probabilities or without, as servers have them; the second time from HELM's cache."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    cache = SqliteCacheBackendConfig(str(tmp_path))
    with ChatServer({"base": lambda call: completion("stone", **choice)}) as server:
        names = {"VLLMClient": {"vllm_model_name": "base"}}
        other = {"openai_model_name": "base", "api_key": "EMPTY"}
        spec = ClientSpec(f"{PLACE}.{kind}", {"base_url": server.url, "max_retries": 0, **names.get(kind, other)})
        deployment = ModelDeployment("chat/base", spec, "chat/base")
        monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, deployment.name, deployment)
        for _ in range(2):
            executor = Executor(
                ExecutionSpec("", Authentication(""), str(tmp_path), 1, sqlite_cache_backend_config=cache)
            )
            asked = replace(unanswered(instance("a")), request=replace(chat.request("base", prompt="a"), temperature=0))
            (response,) = executor.process(asked).result.completions
            assert response.text == "stone"
            assert [token.text for token in response.tokens] == tokens
        (body,) = server.bodies
    assert body["prompt"] == "a"
    assert kind != "VLLMClient" or body["best_of"] == 1
