"""What HELM makes of a run of any benchmark, ours and a stranger's: the same of all of them."""

import dataclasses

import pytest
from helm.common.object_spec import create_object
from support import strangers

from helm_creativity.conformance.loading import load, pilot_settings
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.registry import list_entries
from helm_creativity.core.settings import options
from helm_creativity.helm_plugin.run_spec import make_run_spec

OURS = [entry.name for entry in list_entries() if entry.ours]
STRANGERS = ("good", "judged", "data")
GONE = {"judges": "gone/one", "embedding": "gone", "dictionary": "gone", "pool": "gone@0"}
"""What a run had, and what is no longer there when it is summarised."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with strangers.installed(strangers.with_benchmarks(tmp_path_factory.mktemp("site"), {})) as folder:
        yield folder


@pytest.fixture(scope="module", params=[*OURS, *STRANGERS])
def benchmark(request, site):
    entries = {entry.name: entry for entry in list_entries()}
    return load(entries.get(request.param) or strangers.entry(site, request.param))


@pytest.fixture(scope="module")
def run_spec(benchmark):
    """Of the run that the checks make."""
    return make_run_spec(benchmark, pilot_settings(benchmark))


def test_the_metric_opens_what_the_run_promises(run_spec):
    """HELM makes it from the run spec's arguments, and it describes every submetric of the card."""
    (spec,) = run_spec.metric_specs
    metric = create_object(spec)
    assert comparable_key(metric.benchmark, metric.settings) == metric.comparable == spec.args["comparable"]
    submetrics = {submetric.name for submetric in metric.benchmark.card.submetrics}
    assert {described.name for described in metric.get_metadata()} >= submetrics


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
