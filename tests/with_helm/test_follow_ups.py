"""Further questions to the model under test, through HELM's own client and cache, against a real server."""

import threading
import time
from functools import partial
from typing import ClassVar

import pytest
from support import chat
from support.server import ChatServer, failure, no_choice, reply

from helm_creativity.benchmark.follow_ups import FollowUp
from helm_creativity.benchmark.types import Response
from helm_creativity.helm.clients.responses import HelmRespondent
from helm_creativity.helm.clients.retries import PatientClient

BEHAVIOURS = {
    "good": lambda call: reply(f"I heard: {call.prompt}"),
    "busy": lambda call: failure(429) if call.number < 2 else reply("stone"),
    "always-busy": lambda call: failure(429),
    "broken": lambda call: failure(500),
    "mended": lambda call: failure(500) if call.number < 16 else reply("stone"),
    "refused": lambda call: failure(400),
    "stranger": lambda call: failure(401),
    "null": lambda call: reply(None),
    "nochoice": lambda call: no_choice(),
    "filtered": lambda call: reply("stone", "content_filter"),
    "cut": lambda call: reply("sto", "length"),
    "flagged": lambda call: (400, {"error": {"message": "Invalid prompt: your prompt was flagged"}}),
}


@pytest.fixture(scope="module")
def server():
    with ChatServer(BEHAVIOURS) as one:
        yield one


@pytest.fixture
def waits(monkeypatch):
    """Seconds that would have been slept."""
    slept = []
    monkeypatch.setattr(time, "sleep", lambda seconds: slept.append(seconds) if seconds else None)
    return slept


@pytest.fixture
def follow_ups(server, waits, monkeypatch, tmp_path):
    server.calls.clear()
    server.bodies.clear()
    chat.deploy(monkeypatch, server.url, list(BEHAVIOURS))
    return partial(HelmRespondent, PatientClient(chat.auto_client(tmp_path)))


def test_the_same_question_is_answered_from_the_cache(follow_ups, server, tmp_path):
    """By the same object and by one of a later run; another trial is another question."""
    first = follow_ups(chat.request("good")).ask("And then?")
    again = follow_ups(chat.request("good")).ask("And then?")
    later = HelmRespondent(PatientClient(chat.auto_client(tmp_path)), chat.request("good")).ask("And then?")
    assert server.calls["good"] == 1
    assert again == later == FollowUp(first.response, "", 0, cached=True)
    assert not follow_ups(chat.request("good", random="1")).ask("And then?").cached
    assert server.calls["good"] == 2


def test_a_further_turn_stands_behind_the_first_two(follow_ups, server):
    """As a conversation, with the settings of the first request."""
    sampling = {"temperature": 0.7, "max_tokens": 321, "num_completions": 2, "top_p": 0.9}
    first = chat.request("good", prompt="Name a word.", **sampling)
    assert follow_ups(first).go_on("stone", "Another one.") == FollowUp(
        Response("I heard: Another one.", "stop"), "", 1, cached=False, conversation=True
    )
    (body,) = server.bodies
    assert body["messages"] == [
        {"role": "user", "content": "Name a word."},
        {"role": "assistant", "content": "stone"},
        {"role": "user", "content": "Another one."},
    ]
    assert (body["temperature"], body["max_tokens"], body["n"], body["top_p"]) == (0.7, 321, 2, 0.9)
    assert follow_ups(first).go_on("stone", "Another one.").cached
    assert not follow_ups(first).go_on("pebble", "Another one.").cached
    assert "blank" in follow_ups(first).go_on("stone", " ").error
    follow_ups(chat.request("good", prompt="", messages=[{"role": "user", "content": "Name a word."}])).ask("And then?")
    assert server.bodies[-1]["messages"] == [{"role": "user", "content": "And then?"}]


@pytest.mark.parametrize(
    ("takes_messages", "response", "asked"),
    [(True, " ", "Name a word.\n\nTry again."), (False, "stone", "Name a word.\n\nstone\n\nTry again.")],
)
def test_what_cannot_be_a_conversation_is_one_text(follow_ups, server, monkeypatch, takes_messages, response, asked):
    """Providers refuse an empty message, and some clients take none."""
    monkeypatch.setattr("helm_creativity.helm.clients.responses.takes_messages", lambda name: takes_messages)
    follow_ups(chat.request("good", prompt="Name a word.")).go_on(response, "Try again.")
    assert server.bodies[0]["messages"] == [{"role": "user", "content": asked}]


