"""Counts and tokens of a plan."""

from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.commands.planning.amounts import (
    JUDGE,
    TESTED,
    DeploymentLoad,
    Load,
    Plan,
    PlannedRun,
    Times,
    total,
)

COUNTS = st.tuples(*[st.integers(0, 1000)] * 3).map(lambda three: Times(*sorted(three)))
LOADS = st.builds(Load.of, COUNTS, st.integers(0, 99), st.integers(0, 99), st.integers(1, 99))


def run(model="m/a", judges=(), **more):
    """One run of 10 requests with 5 further ones, of 3 prompt tokens and 4 in answer each."""
    first = Load.of(Times.exactly(10), 3, 4, 100)
    further = Load.of(Times(0, 2, 5), 3, 4, 100)
    return PlannedRun(
        **{
            "name": f"x:model={model}",
            "group": "x",
            "model": model,
            "items": 5,
            "trials": 2,
            "requests": first,
            "further": further,
            "judges": tuple(judges),
            **more,
        }
    )


@given(st.lists(LOADS, max_size=6))
def test_a_total_is_the_sum_of_each_number(loads):
    """In any order, nothing for none."""
    whole = total(loads)
    assert whole == total(reversed(loads))
    assert whole.calls.least == sum(load.calls.least for load in loads)
    assert whole.calls.typical == sum(load.calls.typical for load in loads)
    assert whole.calls.most == sum(load.calls.most for load in loads)
    for name in ("prompt", "prompt_most", "completion", "completion_most"):
        assert getattr(whole, name) == sum(getattr(load, name) for load in loads)


def test_tokens_of_a_load():
    """Typical calls of typical length; at most all calls, each up to its limit; no answer is longer than that."""
    # 2 of at most 5 calls: 2*3 and 5*3 tokens read, 2*4 written, 5*100 at most.
    assert Load.of(Times(1, 2, 5), 3, 4, 100) == Load(Times(1, 2, 5), 6, 15, 8, 500)
    assert Load.of(Times.exactly(2), 3, 400, 100).completion == 200


def test_what_each_deployment_is_asked():
    """Models first, in the order of the runs; one that is also a judge stands there twice; what is unknown is out."""
    rated = Load.of(Times(0, 7, 7), 1, 1, 9)
    runs = [run("m/b", [("j/x", rated), ("m/a", rated)]), run("m/a", [("j/x", rated)]), run("m/c", items=None)]
    whole = Load.of(Times.exactly(10), 3, 4, 100) + Load.of(Times(0, 2, 5), 3, 4, 100)
    assert whole.calls == Times(10, 12, 15)
    assert Plan(runs).asked == [
        DeploymentLoad("m/b", TESTED, whole),
        DeploymentLoad("m/a", TESTED, whole),
        DeploymentLoad("j/x", JUDGE, rated + rated),
        DeploymentLoad("m/a", JUDGE, rated),
    ]
