"""Requests that an annotator sends: which failures are worth another attempt, and when to stop asking altogether.

HELM's own way, ``AutoClient.make_request``, waits 150 seconds over every failure, a wrong key included. Going to the
deployment's client directly keeps HELM's cache and leaves the patience to this module.
"""

from __future__ import annotations

import enum
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakValueDictionary

from helm.clients.auto_client import AutoClient
from helm.clients.client import Client
from helm.common.request import Request, RequestResult

Make = Callable[[Client, Request], RequestResult]
"""How a deployment's client is asked."""

WAITS = (1.0, 2.0, 4.0)
"""Seconds before the second, third and fourth attempt, each prolonged by up to a half at random."""

PATIENCE = 5
"""Questions that may fail in a row because the server is down, before the deployment is not asked any more."""

_CLIENT_MAY_REPEAT = frozenset({408, 409, 425})

# The first status in an error's text is the server's; further figures are the provider's prose about it.
_STATUS = re.compile(
    r"(?:error code|status code|status|http error|http/[\d.]+|http)['\"]?\s*[:=]?\s*\(?(?P<named>[1-5]\d\d)\b"
    r"|\A(?:[\w. ]{0,60}: ){0,3}(?P<leading>[45]\d\d)\b(?-i:(?=\W*(?:[A-Z]|\Z)))"
    r"|\b(?P<kind>[45]\d\d) (?:server|client) error",
    re.IGNORECASE,
)
_NEVER = re.compile(r"insufficient_quota|content[_ ](?:blocked|filter|policy|violates)|safety filter", re.IGNORECASE)
_BUSY = re.compile(
    r"rate.?limit|too.?many.?requests|throttl|resource.?exhausted|per (?:minute|second)|database is locked|\b429\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"connection ?(?:error|refused|reset|aborted|closed)|max retries exceeded|time[d ]? ?out|unreachable|disconnected"
    r"|name resolution|getaddrinfo|remote end closed|peer closed|incomplete.?read|incomplete chunked|eof occurred"
    r"|unexpected eof|sslerror: eof|upstream|bad gateway|service.?unavailable|internal.?server"
    r"|overloaded|model ?not ?ready|connect call failed",
    re.IGNORECASE,
)


class Failure(enum.Enum):
    """What a failed request says about the next one."""

    FINAL = "final"
    """The same request fails again: wrong key, unknown model, refused parameter, content filter."""

    BUSY = "busy"
    """The server lives and asks for patience."""

    DOWN = "down"
    """The server is broken, slow or not there."""


def failure_of(error: str, is_retriable: bool | None = None) -> Failure:
    """What an error means, from its text, because HELM's clients keep nothing else of it.

    The HTTP status decides where the text names one: 429 is ``BUSY``; 5xx and 408, 409, 425 are ``DOWN``; all others
    are ``FINAL``. Otherwise words decide ("Connection error.", "Request timed out.", "overloaded"), and what is
    unknown is ``FINAL``.

    Args:
        error: the text of an error or exception, its class name in front.
        is_retriable: what the client says of it, if anything; False is final whatever the text.
    """
    if is_retriable is False or _NEVER.search(error):
        return Failure.FINAL
    if match := _STATUS.search(error):
        status = int(match[match.lastgroup or 0])
        if status == 429:
            return Failure.BUSY
        return Failure.DOWN if status >= 500 or status in _CLIENT_MAY_REPEAT else Failure.FINAL
    if _BUSY.search(error):
        return Failure.BUSY
    return Failure.DOWN if is_retriable or _DOWN.search(error) else Failure.FINAL


class Breaker:
    """Which deployments are down, for all threads.

    A deployment is given up after ``PATIENCE`` questions failed for good because it was down, with no fresh answer
    between them. What fails for other reasons, and answers from HELM's cache, say nothing about the server and change
    nothing. A request that was under way and succeeds after all takes the deployment back into use.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_a_row: Counter[str] = Counter()

    def is_open(self, deployment: str) -> bool:
        """Whether the deployment is not asked any more."""
        with self._lock:
            return self._in_a_row[deployment] >= PATIENCE

    def was_down(self, deployment: str) -> None:
        """Counts a question that was given up because the server was down."""
        with self._lock:
            self._in_a_row[deployment] += 1

    def answered(self, deployment: str) -> None:
        """Notes a fresh answer."""
        with self._lock:
            self._in_a_row[deployment] = 0


class Sent(NamedTuple):
    """What came of one question.

    Attributes:
        result: the last result; an exception is a result without success that carries its text.
        requests: attempts that HELM's cache did not answer.
        failure: why there is no answer; None if there is one.
        skipped: the breaker was open, so that nothing was asked.
    """

    result: RequestResult
    requests: int
    failure: Failure | None
    skipped: bool = False


def as_it_is(client: Client, request: Request) -> RequestResult:
    """The request as the client itself makes it."""
    return client.make_request(request)


class PatientClient:
    """Sends requests straight to the clients of their deployments; may be shared by all threads. Nothing raises.

    Of threads that send the same request at once, the first asks and the others find its answer in HELM's cache, which
    would let all of them ask.

    At most four attempts, one after another, and further ones only where they can succeed. A server that hangs costs
    the deployment's own ``timeout`` each time, and its client's own ``max_retries`` multiply: set both in
    ``model_deployments.yaml``.
    """

    def __init__(self, auto_client: AutoClient) -> None:
        self._auto_client = auto_client
        self._breaker = Breaker()
        self._making = threading.Lock()
        self._turns: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._random = random.Random()  # HELM seeds the global one

    def send(self, request: Request, make: Make = as_it_is) -> Sent:
        """Asks until there is an answer, a final failure, or no patience left.

        Args:
            request: what is asked.
            make: how the client is asked; another way to ask has a place of its own in HELM's cache.
        """
        with self._making:
            turn = self._turns.setdefault(repr(request), threading.Lock())
        with turn:
            return self._send(request, make)

    def _send(self, request: Request, make: Make) -> Sent:
        deployment: str = request.model_deployment
        given_up = _failed(f"not asked: {PATIENCE} questions in a row found {deployment} down")
        sent = Sent(given_up, 0, Failure.DOWN, skipped=True)
        for wait in (*WAITS, None):
            if self._breaker.is_open(deployment):  # other threads may have found out while this one waited
                break
            result, failure = self._attempt(request, make)
            sent = Sent(result, sent.requests + (not result.cached), failure)
            if failure is None and not result.cached:
                self._breaker.answered(deployment)
            if failure in (None, Failure.FINAL):
                break
            if wait is not None:
                time.sleep(wait * (1 + self._random.random() / 2))
            elif failure is Failure.DOWN:
                self._breaker.was_down(deployment)
        return sent

    def _attempt(self, request: Request, make: Make) -> tuple[RequestResult, Failure | None]:
        """One attempt, and what its failure means, if it failed."""
        try:
            with self._making:  # HELM would make a client for every thread that comes before the first is there
                client = self._auto_client._get_client(request.model_deployment)
            result = make(client, request)
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            return _failed(text), failure_of(text)
        if result.success:
            return result, None
        flags = result.error_flags
        text = str(result.error or "no reason given")
        return replace(result, error=text), failure_of(text, flags.is_retriable if flags else None)


def _failed(error: str) -> RequestResult:
    """A result without success."""
    return RequestResult(success=False, cached=False, error=error, completions=[], embedding=[])
