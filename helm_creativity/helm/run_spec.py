"""Run specs made from benchmarks and their settings: every field of HELM's adapter set, the guard annotator first."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from helm.benchmark.annotation.annotator import AnnotatorSpec
from helm.benchmark.metrics.metric import MetricSpec
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import ScenarioSpec, create_scenario
from helm.common.general import get_credentials

from helm_creativity.benchmark.base import (
    Benchmark,
    asks_more,
    comparable_key,
    parse_settings,
    provenance,
    settings_in_run,
)
from helm_creativity.benchmark.comparability import NOT_SENT, TEMPERATURE
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import PREFIX
from helm_creativity.benchmark.settings import Requirement, Settings
from helm_creativity.benchmark.types import Item
from helm_creativity.errors import BadArguments
from helm_creativity.helm.annotator import CreativityAnnotator, GuardAnnotator
from helm_creativity.helm.checks import adapter, require_runnable, small_judges
from helm_creativity.helm.classes import own_class
from helm_creativity.helm.clients.deployments import ignores_temperature, require_client, require_sampling
from helm_creativity.helm.clients.windows import (
    TokenCounter,
    find_window,
    fit_run,
    note_provenance,
    prompts_sent,
    token_counter,
)
from helm_creativity.helm.current_run import caller_arguments
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario
from helm_creativity.judges.asking import eligible, judge_requirements
from helm_creativity.judges.designs import Panel, short_names
from helm_creativity.judges.evaluation.anchors import require_anchored, run_anchors
from helm_creativity.judges.settings import ANCHORS, JudgedSettings

# A file name may hold 255 bytes, and HELM appends the model's name and the number of trials.
LONGEST_NAME = 160
_HELM_RUN = "helm.benchmark.run"
_tried: list[list[Any]] = []
"""The entries of the last ``helm-run`` of this process, which are tried once: all, and each alone."""


def run_spec(benchmark: Benchmark[Any], values: Mapping[str, object]) -> RunSpec:
    """The run spec of one run entry."""
    judged = issubclass(benchmark.settings_type, JudgedSettings)
    if ANCHORS in values and ANCHORS not in benchmark.options:
        require_anchored(benchmark.name)
    also = partial(_requirements, benchmark) if judged else None
    return make_run_spec(benchmark, parse_settings(benchmark, values, also=also))


def _requirements(benchmark: Benchmark[Any], settings: JudgedSettings) -> Iterator[Requirement]:
    yield from judge_requirements(settings)
    if settings.anchors and settings.judged:
        yield (ANCHORS, "judges", "protocol", "prompts", "judge_temp"), partial(run_anchors, benchmark, settings)


def make_run_spec(benchmark: Benchmark[Any], settings: Settings) -> RunSpec:
    """The run spec of settings that were checked."""
    args: dict[str, Any] = {"benchmark": benchmark.name, **settings.args}
    annotators = [AnnotatorSpec(class_name=qualified_name(GuardAnnotator))]
    if asks_more(benchmark, settings):
        annotators.append(AnnotatorSpec(class_name=qualified_name(CreativityAnnotator), args=args))
    judges = settings.panel.judges if isinstance(settings, JudgedSettings) and settings.judged else ()
    ignoring = "+".join(name for name in judges if ignores_temperature(name))
    not_sent = {"judge_temp": f"{NOT_SENT} to {ignoring}"} if ignoring else {}
    measured = {
        **args,
        **({"trials_count": True} if benchmark.trials_move_score else {}),
        "comparable": comparable_key(benchmark, settings),
        "provenance": {**provenance(benchmark, settings), **not_sent},
    }
    return CheckedRunSpec(
        name=run_name(benchmark, settings),
        scenario_spec=ScenarioSpec(
            class_name=qualified_name(own_class(benchmark, CreativityScenario)),
            args={"benchmark": benchmark.name, **settings.titles},
        ),
        adapter_spec=adapter(settings),
        metric_specs=[MetricSpec(class_name=qualified_name(own_class(benchmark, CreativityMetric)), args=measured)],
        annotators=annotators,
        groups=[benchmark.card.group],
    )


def run_name(benchmark: Benchmark[Any], settings: Settings) -> str:
    """``group:key=value,...``. If too long, judges are counted; then usual values are left out, longest first."""
    parts = settings.name_parts

    def name() -> str:
        return f"{benchmark.card.group}:" + ",".join(f"{key}={value}" for key, value in parts.items())

    def is_too_long() -> bool:
        return len(name().encode()) > LONGEST_NAME

    if is_too_long() and isinstance(settings, JudgedSettings) and settings.judged:
        parts["judges"] = short_names(settings.panel.judges, shortest=True)
    if is_too_long():
        usual = {**type(settings)(protocol=settings.protocol).name_parts, "protocol": None}
        for key in sorted(parts, key=lambda key: len(f"{key}={parts[key]}"), reverse=True):
            if is_too_long() and parts[key] == usual.get(key):
                del parts[key]
    if is_too_long():
        longest = max(parts, key=lambda key: len(f"{key}={parts[key]}".encode()))
        raise BadArguments(
            f"the run's name would be {len(name().encode())} bytes long, at most {LONGEST_NAME}: {name()}; "
            f"choose a shorter {longest}"
        )
    return name()


def qualified_name(cls: type) -> str:
    """What HELM needs to import ``cls`` by name. A rename then fails when we are imported, not when a run starts."""
    return f"{cls.__module__}.{cls.__qualname__}"


@dataclass(frozen=True)
class CheckedRunSpec(RunSpec):
    """A run spec that refuses what cannot be run or scored, is not what its name says, or is refused by the model.

    The provenance of the score notes a temperature that does not reach the model, and a token limit that was fitted to
    its window: here to what the shortest prompt would leave, in ``get_instances`` to the longest. HELM fills in its own
    arguments (``num_trials=``, ``temperature=`` and others) and the model after a run spec function has returned, each
    time in a copy; without a model nothing is refused yet.
    """

    def __post_init__(self) -> None:
        super().__post_init__()  # type: ignore[no-untyped-call]
        try:
            if self.adapter_spec.model:
                self._check()
            if self.panels:
                self._check_panels()
        except BadArguments as error:
            raise BadArguments(f"{self.name}: {error}") from error

    def _check(self) -> None:
        adapter_spec, deployment = self.adapter_spec, self.adapter_spec.model_deployment
        for metric in self.metric_specs:
            if "comparable" in metric.args:  # otherwise it promises nothing
                require_runnable(get_benchmark(metric.args["benchmark"]), metric.args, adapter_spec)
                if self.data_augmenter_spec.perturbation_specs:
                    raise BadArguments("data_augmentation= changes the prompts: leave it out")
        if deployment:
            require_sampling(deployment, adapter_spec.temperature, adapter_spec.max_tokens)
            note_provenance(self, TEMPERATURE, NOT_SENT if ignores_temperature(deployment) else None)
            fit_run(self)
            if caller_arguments(_HELM_RUN, "helm_run") is not None:  # a plan may be made where the model is not run
                require_client(deployment)

    def _check_panels(self) -> None:
        """Refuses several outputs for a request, and a model whose own deployments leave too few judges."""
        if self.adapter_spec.num_outputs != 1:
            raise BadArguments("one response to a request is judged; use num_trials= instead of num_outputs=")
        model, deployment = self.adapter_spec.model, self.adapter_spec.model_deployment
        for panel in self.panels if model and deployment else ():
            try:
                eligible(panel, model, deployment)
            except BadArguments as error:
                raise BadArguments(f"a model never judges itself, and without it {error}") from error

    @property
    def panels(self) -> list[Panel]:
        """Of its annotators that ask judges."""
        asking = [annotator.args for annotator in self.annotators or () if "judges" in annotator.args]
        found = [settings_in_run(get_benchmark(args["benchmark"]), args) for args in asking]
        return [settings.panel for settings in found if isinstance(settings, JudgedSettings) and settings.judged]

    def items(self) -> list[Item]:
        """All its items, whatever part of them HELM draws; none where another package's scenario has them."""
        scenario = create_scenario(self.scenario_spec)
        return scenario.items() if isinstance(scenario, CreativityScenario) else []

    def prompts(self) -> Iterator[str]:
        """Of all its items, as the model will get them."""
        yield from prompts_sent(self, [item.prompt.text for item in self.items()])


