"""What HELM makes of a run of any benchmark, ours and a stranger's: the same of all of them."""

import dataclasses

import pytest
from helm.common.object_spec import create_object

from helm_creativity.benchmark.settings import options
from helm_creativity.helm.run_spec import make_run_spec
from helm_creativity.testing.loading import pilot_settings

GONE = {"judges": "gone/one", "embedding": "gone", "dictionary": "gone", "pool": "gone@0", "graph": "gone.tsv"}
"""What a run had, and what is no longer there when it is summarised."""


@pytest.fixture(scope="module")
def run_spec(benchmark):
    """Of the run that the checks make."""
    return make_run_spec(benchmark, pilot_settings(benchmark))


def test_constructors_open_nothing(benchmark, run_spec):
    """``helm-summarize`` runs them where neither judges nor vectors nor files need be left."""
    settings = {field.name for field in dataclasses.fields(benchmark.settings_type)}
    gone = {name: value for name, value in GONE.items() if name in settings}
    items = options(benchmark.settings_type)["items"].allowed if "items" in settings else ()
    if not items and isinstance(getattr(pilot_settings(benchmark), "items", None), str):
        items = ("gone.csv",)
    (metric,), scenario = run_spec.metric_specs, run_spec.scenario_spec
    for changed in [{}, *({"items": value} for value in items)]:
        args = {**metric.args, **gone, **changed}
        assert create_object(dataclasses.replace(metric, args=args)).get_metadata()
        made = create_object(dataclasses.replace(scenario, args={**scenario.args, **gone, **changed}))
        assert run_spec.groups == [made.get_metadata().name]
