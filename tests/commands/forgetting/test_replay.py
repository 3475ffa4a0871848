"""Clients with nothing behind them but HELM's cache."""

from __future__ import annotations

from typing import ClassVar

import pytest
import requests
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT as DEPLOYMENTS
from helm.benchmark.model_deployment_registry import ClientSpec, ModelDeployment
from helm.benchmark.tokenizer_config_registry import TokenizerConfig, TokenizerSpec, register_tokenizer_config
from helm.clients.client import CachingClient, Client
from helm.clients.vllm_client import VLLMChatClient
from helm.tokenizers.caching_tokenizer import CachingTokenizer
from support import chat
from support.judges import answered, ask_panel
from support.server import ChatServer, failure, reply

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.commands.forgetting import ReplayedClients, ReplyNotCached
from helm_creativity.helm.clients.retries import once
from helm_creativity.helm.clients.windows import TokenCounter, estimated_tokens, fitted
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.designs import Design, Panel
from helm_creativity.judges.settings import Judging


class Stubborn(CachingClient):
    """Asks by itself, with the key that it wants."""

    def __init__(self, cache_config, api_key, base_url):
        super().__init__(cache_config)
        self.url = base_url

    def make_request(self, request):
        return requests.post(self.url, json={"model": "fine"}, timeout=5)


class Without(Client):
    """Keeps nothing."""

    make_request = None


class Wrapper(Client):
    """Has another client inside."""

    def __init__(self, cache_config, base_url):
        self.inner = VLLMChatClient(cache_config=cache_config, base_url=base_url, vllm_model_name="fine")

    def make_request(self, request):
        return self.inner.make_request(request)


def deploy(monkeypatch, name, client, args, **more):
    """The deployment ``chat/NAME``."""
    one = ModelDeployment(f"chat/{name}", ClientSpec(client, args), model_name=f"chat/{name}", **more)
    monkeypatch.setitem(DEPLOYMENTS, one.name, one)


@pytest.fixture
def world(tmp_path, monkeypatch):
    """A server, HELM's clients that ask it, and those that only look into their cache."""
    with ChatServer({"fine": lambda call: reply(f"Reply {call.number}.")}) as server:
        chat.deploy(monkeypatch, server.url, ["fine"])
        args = {"base_url": server.url}
        for cls, given in ((Stubborn, args), (Without, {}), (Wrapper, args)):
            deploy(monkeypatch, cls.__name__.lower(), f"{__name__}.{cls.__name__}", given)
        tolerant = "helm_creativity.helm.clients.tolerant_clients.VLLMChatClient"
        deploy(monkeypatch, "tolerant", tolerant, {**args, "vllm_model_name": "fine"})
        (tmp_path / "cache").mkdir()
        yield server, chat.auto_client(tmp_path / "cache"), ReplayedClients(tmp_path)


@pytest.mark.parametrize("name", ["fine", "wrapper", "tolerant", "without", "stubborn"])
def test_what_was_asked_is_found_and_noted_and_what_was_not_is_not_asked_now(world, name):
    """By the client's own key, in a client inside another one, too. Afterwards connections are opened as before."""
    server, asking, replayed = world
    with pytest.raises(ReplyNotCached, match=r"no reply|no replies|no connection"), replayed.unconnected():
        once(replayed._get_client(f"chat/{name}"), chat.request("fine"))
    assert (replayed.looked_up, server.calls) == ([], {})
    assert asking.make_request(chat.request("fine")).success
    if name not in ("without", "stubborn"):
        with replayed.unconnected():
            result = once(replayed._get_client(f"chat/{name}"), chat.request("fine"))
        assert (result.completions[0].text, result.cached) == ("Reply 0.", True)
        assert [kept.file.name for kept in replayed.looked_up] == ["chat.sqlite"]
    assert server.calls == {"fine": 1}


def refusing(refused):
    """A judge whose server refuses a schema, system messages, or both."""

    def behave(call):
        if "system" in refused and call.body["messages"][0]["role"] == "system":
            return 400, {"error": {"message": "System role not supported"}}
        return failure(422) if "schema" in refused and "response_format" in call.body else reply("4")

    return behave


@pytest.mark.parametrize("refused", [(), ("schema",), ("system",), ("schema", "system")])
def test_what_a_judge_was_asked_without_is_found(tmp_path, monkeypatch, caplog, refused):
    """The same reply in the same place, however the question came to be asked; no failure is logged."""
    (tmp_path / "cache").mkdir()
    rubric = Rubric("wit", tmp_path, "user", ("wit",), scale=Scale(1, 5), asks_json=True)
    question = Question("You are a judge.", "Rate it.", ("it",))
    with ChatServer({"picky": refusing(refused)}) as server:
        chat.deploy(monkeypatch, server.url, ["picky", "candidate"])
        judging = Judging(Panel(("chat/picky",), Design()))
        (asked,) = ask_panel(Judges(chat.auto_client(tmp_path / "cache"), judging), rubric, question, answered())
        requests, _ = server.calls["picky"], caplog.clear()
        replayed = ReplayedClients(tmp_path)
        with replayed.unconnected():
            (again,) = ask_panel(Judges(replayed, judging), rubric, question, answered())
        assert server.calls["picky"] == requests == 1 + len(refused)
    assert (again.reply, asked.reply, len(replayed.looked_up)) == ("4", "4", 1)
    assert "a request failed" not in caplog.text


class Halves(CachingTokenizer):
    """Two characters are one token; says how often it was asked."""

    asked: ClassVar[list[str]] = []

    def _tokenize_do_it(self, request):
        self.asked.append(request["text"])
        return {"tokens": list(range(len(request["text"]) // 2))}

    def _decode_do_it(self, request):
        raise AssertionError("nothing is decoded")


def test_tokens_are_those_that_the_run_counted(tmp_path, monkeypatch):
    """Requests that were fitted to a window are found again; a text that was never counted is not taken apart now."""
    register_tokenizer_config(TokenizerConfig("half/one", TokenizerSpec(f"{__name__}.Halves")))
    deploy(monkeypatch, "small", "x.Y", {}, tokenizer_name="half/one", max_sequence_length=100)
    (tmp_path / "cache").mkdir()
    request = chat.request("small", prompt="x" * 40, max_tokens=90)
    asked = fitted(request, TokenCounter(chat.auto_client(tmp_path / "cache")))
    assert (asked.max_tokens, Halves.asked) == (16, ["tokens", "x" * 40])
    replayed = ReplayedClients(tmp_path)
    again = TokenCounter(replayed)
    with replayed.unconnected():
        assert fitted(request, again) == asked
        assert again.count("chat/small", "y" * 10) == estimated_tokens("y" * 10)
    assert len(Halves.asked) == 2
