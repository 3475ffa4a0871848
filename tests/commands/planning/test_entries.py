"""Run entries, expanded as helm-run does it; what cannot be run, or the run's name does not say, is refused."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.benchmark.runner import get_benchmark_output_path
from helm.common.object_spec import parse_object_spec

from helm_creativity.commands.planning.entries import UNKNOWN_MODEL, Refused, run_specs
from helm_creativity.commands.running.sets import in_full
from helm_creativity.errors import BadArguments, FileProblem

DAT = "creativity_dat:embedding=builtin"
MODEL = "model=creativity/greedy"
REFUSED = [json.loads(line) for line in Path(__file__).with_name("refused.jsonl").read_text("utf-8").splitlines()]
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


@pytest.mark.parametrize(("arguments", "says"), [case.values() for case in REFUSED])
def test_a_run_entry_is_refused_in_one_sentence(arguments, says):
    """HELM's own arguments that cannot be run or that the run's name does not say, and what a server would refuse.

    By the run spec, and so by helm-run, whichever argument HELM fills in first; and by the plan.
    """
    entry, turned = f"{DAT},{arguments}", f"{DAT},{','.join(reversed(arguments.split(',')))}"
    for text in (entry, turned):
        with pytest.raises(BadArguments, match=says):
            construct_run_specs(parse_object_spec(text))
    specs, ((_, why),) = run_specs([entry])
    assert specs == []
    assert re.search(says.removeprefix("^"), why)


def test_an_error_of_helms_own_is_a_reason_too():
    specs, ((_, why),) = run_specs(["simple1:instructions=brief,model=simple/model1"])
    assert (specs, "Unknown value: " in why) == ([], True)


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
