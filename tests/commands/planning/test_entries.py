"""Run entries, expanded as helm-run does it."""

from dataclasses import replace

import pytest
from helm.benchmark.runner import get_benchmark_output_path

from helm_creativity.commands.planning.entries import UNKNOWN_MODEL, Refused, run_specs
from helm_creativity.commands.running.sets import in_full
from helm_creativity.errors import BadArguments, FileProblem

DAT = "creativity_dat:embedding=builtin"
BASELINES = ["creativity/random-nouns", "creativity/greedy"]


pytestmark = pytest.mark.usefixtures("helm_models")


def test_models_take_the_place_of_text(tmp_path):
    """One run a model, in their order, of files first; an entry that names a model is run by that one alone."""
    conf = tmp_path / "a.conf"
    conf.write_text('entries: [{description: "rat:max_eval_instances=5", priority: 1}]')
    names = [f"{DAT},model=text", f"{DAT},num_trials=3,model=creativity/greedy", str(conf)]
    specs, refused = run_specs(in_full(names, BASELINES, "", print), max_eval_instances=9)
    assert [spec.adapter_spec.model for spec in specs] == [*BASELINES, *BASELINES, "creativity/greedy"]
    assert [spec.adapter_spec.max_eval_instances for spec in specs] == [5, 5, 9, 9, 9]
    assert specs[-1].name.endswith(",num_trials=3,model=creativity_greedy")
    assert refused == []


def test_a_run_whose_folder_no_file_system_takes_is_refused(monkeypatch):
    """Counted in bytes, to the last one: HELM fails at the run, behind the requests of those before it."""
    entry = f"{DAT},model=creativity/greedy"
    specs, _ = run_specs([entry])
    missing = 255 - len(specs[0].name.encode())
    for n, said in ((missing, []), (missing + 1, ["a name of 256 bytes, and file systems take 255: give the model"])):
        longer = replace(specs[0], name=f"{specs[0].name}{'é' * (n // 2)}{'x' * (n % 2)}")
        monkeypatch.setattr("helm.benchmark.run.run_entries_to_run_specs", lambda spec=longer, **_: [spec])
        found, refused = run_specs([entry])
        assert found == ([] if said else [longer])
        assert [text in why for (_, why), text in zip(refused, said, strict=True)] == [True] * len(said)


def test_an_entry_that_would_fail_is_named_with_the_reason():
    """The others are there all the same."""
    wrong = f"{DAT},temp=7,model=creativity/greedy"
    unknown = f"{DAT},model=nobody/knows"
    near = f"{DAT},model=creativity/greed"
    strange = "creativity_nothing:model=creativity/greedy"
    commas = "creativity_metaphor:prompts=own,judges=a/b,c/d,model=creativity/greedy"
    entries = [wrong, unknown, near, strange, commas, f"{DAT},model=creativity/greedy"]
    specs, (*refused, commas_refused) = run_specs(entries)
    assert len(specs) == 1
    assert refused == [
        Refused(wrong, "creativity_dat: temp must be a number from 0 to 2, got 7"),
        Refused(unknown, "Unknown model or no default model deployment found for model nobody/knows"),
        Refused(near, f"{UNKNOWN_MODEL} creativity/greed; did you mean 'creativity/greedy'?"),
        Refused(strange, "Unknown run spec name: creativity_nothing"),
    ]
    assert commas_refused.name == commas
    assert commas_refused.why.endswith("got 'c/d'; a list is joined by +, such as judges=a/b+c/d")


@pytest.mark.parametrize(
    ("names", "error", "message"),
    [
        ([], BadArguments, "there is no run entry: name "),
        *(
            ([f"{DAT}{rest}"], BadArguments, "names no model in full, .* with --model$")
            for rest in (",model=", ",model=text", " model=creativity/greedy", ", model=creativity/greedy")
        ),
        ([DAT, "/no/such.conf"], FileProblem, "there is no file of run entries /no/such.conf"),
    ],
)
def test_what_helm_run_would_expand_over_all_models_is_refused(names, error, message):
    """With what to do about it."""
    with pytest.raises(error, match=message):
        run_specs(in_full(names, [], "", print))


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    """No folder of output, and HELM's own is where it was."""
    monkeypatch.chdir(tmp_path)
    before = get_benchmark_output_path()
    run_specs([f"{DAT},model=creativity/greedy"])
    assert get_benchmark_output_path() == before
    assert list(tmp_path.iterdir()) == []