def test_another_answer_to_the_same_prompt_is_drawn_anew(follow_ups, server):
    """Each number has a place of its own in HELM's cache, in every trial."""
    for trial in (None, "1"):
        first = chat.request("good", random=trial)
        assert [follow_ups(first).ask_again(number).cached for number in (1, 2, 1, 2)] == [False, False, True, True]
    assert server.calls["good"] == 4
    assert all(body["messages"] == [{"role": "user", "content": "Name a word."}] for body in server.bodies)


def test_a_rate_limit_that_passes_is_waited_for(follow_ups, server, clock):
    """Two refusals, then the answer, after about 1 and 2 seconds."""
    assert follow_ups(chat.request("busy")).ask("And then?") == FollowUp(Response("stone", "stop"), "", 3, cached=False)
    assert server.calls["busy"] == 3
    first, second = clock.waits
    assert 1 <= first <= 1.5
    assert 2 <= second <= 3


def test_a_question_that_breaks_the_server_costs_four_attempts(follow_ups, server, waits):
    """Then it has failed, with the server's words."""
    one = follow_ups(chat.request("broken")).ask("And then?")
    assert one.response == Response("", failed=True)
    assert "set to fail with 500" in one.error
    assert (one.requests, server.calls["broken"], len(waits)) == (4, 4, 3)
    assert 4 <= waits[2] <= 6


def test_a_dead_deployment_is_given_up(follow_ups, server, clock):
    """Once ten minutes have passed without an answer; others are asked."""
    ask = [follow_ups(chat.request("broken", random=str(i))).ask("And then?") for i in range(8)]
    assert [turn.response.failed for turn in ask] == [True] * 8
    assert [turn.requests for turn in ask[3:]] == [0] * 5
    assert ask[-1].error == "not asked: chat/broken had not answered for 600 s"
    assert 600 <= clock.time <= 1000
    assert server.calls["broken"] < 40
    assert follow_ups(chat.request("good")).ask("And then?").error == ""


@pytest.mark.parametrize(("name", "status"), [("refused", "400"), ("stranger", "401")])
def test_a_refused_request_is_final(follow_ups, server, waits, name, status):
    """Asking again would bring the same, and says nothing about the server."""
    for i in range(6):
        one = follow_ups(chat.request(name, random=str(i))).ask("And then?")
        assert one.response == Response("", failed=True)
        assert status in one.error
        assert one.requests == 1
    assert server.calls[name] == 6
    assert waits == []


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("null", Response("", "stop")),
        ("cut", Response("sto", "length")),
        ("flagged", Response("", "content_filter")),
        ("filtered", Response("", "content_filter", failed=True)),
    ],
)
def test_odd_answers_are_answers(follow_ups, server, name, answer):
    """Read by the rules of the first answer; HELM makes an error of a content filter, which is final."""
    error = "Content blocked by OpenAI filter" if answer.failed else ""
    assert follow_ups(chat.request(name)).ask("And then?") == FollowUp(answer, error, 1, cached=False)
    assert server.calls[name] == 1


@pytest.mark.parametrize("prompt", ["", "  \n\t"])
def test_a_blank_prompt_is_never_sent(follow_ups, server, prompt):
    """HELM's clients raise at it, or pay for nothing."""
    assert follow_ups(chat.request("good")).ask(prompt) == FollowUp(
        Response("", failed=True), "the prompt is blank", 0, cached=False
    )
    assert server.calls == {}


class Scripted:
    """An auto client with a given client."""

    credentials: ClassVar = {}

    def __init__(self, *script):
        self.script = list(script)

    def _get_client(self, name):
        return self

    def make_request(self, request):
        step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(step, Exception):
            raise step
        return step


@pytest.mark.parametrize(
    ("error", "requests"),
    [
        (ValueError("the last message must be the user's"), 1),
        (ConnectionError("refused"), 4),
        (TimeoutError("timed out"), 4),
        (RuntimeError(), 1),
    ],
)
def test_no_exception_leaves(waits, error, requests):
    """Whatever a client raises is a failed answer that tells its name."""
    one = HelmRespondent(PatientClient(Scripted(error)), chat.request("any")).ask("And then?")
    assert one == FollowUp(Response("", failed=True), f"{type(error).__name__}: {error}", requests, cached=False)


def test_all_threads_share_one_client(follow_ups, server):
    """Nothing is lost and no client is made twice."""
    requests = [chat.request("good", random=str(i)) for i in range(16)]
    threads = [threading.Thread(target=follow_ups(request).ask, args=("And then?",)) for request in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert server.calls["good"] == 16
