"""Requests that are repeated, and how long a server that is down is waited for.

``AutoClient.make_request`` waits 150 seconds over every failure, a wrong key included. So deployments' clients are
asked directly, with the same cache.
"""

from __future__ import annotations

import logging
import math
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from helm.clients.auto_client import AutoClient
from helm.clients.client import Client
from helm.common.request import Request, RequestResult

from helm_creativity.errors import BadArguments, CacheProblem
from helm_creativity.helm.clients.deployments import (
    client_arguments,
    keep_keys_secret,
    make_caches_private,
    with_advice,
)
from helm_creativity.helm.clients.failures import Failure, classify_failure
from helm_creativity.helm.clients.provider_replies import usable_completion
from helm_creativity.helm.clients.reply_cache import NOT_CACHED, Compute, keep_usable_replies
from helm_creativity.helm.clients.windows import DoesNotFit, TokenCounter, fitted
from helm_creativity.masking import completions_without_keys, without_secrets
from helm_creativity.safe_text import escaped, module_logger, quoted

logger = module_logger(__name__)

T = TypeVar("T")
Make = Callable[[Client, Request], RequestResult]
"""How a deployment's client is asked."""

WAITS = (1.0, 2.0, 4.0)
"""Seconds before the second, third and fourth attempt at one question, each prolonged by up to a half at random."""

PROBES = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds between questions to a deployment that is down; the last holds from then on."""

NOTES = (10.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds between lines of the log about one deployment that fails; the last holds from then on."""

DEADLINE = 1800.0
"""Seconds after which a request is given up whose deployment names no ``timeout``. The clients' own limits are for the
time between two bytes, so that a server which sends one now and then is never given up by them."""


def parse_patience(text: str) -> float:
    """The seconds that the environment variable names."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not seconds >= 0:  # so that NaN is refused, too
        raise BadArguments(f"HELM_CREATIVITY_PATIENCE must be a number of seconds, 0 or more, got {quoted(text)}")
    return seconds


PATIENCE = parse_patience(os.environ.get("HELM_CREATIVITY_PATIENCE", "600"))
"""Seconds without an answer after which questions to a deployment are no longer kept waiting."""

SEVERAL = 2
"""Different questions that must fail before the fault is the server's. One alone may be what the server cannot bear."""

CHANCES = 5
"""Different prompts that must fail once the patience is over before questions are given up. Those that failed before
may be what the server cannot bear: as they wait longest, they can come to hold all threads."""


@dataclass
class _Outage:
    since: float
    last_asked: float
    questions: set[object] = field(default_factory=set)
    prompts: set[object] = field(default_factory=set)
    chances: int = 0
    is_logged: bool = False
    was_answered: bool = False
    probes: int = 0
    next_probe: float = 0.0

    @property
    def is_known(self) -> bool:
        return self.probes > 0

    def plan_probe(self, now: float, by: random.Random) -> None:
        self.next_probe = now + _prolonged(PROBES[min(self.probes, len(PROBES) - 1)], by)
        self.probes += 1


def _prolonged(wait: float, by: random.Random) -> float:
    """Seconds, prolonged by up to a half, so that threads do not come back together."""
    return wait * (1 + by.random() / 2)


