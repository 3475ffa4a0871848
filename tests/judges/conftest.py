"""A server of judges, each with a behaviour of its own, and a panel of them."""

import time

import pytest
from support import chat
from support.judges import JUDGES
from support.server import ChatServer

from helm_creativity.judges.designs import Panel, parse_design
from helm_creativity.judges.settings import Judging


@pytest.fixture(scope="session")
def judges_server():
    with ChatServer(dict(JUDGES)) as one:
        yield one


@pytest.fixture
def waits(monkeypatch):
    """Seconds that would have been slept."""
    slept = []
    monkeypatch.setattr(time, "sleep", lambda seconds: slept.append(seconds) if seconds else None)
    return slept


@pytest.fixture
def server(judges_server, waits, monkeypatch):
    """As new, and its judges as HELM's deployments beside a candidate that it does not serve."""
    judges_server.calls.clear()
    judges_server.bodies.clear()
    chat.deploy(monkeypatch, judges_server.url, [*JUDGES, "candidate"])
    return judges_server


@pytest.fixture
def panel():
    """How a panel of the server's judges is asked."""

    def settings(*names, design="all", **more):
        return Judging(Panel(tuple(f"chat/{name}" for name in names), parse_design(design)), **more)

    return settings
