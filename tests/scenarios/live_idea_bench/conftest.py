"""A server of judges and of models that misbehave, in the same process."""

import time

import pytest
from support import chat
from support.judges import JUDGES
from support.server import ChatServer

from helm_creativity.benchmark.loading import get_benchmark


@pytest.fixture(scope="module")
def _server():
    with ChatServer(dict(JUDGES)) as one:
        yield one


@pytest.fixture
def server(_server, monkeypatch):
    """As new, without waiting, and its behaviours are deployments ``chat/<name>``."""
    _server.calls.clear()
    _server.bodies.clear()
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    chat.deploy(monkeypatch, _server.url, [*JUDGES, "candidate", "yields"])
    return _server


@pytest.fixture(scope="session")
def live_idea_bench():
    """The benchmark."""
    return get_benchmark("live_idea_bench")
