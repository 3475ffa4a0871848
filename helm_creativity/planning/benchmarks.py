"""What the benchmark of a run knows of its cost, and which of its annotators ask anything."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.core.planned import PlannedFollowUps, PlannedResponse

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec

    from helm_creativity.core.benchmark import Benchmark


class Asking(NamedTuple):
    """An annotator that asks, and what it asks.

    Attributes:
        follow_ups: what is asked because of a response.
        settings: the annotator's arguments.
        assumed: what the numbers of ``follow_ups`` rest on.
    """

    follow_ups: Callable[[PlannedResponse], PlannedFollowUps]
    settings: Mapping[str, Any]
    assumed: tuple[str, ...]


class Known(NamedTuple):
    """What is known of the responses of a run.

    Attributes:
        answer_tokens: of a usual response; None where it is unknown.
        asking: the annotator that asks; None where none does, or it is unknown what.
        unknown: annotators that may ask, and it is unknown how often; by the names of their classes.
    """

    answer_tokens: int | None
    asking: Asking | None
    unknown: tuple[str, ...]


def known_of(spec: RunSpec) -> Known:
    """What the benchmark of a run says.

    Only an annotator that HELM hands a client asks anything, and HELM hands it to those whose constructor has the
    argument ``auto_client``.
    """
    from helm.common.object_spec import get_class_by_name

    from helm_creativity.helm_plugin.scenario import CreativityScenario

    annotators = [(one, get_class_by_name(one.class_name)) for one in spec.annotators or ()]
    clients = [(one, kind) for one, kind in annotators if "auto_client" in inspect.signature(kind).parameters]
    scenario = get_class_by_name(spec.scenario_spec.class_name)
    if issubclass(scenario, CreativityScenario):
        return _of_benchmark(scenario.find_benchmark(spec.scenario_spec.args.get("benchmark", "")), clients)
    return Known(None, None, tuple(kind.__name__ for _, kind in clients))


def _of_benchmark(benchmark: Benchmark[Any], clients: list[tuple[Any, type]]) -> Known:
    """What a benchmark says, with the settings of the annotator that asks."""
    from helm_creativity.helm_plugin.annotator import CreativityAnnotator

    if [kind for _, kind in clients] != [CreativityAnnotator]:
        return Known(benchmark.response_tokens, None, tuple(kind.__name__ for _, kind in clients))
    args = clients[0][0].args
    follow_ups = partial(_follow_ups, benchmark, CreativityAnnotator.settings_of(args))
    return Known(benchmark.response_tokens, Asking(follow_ups, args, benchmark.assumptions), ())


def _follow_ups(benchmark: Benchmark[Any], settings: Any, planned: PlannedResponse) -> PlannedFollowUps:  # noqa: ANN401
    return benchmark.follow_ups(planned, settings) or PlannedFollowUps()
