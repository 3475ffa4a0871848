"""What hostile input must not do: keep a reader busy for ever."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

HOSTILE = 80_000
"""Characters of a hostile text."""


@contextmanager
def ends(seconds: float = 60) -> Iterator[None]:
    """Fails after so much processor time, in place of a run of the tests that never ends.

    What is read in linear time is done in a hundredth of a minute for a million characters, what takes the square of it
    or worse in no time that anybody waits for; how long things really take is measured in ``perf/``.
    """

    def stop(*_: object) -> None:
        pytest.fail(f"this was not done after {seconds} seconds of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def hostile(piece: str) -> str:
    """A piece over and over."""
    return piece * (HOSTILE // len(piece))


@contextmanager
def reads_to_an_end() -> Iterator[None]:
    """For texts of ``HOSTILE`` characters: a step for every pair of them takes longer, if it is a step of a pattern."""
    with ends(3):
        yield
