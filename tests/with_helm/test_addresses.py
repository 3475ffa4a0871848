"""Requests stay at the server that the user named: they hold prompts, and a key."""

from __future__ import annotations

from types import SimpleNamespace

import httpx
import openai
import pytest
from support import chat
from support.server import ChatServer, Raw, reply

from helm_creativity.helm.clients.retries import PatientClient, stay_at_host

LIBRARIES = {
    "azure": lambda url: openai.AzureOpenAI(api_key="k", api_version="1", azure_endpoint=url, max_retries=0),
    "openai": lambda url: openai.OpenAI(api_key="k", base_url=url, max_retries=0),
}


@pytest.fixture
def other():
    """Another server, which would reply."""
    with ChatServer({"m": lambda call: reply("lamp")}) as one:
        yield one


@pytest.fixture
def moved(other):
    """Servers that send every request on to the other one, under a status."""
    servers = []

    def make(status):
        sent_on = Raw(b"", status, headers={"Location": f"{other.url.replace('127.0.0.1', 'localhost')}/there"})
        servers.append(ChatServer({"m": lambda call: sent_on}).__enter__())
        return servers[-1]

    yield make
    for server in servers:
        server.refuse()


def guarded(client):
    """The library's client, within one of HELM's that stays at its host; to say so twice is no harm."""
    stay_at_host(SimpleNamespace(client=client))
    stay_at_host(SimpleNamespace(client=client))
    return client


def ask(client):
    return client.chat.completions.create(model="m", messages=[{"role": "user", "content": "secret"}])


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("library", LIBRARIES)
def test_no_request_goes_to_another_server(caplog, other, moved, library, status):
    """Neither prompt nor key: without this, Azure's header reaches it, and a GET brings a reply to no prompt."""
    first = moved(status)
    with pytest.raises(openai.APIStatusError, match=f"Error code: {status}"):
        ask(guarded(LIBRARIES[library](first.url)))
    assert (first.calls, other.calls) == ({"m": 1}, {})
    (said,) = (message for message in caplog.messages if "redirects" in message)
    here, there = first.url.removesuffix("/v1"), other.url.removesuffix("/v1").replace("127.0.0.1", "localhost")
    assert said.startswith(f"{here} redirects requests to {there}, where none are sent: if this is the right server")


def test_a_redirect_at_the_same_server_is_followed():
    """As one to the address with another path is."""
    there = Raw(b"", 307, headers={"Location": "/v1/there"})
    with ChatServer({"m": lambda call: reply("lamp") if call.number else there}) as server:
        assert ask(guarded(LIBRARIES["openai"](server.url))).choices[0].message.content == "lamp"
    assert server.calls == {"m": 2}


@pytest.mark.parametrize(
    ("address", "location", "stays"),
    [
        ("http://h/v1", "https://h/v1", True),
        ("http://h/v1", "/v2", True),
        ("https://h/v1", "http://h/v1", False),
        ("https://h/v1", "https://h:8443/v1", False),
        ("https://h/v1", "https://h.evil/v1", False),
        ("https://h/v1", "//evil/v1", False),
        ("https://h/v1", "https://h@evil/v1", False),
    ],
)
def test_what_is_the_same_server(address, location, stays):
    """The same scheme, name and port, or the same name by HTTPS."""
    with httpx.Client() as transport:
        guarded(SimpleNamespace(_client=transport))
        (hook,) = transport.event_hooks["response"]
    response = httpx.Response(307, headers={"location": location}, request=httpx.Request("POST", address))
    hook(response)
    assert response.has_redirect_location is stays


def test_judges_and_follow_ups_stay(tmp_path, monkeypatch, other, moved):
    """Whatever client of HELM asks them: the failure is final and names its status."""
    chat.deploy(monkeypatch, moved(302).url, ["m"])
    sent = PatientClient(chat.auto_client(tmp_path)).send(chat.request("m"))
    assert (sent.requests, other.calls) == (1, {})
    assert "302" in str(sent.result.error)