def require_all_entries(names: Collection[str]) -> None:
    """Refuses every run entry of this ``helm-run`` that cannot be used, in one message; nothing where a run is alone.

    HELM would end at the first, and look at the prompts of a run, and at windows, only after it asked those before it.
    """
    asked = caller_arguments(_HELM_RUN, make := "run_entries_to_run_specs")
    if asked is None or any(asked["run_entries"] is tried for tried in _tried):
        return
    entries = asked["run_entries"]
    if len(entries) * len(asked["models_to_run"] or [""]) < 2:
        return
    _tried[:] = [entries, *([entry] for entry in entries)]
    helm_run = caller_arguments(_HELM_RUN, "helm_run")
    counter = token_counter(get_credentials(helm_run["args"].local_path) if helm_run else {})
    refused = []
    for alone in _tried[1:]:
        (entry,) = alone
        name = entry.description.partition(":")[0]
        if name not in names and not name.startswith(PREFIX):
            continue
        try:
            for spec in getattr(sys.modules[_HELM_RUN], make)(**{**asked, "run_entries": alone}):
                _require_room(spec, counter)
        except Exception as error:  # ours and HELM's own, such as an unknown model
            refused.append(f"* {entry.description}: {str(error) or type(error).__name__}")
    if refused:
        words = "run entry is" if len(refused) == 1 else "run entries are"
        raise BadArguments(f"{len(refused)} of {len(entries)} {words} refused:\n" + "\n".join(refused))


def _require_room(spec: RunSpec, counter: TokenCounter) -> None:
    """Refuses a run for whose prompts its model's window is too small, or its judges' for questions about responses."""
    has_window = find_window(spec.adapter_spec.model_deployment) is not None
    if not isinstance(spec, CheckedRunSpec) or not (has_window or spec.panels):
        return
    try:
        items = spec.items()
    except Exception:  # such as a file that is gone: ``get_instances`` raises it, which ends this run alone
        return
    fit_run(spec, prompts_sent(spec, [item.prompt.text for item in items]), counter)
    if problems := small_judges(spec, items):
        raise BadArguments(f"its judges cannot be asked: {'; '.join(problems)}")