class Breaker:
    """Which deployments are down, for all threads.

    A deployment is down when it asks for patience (429), or when several questions in a row failed because of the
    server. Questions then wait, and one at a time is sent as a probe. The first fresh answer ends the outage, though
    not before the first probe is due: under a rate limit, answers to requests that are under way would let all threads
    send again at once. After ``patience`` seconds those that failed are given up, and once ``CHANCES`` others have
    failed too, all but the probes. What fails for other reasons, and answers from HELM's cache, say nothing about it.
    """

    def __init__(
        self,
        patience: float | None = None,
        now: Callable[[], float] = time.monotonic,
        wait: Callable[[threading.Condition, float], object] = threading.Condition.wait,
    ) -> None:
        self.patience = PATIENCE if patience is None else patience
        self.now = now
        self._wait = wait
        self._changed = threading.Condition()
        self._outages: dict[str, _Outage] = {}
        self._answered_at: dict[str, float] = {}
        self._notes: dict[tuple[str, str], tuple[int, float]] = {}
        self._under_way: Counter[str] = Counter()
        self._random = random.Random()  # HELM seeds the global one

    def given_up_for(self, deployment: str) -> float | None:
        """Seconds without an answer, where questions are given up now; None where they are sent or wait."""
        with self._changed:
            outage, now = self._outages.get(deployment), self.now()
            if outage is None or not outage.is_known or now >= outage.next_probe or outage.chances < CHANCES:
                return None
            return now - outage.since if now - outage.since >= self.patience else None

    def turn(self, deployment: str, prompt: object) -> bool:
        """Waits until the deployment may be asked; False where it is given up. True must be followed by ``returned``.

        Within patience, probes do not wait for each other: one that hangs must not hide that the server is back. Out of
        patience there is one at a time, and all others wait for its answer. As long as few prompts failed, questions
        with another one are sent: prompts that the server cannot bear must not cost the rest of a run.
        """
        with self._changed:
            while (outage := self._outages.get(deployment)) is not None:
                now, is_under_way = self.now(), self._under_way[deployment] > 0
                idle = 2 * PROBES[-1] + (self.patience if outage.is_known else 0)
                if not is_under_way and now - outage.last_asked > idle:
                    del self._outages[deployment]  # as between two runs: those failures say nothing of now
                    break
                if not outage.is_known:
                    break
                end, is_due = outage.since + self.patience, now >= outage.next_probe
                if is_due and outage.was_answered:
                    self._end(deployment, outage)
                    break
                if now >= end and is_under_way:
                    wait = PROBES[-1]
                elif is_due or (now >= end and prompt not in outage.prompts and outage.chances < CHANCES):
                    outage.plan_probe(now, self._random)
                    break
                elif now >= end:
                    return False
                else:
                    wait = min(outage.next_probe, end) - now
                self._wait(self._changed, wait)
            self._under_way[deployment] += 1
            return True

    def failed(
        self, deployment: str, question: object, prompt: object, began: float, failure: Failure, error: str
    ) -> bool:
        """Notes a request that failed because of the server; whether questions have to wait now."""
        with self._changed:
            now, since = self.now(), max(began, self._answered_at.get(deployment, began))
            outage = self._outages.setdefault(deployment, _Outage(since, now))
            outage.chances += prompt not in outage.prompts and now >= outage.since + self.patience
            outage.questions.add(question)
            outage.prompts.add(prompt)
            if not outage.is_known and (failure is Failure.BUSY or len(outage.questions) >= SEVERAL):
                outage.plan_probe(now, self._random)
            if outage.is_known and failure is Failure.DOWN and not outage.is_logged:
                outage.is_logged = True
                logger.warning("%s does not answer, waiting up to %g s: %s", deployment, self.patience, error)
            return outage.is_known

    def note(self, deployment: str, event: str, words: str) -> None:
        """Logs an event of a deployment: the first of its kind at once, then at growing intervals (``NOTES``)."""
        with self._changed:
            lines, due = self._notes.get((deployment, event), (0, self.now()))
            if self.now() < due:
                return
            self._notes[deployment, event] = lines + 1, self.now() + NOTES[min(lines, len(NOTES) - 1)]
        logger.warning("%s: %s%s", deployment, event, words)

    def note_silence(self, deployment: str, began: float) -> None:
        """Logs, as ``note`` does, that nothing came since then, whichever question it may have been the reply to."""
        with self._changed:
            silent = self._answered_at.get(deployment, began) <= began
        if silent:
            self.note(deployment, "no reply", f" for {self.now() - began:.0f} s")

    def answered(self, deployment: str) -> None:
        """Notes a fresh answer."""
        with self._changed:
            now = self._answered_at[deployment] = self.now()
            outage = self._outages.get(deployment)
            if outage is not None and outage.is_known and outage.probes == 1:  # planned and not sent
                outage.since, outage.was_answered = now, True
            elif outage is not None:
                self._end(deployment, outage)

    def returned(self, deployment: str) -> None:
        """Notes that a request came back, with whatever result, after ``failed`` or ``answered`` has noted that."""
        with self._changed:
            self._under_way[deployment] -= 1
            outage, now = self._outages.get(deployment), self.now()
            if outage is not None:
                outage.last_asked = now
                if outage.is_known and now >= outage.since + self.patience:
                    outage.plan_probe(now, self._random)
            self._changed.notify_all()

    def _end(self, deployment: str, outage: _Outage) -> None:
        del self._outages[deployment]
        self._notes = {key: note for key, note in self._notes.items() if key[0] != deployment}
        if outage.is_logged:
            logger.warning("%s answers again after %.0f s", deployment, self.now() - outage.since)
        self._changed.notify_all()


