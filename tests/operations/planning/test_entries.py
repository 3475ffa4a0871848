"""Run entries, expanded as helm-run does it."""

from dataclasses import replace

import pytest
from helm.benchmark import model_deployment_registry
from helm.benchmark.runner import get_benchmark_output_path

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.operations.planning.counting import make_plan
from helm_creativity.operations.planning.entries import (
    NO_METADATA,
    UNKNOWN_MODEL,
    HelmRunOptions,
    Refused,
    error_text,
    lines_of,
    register,
    run_specs,
)
from helm_creativity.operations.planning.ping import pinged

DAT = "creativity_dat:embedding=builtin"
BASELINES = ["creativity/random-nouns", "creativity/greedy"]


pytestmark = pytest.mark.usefixtures("helm_models")


def test_models_take_the_place_of_text():
    """One run a model, in their order; an entry that names a model is run by that one alone."""
    specs, refused = run_specs(
        HelmRunOptions([f"{DAT},model=text", f"{DAT},num_trials=3,model=creativity/greedy"], models_to_run=BASELINES)
    )
    assert [spec.adapter_spec.model for spec in specs] == [*BASELINES, "creativity/greedy"]
    assert [spec.adapter_spec.num_trials for spec in specs] == [10, 10, 3]
    assert specs[-1].name.endswith(",num_trials=3,model=creativity_greedy")
    assert refused == []


def test_limits_hold_where_an_entry_says_nothing(tmp_path):
    """As with helm-run's option; priorities and groups choose among entries, those of files first."""
    conf = tmp_path / "a.conf"
    conf.write_text(
        'entries: [\n  {description: "creativity_rat:max_eval_instances=5,model=creativity/greedy", priority: 1}\n'
        f'  {{description: "{DAT},model=creativity/greedy", priority: 3}}\n]\n'
    )
    entry = "creativity_rat:model=creativity/greedy"
    specs, _ = run_specs(HelmRunOptions([entry], [str(conf)], priority=2, max_eval_instances=9))
    assert [spec.adapter_spec.max_eval_instances for spec in specs] == [5, 9]
    specs, _ = run_specs(HelmRunOptions([entry], [str(conf)], groups_to_run=["creativity_dat"]))
    assert [spec.groups for spec in specs] == [["creativity_dat"]]


def test_a_model_that_helm_does_not_know_is_said_in_our_words(capfd, monkeypatch):
    """It may be new, and HELM asks it as others of its provider; a model that HELM knows is not spoken of."""
    new, known = "openai/gpt-4o-2024-11-21", "openai/gpt-4o-2024-11-20"
    like = model_deployment_registry.get_model_deployment(known)
    model_deployment_registry.discover_model_deployment_generators()  # which would take the place of the one below
    monkeypatch.setitem(
        model_deployment_registry._REGISTERED_MODEL_DEPLOYMENT_GENERATORS,
        "openai/",
        lambda name: replace(like, name=name, model_name=name),
    )
    plan = make_plan(HelmRunOptions([f"{DAT},model={model}" for model in (new, known, "creativity/greedy")]))
    guess = f"HELM knows no model '{new}'; did you mean '{known}'?"
    assert [line for line in plan.assumed if "HELM knows" in line] == [guess]
    assert NO_METADATA not in "".join(capfd.readouterr())
    assert [new in line for line in pinged(plan, "prod_env").unreachable if line.endswith(guess)] == [True]


def test_what_holds_of_several_models_is_said_once():
    """And of one, with its name: its entry may be another's but for it."""
    temp = "temp must be a number"
    refused = [(f"rat:temp=9,model={model}", temp) for model in ("a/x", "b/y", "b/y")]
    assert lines_of(refused) == [f"rat:temp=9 (for 2 models): {temp}"]
    others = [("rat:model=a/x,temp=9", "no"), ("rat:model=a/x", temp), ("rat:model=b/y", temp)]
    assert lines_of([*refused, *others]) == [
        f"rat:temp=9 (for 2 models): {temp}",
        "rat:model=a/x,temp=9: no",
        f"rat (for 2 models): {temp}",
    ]


