"""Run entries, expanded as helm-run does it; what cannot be run, or the run's name does not say, is refused."""

import re
from dataclasses import replace

import pytest
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.benchmark.runner import get_benchmark_output_path
from helm.common.object_spec import parse_object_spec

from helm_creativity.commands.planning.entries import UNKNOWN_MODEL, Refused, run_specs
from helm_creativity.commands.running.sets import in_full
from helm_creativity.errors import BadArguments, FileProblem

DAT = "creativity_dat:embedding=builtin"
MODEL = "model=creativity/greedy"
BASELINES = ["creativity/random-nouns", "creativity/greedy"]

pytestmark = pytest.mark.usefixtures("helm_models")


def test_models_take_the_place_of_text(tmp_path, monkeypatch):
    """One run a model, in their order, of files first; an entry that names a model is run by that one alone.

    No folder of output is left behind, and HELM's own is where it was.
    """
    monkeypatch.chdir(tmp_path)
    conf, before = tmp_path / "a.conf", get_benchmark_output_path()
    conf.write_text('entries: [{description: "rat:max_eval_instances=5", priority: 1}]')
    names = [f"{DAT},model=text", f"{DAT},num_trials=3,{MODEL}", str(conf)]
    specs, refused = run_specs(in_full(names, BASELINES, "", print), max_eval_instances=9)
    assert [spec.adapter_spec.model for spec in specs] == [*BASELINES, *BASELINES, "creativity/greedy"]
    assert [spec.adapter_spec.max_eval_instances for spec in specs] == [5, 5, 9, 9, 9]
    assert specs[-1].name.endswith(",num_trials=3,model=creativity_greedy")
    assert (refused, get_benchmark_output_path(), [*tmp_path.iterdir()]) == ([], before, [conf])


@pytest.mark.parametrize("more", [0, 1])
def test_a_run_whose_folder_no_file_system_takes_is_refused(monkeypatch, more):
    """Counted in bytes, to the last one: HELM fails at the run, behind the requests of those before it."""
    entry = f"{DAT},{MODEL}"
    ((spec,), _) = run_specs([entry])
    n = 255 - len(spec.name.encode()) + more
    longer = replace(spec, name=f"{spec.name}{'é' * (n // 2)}{'x' * (n % 2)}")
    monkeypatch.setattr("helm.benchmark.run.run_entries_to_run_specs", lambda **_: [longer])
    found, refused = run_specs([entry])
    assert found == [longer] * (1 - more)
    assert ["a name of 256 bytes, and file systems take 255: give the model" in why for _, why in refused] == [
        True
    ] * more


def test_an_entry_that_would_fail_is_named_with_the_reason():
    """The others are there all the same."""
    wrong = {
        f"{DAT},temp=7,{MODEL}": "creativity_dat: temp must be a number from 0 to 2, got 7",
        f"{DAT},model=nobody/knows": "Unknown model or no default model deployment found for model nobody/knows",
        f"{DAT},model=creativity/greed": f"{UNKNOWN_MODEL} creativity/greed; did you mean 'creativity/greedy'?",
        f"creativity_nothing:{MODEL}": "Unknown run spec name: creativity_nothing",
    }
    commas = f"creativity_metaphor:prompts=own,judges=a/b,c/d,{MODEL}"
    specs, (*refused, of_commas) = run_specs([*wrong, commas, f"{DAT},{MODEL}"])
    assert len(specs) == 1
    assert refused == [Refused(*pair) for pair in wrong.items()]
    assert of_commas.name == commas
    assert of_commas.why.endswith("got 'c/d'; a list is joined by +, such as judges=a/b+c/d")


@pytest.mark.parametrize(
    ("names", "error", "message"),
    [
        ([], BadArguments, "there is no run entry: name "),
        *(
            ([f"{DAT}{rest}"], BadArguments, "names no model in full, .* with --model$")
            for rest in (",model=", ",model=text", f" {MODEL}", f", {MODEL}")
        ),
        ([DAT, "/no/such.conf"], FileProblem, "there is no file of run entries /no/such.conf"),
    ],
)
def test_what_helm_run_would_expand_over_all_models_is_refused(names, error, message):
    """With what to do about it."""
    with pytest.raises(error, match=message):
        run_specs(in_full(names, [], "", print))


TRIALS, OUTPUTS = (f"num_{name} must be a whole number from 1 to 100000, got " for name in ("trials", "outputs"))
TEMPERATURE = "the temperature is {}, but the run's name has temp=1: write temp= instead of temperature="
TOKENS = "the token limit is {}, but the run's name has max_tokens=4096: write max_tokens= instead"
REFUSED = {
    "num_trials=0": f"{TRIALS}0: set the number of responses per item",
    "num_trials=abc": f"{TRIALS}'abc': set",
    "num_trials=1e3": f"{TRIALS}1000.0: write num_trials=1000",
    "num_outputs=0": f"{OUTPUTS}0: leave it out, and use num_trials=",
    "max_eval_instances=-1": "a whole number of 1 or more, got -1: set the number of items",
    "max_eval_instances=1e3": "whole number of 1 or more, got 1000.0: write max_eval_instances=1000",
    "max_train_instances=5": "max_train_instances must be 0, got 5: leave it out, there are no in-context examples",
    "num_train_trials=3": "num_train_trials must be 1, got 3: leave it out, they would repeat one cached response",
    "temperature=0.2": TEMPERATURE.format(0.2),
    "increase_temperature=0.5": TEMPERATURE.format(1.5),
    "increase_max_tokens=1": TOKENS.format(4097),
    "num_output_tokens=0": TOKENS.format(0),
    "instructions=expert": "but the run's name has instruction=neutral: write instruction= instead of instructions=",
}
"""By one of HELM's own arguments: what is said of it behind the run's name."""


@pytest.mark.parametrize("order", ["{},{}", "{1},{0}"])
@pytest.mark.parametrize("argument", REFUSED)
def test_a_run_entry_is_refused_in_one_sentence(argument, order):
    """By the run spec, and so by helm-run; whichever of argument and model HELM fills in first."""
    with pytest.raises(BadArguments, match=f"^creativity_dat:protocol=.*: .*{re.escape(REFUSED[argument])}"):
        construct_run_specs(parse_object_spec(f"{DAT},{order.format(argument, MODEL)}"))


def test_the_plan_says_the_same():
    """Also where HELM raises an error of its own."""
    specs, refused = run_specs([f"{DAT},temperature=0.2,{MODEL}", "simple1:instructions=brief,model=simple/model1"])
    assert (specs, len(refused)) == ([], 2)
    assert TEMPERATURE.format(0.2) in refused[0].why
    assert "Unknown value: " in refused[1].why


@pytest.mark.parametrize(
    "arguments",
    [
        "num_trials=1,max_eval_instances=1,num_outputs=2,max_train_instances=0,num_train_trials=1",
        "num_trials=heim_efficiency,max_eval_instances=default",
        "temp=0.2,temperature=0.2,increase_temperature=0,increase_max_tokens=0,instructions=none",
        "max_eval_instances=100000000000000000000",
    ],
)
def test_what_can_be_run_as_it_is_named_is_not_refused(arguments):
    """HELM's names for numbers are numbers when they arrive."""
    assert len(construct_run_specs(parse_object_spec(f"{DAT},{arguments},{MODEL}"))) == 1