BREAKER = Breaker()
"""That of the process: a run knows which judges were down in the run before it."""


class RequestOutcome(NamedTuple):
    """What came of one question."""

    result: RequestResult
    requests: int
    failure: Failure | None
    skipped: bool = False


def ask_patiently(request: Request, attempt: Callable[[], RequestResult], breaker: Breaker) -> RequestOutcome:
    """Asks until there is an answer, a final failure, or no patience left; four times while others are answered."""
    deployment: str = request.model_deployment
    question, prompt, requests = object(), (request.prompt, str(request.messages)), 0
    waits = iter(WAITS)
    sent: RequestOutcome | None = None
    waiting = random.Random()
    while breaker.turn(deployment, prompt):
        is_down, began = False, breaker.now()
        try:
            result, failure = attempted(attempt)
            if failure is Failure.FINAL:
                result = replace(result, error=with_advice(str(result.error), deployment))
            if failure is not None and NOT_CACHED not in str(result.error):
                breaker.note(deployment, "a request failed", f": {result.error}")
            elif not result.cached:
                breaker.answered(deployment)
            if failure in (Failure.BUSY, Failure.DOWN):
                is_down = breaker.failed(deployment, question, prompt, began, failure, str(result.error))
        finally:
            breaker.returned(deployment)
        requests += not result.cached
        sent = RequestOutcome(result, requests, failure)
        if failure in (None, Failure.FINAL):
            return sent
        pause = next(waits, None)
        if not is_down:
            if pause is None:
                return sent
            time.sleep(_prolonged(pause, waiting))
    if sent is not None:
        return sent
    error = f"not asked: {deployment} had not answered for {breaker.patience:g} s"
    return RequestOutcome(failed_result(error), 0, Failure.DOWN, skipped=True)


_quiet = threading.local()


def _without_tracebacks(record: logging.LogRecord) -> bool:
    """Drops the tracebacks that HELM's clients log for every attempt; of a server's words, what steers a terminal."""
    record.msg, record.args = escaped(record.getMessage()), ()
    return not (record.exc_info and getattr(_quiet, "active", False))


logging.getLogger("helm").addFilter(_without_tracebacks)


def _quietly(action: Callable[[], T]) -> T:
    _quiet.active = True
    try:
        return action()
    finally:
        _quiet.active = False


def attempted(attempt: Callable[[], RequestResult]) -> tuple[RequestResult, Failure | None]:
    """One attempt, without keys in what comes of it, and what its failure means, if it failed."""
    try:
        result = _quietly(attempt)
        if result.success:
            completions = [usable_completion(completion) for completion in result.completions or []]
            return replace(result, completions=completions_without_keys(completions)), None
    except CacheProblem:
        raise
    except Exception as error:
        result = failed_result(f"{type(error).__name__}: {error}")
    text, flags = without_secrets(str(result.error or "no reason given")), result.error_flags
    return replace(result, error=text), classify_failure(text, flags.is_retriable if flags else None)


def time_limit(deployment: str) -> float:
    """Seconds that a whole request may take: the ``timeout`` among the deployment's arguments, or ``DEADLINE``."""
    seconds: Any = client_arguments(deployment).get("timeout")
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and seconds > 0
    return float(seconds) if is_number else DEADLINE


def look_after(client: Client, deployment: str, breaker: Breaker) -> None:
    """Makes one of HELM's clients keep only what can be used, follow no redirect elsewhere, and end in time."""

    def bounded(compute: Compute) -> dict[str, Any]:
        waited = partial(breaker.note_silence, deployment, breaker.now())
        return within(time_limit(deployment), lambda: _quietly(compute), waited)

    keep_usable_replies(client, breaker.patience, logger.warning, bounded)
    stay_at_host(client)


