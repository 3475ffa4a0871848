"""HELM's request states, as its executor leaves them."""

from __future__ import annotations

from dataclasses import replace

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.scenarios.scenario import Input, Instance
from helm.common.request import GeneratedOutput, Request, RequestResult

from helm_creativity.benchmark.settings import Settings
from helm_creativity.helm.run_spec import adapter


def instance(name, **extra_data):
    """One item of the test split."""
    return Instance(Input(text=name), [], split="test", id=name, extra_data=extra_data or None)


def state(item, text, **result):
    """One answered request."""
    completions = [GeneratedOutput(text=text, logprob=0.0, tokens=[], finish_reason={"reason": "stop"})]
    answered = RequestResult(
        **{"success": True, "cached": False, "embedding": [], "completions": completions, **result}
    )
    return RequestState(item, None, None, 0, None, Request(prompt=item.input.text), answered, 0, False)


def unanswered(item):
    """One request of a dry run."""
    return RequestState(item, None, None, 0, None, Request(), None, 0, False)


def evaluate(metric, states, adapter_spec=None):
    """What a metric makes of request states."""
    settings = metric.settings if isinstance(metric.settings, Settings) else Settings(max_tokens=100)
    spec = adapter_spec or replace(adapter(settings), num_trials=2)
    scenario_state = ScenarioState(spec, states)
    return metric.evaluate(scenario_state, metric_service=None, eval_cache_path="", parallelism=1)
