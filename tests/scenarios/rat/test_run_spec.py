"""Run entries of the RAT: names, refusals, instances, and the metric that keeps its promise."""

import inspect
import itertools
import json
import shutil

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.general import asdict_without_nones
from helm.common.object_spec import create_object, parse_object_spec

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer
from helm_creativity.rooms import Row
from helm_creativity.scenarios.rat import protocols
from helm_creativity.scenarios.rat.items import OWN, own_items
from helm_creativity.scenarios.rat.metric import RatMetric
from helm_creativity.scenarios.rat.scenario import RatScenario
from helm_creativity.scenarios.rat.scorer import CARD, prompts_of, signature_of


def rat(**arguments):
    """The RAT's run spec."""
    return get_run_spec_function("creativity_rat")(**arguments)


def stored(run_spec):
    """The run spec as it stands in ``run_spec.json``."""
    return json.loads(json.dumps(asdict_without_nones(run_spec)))


def instances(run_spec):
    """What HELM asks."""
    return create_object(run_spec.scenario_spec).get_instances("")


def test_usual_settings():
    """One answer to each problem, at temperature 0."""
    run_spec = rat()
    assert run_spec.name == "creativity_rat:protocol=schapiro2026,items=own,temp=0"
    adapter = run_spec.adapter_spec
    assert (adapter.temperature, adapter.num_trials, adapter.max_tokens) == (0, 1, 4096)
    assert run_spec.scenario_spec.args == {"protocol": "schapiro2026", "items": "own"}
    assert run_spec.groups == ["creativity_rat"] == [RatScenario(**run_spec.scenario_spec.args).name]


def test_every_setting_is_in_the_name(norms):
    """Two settings never write one folder; what moves the score or the question has its own signature."""
    settings = {"items": ["own", "bowden2003"], "temp": [0, 0.5, 1], "max_tokens": [64, 4096]}
    specs = [
        rat(**dict(zip(settings, values, strict=True)), protocol="schapiro2026")
        for values in itertools.product(*settings.values())
    ]
    assert set(settings) | {"protocol"} == set(
        inspect.signature(get_run_spec_function("creativity_rat")).parameters
    ) - {"unknown", "instruction"}
    assert len({one.name for one in specs}) == len(specs) == 12
    assert len({one.metric_specs[0].args["signature"] for one in specs}) == 2
    assert len({json.dumps(one.scenario_spec.args) for one in specs}) == 2
    assert {one.adapter_spec.temperature for one in specs} == {0, 0.5, 1}
    assert {one.adapter_spec.max_tokens for one in specs} == {64, 4096}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"protocol": "olson2021"}, "protocol must be one of schapiro2026, got 'olson2021'"),
        ({"items": "mine"}, "items must be one of own, bowden2003, got 'mine'"),
        ({"items": ""}, "items must be one of own, bowden2003, got ''"),
        ({"items": 7, "temp": 3}, "items must be one of .*, got 7; temp must be a number from 0 to 2, got 3"),
        ({"max_tokens": 4}, "max_tokens must be a whole number from 16"),
        ({"embedding": "builtin"}, "no argument 'embedding'; there are protocol, items, temp, max_tokens"),
        (
            {"items": "bowden2003", "temp": -1},
            "not on this machine: the items 'bowden2003'; .*items fetch rat-norms.*; temp must be",
        ),
    ],
)
def test_wrong_arguments_are_told_before_a_request_is_paid_for(arguments, message):
    """All at once, with what is allowed."""
    with pytest.raises(BadArguments, match=f"creativity_rat: .*{message}"):
        rat(**arguments)


def test_missing_norms_are_one_problem():
    """The file is looked for twice and told once."""
    with pytest.raises(BadArguments) as caught:
        rat(items="bowden2003")
    assert str(caught.value).count("items fetch rat-norms") == 1


def test_as_helm_makes_it(norms):
    """From a run entry, with the number of trials that HELM was told."""
    entry = "creativity_rat:items=bowden2003,temp=0.7,num_trials=3,model=creativity/greedy"
    (run_spec,) = construct_run_specs(parse_object_spec(entry))
    assert "items=bowden2003,temp=0.7" in run_spec.name
    assert (run_spec.adapter_spec.temperature, run_spec.adapter_spec.num_trials) == (0.7, 3)
    assert "items:bowden2003@sha256:" in run_spec.metric_specs[0].args["signature"]


def test_metric_scores_with_what_the_run_promises(norms):
    """Made from ``run_spec.json``, it has the signature that is written there."""
    for items in ("own", "bowden2003"):
        args = stored(rat(items=items, temp=0.5))["metric_specs"][0]["args"]
        metric = RatMetric(**args)
        assert metric.scorer().signature == args["signature"] == signature_of(items, prompts_of(items))
        assert (metric.temperature, metric.max_tokens) == (0.5, 4096)


def test_changed_items_break_the_promise(tmp_path, monkeypatch):
    """The metric reads them anew, so that the change is noticed."""
    metric = RatMetric(**rat().metric_specs[0].args)
    path = tmp_path / "items.csv"
    shutil.copy(OWN, path)
    path.write_text(OWN.read_text("utf-8").replace("lumberjack", "lumber jack"), "utf-8")
    monkeypatch.setattr(protocols, "OWN", path)
    assert metric.scorer().signature != metric.signature


def test_constructors_read_no_items():
    """``helm-summarize`` runs them, perhaps where the norms are not."""
    assert RatScenario(protocol="schapiro2026", items="bowden2003").settings["items"] == "bowden2003"
    assert RatMetric(protocol="schapiro2026", items="bowden2003", signature="x").signature == "x"


def test_the_scenario_asks_every_problem():
    """With key, stems and prompt for the scorer, ids that stay, and no band without norms."""
    asked, items = instances(rat()), own_items()
    assert [one.id for one in asked] == [item.id for item in items]
    for one, item in zip(asked, items, strict=True):
        assert all(f'"{stem}"' in one.input.text for stem in item.stems)
        data = one.extra_data
        assert (data["stems"], data["accepted"], data["band"]) == (list(item.stems), item.answer, None)
        assert data["prompt_id"] == "schapiro2026"
        assert one.split == "test"
    assert len({one.extra_data["prompt_sha256"] for one in asked}) == 120
    assert json.loads(json.dumps([one.extra_data for one in asked])) == [one.extra_data for one in asked]


def test_normed_problems_carry_their_band_to_the_score(norms):
    """From the sheet through the instance to the accuracy of its band."""
    run_spec = rat(items="bowden2003")
    asked = instances(run_spec)
    assert [one.id for one in asked[:3]] == ["bowden001", "bowden002", "bowden003"]
    assert [one.extra_data["band"] for one in asked[:4]] == ["easy", "medium", "hard", "medium"]
    assert asked[1].extra_data["accepted"] == "school|court"
    assert len(asked) == 144
    rows = [Row(Answer(text), one.extra_data) for text, one in zip(["fire", "court", "ice"], asked, strict=False)]
    outcomes = RatMetric(**run_spec.metric_specs[0].args).scorer().score(rows)
    assert [outcome.score for outcome in outcomes] == [100, 100, 0]
    scored = [{name: value for name, value in outcome.facets.items() if value is not None} for outcome in outcomes]
    assert scored == [{"accuracy_easy": 100}, {"accuracy_medium": 100}, {"accuracy_hard": 0}]


def test_titles_of_the_facets_name_the_bands():
    """On HELM's pages, each accuracy is a percentage of its band and higher is better."""
    for facet in CARD.facets:
        assert facet.lower_is_better is False
        assert facet.short_title.lower() == facet.name.removeprefix("accuracy_")
