"""Runs of which no score can come for want of responses: refused whenever HELM fills in how many it asks for."""

import pytest
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import parse_object_spec

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.errors import BadArguments

MODEL = "model=creativity/greedy"
LIVE = "creativity_live_idea_bench:prompts=own,judges=creativity/lexical-judge,design=all"
HIVEMIND = "creativity_hivemind:embedding=builtin"


def specs(entry):
    return construct_run_specs(parse_object_spec(entry))


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (LIVE, r"fluency compares two responses .*: leave num_trials out \(2\), or ask for 2 or more$"),
        (HIVEMIND, r"responses to one prompt are compared .*: leave num_trials out \(10\), or ask for 2 or more$"),
    ],
)
@pytest.mark.parametrize("order", ["num_trials=1,{model}", "{model},num_trials=1"])
def test_a_single_response_is_refused_where_responses_are_compared(entry, why, order):
    """With the run's name, the reason and what to write instead, whichever argument comes first."""
    with pytest.raises(BadArguments, match=f"^creativity_.*: {why}"):
        specs(f"{entry},{order.format(model=MODEL)}")
    for enough in (f"{entry},{MODEL}", f"{entry},num_trials=2,{MODEL}"):
        assert len(specs(enough)) == 1
