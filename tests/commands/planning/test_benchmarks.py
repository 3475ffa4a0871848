"""What benchmarks know of the cost of their responses."""

import inspect
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from helm.benchmark.annotation.annotator import Annotator, AnnotatorSpec
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.scenarios.scenario import ScenarioSpec
from helm.common.object_spec import get_class_by_name

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.settings import options
from helm_creativity.commands.planning.benchmarks import find_response_cost
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.helm.run_spec import qualified_name
from helm_creativity.helm.scenario import CreativityScenario
from helm_creativity.testing.loading import usual_values

JUDGED = "creativity/lexical-judge"
NEEDS = {
    "sdat": {"items": "en"},
    "live_idea_bench": {"judges": JUDGED, "design": "all"},
    **{
        name: {"judges": JUDGED}
        for name in (
            "aut",
            "create",
            "design_problems",
            "macgyver",
            "metaphor",
            "novelty",
            "scientific_thinking",
            "story",
        )
    },
}


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


@dataclass
class Foreign:
    """A scenario that is not ours."""


def spec_of(entry):
    """A run spec of the benchmark, all but its items and embeddings as usual."""
    vectors = {"embedding": "builtin"} if "embedding" in options(get_benchmark(entry.name).settings_type) else {}
    words = {name: value for name, value in usual_values(get_benchmark(entry.name)).items() if name == "prompts"}
    return get_run_spec_function(entry.card.group)(**vectors, **words, **NEEDS.get(entry.name, {}))


def spec(scenario, *annotators, **args):
    """A run spec as far as it is looked at."""
    return SimpleNamespace(
        scenario_spec=ScenarioSpec(qualified_name(scenario), args),
        annotators=[AnnotatorSpec(qualified_name(annotator)) for annotator in annotators],
    )


@pytest.mark.parametrize("benchmark", list_entries(), ids=lambda benchmark: benchmark.name)
def test_every_benchmark_says_how_long_a_response_is_and_what_follows(benchmark):
    """So that nothing in a plan of ours is unknown."""
    known = find_response_cost(spec_of(benchmark))
    assert 1 <= known.answer_tokens <= 2000
    assert known.unknown == ()
    items_asked = any(
        "auto_client" in inspect.signature(get_class_by_name(annotator.class_name)).parameters
        for annotator in spec_of(benchmark).annotators
    )
    assert (known.asking is not None) == items_asked
    assert all(assumption.endswith(".") for assumption in (known.asking.benchmark.assumptions if known.asking else ()))


def test_a_run_without_judges_asks_no_judge():
    """Though its benchmark could say what would follow."""
    function = get_run_spec_function("creativity_aut")
    known = find_response_cost(function(protocol="wenger2025", embedding="builtin"))
    assert (known.asking, known.unknown) == (None, ())


def test_of_other_packages_nothing_is_known():
    """But that an annotator without a client asks no model."""
    assert find_response_cost(spec(Foreign, Quiet)) == (None, None, (), 1)
    assert find_response_cost(spec(Foreign, Quiet, Curious)) == (None, None, ("Curious",), 1)
    nothing = spec(Foreign)
    nothing.annotators = None  # HELM's run specs may have none
    assert find_response_cost(nothing) == (None, None, (), 1)


def test_an_annotator_of_another_package_beside_ours_is_unknown():
    """The length of a response stays known; what all annotators ask together does not."""
    tokens = get_benchmark("aut").response_tokens
    one = spec(CreativityScenario, Curious, benchmark="aut")
    assert find_response_cost(one) == (tokens, None, ("Curious",), 1)
    both = spec(CreativityScenario, CreativityAnnotator, Curious, benchmark="aut")
    assert find_response_cost(both) == (tokens, None, ("CreativityAnnotator", "Curious"), 1)
    twice = spec(CreativityScenario, Curious, Curious, benchmark="aut")
    assert find_response_cost(twice) == (tokens, None, ("Curious", "Curious"), 1)
