"""Requests stay at the server that the user named: they hold prompts, and a key."""

from __future__ import annotations

import http.server
import json
import threading
from contextlib import contextmanager

import httpx
import openai
import pytest
from support import chat

from helm_creativity.helm.clients.retries import PatientClient, _stop_redirect, stay_at_host

KEY = "az-correct-horse-battery"
CHOICE = {"index": 0, "message": {"role": "assistant", "content": "lamp"}, "finish_reason": "stop"}
REPLY = json.dumps({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [CHOICE]}).encode()


class Server(http.server.ThreadingHTTPServer):
    """Replies "lamp", or sends requests on to ``location``; keeps what it was asked."""

    def __init__(self, status=200, location=""):
        super().__init__(("127.0.0.1", 0), Handler)
        self.status, self.location, self.seen = status, location, []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.seen.append((self.command, self.path, dict(self.headers)))
        moves = self.server.location and "/there" not in self.path
        self.send_response(self.server.status if moves else 200)
        if moves:
            self.send_header("Location", self.server.location + self.path + "/there")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "0" if moves else str(len(REPLY)))
        self.end_headers()
        self.wfile.write(b"" if moves else REPLY)

    def do_GET(self):
        self.do_POST()

    def log_message(self, *arguments):
        pass


@contextmanager
def running(*servers):
    threads = [threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}) for server in servers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for server, thread in zip(servers, threads, strict=True):
            server.shutdown()
            thread.join()
            server.server_close()


class HelmClient:
    """As HELM's clients keep the library's."""

    def __init__(self, client):
        self.client = client


def ask(client):
    return client.chat.completions.create(model="m", messages=[{"role": "user", "content": "secret"}])


def azure(url):
    return openai.AzureOpenAI(api_key=KEY, api_version="1", azure_endpoint=url, max_retries=0)


def openai_client(url):
    return openai.OpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("library", [azure, openai_client])
def test_no_request_goes_to_another_server(caplog, library, status):
    """Neither prompt nor key: without this, Azure's header reaches it, and a GET brings a reply to no prompt."""
    other = Server()
    first = Server(status, f"http://localhost:{other.server_port}")
    with running(first, other):
        client = library(f"http://127.0.0.1:{first.server_port}")
        stay_at_host(HelmClient(client))
        stay_at_host(HelmClient(client))
        with pytest.raises(openai.APIStatusError, match=f"Error code: {status}"):
            ask(client)
    assert (len(first.seen), other.seen) == (1, [])
    assert [record.getMessage() for record in caplog.records if "redirects" in record.getMessage()] == [
        f"http://127.0.0.1:{first.server_port} redirects requests to http://localhost:{other.server_port}, where "
        "none are sent: if this is the right server, set it as base_url"
    ]


def test_a_redirect_at_the_same_server_is_followed():
    """As one to the address with another path is."""
    server = Server(307)
    server.location = f"http://127.0.0.1:{server.server_port}"
    with running(server):
        client = openai_client(server.location)
        stay_at_host(HelmClient(client))
        assert ask(client).choices[0].message.content == "lamp"
    assert len(server.seen) == 2


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
    response = httpx.Response(307, headers={"location": location}, request=httpx.Request("POST", address))
    _stop_redirect(response)
    assert response.has_redirect_location is stays


def test_judges_and_follow_ups_stay(tmp_path, monkeypatch):
    """Whatever client of HELM asks them: the failure is final and names its status."""
    other = Server()
    first = Server(302, f"http://localhost:{other.server_port}")
    chat.deploy(monkeypatch, f"http://127.0.0.1:{first.server_port}/v1", ["moved"])
    with running(first, other):
        sent = PatientClient(chat.auto_client(tmp_path)).send(chat.request("moved"))
    assert (sent.requests, other.seen) == (1, [])
    assert "302" in str(sent.result.error)
