"""Further questions to the model under test, through HELM's own client and cache, against a real server."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest
from helm.common.request import GeneratedOutput
from support import chat, states
from support.server import ChatServer, failure, reply

from helm_creativity.benchmark.follow_ups import FollowUp
from helm_creativity.benchmark.prompts import BETWEEN, Instruction
from helm_creativity.benchmark.types import Response
from helm_creativity.helm.clients.responses import HelmRespondent, trial_in
from helm_creativity.helm.clients.retries import PatientClient

BEHAVIOURS = {
    "good": lambda call: reply(f"I heard: {call.prompt}"),
    "busy": lambda call: failure(429) if call.number < 2 else reply("stone"),
    "broken": lambda call: failure(500),
    "refused": lambda call: failure(400),
    "stranger": lambda call: failure(401),
    "null": lambda call: reply(None),
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
    """By the same object, by one of a later run, and once for all threads; another trial is another question."""
    first = follow_ups(chat.request("good")).ask("And then?")
    again = follow_ups(chat.request("good")).ask("And then?")
    later = HelmRespondent(PatientClient(chat.auto_client(tmp_path)), chat.request("good")).ask("And then?")
    assert server.calls["good"] == 1
    assert again == later == FollowUp(first.response, "", 0, cached=True)
    trials = [str(number) for number in range(1, 9) for _ in range(2)]
    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(lambda trial: follow_ups(chat.request("good", random=trial)).ask("And then?"), trials))
    assert server.calls["good"] == 1 + 8
    assert sum(one.cached for one in found) == 8


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
    firsts = [chat.request("good", random=trial) for trial in (None, "1")]
    cached = [follow_ups(first).ask_again(number).cached for first in firsts for number in (1, 2, 1, 2)]
    assert cached == [False, False, True, True] * 2
    assert server.calls["good"] == 4
    assert all(body["messages"] == [{"role": "user", "content": "Name a word."}] for body in server.bodies)


CREATIVE = Instruction("creative").text + BETWEEN


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        (f"{CREATIVE}Name a word.", f"{CREATIVE}And then?"),
        ("Name a word.", "And then?"),
        ("Name another.", "And then?"),
    ],
)
def test_a_further_question_stands_behind_the_first_ones_instruction(follow_ups, server, prompt, asked):
    """And behind nothing where there was none, or where the first prompt cannot be identified."""
    follow_ups(chat.request("good", prompt=prompt), "Name a word.").ask("And then?")
    assert server.bodies[0]["messages"] == [{"role": "user", "content": asked}]


def test_a_rate_limit_that_passes_is_waited_for(follow_ups, clock):
    """Two refusals, then the answer, after about 1 and 2 seconds."""
    assert follow_ups(chat.request("busy")).ask("And then?") == FollowUp(Response("stone", "stop"), "", 3, cached=False)
    first, second = clock.waits
    assert 1 <= first <= 1.5
    assert 2 <= second <= 3


def test_a_dead_deployment_is_given_up(follow_ups, server, waits, clock):
    """A question costs four attempts. Once ten minutes have passed without an answer none is sent; others are asked."""
    first = follow_ups(chat.request("broken", random="0")).ask("And then?")
    assert (first.response, first.requests, len(waits)) == (Response("", failed=True), 4, 3)
    assert "set to fail with 500" in first.error
    assert 4 <= waits[2] <= 6
    ask = [follow_ups(chat.request("broken", random=str(i))).ask("And then?") for i in range(1, 8)]
    assert [turn.response.failed for turn in ask] == [True] * 7
    assert [turn.requests for turn in ask[2:]] == [0] * 5
    assert ask[-1].error == "not asked: chat/broken had not answered for 600 s"
    assert 600 <= clock.time <= 1000
    assert server.calls["broken"] < 40
    assert follow_ups(chat.request("good")).ask("And then?").error == ""


FAILED = Response("", failed=True)


@pytest.mark.parametrize(
    ("name", "answer", "error"),
    [
        ("null", Response("", "stop"), ""),
        ("cut", Response("sto", "length"), ""),
        ("flagged", Response("", "content_filter"), ""),
        ("filtered", Response("", "content_filter", failed=True), "Content blocked by OpenAI filter"),
        ("refused", FAILED, "400"),
        ("stranger", FAILED, "401"),
    ],
)
def test_what_comes_once_is_final(follow_ups, server, waits, name, answer, error):
    """Odd answers are read by the rules of the first one; asking again would bring the same error."""
    found = [follow_ups(chat.request(name, random=trial)).ask("And then?") for trial in "012345"]
    assert [(one.response, one.requests) for one in found] == [(answer, 1)] * 6
    assert all(error in one.error and bool(one.error) is bool(error) for one in found)
    assert (server.calls[name], waits) == (6, [])


@pytest.mark.parametrize("ask", [lambda one: one.ask("  \n\t"), lambda one: one.go_on("stone", " ")])
def test_a_blank_prompt_is_never_sent(follow_ups, server, ask):
    """HELM's clients raise at it, or pay for nothing."""
    expected = FollowUp(FAILED, "the prompt is blank", 0, cached=False)
    assert ask(follow_ups(chat.request("good"))) == expected
    assert server.calls == {}


@pytest.mark.parametrize(
    ("error", "requests"),
    [(ValueError("the last message must be the user's"), 1), (ConnectionError("refused"), 4), (RuntimeError(), 1)],
)
def test_no_exception_leaves(waits, error, requests):
    """Whatever a client raises is a failed answer that tells its name."""

    def make_request(request):
        raise error

    clients = SimpleNamespace(credentials={}, _get_client=lambda name: SimpleNamespace(make_request=make_request))
    one = HelmRespondent(PatientClient(clients), chat.request("any")).ask("And then?")
    assert one == FollowUp(FAILED, f"{type(error).__name__}: {error}", requests, cached=False)


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        ("length", ["length", "max_tokens", "MAX_TOKENS", "model_length", "max_output_tokens"]),
        ("content_filter", ["content_filter", "SAFETY", "It violates the content policy."]),
    ],
)
def test_every_providers_word_for_the_token_limit_and_for_a_filter(kept, words):
    answers = [replace(GeneratedOutput("cat", 0.0, []), finish_reason={"reason": word}) for word in words]
    found = [trial_in(states.state(states.instance("a"), "", completions=[answer])) for answer in answers]
    assert {trial.sample.response for trial in found} == {Response("cat", finish_reason=kept)}


def test_an_annotator_gets_the_one_answer():
    """With the fields of its item; none is an empty answer, and several are refused."""
    item = states.instance("a", cue="river")
    trial = trial_in(states.state(item, "cat"))
    assert (trial.sample.response.text, trial.sample.fields["cue"]) == ("cat", "river")
    assert (trial.item, trial.number, trial.prompt) == (item.id, 0, item.input.text)
    assert trial_in(states.state(item, "", completions=[])).sample.response.text == ""
    two = [GeneratedOutput(text, 0.0, []) for text in ("cat", "dog")]
    with pytest.raises(ValueError, match="expected one answer, got 2: use num_trials= instead of num_outputs="):
        trial_in(states.state(item, "", completions=two))