def test_a_run_whose_folder_no_file_system_takes_is_refused(monkeypatch):
    """Counted in bytes, to the last one: HELM fails at the run, behind the requests of those before it."""
    entry = f"{DAT},model=creativity/greedy"
    specs, _ = run_specs(HelmRunOptions([entry]))
    missing = 255 - len(specs[0].name.encode())
    for n, said in ((missing, []), (missing + 1, ["a name of 256 bytes, and file systems take 255: give the model"])):
        longer = replace(specs[0], name=f"{specs[0].name}{'é' * (n // 2)}{'x' * (n % 2)}")
        monkeypatch.setattr("helm.benchmark.run.run_entries_to_run_specs", lambda spec=longer, **_: [spec])
        found, refused = run_specs(HelmRunOptions([entry]))
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
    specs, refused = run_specs(HelmRunOptions(entries))
    assert len(specs) == 1
    assert refused == [
        Refused(wrong, "creativity_dat: temp must be a number from 0 to 2, got 7"),
        Refused(unknown, "Unknown model or no default model deployment found for model nobody/knows"),
        Refused(near, f"{UNKNOWN_MODEL} creativity/greed; did you mean 'creativity/greedy'?"),
        Refused(strange, "Unknown run spec name: creativity_nothing"),
        Refused(commas, "Expected <key>=<value>, got 'c/d'; a list is joined by +: write judges=a/b+c/d"),
    ]


def test_a_model_that_would_judge_itself_alone_is_refused():
    """As HELM's run spec refuses it."""
    entry = "creativity_metaphor:prompts=own,judges=simple/model1,model=simple/model1"
    specs, ((name, why),) = run_specs(HelmRunOptions([entry]))
    assert (specs, name) == ([], entry)
    assert "a model never judges itself" in why


@pytest.mark.parametrize(
    ("wanted", "error", "message"),
    [
        (HelmRunOptions(), BadArguments, "there is no run entry: name some, or files"),
        (
            HelmRunOptions([f"{DAT},model=text"]),
            BadArguments,
            "model=text does not name a model.*--models-to-run",
        ),
        (
            HelmRunOptions([DAT]),
            BadArguments,
            "'creativity_dat:embedding=builtin' names no model, .*: write model=NAME",
        ),
        (HelmRunOptions(["creativity_rat:model=creativity/greedy", DAT]), BadArguments, "names no model"),
        *(
            (HelmRunOptions([f"{DAT}{blank}"]), BadArguments, "names no model.*a comma alone.*: ,model=")
            for blank in (" model=creativity/greedy", ", model=creativity/greedy", ";model=creativity/greedy")
        ),
        (HelmRunOptions([f"{DAT},model="]), BadArguments, "names no model"),
        (HelmRunOptions([f"{DAT},model_deployment=creativity/greedy"]), BadArguments, "names no model"),
        (HelmRunOptions([DAT], models_to_run=["nobody/knows"]), BadArguments, "no model or deployment 'nobody/knows'"),
        (HelmRunOptions([DAT], ["/no/such.conf"]), FileProblem, "there is no file of run entries /no/such.conf"),
    ],
)
def test_what_helm_run_refuses_as_a_whole(wanted, error, message):
    """With what to do about it."""
    with pytest.raises(error, match=message):
        run_specs(wanted)


@pytest.mark.parametrize("left", [{"groups_to_run": ["creativity_dat"]}, {"priority": 0}])
def test_entries_of_which_none_is_left_are_nothing_to_plan(left):
    """An empty page would say that it costs nothing."""
    with pytest.raises(BadArguments, match="nothing to plan: no entry has the chosen models, groups and priority"):
        run_specs(HelmRunOptions(["creativity_rat:model=creativity/greedy"], **left))


def test_a_file_that_holds_no_entries_is_named(tmp_path):
    """Whatever else it holds."""
    conf = tmp_path / "b.conf"
    conf.write_text("entries: 5")
    with pytest.raises(FileProblem, match=r"expected run entries in .*b\.conf"):
        run_specs(HelmRunOptions(conf_paths=[str(conf)]))


def test_models_of_the_user_that_cannot_be_read_are_named(tmp_path):
    """With their folder; so are plug-ins."""
    (tmp_path / "model_metadata.yaml").write_text("models: [")
    with pytest.raises(FileProblem, match=f"cannot read the models in {tmp_path}: .*line 1, column 10$"):
        register(HelmRunOptions(local_path=str(tmp_path)))
    with pytest.raises(FileProblem, match="cannot load the plug-ins no_such_plugin: No module named"):
        register(HelmRunOptions(local_path="", plugins=["no_such_plugin"]))


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    """No folder of output, and HELM's own is where it was."""
    monkeypatch.chdir(tmp_path)
    before = get_benchmark_output_path()
    run_specs(HelmRunOptions([f"{DAT},model=creativity/greedy"]))
    assert get_benchmark_output_path() == before
    assert list(tmp_path.iterdir()) == []


def test_an_error_without_words_tells_its_kind():
    """On one line, like any other."""
    assert error_text(AssertionError()) == "AssertionError"
    assert error_text(ValueError("a\n  b")) == "a b"
