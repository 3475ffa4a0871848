"""HELM's own arguments of a run entry: what cannot be run, or the run's name does not say, is refused."""

import re

import pytest
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import parse_object_spec

from helm_creativity.commands.planning.entries import run_specs
from helm_creativity.errors import BadArguments

pytestmark = pytest.mark.usefixtures("helm_models")

DAT = "creativity_dat:embedding=builtin"
MODEL = "model=creativity/greedy"

TRIALS = "num_trials must be a whole number from 1 to 100000, got {}: set the number of responses per item"
OUTPUTS = "num_outputs must be a whole number from 1 to 100000, got {}: leave it out, and use num_trials="
ITEMS = "max_eval_instances must be a whole number of 1 or more, got {}: set the number of items"
TEMPERATURE = "the temperature is {}, but the run's name has temp=1: write temp= instead of temperature="
TOKENS = "the token limit is {}, but the run's name has max_tokens=4096: write max_tokens= instead"

REFUSED = {
    "num_trials=0": TRIALS.format(0),
    "num_trials=nan": TRIALS.format("nan"),
    "num_trials=abc": TRIALS.format("'abc'"),
    "num_trials=1e3": "num_trials must be a whole number from 1 to 100000, got 1000.0: write num_trials=1000",
    "num_outputs=0": OUTPUTS.format(0),
    "max_eval_instances=-1": ITEMS.format(-1),
    "max_eval_instances=1e3": "whole number of 1 or more, got 1000.0: write max_eval_instances=1000",
    "max_train_instances=5": "max_train_instances must be 0, got 5: leave it out, there are no in-context examples",
    "max_train_instances=all": "max_train_instances must be 0, got 1: leave it out",
    "num_train_trials=3": "num_train_trials must be 1, got 3: leave it out, they would repeat one cached response",
    "temperature=0.2": TEMPERATURE.format(0.2),
    "temperature=abc": TEMPERATURE.format("'abc'"),
    "increase_temperature=0.5": TEMPERATURE.format(1.5),
    "increase_max_tokens=1": TOKENS.format(4097),
    "num_output_tokens=0": TOKENS.format(0),
    "instructions=expert": "but the run's name has instruction=neutral: write instruction= instead of instructions=",
}
"""By argument: what is said of it behind the run's name."""


@pytest.mark.parametrize("order", ["{},{}", "{1},{0}"])
@pytest.mark.parametrize("argument", REFUSED)
def test_a_run_entry_is_refused_in_one_sentence(argument, order):
    """By the run spec, and so by helm-run; whichever of argument and model HELM fills in first."""
    with pytest.raises(BadArguments, match=f"^creativity_dat:protocol=.*: .*{re.escape(REFUSED[argument])}"):
        construct_run_specs(parse_object_spec(f"{DAT},{order.format(argument, MODEL)}"))


def test_the_plan_says_the_same():
    """Also where HELM raises an error of its own."""
    entries = [f"{DAT},temperature=0.2,{MODEL}", "simple1:instructions=brief,model=simple/model1"]
    specs, refused = run_specs(entries)
    assert specs == []
    words = (TEMPERATURE.format(0.2), "Unknown value: ")
    assert [text in why for (_, why), text in zip(refused, words, strict=True)] == [True, True]


@pytest.mark.parametrize(
    "entry",
    [
        f"{DAT},num_trials=1,max_eval_instances=1,num_outputs=2,max_train_instances=0,num_train_trials=1,{MODEL}",
        f"{DAT},num_trials=heim_efficiency,max_eval_instances=default,{MODEL}",
        f"{DAT},temp=0.2,temperature=0.2,increase_temperature=0,increase_max_tokens=0,{MODEL}",
        f"{DAT},instructions=none,{MODEL}",
        f"{DAT},max_eval_instances=100000000000000000000,{MODEL}",
    ],
)
def test_what_can_be_run_as_it_is_named_is_not_refused(entry):
    """HELM's names for numbers are numbers when they arrive."""
    assert len(construct_run_specs(parse_object_spec(entry))) == 1
