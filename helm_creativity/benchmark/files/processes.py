"""Chunks of work in several processes, whose results come back in order."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import chain, islice
from typing import Any, TypeVar

from helm_creativity.errors import CreativityError

PATIENCE = 1.0
"""Seconds of work after which further processes pay, each of which takes about as long to start."""
AHEAD = 2
"""Chunks for each process that are read before their turn."""

C = TypeVar("C")
R = TypeVar("R")


class LostProcess(CreativityError):
    """A process ended before it had returned its results, so that there are none."""


def in_order(
    here: Callable[[C], R], elsewhere: Callable[[], Callable[[C], R]], chunks: Iterable[C], jobs: int
) -> Iterator[R]:
    """The result of each chunk, in order: worked out here, and by ``jobs`` processes where that takes a while.

    Whoever stops early, by an error or by Ctrl-C, ends the processes with it.
    """
    start, chunks = time.monotonic(), iter(chunks)
    for chunk in chunks:
        yield here(chunk)
        if jobs > 1 and time.monotonic() - start > PATIENCE:
            break
    first = list(islice(chunks, 2))
    if len(first) < 2:  # one process would work, and this one would wait for it
        yield from map(here, first)
    else:
        yield from _in_processes(elsewhere, chain(first, chunks), jobs)


def _in_processes(elsewhere: Callable[[], Callable[[C], R]], chunks: Iterator[C], jobs: int) -> Iterator[R]:
    # Spawned everywhere: a fork copies the locks of threads that do not exist in it.
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(elsewhere,))
    waiting: deque[Future[bytes]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_do, chunk))
            if len(waiting) > AHEAD * jobs:
                yield pickle.loads(waiting.popleft().result())
        while waiting:
            yield pickle.loads(waiting.popleft().result())
    except BrokenProcessPool as error:
        raise LostProcess(
            f"one of {jobs} processes ended before its work was done, perhaps killed for lack of memory: start again "
            'with fewer jobs; a program of your own must make the call under if __name__ == "__main__":'
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


_make: Callable[[], Callable[[Any], Any]]


def _begin(make: Callable[[], Callable[[Any], Any]]) -> None:
    """Begins a worker process, which leaves warnings and Ctrl-C to the main process, and ends with it."""
    global _make
    _make = cache(make)  # called when the first chunk comes, so that an error is that chunk's
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _do(chunk: Any) -> bytes:  # noqa: ANN401 - whatever the work takes
    result = _make()(chunk)
    try:
        return pickle.dumps(result)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise LostProcess(f"results cannot be passed between processes ({error}): leave jobs out") from error
