"""What hostile input must not do: keep a reader busy for ever."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def ends() -> Iterator[None]:
    """Fails after a minute of processor time, in place of a run of the tests that never ends.

    What is read in linear time is done in a hundredth of that, what takes the square of it or worse in no time that
    anybody waits for; how long things really take is measured in ``perf/``.
    """

    def stop(*_: object) -> None:
        pytest.fail("this was not done after a minute of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, 60)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
