"""What the benchmark of a run knows of its cost, and which of its annotators ask anything."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.benchmark.prompts import candidates_in

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec

    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.settings import Settings


class AskingAnnotator(NamedTuple):
    """An annotator that asks, and what it asks."""

    benchmark: Benchmark[Any]
    settings: Settings


class ResponseCost(NamedTuple):
    """What is known of the responses of a run."""

    answer_tokens: int | None
    asking: AskingAnnotator | None
    unknown: tuple[str, ...]
    candidates: int = 1


def find_response_cost(spec: RunSpec) -> ResponseCost:
    """What the benchmark of a run says.

    Only an annotator that HELM hands a client asks anything, and HELM hands it to those whose constructor has the
    argument ``auto_client``.
    """
    from helm.common.object_spec import get_class_by_name

    from helm_creativity.helm.scenario import CreativityScenario

    annotators = [(annotator, get_class_by_name(annotator.class_name)) for annotator in spec.annotators or ()]
    clients = [
        (annotator, kind) for annotator, kind in annotators if "auto_client" in inspect.signature(kind).parameters
    ]
    scenario = get_class_by_name(spec.scenario_spec.class_name)
    if issubclass(scenario, CreativityScenario):
        args = spec.scenario_spec.args
        known = _of_benchmark(scenario.find_benchmark(args.get("benchmark", "")), clients)
        return known._replace(candidates=candidates_in(args))
    return ResponseCost(None, None, tuple(kind.__name__ for _, kind in clients))


def _of_benchmark(benchmark: Benchmark[Any], clients: list[tuple[Any, type]]) -> ResponseCost:
    from helm_creativity.benchmark.base import settings_in_run
    from helm_creativity.helm.annotator import CreativityAnnotator

    if [kind for _, kind in clients] != [CreativityAnnotator]:
        return ResponseCost(benchmark.response_tokens, None, tuple(kind.__name__ for _, kind in clients))
    settings = settings_in_run(benchmark, clients[0][0].args)
    return ResponseCost(benchmark.response_tokens, AskingAnnotator(benchmark, settings), ())
