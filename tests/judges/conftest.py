"""A server of judges, each with a behaviour of its own, and panels of them that are asked."""

import time

import pytest
from support import chat
from support.judges import JUDGES, answered, ask_panel
from support.server import ChatServer

from helm_creativity.judges.asking import Judges
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
def serve(server, monkeypatch):
    """Gives the server judges of a test's own, each with a behaviour or always the same answer."""

    def judges(**behaviours):
        for name, found in behaviours.items():
            behaviour = found if callable(found) else lambda call, answer=found: answer
            monkeypatch.setitem(server.behaviours, name, behaviour)
        chat.deploy(monkeypatch, server.url, list(behaviours))

    return judges


@pytest.fixture
def panel():
    """How a panel of the server's judges is asked."""

    def settings(*names, design="all", **more):
        return Judging(Panel(tuple(f"chat/{name}" for name in names), parse_design(design)), **more)

    return settings


@pytest.fixture
def ask(server, panel, tmp_path):
    """One question to a panel, by a new annotator; ``unit``: what it is about."""

    def question(rubric, text, *names, state=None, unit=None, **settings):
        judges = Judges(chat.auto_client(tmp_path), panel(*names, **settings))
        return ask_panel(judges, rubric, text, state or answered(), **(unit or {}))

    return question
