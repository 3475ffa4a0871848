"""Answers that arrive in any order, alone or in threads."""

import threading
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.judges.in_order import InOrder


@given(st.permutations([(item, trial) for item in "ab" for trial in range(4)]))
def test_answers_come_out_in_the_order_of_their_trials(order):
    """Each once, as soon as all before it are there; items do not wait for each other."""
    one, out = InOrder(), {"a": [], "b": []}
    for place, (item, trial) in enumerate(order):
        out[item] += one.arrive(item, trial, f"answer {trial}")
        there = {other for name, other in order[: place + 1] if name == item}
        due = next(n for n in range(5) if n not in there)
        assert out[item] == [(n, f"answer {n}") for n in range(due)]


def test_who_is_busy_with_an_item_gets_what_arrives_meanwhile():
    """And no other thread does: the second goes home with nothing. After a break the next one goes on."""
    one = InOrder()
    busy = one.arrive("item", 0, "first")
    assert next(busy) == (0, "first")
    assert list(one.arrive("item", 1, "second")) == []
    assert next(busy) == (1, "second")
    busy.close()
    assert list(one.arrive("item", 2, "third")) == [(2, "third")]


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
