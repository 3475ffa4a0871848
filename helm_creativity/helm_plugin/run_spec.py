"""Run specs made from benchmarks and their settings: every field of HELM's adapter set, the guard annotator first."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from helm.benchmark.adaptation.adapter_spec import AdapterSpec
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
from helm_creativity.benchmark.prompts import BETWEEN
from helm_creativity.benchmark.settings import Requirement, Settings
from helm_creativity.clients.deployments import ignores_temperature, require_client, require_sampling
from helm_creativity.clients.windows import TokenCounter, find_window, fit_run, prompts_sent, token_counter
from helm_creativity.errors import BadArguments
from helm_creativity.exams.anchors import require_anchored, run_anchors
from helm_creativity.helm_plugin.annotator import CreativityAnnotator, GuardAnnotator
from helm_creativity.helm_plugin.checks import PLAIN, require_runnable
from helm_creativity.helm_plugin.classes import own_class
from helm_creativity.helm_plugin.metric import CreativityMetric
from helm_creativity.helm_plugin.scenario import CreativityScenario
from helm_creativity.judges.asking import eligible, judge_requirements
from helm_creativity.judges.designs import short_names
from helm_creativity.judges.settings import ANCHORS, JudgedSettings

# A file name may hold 255 bytes, and HELM appends the model's name and the number of trials.
LONGEST_NAME = 160


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
    name = run_name(benchmark, settings)
    args: dict[str, Any] = {"benchmark": benchmark.name, **settings.args}
    annotators = [AnnotatorSpec(class_name=qualified_name(GuardAnnotator))]
    if asks_more(benchmark, settings):
        annotators.append(AnnotatorSpec(class_name=qualified_name(CreativityAnnotator), args=args))
    measured = {
        **args,
        **({"trials_count": True} if benchmark.trials_move_score else {}),
        "comparable": comparable_key(benchmark, settings),
        "provenance": {**provenance(benchmark, settings), **_judges_without_temperature(settings)},
    }
    spec = RunSpec(
        name=name,
        scenario_spec=ScenarioSpec(
            class_name=qualified_name(own_class(benchmark, CreativityScenario)),
            args={"benchmark": benchmark.name, **settings.titles},
        ),
        adapter_spec=adapter(settings),
        metric_specs=[MetricSpec(class_name=qualified_name(own_class(benchmark, CreativityMetric)), args=measured)],
        annotators=annotators,
        groups=[benchmark.card.group],
    )
    judged = isinstance(settings, JudgedSettings) and settings.judged
    return (JudgedRunSpec if judged else CheckedRunSpec)(**vars(spec))


def _judges_without_temperature(settings: Settings) -> dict[str, str]:
    judges = settings.panel.judges if isinstance(settings, JudgedSettings) and settings.judged else ()
    ignoring = "+".join(name for name in judges if ignores_temperature(name))
    return {"judge_temp": f"{NOT_SENT} to {ignoring}"} if ignoring else {}


def run_name(benchmark: Benchmark[Any], settings: Settings) -> str:
    """``group:key=value,...``. If too long, judges are counted; then usual values are left out, longest first."""
    parts = settings.name_parts
    name = _joined(benchmark, parts)
    if len(name.encode()) > LONGEST_NAME and isinstance(settings, JudgedSettings) and settings.judged:
        parts["judges"] = short_names(settings.panel.judges, shortest=True)
        name = _joined(benchmark, parts)
    if len(name.encode()) > LONGEST_NAME:
        usual = {**type(settings)(protocol=settings.protocol).name_parts, "protocol": None}
        for key in sorted(parts, key=lambda key: len(f"{key}={parts[key]}"), reverse=True):
            if len(name.encode()) > LONGEST_NAME and parts[key] == usual.get(key):
                del parts[key]
                name = _joined(benchmark, parts)
    if len(name.encode()) > LONGEST_NAME:
        longest = max(parts, key=lambda key: len(f"{key}={parts[key]}".encode()))
        raise BadArguments(
            f"the run's name would be {len(name.encode())} bytes long, at most {LONGEST_NAME}: {name}; "
            f"choose a shorter {longest}"
        )
    return name


def _joined(benchmark: Benchmark[Any], parts: Mapping[str, str]) -> str:
    return f"{benchmark.card.group}:" + ",".join(f"{key}={value}" for key, value in parts.items())


def adapter(settings: Settings) -> AdapterSpec:
    """The prompt, behind an instruction if there is one; HELM's defaults would add words and ask for five outputs."""
    instruction = settings.before_prompts.text
    return replace(
        PLAIN,
        instructions=instruction,
        instance_prefix=BETWEEN if instruction else "",
        max_train_instances=0,
        num_train_trials=1,
        num_outputs=1,
        num_trials=settings.trials,
        temperature=settings.temp,
        max_tokens=settings.token_limit,
    )


def qualified_name(cls: type) -> str:
    """What HELM needs to import ``cls`` by name. A rename then fails when we are imported, not when a run starts."""
    return f"{cls.__module__}.{cls.__qualname__}"


@contextmanager
def _led_by(words: str) -> Iterator[None]:
    try:
        yield
    except BadArguments as error:
        raise BadArguments(f"{words}{error}") from error


