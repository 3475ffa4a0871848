"""Run specs of creativity benchmarks: every field of HELM's adapter set, the guard first, settings in the name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from helm.benchmark.adaptation.adapter_spec import ADAPT_GENERATION, AdapterSpec
from helm.benchmark.annotation.annotator import AnnotatorSpec
from helm.benchmark.metrics.metric import MetricSpec
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import ScenarioSpec

from helm_creativity.errors import BadArguments
from helm_creativity.hosting.arguments import Sampling, qualified_name
from helm_creativity.hosting.guard import GuardAnnotator
from helm_creativity.hosting.instructions import BETWEEN, Instruction

# A file name may hold 255 bytes, and HELM appends the model's name and the number of trials.
LONGEST_NAME = 160


def adapter(sampling: Sampling, trials: int) -> AdapterSpec:
    """The prompt, behind an instruction if there is one; HELM's defaults would add words and ask for five outputs."""
    return AdapterSpec(
        method=ADAPT_GENERATION,
        global_prefix="",
        global_suffix="",
        instructions=sampling.instruction.text,
        input_prefix="",
        input_suffix="",
        reference_prefix="",
        reference_suffix="",
        output_prefix="",
        output_suffix="",
        instance_prefix=BETWEEN if sampling.instruction.text else "",
        max_train_instances=0,
        num_train_trials=1,
        num_outputs=1,
        num_trials=trials,
        temperature=sampling.temperature,
        max_tokens=sampling.max_tokens,
        stop_sequences=[],
    )


def promised(adapter_spec: AdapterSpec) -> dict[str, Any]:
    """What the run's name promises of the adapter; ``ResponseMetric`` holds HELM to it."""
    promises = {"temperature": adapter_spec.temperature, "max_tokens": adapter_spec.max_tokens}
    told = Instruction.of(adapter_spec.instructions).signed
    return {**promises, "instruction": told} if told else promises


def run_name(group: str, arguments: Mapping[str, object]) -> str:
    """``group:key=value,...``; ``BadArguments`` when it cannot be the name of a folder."""
    name = f"{group}:" + ",".join(f"{key}={value}" for key, value in arguments.items())
    if len(name.encode()) > LONGEST_NAME:
        raise BadArguments(f"the run's name would be {len(name.encode())} bytes long, at most {LONGEST_NAME}: {name}")
    return name


def creativity_run_spec(
    *,
    group: str,
    named: Mapping[str, object],
    scenario: type,
    scenario_args: Mapping[str, Any],
    metric: type,
    metric_args: Mapping[str, Any],
    adapter_spec: AdapterSpec,
    annotators: Sequence[AnnotatorSpec] = (),
) -> RunSpec:
    """A run spec in the house's form.

    Args:
        group: the card's group: name of run spec, scenario and run group.
        named: every argument that changes a result, in the order in which the run's name shows them.
        scenario: class of the scenario, and
        scenario_args: its arguments: few, since they are the title of a tab on HELM's pages; an instruction is added.
        metric: class of the metric, and
        metric_args: its arguments, the signature among them; temperature and token limit are added.
        adapter_spec: see ``adapter``.
        annotators: those of the benchmark, which follow the guard.
    """
    told = Instruction.of(adapter_spec.instructions)
    titles = {"instruction": told.name} if told.text else {}
    return RunSpec(
        name=run_name(group, named),
        scenario_spec=ScenarioSpec(class_name=qualified_name(scenario), args={**scenario_args, **titles}),
        adapter_spec=adapter_spec,
        metric_specs=[MetricSpec(class_name=qualified_name(metric), args={**metric_args, **promised(adapter_spec)})],
        annotators=[AnnotatorSpec(class_name=qualified_name(GuardAnnotator)), *annotators],
        groups=[group],
    )
