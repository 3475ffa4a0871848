"""What is known of the annotators of a run."""

from types import SimpleNamespace

import pytest
from helm.benchmark.annotation.annotator import Annotator, AnnotatorSpec
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.scenarios.scenario import Scenario, ScenarioSpec

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.commands.planning.counting import find_benchmark
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.helm.run_spec import qualified_name
from helm_creativity.helm.scenario import CreativityScenario


class Quiet(Annotator):
    """Asks no model."""

    name = "quiet"

    def annotate(self, request_state):
        return {}


class Curious(Quiet):
    """May ask anybody."""

    name = "curious"

    def __init__(self, auto_client):
        self.client = auto_client


@pytest.mark.parametrize(
    ("scenario", "annotators", "unknown"),
    [
        (Scenario, None, []),
        (Scenario, [Quiet, Curious], ["Curious"]),
        (CreativityScenario, [Curious], ["Curious"]),
        (CreativityScenario, [CreativityAnnotator, Curious], ["CreativityAnnotator", "Curious"]),
    ],
)
def test_an_annotator_of_another_package_is_unknown(scenario, annotators, unknown):
    """If HELM hands it a client; what all annotators ask together is unknown then, too."""
    spec = SimpleNamespace(
        scenario_spec=ScenarioSpec(qualified_name(scenario), {"benchmark": "aut"}),
        annotators=annotators and [AnnotatorSpec(qualified_name(annotator)) for annotator in annotators],
    )
    ours = get_benchmark("aut") if scenario is CreativityScenario else None
    assert find_benchmark(spec) == (ours, None, unknown)


@pytest.mark.parametrize("judges", ["", "creativity/lexical-judge"])
def test_a_benchmark_of_ours_asks_as_its_settings_say(judges):
    spec = get_run_spec_function("creativity_aut")(protocol="wenger2025", embedding="builtin", judges=judges)
    benchmark, settings, unknown = find_benchmark(spec)
    assert (benchmark, unknown) == (get_benchmark("aut"), [])
    assert (settings is not None) == bool(judges)
