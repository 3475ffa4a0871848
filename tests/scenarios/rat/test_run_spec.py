"""Run entries of the RAT: names, refusals, instances, and the metric that keeps its promise."""

import json
import shutil

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.base import comparable_key
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.helm.metric import CreativityMetric

RAT = get_benchmark("rat")
OWN = RAT.folder / "items" / "remote_associates.csv"


def rat(**arguments):
    """The RAT's run spec."""
    return get_run_spec_function("creativity_rat")(**arguments)


def key_of_run(run_spec):
    """What must agree between two runs in one table."""
    return run_spec.metric_specs[0].args["comparable"]


def instances(run_spec):
    """What HELM asks."""
    return create_object(run_spec.scenario_spec).get_instances("")


def test_fetched_problems_are_other_problems(norms):
    """In the name, in the key and on HELM's pages; and the metric scores with them."""
    own, fetched = rat(), rat(items="bowden2003")
    for found in (lambda made: made.name, key_of_run, lambda made: json.dumps(made.scenario_spec.args)):
        assert found(own) != found(fetched)
    metric = create_object(fetched.metric_specs[0])
    assert metric.settings.items == "bowden2003"
    assert comparable_key(RAT, metric.settings) == metric.comparable == key_of_run(fetched)


def test_changed_items_break_the_promise(tmp_path, monkeypatch):
    """The metric reads them anew, so that the change is noticed."""
    run_spec = rat()
    metric = CreativityMetric(**run_spec.metric_specs[0].args)
    path = tmp_path / "items.csv"
    shutil.copy(OWN, path)
    path.write_text(OWN.read_text("utf-8").replace("lumber", "timber"), "utf-8")
    monkeypatch.setattr(type(RAT), "table", lambda self, settings: path)
    with pytest.raises(ValueError, match=r"this run promises .*, but what is installed is"):
        metric.evaluate(ScenarioState(run_spec.adapter_spec, []), None, "", 1)


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
