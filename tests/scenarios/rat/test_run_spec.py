"""Run entries of the RAT: names, refusals, instances, and the metric that keeps its promise."""

import json
import shutil

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.helm_plugin.metric import CreativityMetric
from helm_creativity.helm_plugin.scenario import CreativityScenario
from helm_creativity.scenarios.rat import items as module
from helm_creativity.scenarios.rat.items import OWN, own_problems

RAT = get_benchmark("rat")


def rat(**arguments):
    """The RAT's run spec."""
    return get_run_spec_function("creativity_rat")(**arguments)


def key_of_run(run_spec):
    """What must agree between two runs in one table."""
    return run_spec.metric_specs[0].args["comparable"]


def instances(run_spec):
    """What HELM asks."""
    return create_object(run_spec.scenario_spec).get_instances("")


def test_usual_settings():
    """One answer to each problem, at temperature 0."""
    run_spec = rat()
    assert run_spec.name == "creativity_rat:protocol=schapiro2026,items=own,temp=0"
    adapter = run_spec.adapter_spec
    assert (adapter.temperature, adapter.num_trials, adapter.max_tokens) == (0, 1, 4096)
    assert run_spec.scenario_spec.args == {"benchmark": "rat", "protocol": "schapiro2026", "items": "own"}
    assert run_spec.groups == ["creativity_rat"] == [CreativityScenario(**run_spec.scenario_spec.args).name]


def test_fetched_problems_are_other_problems(norms):
    """In the name, in the key and on HELM's pages; and the metric scores with them."""
    own, fetched = rat(), rat(items="bowden2003")
    for found in (lambda made: made.name, key_of_run, lambda made: json.dumps(made.scenario_spec.args)):
        assert found(own) != found(fetched)
    metric = create_object(fetched.metric_specs[0])
    assert metric.settings.items == "bowden2003"
    assert comparable_key(RAT, metric.settings) == metric.comparable == key_of_run(fetched)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"items": 7, "temp": 3}, "items must be one of .*, got 7; temp must be a number from 0 to 2, got 3"),
        (
            {"items": "bowden2003", "temp": -1},
            "temp must be a number from 0 to 2.*; not on this machine: the items 'bowden2003'; .*items fetch rat-norms",
        ),
    ],
)
def test_wrong_arguments_are_reported_before_a_request_is_paid_for(arguments, message):
    """All at once, with what is allowed."""
    with pytest.raises(BadArguments, match=f"creativity_rat: .*{message}"):
        rat(**arguments)


def test_missing_norms_are_one_problem():
    """The file is looked for twice and reported once."""
    with pytest.raises(BadArguments) as caught:
        rat(items="bowden2003")
    assert str(caught.value).count("items fetch rat-norms") == 1


def test_as_helm_makes_it(norms):
    """From a run entry, with the number of trials that HELM was given."""
    entry = "creativity_rat:items=bowden2003,temp=0.7,num_trials=3,model=creativity/greedy"
    (run_spec,) = construct_run_specs(parse_object_spec(entry))
    assert "items=bowden2003,temp=0.7" in run_spec.name
    assert (run_spec.adapter_spec.temperature, run_spec.adapter_spec.num_trials) == (0.7, 3)
    assert "|items:bowden2003/144@sha256:" in run_spec.metric_specs[0].args["comparable"]


def test_changed_items_break_the_promise(tmp_path, monkeypatch):
    """The metric reads them anew, so that the change is noticed."""
    run_spec = rat()
    metric = CreativityMetric(**run_spec.metric_specs[0].args)
    path = tmp_path / "items.csv"
    shutil.copy(OWN, path)
    path.write_text(OWN.read_text("utf-8").replace("lumber", "timber"), "utf-8")
    monkeypatch.setattr(module, "OWN", path)
    module.own_problems.cache_clear()
    with pytest.raises(ValueError, match=r"this run promises .*, but what is installed is"):
        metric.evaluate(ScenarioState(run_spec.adapter_spec, []), None, "", 1)
    module.own_problems.cache_clear()


def test_constructors_read_no_items():
    """``helm-summarize`` runs them, perhaps where the norms are not."""
    args = {"benchmark": "rat", "protocol": "schapiro2026", "items": "bowden2003"}
    assert CreativityScenario(**args).settings.items == "bowden2003"
    assert CreativityMetric(**args, comparable="x").comparable == "x"


def test_the_scenario_asks_every_problem():
    """With key, stems and prompt for the scorer, ids that stay, and no band without norms."""
    asked, items = instances(rat()), own_problems()
    assert [instance.id for instance in asked] == [item.id for item in items]
    for instance, item in zip(asked, items, strict=True):
        assert all(f'"{stem}"' in instance.input.text for stem in item.stems)
        data = instance.extra_data
        assert (data["stems"], data["accepted"], data["band"]) == (list(item.stems), item.answer, None)
        assert data["prompt_id"] == "schapiro2026"
        assert instance.split == "test"
    assert len({instance.extra_data["prompt_sha256"] for instance in asked}) == 120
    assert json.loads(json.dumps([instance.extra_data for instance in asked])) == [
        instance.extra_data for instance in asked
    ]


def test_normed_problems_carry_their_band_to_the_score(norms):
    """From the sheet through the instance to the accuracy of its band."""
    run_spec = rat(items="bowden2003")
    asked = instances(run_spec)
    assert [instance.id for instance in asked[:3]] == ["bowden001", "bowden002", "bowden003"]
    assert [instance.extra_data["band"] for instance in asked[:4]] == ["easy", "medium", "hard", "medium"]
    assert asked[1].extra_data["accepted"] == "school|court"
    assert len(asked) == 144
    rows = [
        Sample(Response(text), instance.extra_data)
        for text, instance in zip(["fire", "court", "ice"], asked, strict=False)
    ]
    sample_scores = RAT.scorer(CreativityMetric(**run_spec.metric_specs[0].args).settings).score(rows)
    assert [sample_score.score for sample_score in sample_scores] == [100, 100, 0]
    scored = [
        {name: value for name, value in sample_score.submetrics.items() if value is not None}
        for sample_score in sample_scores
    ]
    assert scored == [{"accuracy_easy": 100}, {"accuracy_medium": 100}, {"accuracy_hard": 0}]


def test_titles_of_the_submetrics_name_the_bands():
    """On HELM's pages, each accuracy is a percentage of its band and higher is better."""
    for submetric in RAT.card.submetrics:
        assert submetric.lower_is_better is False
        assert submetric.short_title.lower() == submetric.name.removeprefix("accuracy_")
