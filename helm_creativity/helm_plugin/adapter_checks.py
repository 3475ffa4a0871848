"""What HELM's own arguments of a run entry may make of a run: numbers that can be run, and what the run's name says."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from helm.benchmark.adaptation.adapter_spec import AdapterSpec

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.settings import Settings, options
from helm_creativity.errors import BadArguments

MOST_RESPONSES = 100_000
"""To one item: HELM makes all requests of a run before it sends the first."""

_ADDED_TO_ZERO = 1e-4
"""What HELM adds to a temperature of 0 for models that cannot take it (run_spec_factory.py, BUGGY_TEMP_0_TAG)."""


def require_runnable(benchmark: Benchmark[Any], args: Mapping[str, Any], adapter: AdapterSpec) -> None:
    """Refuses a run from which no score can come, or another one than its name says.

    Args:
        benchmark: that is run.
        args: of the run's metric.
        adapter: of the run.

    Raises:
        BadArguments: with what to write instead.
    """
    settings_type = benchmark.settings_type
    settings = settings_type(**{name: args[name] for name in options(settings_type) if name in args})
    require_numbers(adapter, settings.trials)
    settings.require_trials(adapter.num_trials * adapter.num_outputs)
    require_as_named(benchmark, settings, adapter)


def require_numbers(adapter: AdapterSpec, usual_trials: int) -> None:
    """Refuses numbers that HELM takes as they are written, and with which it fails later or asks something else.

    Args:
        adapter: of the run.
        usual_trials: responses to each item where the entry says nothing of them.

    Raises:
        BadArguments: naming all of them, with what to write instead.
    """
    found = {
        "num_trials": (MOST_RESPONSES, f"write how many responses each item gets, or leave it out ({usual_trials})"),
        "num_outputs": (MOST_RESPONSES, "leave it out, and write num_trials= for several responses to each item"),
        "max_eval_instances": (
            math.inf,
            "write how many items are asked, here or behind -m of helm-run; a large number such as 10000 asks all",
        ),
    }
    problems = []
    for name, (most, change) in found.items():
        value = getattr(adapter, name)
        if value is None or (_is_whole(value) and 1 <= value <= most):
            continue
        if isinstance(value, float) and value.is_integer() and 1 <= value <= most:
            change = f"write {name}={value:.0f}"
        span = f"from 1 to {most}" if most < math.inf else "of 1 or more"
        problems.append(f"{name} must be a whole number {span}, got {value!r}: {change}")
    for name, only, change in (
        ("max_train_instances", 0, "there are no examples to learn from"),
        ("num_train_trials", 1, "they would repeat one cached response; write num_trials= for several responses"),
    ):
        value = getattr(adapter, name)
        if not _is_whole(value) or value != only:
            problems.append(f"{name} must be {only}, got {value!r}: leave it out, {change}")
    if problems:
        raise BadArguments("; ".join(problems))


def require_as_named(benchmark: Benchmark[Any], settings: Settings, adapter: AdapterSpec) -> None:
    """Refuses a temperature, token limit or instruction other than the run's name says: two runs would share a folder.

    A smaller token limit is let through, as it may have been fitted to the model's window.

    Raises:
        BadArguments: naming all of them, with what to write instead.
    """
    problems = []
    value: Any = adapter.temperature
    if value != settings.temp and not (settings.temp == 0 and value == _ADDED_TO_ZERO):
        problems.append(
            f"the temperature is {value!r} under a name that says temp={settings.temp:g}: "
            "write temp= instead of temperature= or increase_temperature="
        )
    value = adapter.max_tokens
    if not _is_whole(value) or not 1 <= value <= settings.max_tokens:
        problems.append(
            f"the token limit is {value!r} under a name that says max_tokens={settings.max_tokens}: "
            "write max_tokens= instead of increase_max_tokens= or num_output_tokens="
        )
    if adapter.instructions != benchmark.instruction(settings).text:
        problems.append(
            f"the instruction is {adapter.instructions!r} under a name that says instruction={settings.instruction}: "
            "write instruction= instead of instructions="
        )
    if problems:
        raise BadArguments("; ".join(problems))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
