"""Counts and tokens of a plan."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.commands.planning.amounts import JUDGE, TESTED, Load, Plan, PlannedRun, total

COUNTS = st.tuples(*[st.integers(0, 1000)] * 3).map(lambda three: tuple(sorted(three)))
LOADS = st.builds(Load.of, COUNTS, st.integers(0, 99), st.integers(0, 99), st.integers(1, 99))


@given(st.lists(LOADS, max_size=6))
def test_a_total_is_the_sum_of_each_number(loads):
    """In any order, nothing for none."""
    whole = total(loads)
    assert whole == total(reversed(loads))
    assert whole == tuple(sum(load[part] for load in loads) for part in range(7))


def test_tokens_of_a_load():
    """Typical calls of typical length; at most all calls, each up to its limit; no answer is longer than that."""
    # 2 of at most 5 calls: 2*3 and 5*3 tokens read, 2*4 written, 5*100 at most.
    assert Load.of((1, 2, 5), 3, 4, 100) == Load(1, 2, 5, 6, 15, 8, 500)
    assert Load.of((2, 2, 2), 3, 400, 100).completion == 200


def test_what_each_deployment_is_asked():
    """Models first, in the order of the runs; one that is also a judge stands there twice; what is unknown is out."""
    first, further = Load.of((10, 10, 10), 3, 4, 100), Load.of((0, 2, 5), 3, 4, 100)
    rated = Load.of((0, 7, 7), 1, 1, 9)
    run = PlannedRun("x", "x", "m/b", 5, 2, first, further, (("j/x", rated), ("m/a", rated)))
    other = replace(run, model="m/a", judges=(("j/x", rated),))
    assert [*Plan([run, other, replace(run, model="m/c", items=None)]).asked.items()] == [
        (("m/b", TESTED), first + further),
        (("m/a", TESTED), first + further),
        (("j/x", JUDGE), rated + rated),
        (("m/a", JUDGE), rated),
    ]
