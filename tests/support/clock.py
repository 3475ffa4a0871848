"""A clock that only waiting moves."""

from __future__ import annotations

import threading

from helm_creativity.helm.clients.retries import Breaker


class Clock:
    """In seconds; ``waits`` are those that were waited."""

    def __init__(self) -> None:
        self.time = 0.0
        self.waits: list[float] = []

    def now(self) -> float:
        return self.time

    def wait(self, _: threading.Condition, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds


def is_down(breaker: Breaker, deployment: str) -> bool:
    """Whether questions to the deployment have to wait."""
    outage = breaker._outages.get(deployment)
    return outage is not None and outage.is_known
