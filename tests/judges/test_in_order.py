"""Answers that arrive in any order, alone or in threads."""

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import pytest

from helm_creativity.judges.in_order import InOrder


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_answers_come_out_in_the_order_of_their_trials(order):
    """Each once, as soon as all before it are there."""
    one, out = InOrder(), []
    for trial in order:
        out += one.arrive("item", trial, f"answer {trial}")
    assert out == [(trial, f"answer {trial}") for trial in range(4)]


def test_items_do_not_wait_for_each_other():
    """The first answer to one comes out though the other's is not there."""
    one = InOrder()
    assert list(one.arrive("a", 1, "late")) == []
    assert list(one.arrive("b", 0, "first")) == [(0, "first")]
    assert list(one.arrive("a", 0, "due")) == [(0, "due"), (1, "late")]


def test_who_is_busy_with_an_item_gets_what_arrives_meanwhile():
    """And no other thread does: the second goes home with nothing."""
    one = InOrder()
    busy = one.arrive("item", 0, "first")
    assert next(busy) == (0, "first")
    assert list(one.arrive("item", 1, "second")) == []
    assert list(busy) == [(1, "second")]


def test_an_item_goes_on_after_somebody_broke_off():
    """With the next answer that arrives."""
    one = InOrder()
    broken = one.arrive("item", 0, "first")
    next(broken)
    broken.close()
    assert list(one.arrive("item", 1, "second")) == [(1, "second")]


def test_threads_deal_with_an_item_one_at_a_time():
    """All answers come out in order though eight threads bring them."""
    one, out, busy = InOrder(), [], {item: threading.Lock() for item in "abc"}

    def bring(trial):
        for item, alone in busy.items():
            for due, _ in one.arrive(item, trial, None):
                assert alone.acquire(blocking=False)
                out.append((item, due))
                alone.release()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(bring, reversed(range(200))))
    for item in busy:
        assert [trial for name, trial in out if name == item] == list(range(200))
