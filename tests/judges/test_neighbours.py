"""Every two consecutive answers to an item are brought together once, whatever the order in which they come."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.judges.neighbours import AdjacentTrials, ResponsePair

arrivals = st.sets(st.tuples(st.sampled_from("abc"), st.integers(0, 6))).map(sorted).flatmap(st.permutations)


def expected(arrived):
    """All pairs, by the definition."""
    there = set(arrived)
    return {(item, trial) for item, trial in there if (item, trial + 1) in there}


@given(arrivals)
def test_every_pair_comes_exactly_once(arrived):
    """First answer first, with the name of both trials; gaps make no pair."""
    neighbours = AdjacentTrials()
    found = [(item, pair) for item, trial in arrived for pair in neighbours.arrive(item, trial, f"{item}{trial}")]
    assert len(found) == len(expected(arrived))
    assert {(item, pair.trial) for item, pair in found} == expected(arrived)
    for item, pair in found:
        assert pair == ResponsePair(pair.trial, f"{item}{pair.trial}", f"{item}{pair.trial + 1}")
        assert pair.about == f"{pair.trial}+{pair.trial + 1}"


def test_an_answer_completes_up_to_two_pairs():
    """The one before it first."""
    neighbours = AdjacentTrials()
    assert neighbours.arrive("x", 0, "one") == neighbours.arrive("x", 2, "three") == []
    assert neighbours.arrive("x", 1, "two") == [ResponsePair(0, "one", "two"), ResponsePair(1, "two", "three")]
    assert neighbours.arrive("y", 3, "other") == []


def test_empty_values_are_answers_too():
    """Whether there is one is not asked of its truth."""
    neighbours = AdjacentTrials()
    neighbours.arrive("x", 0, "")
    assert neighbours.arrive("x", 1, "") == [ResponsePair(0, "", "")]


def test_threads_that_come_at_once_lose_and_repeat_nothing():
    """Eight of them, in mixed order, many times over."""
    arrived = [(item, trial) for item in range(40) for trial in range(5)]
    for seed in range(5):
        random.Random(seed).shuffle(arrived)
        neighbours, together = AdjacentTrials(), threading.Barrier(8)

        def work(part, neighbours=neighbours, together=together):
            together.wait()
            return [(one[0], pair.trial) for one in part for pair in neighbours.arrive(*one, str(one))]

        with ThreadPoolExecutor(8) as pool:
            found = [pair for part in pool.map(work, [arrived[i::8] for i in range(8)]) for pair in part]
        assert sorted(found) == sorted(expected(arrived))
