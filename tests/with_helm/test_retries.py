"""How long a server that is down is waited for, and that it is used again when it is back."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from helm.common.cache import Cache, SqliteCacheConfig
from helm.common.request import GeneratedOutput, Request, RequestResult
from support.clock import is_down
from support.locking import locked

from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients import reply_cache, retries
from helm_creativity.helm.clients.failures import Failure
from helm_creativity.helm.clients.reply_cache import ReplyCache
from helm_creativity.helm.clients.retries import CHANCES, DEADLINE, PROBES, Breaker, ask_patiently, failed_result

ANSWER = RequestResult(True, [], [GeneratedOutput("stone", 0.0, [])], False)
DOWN, BUSY = failed_result("Error code: 500"), failed_result("Error code: 429")


@pytest.fixture
def breaker(clock):
    return Breaker(600, clock.now, clock.wait)


def fail(breaker, questions=retries.SEVERAL, failure=Failure.DOWN, began=0.0):
    for _ in range(questions):
        breaker.failed("a/x", object(), object(), began, failure, "Error code: 500")


def ask(attempt, breaker, prompt="Name a word."):
    return ask_patiently(Request(model="a/x", model_deployment="a/x", prompt=prompt), attempt, breaker)


@pytest.mark.parametrize("text", ["ten", "-1", "nan"])
def test_other_than_seconds_are_refused(text):
    with pytest.raises(BadArguments, match=f"HELM_CREATIVITY_PATIENCE must be .*, got '{text}'"):
        retries.parse_patience(text)


def test_one_question_says_nothing_of_the_server(breaker):
    """It may be what the server cannot bear; a rate limit is the account's, and one holds for all."""
    one = object()
    for _ in range(10):
        breaker.failed("a/x", one, one, 0.0, Failure.DOWN, "Error code: 500")
    assert not is_down(breaker, "a/x")
    fail(breaker, 1)
    assert is_down(breaker, "a/x")
    breaker.failed("a/y", one, one, 0.0, Failure.BUSY, "Error code: 429")
    assert is_down(breaker, "a/y")
    assert not is_down(breaker, "a/z")


def test_probes_come_ever_later_and_never_end(breaker, clock):
    """One at a time; after ten minutes the questions between them are given up."""
    fail(breaker)
    times = []
    while clock.time < 600:
        if breaker.turn("a/x", "new"):
            times.append(clock.time)
            breaker.returned("a/x")
            fail(breaker, 1)
    times = [time for time in times if time < 600]
    gaps = [later - earlier for earlier, later in zip([0.0, *times], times, strict=False)]
    for gap, probe in zip(gaps, [*PROBES, *[PROBES[-1]] * len(gaps)], strict=False):
        assert probe <= gap <= 1.5 * probe
    fail(breaker, CHANCES)
    assert not breaker.turn("a/x", "new")
    assert breaker.given_up_for("a/x") >= 600
    clock.time += 1.5 * PROBES[-1]
    assert breaker.given_up_for("a/x") is None
    assert breaker.turn("a/x", "new")
    breaker.returned("a/x")
    assert not breaker.turn("a/x", "new")


def test_an_answer_that_was_under_way_does_not_cut_the_first_pause(breaker, clock):
    """Under a rate limit all threads would come back at once, again and again."""
    fail(breaker, 1, Failure.BUSY)
    breaker.answered("a/x")
    assert is_down(breaker, "a/x")
    assert breaker.turn("a/x", "new")
    assert clock.time >= PROBES[0]
    assert not is_down(breaker, "a/x")


@pytest.mark.parametrize("threads", [1, 8, 32])
@pytest.mark.parametrize("failure", [DOWN, BUSY])
def test_an_outage_loses_next_to_nothing(monkeypatch, threads, failure):
    """Under any number of threads, by the real clock: one question at most, where it is asked alone."""
    monkeypatch.setattr(retries, "WAITS", (0.01, 0.02, 0.04))
    monkeypatch.setattr(retries, "PROBES", (0.01, 0.02, 0.04, 0.08))
    breaker, begin = Breaker(5), time.monotonic() + 0.05

    def attempt():
        time.sleep(0.001)
        return failure if begin <= time.monotonic() < begin + 0.4 else ANSWER

    with ThreadPoolExecutor(threads) as several:
        sent = list(several.map(lambda number: ask(attempt, breaker, str(number)), range(200)))
    assert sum(result.failure is not None for result in sent) <= (threads == 1 and failure is DOWN)