def stay_at_host(client: object) -> None:
    """Stops a client of HELM's from following redirects to another server, which would get prompts and a key.

    OpenAI's and Anthropic's libraries follow redirects with the headers ``api-key`` and ``x-api-key``, and a POST may
    become a GET whose reply is to no prompt. Does nothing for clients that use another library.
    """
    httpx = sys.modules.get("httpx")
    for inner in (getattr(client, "client", None), getattr(client, "_client", None)):
        transport = getattr(inner, "_client", None)
        if httpx is not None and isinstance(transport, httpx.Client):
            hooks = transport.event_hooks
            if _stop_redirect not in hooks["response"]:
                transport.event_hooks = {**hooks, "response": [*hooks["response"], _stop_redirect]}


def _stop_redirect(response: Any) -> None:  # noqa: ANN401 - httpx is there where it is used
    """Removes the address of a redirect to another server: the client then reports its status as an error."""
    if not response.has_redirect_location:
        return
    before, target = response.url, response.url.join(response.headers["location"])
    secured = (before.scheme, target.scheme, target.port) == ("http", "https", None) and before.port is None
    if before.host == target.host and (secured or (before.scheme, before.port) == (target.scheme, target.port)):
        return
    del response.headers["location"]
    logger.warning(
        "%s://%s redirects requests to %s://%s, where none are sent: if this is the right server, set it as base_url",
        *(before.scheme, before.netloc.decode("ascii"), target.scheme, target.netloc.decode("ascii")),
    )


def within(seconds: float, action: Callable[[], T], waited: Callable[[], None]) -> T:
    """What an action returns or raises, if it ends in time. Otherwise it is left to itself: nothing can end it."""
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(action())
        except BaseException as error:  # raised again in the thread that waits
            outcome.set_exception(error)

    threading.Thread(target=run, name="one request", daemon=True).start()
    end, pause = time.monotonic() + seconds, NOTES[0]
    while (left := end - time.monotonic()) > 0:
        done, _ = wait([outcome], min(pause, left))
        if done:
            return outcome.result()
        if time.monotonic() < end:
            waited()
        pause *= 2
    raise TimeoutError(f"no whole reply within {seconds:g} s")


def failed_result(error: str) -> RequestResult:
    """A result without success."""
    return RequestResult(success=False, cached=False, error=error, completions=[], embedding=[])


def once(client: Client, request: Request) -> RequestResult:
    """The request as the client itself makes it, one time even where the client would be patient itself."""
    make: Callable[[Request], RequestResult] = getattr(client, "make_request_once", client.make_request)
    return make(request)


class PatientClient:
    """Sends requests straight to the clients of their deployments; may be shared by all threads.

    Nothing raises but ``CacheProblem``. What servers send is checked before HELM's cache keeps it. Of threads that send
    the same request at once, the first asks and the others find its answer in HELM's cache.

    A server that hangs costs the deployment's own ``timeout`` each time, and its client's own ``max_retries`` multiply:
    set both in ``model_deployments.yaml``.
    """

    def __init__(self, auto_client: AutoClient, breaker: Breaker | None = None) -> None:
        keep_keys_secret(auto_client)
        self._auto_client = auto_client
        self._breaker = breaker or BREAKER
        self._counter = TokenCounter(auto_client)
        self._making = threading.Lock()
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()

    def send(self, request: Request, make: Make = once) -> RequestOutcome:
        """Asks as ``ask_patiently`` does, for no more tokens than fit the window behind the prompt; not if none do."""
        try:
            request = fitted(request, self._counter)
        except DoesNotFit as problem:
            return RequestOutcome(failed_result(str(problem)), 0, Failure.FINAL)
        with self._making:
            lock = self._locks.setdefault(repr(request), threading.Lock())
        with lock:
            return ask_patiently(request, lambda: make(self._find_client(request), request), self._breaker)

    def _find_client(self, request: Request) -> Client:
        deployment: str = request.model_deployment
        make_caches_private(getattr(self._auto_client, "cache_backend_config", None), deployment)
        with self._making:  # HELM would make a client for every thread that comes before the first is there
            client = self._auto_client._get_client(deployment)
            look_after(client, deployment, self._breaker)
            return client
