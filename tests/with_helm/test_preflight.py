"""A judge that cannot be asked ends a run before the model under test is paid for."""

import re

import pytest
from helm.benchmark import runner
from helm.benchmark.executor import ExecutionSpec
from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from helm.common.authentication import Authentication
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from support import chat
from support.server import ChatServer, reply

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients import retries
from helm_creativity.helm.clients.failures import Failure
from helm_creativity.helm.clients.reachable import find_problems, silence_at
from helm_creativity.helm.run_spec import run_spec

HOSTED = "helm.clients.openai_client.OpenAIClient"


@pytest.fixture
def server(monkeypatch):
    """A judge that is there, one whose server is not, and one of a provider, whose key is missing."""
    monkeypatch.delenv("HOSTED_API_KEY", raising=False)
    with ChatServer({}) as gone:
        chat.deploy(monkeypatch, gone.url, ["gone"])
    spec = ModelDeployment("hosted/one", ClientSpec(HOSTED, {}), "hosted/one")
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, spec.name, spec)
    with ChatServer({"good": lambda call: reply("stone"), "candidate": lambda call: reply("stone")}) as one:
        one.gone = gone.url
        chat.deploy(monkeypatch, one.url, ["good", "candidate"])
        yield one


def test_every_judge_that_cannot_be_asked_is_named(server, tmp_path):
    """With what is wrong, in one line each, and without a request."""
    found = list(find_problems(["chat/good", "chat/gone", "hosted/one", "chat/gone"], chat.auto_client(tmp_path)))
    assert found == [
        f"chat/gone: nothing answers at {server.gone} (Connection refused)",
        "hosted/one: no API key; put hostedApiKey into credentials.conf, or set HOSTED_API_KEY",
    ]
    assert server.calls == {}


@pytest.mark.parametrize("where", ["environment", "credentials"])
def test_a_key_is_found_where_helm_finds_it(server, tmp_path, monkeypatch, where):
    """In the environment by its provider's library, or in credentials.conf."""
    client = chat.auto_client(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    if where == "environment":
        monkeypatch.setenv("HOSTED_API_KEY", "sk-1")
    else:
        client.credentials = {"hostedApiKey": "sk-1"}
    assert list(find_problems(["hosted/one"], client)) == []


def test_a_library_that_is_missing_is_named_with_what_installs_it(server, tmp_path, monkeypatch):
    """HELM's client for OpenAI's interface does not say so."""

    def missing(name):
        raise ModuleNotFoundError("No module named 'openai'", name="openai")

    monkeypatch.setattr("helm_creativity.helm.clients.deployments.get_class_by_name", missing)
    assert list(find_problems(["hosted/one"], chat.auto_client(tmp_path))) == [
        "hosted/one: its client needs the library openai, which is not installed: pip install openai"
    ]


def test_a_judge_that_was_given_up_a_moment_ago_is_not_begun_with(server, tmp_path, clock):
    """By a run before this one; once a probe is due it is tried again."""
    for _ in range(2):
        retries.BREAKER.failed("chat/good", object(), object(), 0.0, Failure.DOWN, "Error code: 500")
    while retries.BREAKER.turn("chat/good", "new"):
        retries.BREAKER.failed("chat/good", object(), object(), 0.0, Failure.DOWN, "Error code: 500")
        retries.BREAKER.returned("chat/good")
    client = chat.auto_client(tmp_path)
    assert list(find_problems(["chat/good"], client)) == ["chat/good: no answer for 600 s"]
    clock.time += 60
    assert list(find_problems(["chat/good"], client)) == []


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:9/v1", r"nothing answers at http://127.0.0.1:9/v1 \(Connection refused\)"),
        ("127.0.0.1:9", r"nothing answers at 127.0.0.1:9 "),
        ("http://127.0.0.1:port/v1", "its port is not a number"),
        ("http:///v1", "it names no server"),
    ],
)
def test_silence_has_a_reason(url, words):
    assert re.search(words, silence_at(url))


def test_behind_a_proxy_nothing_is_known(monkeypatch):
    """The proxy reaches what we do not."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "localhost")
    assert silence_at("http://models.example:9/v1") is None
    assert silence_at("http://localhost:9/v1")


def run_one(folder, judges, **options):
    """HELM's runner with one entry of a judged benchmark and a candidate that is there."""
    spec = run_spec(get_benchmark("metaphor"), {"prompts": "own", "judges": judges, "design": "all"})
    adapter = spec.adapter_spec
    spec = type(spec)(**{**vars(spec), "adapter_spec": type(adapter)(**{
        **vars(adapter), "model": "chat/candidate", "model_deployment": "chat/candidate", "max_eval_instances": 1,
    })})  # fmt: skip
    cache = SqliteCacheBackendConfig(str(folder))
    execution = ExecutionSpec(
        "", Authentication(""), str(folder), 1, sqlite_cache_backend_config=cache, dry_run=options.pop("dry_run", False)
    )
    one = runner.Runner(execution, str(folder / "out"), "s", False, False, False, False, True)
    one.run_one(spec)
    return spec


def test_the_run_ends_before_its_first_request(server, tmp_path):
    """The message names run and judge."""
    with pytest.raises(
        BadArguments, match=r"creativity_metaphor:.* was not started because .*: chat/gone: nothing answers at"
    ):
        run_one(tmp_path, "chat/good+chat/gone")
    assert server.calls == {}


def test_a_run_that_was_completed_is_scored_again_without_its_judges(server, monkeypatch, tmp_path):
    """Its ratings are in the cache."""
    with ChatServer({"there": lambda call: reply('{"rating": 3}')}) as later_gone:
        chat.deploy(monkeypatch, later_gone.url, ["there"])
        spec = run_one(tmp_path, "chat/there")
    stats = tmp_path / "out" / "runs" / "s" / spec.name / "stats.json"
    first = stats.read_text()
    run_one(tmp_path, "chat/there")
    assert stats.read_text() == first
    stats.unlink()
    with pytest.raises(BadArguments, match="chat/there: nothing answers at"):
        run_one(tmp_path, "chat/there")
