"""What HELM makes of an entry and of fixed responses, by its own contract: run spec, prompts, annotations, stats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from golden.client import MODEL
from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.adaptation.prompt import Prompt
from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.annotation.annotator_factory import AnnotatorFactory
from helm.benchmark.metrics.metric import MetricResult
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.benchmark.scenarios.scenario import Instance
from helm.common.cache_backend_config import BlackHoleCacheBackendConfig
from helm.common.general import asdict_without_nones
from helm.common.object_spec import create_object, parse_object_spec
from helm.common.request import ErrorFlags, GeneratedOutput, Request, RequestResult

import helm_creativity.run_specs  # noqa: F401 - registers the run specs

FAILED = "failed"
"""The finish reason of a request that failed."""


@lru_cache(maxsize=1)
def run_spec(entry: str) -> RunSpec:
    """As ``helm-run`` makes it."""
    (made,) = construct_run_specs(parse_object_spec(f"{entry},model={MODEL}"))
    return made


@lru_cache(maxsize=1)
def instances(entry: str) -> list[Instance]:
    """What is asked."""
    return list(create_object(run_spec(entry).scenario_spec).get_instances(""))


def described(entry: str) -> dict[str, Any]:
    """Run spec, key and prompts; of many prompts, the first two and the last whole, and a checksum of all."""
    spec, asked = run_spec(entry), instances(entry)
    adapter = asdict_without_nones(spec.adapter_spec)
    texts = [instance.input.text for instance in asked]
    whole = texts if len(texts) < 4 else [*texts[:2], texts[-1]]
    return {
        "name": spec.name,
        "groups": spec.groups,
        "adapter": {name: value for name, value in adapter.items() if value not in ("", [], 0)},
        "scenario": _without_modules(spec.scenario_spec),
        "metrics": [_without_modules(metric) for metric in spec.metric_specs],
        "annotators": [_without_modules(annotator) for annotator in spec.annotators or ()],
        "items": len(texts),
        "prompts": whole,
        "all_prompts": _checksum([[instance.id, instance.input.text] for instance in asked]),
        "references": _checksum([[part.output.text for part in instance.references] for instance in asked]),
    }


def _without_modules(spec: Any) -> dict[str, Any]:
    args = {name: value for name, value in spec.args.items() if name != "provenance"}
    return {"class": spec.class_name.rpartition(".")[2], **args}


def _checksum(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:16]


def states(entry: str, responses: Sequence[Sequence[Any]]) -> list[RequestState]:
    """Responses ``(item, trial, text, finish reason)`` as HELM has them before annotators see them."""
    adapter, by_id = run_spec(entry).adapter_spec, {instance.id: instance for instance in instances(entry)}
    made = []
    for item, trial, text, reason in responses:
        instance = replace(by_id[item], split="test")
        request = Request(
            model=MODEL,
            model_deployment=MODEL,
            prompt=_prompt(adapter, instance.input.text),
            temperature=adapter.temperature,
            max_tokens=adapter.max_tokens,
            random=str(trial) if trial else None,
        )
        output = GeneratedOutput(text=text, logprob=0, tokens=[], finish_reason={"reason": reason})
        failed = reason == FAILED
        flags = ErrorFlags(is_retriable=False, is_fatal=False)
        result = RequestResult(
            success=not failed,
            cached=False,
            completions=[] if failed else [output],
            embedding=[],
            error="HTTP 500" if failed else None,
            error_flags=flags if failed else None,
            request_time=0,
        )
        made.append(RequestState(instance, None, None, 0, None, request, result, 0, prompt_truncated=False))
    return made


def _prompt(adapter: AdapterSpec, text: str) -> str:
    """As HELM's adapter puts it together."""
    prompt = Prompt(
        global_prefix=adapter.global_prefix,
        global_suffix=adapter.global_suffix,
        instructions_block=adapter.instructions,
        train_instance_blocks=[],
        eval_instance_block=f"{adapter.input_prefix}{text}{adapter.input_suffix}{adapter.output_prefix.rstrip()}",
        instance_prefix=adapter.instance_prefix,
        substitutions=adapter.substitutions,
    )
    return prompt.text


def annotated(entry: str, responses: Sequence[Sequence[Any]]) -> list[RequestState]:
    """The same with the annotations of the run's annotators."""
    found = states(entry, responses)
    factory = AnnotatorFactory({}, "", BlackHoleCacheBackendConfig())
    annotators = [factory.get_annotator(spec) for spec in run_spec(entry).annotators or ()]
    annotations: list[dict[str, Any]] = [{} for _ in found]
    for annotator in annotators:
        for state, of_state in zip(found, annotations, strict=True):
            of_state[annotator.name] = annotator.annotate(state)
    return [replace(state, annotations=of_state) for state, of_state in zip(found, annotations, strict=True)]


def scored(entry: str, responses: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """What judges were asked and replied, the stats of each response, and those of the run."""
    spec, done = run_spec(entry), annotated(entry, responses)
    (metric,) = map(create_object, spec.metric_specs)
    found: MetricResult = metric.evaluate(ScenarioState(spec.adapter_spec, done), None, "", 1)
    transcripts = [(state.annotations or {}).get("follow_ups") for state in done]
    return {
        "transcripts": transcripts if any(transcripts) else [],
        "responses": [
            [of_item.instance_id, {stat.name.name: stat.mean for stat in of_item.stats if stat.count}]
            for of_item in found.per_instance_stats
        ],
        "run": {stat.name.name: stat.mean for stat in found.aggregated_stats if stat.count},
    }