def test_trials_of_a_prompt_that_the_server_cannot_bear_cost_no_other(breaker, monkeypatch):
    """Under one thread nothing else is asked meanwhile, so that the server seems to be down."""
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    assert [ask(lambda: DOWN, breaker, "odd").failure for _ in range(5)] == [Failure.DOWN] * 5
    assert breaker.given_up_for("a/x") is None
    assert ask(lambda: ANSWER, breaker, "even").failure is None
    assert not is_down(breaker, "a/x")


def test_a_question_that_the_server_cannot_bear_ends_while_others_are_answered(breaker, monkeypatch):
    """After its fourth attempt, though the server was thought to be down in between."""
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    count = iter(range(100))

    def attempt():
        if next(count) == 2:
            fail(breaker, 1)  # another one fails, too, and then it is answered
            breaker.answered("a/x")
        return DOWN

    sent = ask(attempt, breaker)
    assert (sent.failure, sent.requests, sent.skipped) == (Failure.DOWN, 4, False)


def test_out_of_patience_questions_wait_for_the_probe_that_is_under_way():
    """Its answer is theirs, too: a run that begins after an outage loses nothing."""
    breaker = Breaker(0)
    fail(breaker, began=time.monotonic())
    breaker._outages["a/x"].next_probe = time.monotonic()
    asked, answer = threading.Event(), threading.Event()

    def probe():
        asked.set()
        answer.wait(5)
        return ANSWER

    with ThreadPoolExecutor(2) as threads:
        sent = [threads.submit(ask, probe, breaker)]
        assert asked.wait(5)
        sent.append(threads.submit(ask, lambda: ANSWER, breaker))
        time.sleep(0.05)
        assert [one.done() for one in sent] == [False, False]
        answer.set()
    assert [one.result().failure for one in sent] == [None, None]


def test_what_goes_wrong_first_is_logged_at_once_and_then_ever_less_often(breaker, clock, caplog):
    """Every second for an hour: 16 lines."""
    for _ in range(3600):
        breaker.note("a/x", "a request failed", ": no")
        clock.time += 1
    assert len(caplog.messages) == 16
    breaker.note("a/y", "a request failed", ": no")
    assert caplog.messages[-1] == "a/y: a request failed: no"


def test_what_does_not_end_is_given_up(monkeypatch):
    """It was said before, again and again."""
    monkeypatch.setattr(retries, "NOTES", (0.05,))
    waited, ends = [], threading.Event()
    with pytest.raises(TimeoutError, match=r"no whole reply within 0.4 s"):
        retries.within(0.4, lambda: ends.wait(60), lambda: waited.append(1))
    ends.set()
    assert 2 <= len(waited) <= 4


def test_a_wait_for_the_cache_is_no_silence_of_the_server(monkeypatch, tmp_path):
    """A cache that is locked for longer than a request may take is no failure of the model."""
    monkeypatch.setattr(reply_cache, "SHORT_WAIT", 0.05)
    file = tmp_path / "host.sqlite"
    bounded = partial(retries.within, 0.2, waited=lambda: None)
    cache = ReplyCache(Cache(SqliteCacheConfig(str(file))), object(), 60, lambda line: None, bounded)
    cache.get({"prompt": "first"}, lambda: {"text": "river"})
    with locked(file, 0.6):
        assert cache.get({"prompt": "second"}, lambda: {"text": "stone"}) == ({"text": "stone"}, False)


@pytest.mark.parametrize(
    ("timeout", "seconds"),
    [(1.5, 1.5), (120, 120), ("soon", DEADLINE), (0, DEADLINE), (True, DEADLINE), (None, DEADLINE)],
)
def test_the_time_limit_is_the_deployments_own(monkeypatch, timeout, seconds):
    """The client's own is for the time between two bytes."""
    arguments = None if timeout is None else {"timeout": timeout}
    deployment = ModelDeployment("a/x", ClientSpec("helm.clients.simple_client.SimpleClient", arguments), "a/x")
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "a/x", deployment)
    assert (retries.time_limit("a/x"), retries.time_limit("a/unknown")) == (seconds, DEADLINE)