@dataclass(frozen=True)
class CheckedRunSpec(RunSpec):
    """A run spec that refuses what cannot be run or scored, is not what its name says, or is refused by the model.

    A temperature that does not reach the model is noted in the provenance of the score, and so is a token limit that
    was fitted to the model's window: here to what the shortest prompt would leave, in ``get_instances`` to the longest,
    so that HELM never cuts a prompt without an end whatever scenario follows. HELM fills in its own arguments
    (``num_trials=``, ``temperature=`` and others) and the model after a run spec function has returned, each time in a
    copy of the run spec; without a model nothing can be asked, and nothing is refused yet.
    """

    def __post_init__(self) -> None:
        super().__post_init__()  # type: ignore[no-untyped-call]
        adapter_spec = self.adapter_spec
        if not adapter_spec.model:
            return
        for metric in self.metric_specs:
            if "comparable" in metric.args:  # otherwise it promises nothing
                with _led_by(f"{self.name}: "):
                    require_runnable(get_benchmark(metric.args["benchmark"]), metric.args, adapter_spec)
                    if self.data_augmenter_spec.perturbation_specs:
                        raise BadArguments("data_augmentation= changes the prompts: leave it out")
        if adapter_spec.model_deployment:
            with _led_by(f"{self.name}: "):
                require_sampling(adapter_spec.model_deployment, adapter_spec.temperature, adapter_spec.max_tokens)
            is_sent = not ignores_temperature(adapter_spec.model_deployment)
            object.__setattr__(self, "metric_specs", [_with_temperature(spec, is_sent) for spec in self.metric_specs])
            with _led_by(f"{self.name}: "):
                fit_run(self)
                if _arguments_of_caller("helm_run") is not None:  # a plan may be made where the model is not run
                    require_client(adapter_spec.model_deployment)

    def prompts(self) -> Iterator[str]:
        """Of all its items, as the model will get them; none where another package's scenario has them."""
        scenario = create_scenario(self.scenario_spec)
        return prompts_sent(self, scenario.prompts() if isinstance(scenario, CreativityScenario) else ())


def _with_temperature(metric: MetricSpec, is_sent: bool) -> MetricSpec:
    if "provenance" not in metric.args:
        return metric
    rest = {name: text for name, text in metric.args["provenance"].items() if name != TEMPERATURE}
    made = rest if is_sent else {**rest, TEMPERATURE: NOT_SENT}
    return replace(metric, args={**metric.args, "provenance": made})


@dataclass(frozen=True)
class JudgedRunSpec(CheckedRunSpec):
    """One that also refuses a model whose own deployments leave too few judges, and several outputs for a request."""

    def __post_init__(self) -> None:
        super().__post_init__()
        adapter_spec = self.adapter_spec
        if adapter_spec.num_outputs != 1:
            raise BadArguments(
                f"{self.name}: one response to a request is judged; use num_trials= instead of num_outputs="
            )
        if not (adapter_spec.model and adapter_spec.model_deployment):
            return
        for annotator in self.annotators or ():
            if "judges" not in annotator.args:
                continue
            settings = settings_in_run(get_benchmark(annotator.args["benchmark"]), annotator.args)
            assert isinstance(settings, JudgedSettings)
            with _led_by(f"{self.name}: a model never judges itself, and without it "):
                eligible(settings.panel, adapter_spec.model, adapter_spec.model_deployment)


_HELM_RUN = "helm.benchmark.run"
_tried: list[list[Any]] = []
"""The entries of the last ``helm-run`` of this process, which are tried once: all, and each alone."""


def require_all_entries(names: Collection[str]) -> None:
    """Refuses every run entry of this ``helm-run`` that cannot be used, in one message; nothing where a run is alone.

    HELM makes the run specs of its entries one after another and ends at the first that is refused. It looks at the
    prompts of a run only after it asked those before it, so they are fitted to the model's window here, too.
    """
    asked = _arguments_of_caller(make := "run_entries_to_run_specs")
    if asked is None or any(asked["run_entries"] is tried for tried in _tried):
        return
    entries = asked["run_entries"]
    if len(entries) * len(asked["models_to_run"] or [""]) < 2:
        return
    _tried[:] = [entries, *([entry] for entry in entries)]
    helm_run = _arguments_of_caller("helm_run")
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
    if not isinstance(spec, CheckedRunSpec) or find_window(spec.adapter_spec.model_deployment) is None:
        return
    try:
        prompts = list(spec.prompts())
    except Exception:  # such as a file that is gone: ``get_instances`` raises it, which ends this run alone
        return
    fit_run(spec, prompts, counter)


def _arguments_of_caller(name: str) -> Mapping[str, Any] | None:
    """The arguments of that function of ``helm-run``, where this is called from within it; None otherwise."""
    frame = inspect.currentframe() if _HELM_RUN in sys.modules else None
    while frame is not None:
        code = frame.f_code
        if code.co_name == name and frame.f_globals.get("__name__") == _HELM_RUN:
            return {argument: frame.f_locals[argument] for argument in code.co_varnames[: code.co_argcount]}
        frame = frame.f_back
    return None
