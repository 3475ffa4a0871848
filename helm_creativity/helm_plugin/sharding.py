"""A shard of a run as a run of its own: HELM asks its items; scores are those of the whole run, after the merge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.metrics.metric import MetricResult, MetricSpec, create_metric
from helm.benchmark.metrics.metric_service import MetricService
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import EVAL_SPLITS, Instance, ScenarioSpec, create_scenario

from helm_creativity.core.shards import SHARD, Shard, parse_shard
from helm_creativity.helm_plugin.metric import CreativityMetric
from helm_creativity.helm_plugin.run_spec import CheckedRunSpec, JudgedRunSpec, qualified_name
from helm_creativity.helm_plugin.scenario import CreativityScenario

DRAWN = "max_eval_instances"
"""Argument of a shard's scenario: how many items of the whole run are drawn."""

WHOLE = "whole"
"""Argument of a shard's scenario and metric: the name of the class that the whole run has in its place."""


class ShardScenario(CreativityScenario):
    """The items of a shard, in the order of the whole run.

    Args:
        whole: name of the whole run's scenario class.
        benchmark: its name.
        shard: such as ``0of4``.
        max_eval_instances: as many items are drawn of all, as HELM draws them, before the shard takes its own.
        titles: as of the whole run.
    """

    def __init__(
        self,
        whole: str,
        benchmark: str,
        shard: str,
        max_eval_instances: int | None = None,
        **titles: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(benchmark, **titles)
        self._whole = create_scenario(ScenarioSpec(whole, {"benchmark": benchmark, **titles}))
        self._shard, self._drawn = parse_shard(shard), max_eval_instances

    def get_instances(self, output_path: str) -> list[Instance]:
        """Those of the whole run that are in the shard."""
        from helm.benchmark.runner import downsample_eval_instances

        instances: list[Instance] = self._whole.get_instances(output_path)
        if self._drawn is not None:
            instances = downsample_eval_instances(instances, self._drawn, EVAL_SPLITS)
        return [instance for instance in instances if self._shard.holds(str(instance.id))]


class ShardMetric(CreativityMetric):
    """Warns of what is missing, as the whole run's metric does, and leaves no score.

    A score of some items must not be taken for the run's, and the run's is not always the mean of its shards'.

    Args:
        whole: name of the whole run's metric class.
        shard: such as ``0of4``.
        args: as of the whole run.
    """

    def __init__(self, whole: str, shard: str, **args: Any) -> None:  # noqa: ANN401
        super().__init__(**args)
        self._whole = create_metric(MetricSpec(whole, args))

    def evaluate(
        self, scenario_state: ScenarioState, metric_service: MetricService, eval_cache_path: str, parallelism: int
    ) -> MetricResult:
        """No stats.

        Raises:
            ValueError: as of the whole run's metric.
        """
        if scenario_state.request_states:  # a shard of few items may be empty, and then lacks nothing
            self._whole.evaluate(scenario_state, metric_service, eval_cache_path, parallelism)
        return MetricResult([], [])


@dataclass(frozen=True)
class ShardRunSpec(CheckedRunSpec):
    """Its scenario draws as many items as its adapter allows, so that all shards are of the items of one draw.

    HELM fills that number in after a run spec function has returned, each time in a copy of the run spec, and would
    draw from what the scenario returns.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if (drawn := self.adapter_spec.max_eval_instances) is not None:
            scenario = replace(self.scenario_spec, args={**self.scenario_spec.args, DRAWN: drawn})
            object.__setattr__(self, "scenario_spec", scenario)


@dataclass(frozen=True)
class JudgedShardRunSpec(ShardRunSpec, JudgedRunSpec):
    """A shard of a judged run."""


def shard_spec(spec: RunSpec, shard: object) -> RunSpec:
    """The run spec of one shard of a run; ``whole_spec`` is the way back.

    Args:
        spec: of the whole run.
        shard: such as ``0of4``.

    Raises:
        BadArguments: when there is no such shard.
    """
    text = str(parse_shard(shard))
    (metric,) = spec.metric_specs
    kind = JudgedShardRunSpec if isinstance(spec, JudgedRunSpec) else ShardRunSpec
    return kind(
        **{
            **vars(spec),
            "name": f"{spec.name},{SHARD}={text}",
            "scenario_spec": replace(
                spec.scenario_spec,
                class_name=qualified_name(ShardScenario),
                args={**spec.scenario_spec.args, SHARD: text, WHOLE: spec.scenario_spec.class_name},
            ),
            "metric_specs": [
                replace(
                    metric,
                    class_name=qualified_name(ShardMetric),
                    args={**metric.args, SHARD: text, WHOLE: metric.class_name},
                )
            ],
        }
    )


def whole_spec(spec: RunSpec) -> tuple[Shard, RunSpec] | None:
    """The shard that a run spec is of, and the run spec of the whole; None where it is of no shard."""
    if spec.scenario_spec.class_name != qualified_name(ShardScenario):
        return None
    text = spec.scenario_spec.args[SHARD]
    (metric,) = spec.metric_specs
    return parse_shard(text), RunSpec(
        **{
            **vars(spec),
            "name": spec.name.replace(f",{SHARD}={text}", "", 1),
            "scenario_spec": replace(
                spec.scenario_spec,
                class_name=spec.scenario_spec.args[WHOLE],
                args=_without(spec.scenario_spec.args, SHARD, WHOLE, DRAWN),
            ),
            "metric_specs": [replace(metric, class_name=metric.args[WHOLE], args=_without(metric.args, SHARD, WHOLE))],
        }
    )


def _without(args: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in args.items() if name not in names}
