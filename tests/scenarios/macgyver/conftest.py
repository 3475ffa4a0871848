"""A server of judges in the same process, and files of the authors' form."""

import json
import time

import pytest
from support import chat
from support.macgyver import SORRY, letter, says, write_workbook
from support.server import ChatServer, failure

from helm_creativity.benchmark.loading import get_benchmark

JUDGES = {
    "perfect": says,
    "constant": letter("A"),
    "other": letter("The answer is C."),
    "garbage": letter("Bananas are yellow."),
    "sorry": letter(SORRY),
    "down": lambda call: failure(500),
    "closed": lambda call: failure(401),
}
# The first word of each answer is the letter that people gave, for the perfect judge to read.
ANSWERS = {
    "1": [
        {"model": "one", "annotation": "correct_efficient", "solution": "A Step1: Bend it.<br>\nStep2: Fish."},
        {"model": "two", "annotation": "wrong_fail_solvability_status", "solution": "E It cannot be done."},
        {"model": "two", "solution": "Nobody looked at this."},
    ],
    "2": [
        {"model": "one", "annotation": "correct_inefficient", "solution": "B Step1: Bend it."},
        {"model": "two", "annotation": "wrong_partial_correct", "solution": "C Step1: Bend it."},
        {"model": "two", "annotation": "correct_unsolvable", "solution": "A It cannot be done."},
    ],
    "3": [
        {"model": "one", "annotation": "correct_unsolvable", "solution": "A It cannot be done."},
        {"model": "two", "annotation": "wrong_entire_wrong_solution", "solution": "D It cannot be done."},
        {"model": "two", "annotation": "correct_efficient", "solution": "A Step1: Blow."},
    ],
}


@pytest.fixture
def workbook(tmp_path):
    return write_workbook(tmp_path / "problems.xlsx")


@pytest.fixture
def labels(tmp_path):
    """Writes a file of labels."""

    def write(content=ANSWERS):
        path = tmp_path / "labels.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return path

    return write


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
    chat.deploy(monkeypatch, _server.url, [*JUDGES, "candidate"])
    return _server


@pytest.fixture(scope="session")
def macgyver():
    """The benchmark."""
    return get_benchmark("macgyver")
