"""Counts what runs would ask, and of whom, before any model is asked."""

from __future__ import annotations

import inspect
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from io import StringIO
from operator import add
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN, RESPONSE_TOKENS, AskJudges, Trial
from helm_creativity.benchmark.names import VERBALIZED, natural_key
from helm_creativity.benchmark.planned_requests import PlannedRequest, planned_requests
from helm_creativity.benchmark.prompts import candidates_in
from helm_creativity.benchmark.types import Sample
from helm_creativity.commands.planning.entries import Refused, error_text, register, run_specs, unknown_model
from helm_creativity.commands.planning.offline import is_kept_offline, offline
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.judges.designs import Panel
from helm_creativity.judges.drivers import rated_unit
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import escaped

if TYPE_CHECKING:
    from helm.benchmark.adaptation.request_state import RequestState
    from helm.benchmark.run_spec import RunSpec
    from helm.benchmark.scenarios.scenario import Instance

    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.settings import Settings

TESTED, JUDGE = "model", "judge"
"""What a deployment is asked as."""
Times: TypeAlias = tuple[int, int, int]
"""How often something happens: at least, typically and at most."""
MODEL = ""
"""The model under test, among those who are asked."""
Asked: TypeAlias = tuple[str, Times, float, float]
"""Who is asked because of one response, how often, and the characters of a question and the tokens of a reply."""


class Load(NamedTuple):
    """What one deployment is sent and sends back: numbers of requests, and tokens."""

    least: int = 0
    typical: int = 0
    most: int = 0
    prompt: float = 0.0
    prompt_most: float = 0.0
    completion: float = 0.0
    completion_most: float = 0.0

    @classmethod
    def of(cls, times: Times, prompt: float, completion: float, limit: int) -> Load:
        """Requests of ``prompt`` tokens each, whose responses have ``completion`` tokens and at most ``limit``."""
        _, typical, most = times
        written = typical * min(completion, limit), float(most * limit)
        return cls(*times, typical * prompt, most * prompt, *written)

    def __add__(self, other: Load) -> Load:  # type: ignore[override]
        return Load(*map(add, self, other))

    @property
    def times(self) -> Times:
        """Requests at least, typically and at most."""
        return self.least, self.typical, self.most


def total(loads: Iterable[Load]) -> Load:
    """All loads together."""
    return sum(loads, Load())


@dataclass(frozen=True)
class PlannedRun:
    """What one run asks; ``items`` is None where that is not known, and ``notes`` say why."""

    name: str
    group: str
    model: str
    items: int | None
    trials: int
    requests: Load = field(default_factory=Load)
    further: Load = field(default_factory=Load)
    judges: tuple[tuple[str, Load], ...] = ()
    assumed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    max_tokens: int | None = None
    fitted: str = ""

    @property
    def tested(self) -> Load:
        """All that the model under test is sent."""
        return self.requests + self.further

    @property
    def judging(self) -> Load:
        """All that judges are sent."""
        return total(load for _, load in self.judges)


@dataclass(frozen=True)
class Plan:
    """What ``helm-run`` would ask."""

    runs: Sequence[PlannedRun]
    refused: Sequence[Refused] = ()
    unreachable: Sequence[str] = ()

    @property
    def complete(self) -> bool:
        """Whether everything that was wanted is counted, and nothing is known that cannot be asked."""
        return not self.refused and not self.unreachable and not any(run.notes for run in self.runs)

    @property
    def asked(self) -> dict[tuple[str, str], Load]:
        """What each deployment is sent in each role, models under test first, in the order of the runs."""
        runs = [run for run in self.runs if run.items is not None]
        loads: defaultdict[tuple[str, str], Load] = defaultdict(Load)
        for name, role, load in (
            *((run.model, TESTED, run.tested) for run in runs),
            *((judge, JUDGE, load) for run in runs for judge, load in run.judges),
        ):
            loads[name, role] += load
        return dict(loads)


def make_plan(
    entries: Sequence[str],
    local_path: Path = LOCAL_PATH,
    max_eval_instances: int | None = None,
    answer_tokens: int | None = None,
    judge_tokens: int | None = None,
    download: bool = False,
) -> Plan:
    """What ``helm-run`` would ask with these run entries.

    No model is asked, and nothing is written but to temporary folders. A response and a judge's reply have so many
    tokens, thoughts included, or as many as the benchmarks assume.
    """
    register(local_path)
    planner, runs, printed = Planner(answer_tokens, judge_tokens, download), [], StringIO()
    with nullcontext() if download else offline():
        specs, refused = run_specs(entries, max_eval_instances)
        with redirect_stdout(printed), redirect_stderr(printed):  # HELM draws bars, and standard output is for results
            for spec in specs:
                try:
                    runs.append(planner.plan(spec))
                except Exception as error:  # a scenario may fail with anything; helm-run goes on with the next run, too
                    refused.append(Refused(spec.name, error_text(error)))
    sys.stderr.write(escaped(printed.getvalue()))
    hint = "" if download else "; add --download to fetch it"
    return Plan(runs, [Refused(name, why + hint * is_kept_offline(why)) for name, why in refused])


def pinged(plan: Plan, local_path: Path) -> Plan:
    """The plan with the deployments that lack credentials, or at whose addresses nothing answers. Nothing is asked."""
    from helm.clients.auto_client import AutoClient
    from helm.common.cache_backend_config import BlackHoleCacheBackendConfig
    from helm.common.general import get_credentials

    from helm_creativity.helm.clients.deployments import keep_keys_secret
    from helm_creativity.helm.clients.reachable import find_problems

    with redirect_stdout(StringIO()):  # HELM prints where it looks for the file
        client = AutoClient(get_credentials(str(local_path)), str(local_path), BlackHoleCacheBackendConfig())
    keep_keys_secret(client)
    problems = find_problems([deployment for deployment, _ in plan.asked], client)
    known = [(problem, unknown_model(problem.partition(": ")[0])) for problem in problems]
    return replace(plan, unreachable=["; ".join(filter(None, both)) for both in known])


class Planner:
    """Counts what runs ask; runs of one scenario share its items, and a judge rates anchors once."""

    def __init__(
        self, answer_tokens: int | None = None, judge_tokens: int | None = None, download: bool = False
    ) -> None:
        from helm_creativity.helm.clients.windows import token_counter

        self._answer_tokens, self._judge_tokens, self._download = answer_tokens, judge_tokens, download
        self._counter = token_counter({})
        self._items: dict[str, list[Instance]] = {}
        self._rated: set[tuple[str, ...]] = set()

    def plan(self, spec: RunSpec) -> PlannedRun:
        """One run, its token limit fitted to the model's window as ``helm-run`` does it."""
        benchmark, settings, unknown = find_benchmark(spec)
        fitted, adapter = self._fit(spec), spec.adapter_spec
        candidates = candidates_in(spec.scenario_spec.args) if benchmark else 1
        verbalized = f"With instruction={VERBALIZED} a reply holds {candidates} responses, of which one counts."
        run = PlannedRun(
            name=spec.name,
            group=spec.groups[0] if spec.groups else "",
            model=adapter.model_deployment,
            items=None,
            trials=max(adapter.num_trials, 1) * adapter.num_train_trials,
            assumed=tuple(filter(None, (unknown_model(adapter.model_deployment), verbalized * (candidates > 1)))),
            notes=tuple(f"the requests of {name} are unknown and not counted" for name in unknown),
            max_tokens=adapter.max_tokens,
            fitted=fitted,
        )
        if benchmark is None and not self._download:
            why = "its items, which may have to be downloaded, are counted with --download alone"
            return replace(run, notes=(*run.notes, why))
        states, first, outputs = self.requests(spec), Load(), adapter.num_outputs
        usual = self._answer_tokens or (benchmark and benchmark.response_tokens) or RESPONSE_TOKENS
        for request in (state.request for state in states):
            characters = len(request.prompt) + sum(len(str(part.get("content", ""))) for part in request.messages or [])
            written = min(usual * candidates, adapter.max_tokens) * outputs
            first += Load.of((1, 1, 1), characters / CHARACTERS_PER_TOKEN, written, adapter.max_tokens * outputs)
        run = replace(run, items=len({state.instance.id for state in states}), requests=first)
        if benchmark is None or settings is None:
            return run
        try:
            further, judges = self._because(spec, benchmark, settings, states)
        except Exception as error:  # in a benchmark's ``follow_up``, without which the run goes on
            why = f"its follow-ups are unknown: {type(error).__name__}: {error_text(error)}"
            return replace(run, notes=(*run.notes, why))
        return replace(run, further=further, judges=judges, assumed=(*run.assumed, *benchmark.assumptions))

    def requests(self, spec: RunSpec) -> list[RequestState]:
        """What a run asks its model first, in HELM's order, all trials included; prompts are not cut to fit a model."""
        from helm.benchmark.adaptation.adapters.adapter_factory import AdapterFactory
        from helm.benchmark.data_preprocessor import DataPreprocessor
        from helm.benchmark.runner import downsample_eval_instances
        from helm.benchmark.scenarios.scenario import (
            EVAL_SPLITS,
            create_scenario,
            get_scenario_cache_path,
            with_instance_ids,
        )
        from helm.benchmark.window_services.tokenizer_service import TokenizerService

        from helm_creativity.baselines.models import LEXICAL_JUDGE

        adapter, key = spec.adapter_spec, repr(spec.scenario_spec)
        if key not in self._items:
            scenario = create_scenario(spec.scenario_spec)
            with TemporaryDirectory() as folder:
                made = scenario.get_instances(get_scenario_cache_path(folder, scenario.name))
            self._items[key] = made if all(instance.id for instance in made) else with_instance_ids(made)
        instances = self._items[key]
        if adapter.max_eval_instances is not None:
            splits = adapter.eval_splits or EVAL_SPLITS
            instances = downsample_eval_instances(instances, adapter.max_eval_instances, splits)
        instances = DataPreprocessor(spec.data_augmenter_spec).preprocess(instances, 1)
        # To load a model's tokenizer may take a download.
        without_tokenizer = replace(adapter, model_deployment=LEXICAL_JUDGE)
        maker = AdapterFactory.get_adapter(without_tokenizer, cast(TokenizerService, None))
        states: list[RequestState] = maker.adapt(instances, 1)
        return states

    def _because(
        self, spec: RunSpec, benchmark: Benchmark[Any], settings: Settings, states: Sequence[RequestState]
    ) -> tuple[Load, tuple[tuple[str, Load], ...]]:
        """What the model and each judge are asked because of responses, and judges about anchors."""
        from helm_creativity.helm.clients.windows import find_window, limit_for
        from helm_creativity.judges.asking import eligible

        adapter, panel, judge_limit, asked = spec.adapter_spec, None, 0, list[Asked]()
        if isinstance(settings, JudgedSettings) and settings.judged:
            panel = eligible(settings.panel, adapter.model, adapter.model_deployment)
            judge_limit = settings.judge_max_tokens
            asked += self._about_anchors(benchmark, settings) if settings.anchors else ()
        by_item: defaultdict[str, list[RequestState]] = defaultdict(list)
        for state in states:
            by_item[str(state.instance.id)].append(state)
        for item, (state, *others) in by_item.items():
            prompt, own = str(state.request.prompt), str(state.instance.input.text)
            before = prompt[: -len(own)] if own and prompt.endswith(own) else ""
            trial = Trial(Sample(None, state.instance.extra_data or {}), own, item)
            cases = list(planned_requests(benchmark, settings, trial, len(others) + 1, before))
            asked += requests_by_role(cases, panel, trial)
        loads: defaultdict[str, Load] = defaultdict(Load)
        for name, times, characters, tokens in asked:
            deployment, length, limit = name, self._judge_tokens, judge_limit
            if name == MODEL:
                deployment, length, limit = adapter.model_deployment, self._answer_tokens, adapter.max_tokens
            read = characters / CHARACTERS_PER_TOKEN
            if (window := find_window(deployment)) is not None:
                limit = max(limit_for(window, limit, math.ceil(read)), 0)
            loads[name] += Load.of(times, read, length or tokens, limit)
        further = loads.pop(MODEL, Load())
        return further, tuple(sorted(loads.items(), key=lambda pair: natural_key(pair[0])))

    def _about_anchors(self, benchmark: Benchmark[Any], settings: JudgedSettings) -> Iterator[Asked]:
        from helm_creativity.judges.evaluation.anchors import run_anchors
        from helm_creativity.judges.evaluation.taking import question_loads

        anchors = run_anchors(benchmark, settings)
        for judge, n, characters, tokens in question_loads(settings.panel.judges, anchors.rubric, anchors.questions):
            key = (benchmark.name, judge, anchors.judging, str(settings.weighted))
            if key not in self._rated:
                self._rated.add(key)
                yield judge, (n, n, n), characters / n, tokens

    def _fit(self, spec: RunSpec) -> str:
        """Fits the token limit in place, and says so."""
        from helm_creativity.helm.clients.windows import MAX_TOKENS, find_window, fit_run
        from helm_creativity.helm.run_spec import CheckedRunSpec

        deployment = spec.adapter_spec.model_deployment
        if not isinstance(spec, CheckedRunSpec) or find_window(deployment) is None:
            return ""
        fit_run(spec, spec.prompts(), self._counter)
        provenance = (metric.args["provenance"] for metric in spec.metric_specs if "provenance" in metric.args)
        limit = next(provenance, {MAX_TOKENS: ""})[MAX_TOKENS]
        about = "" if self._counter.is_exact(deployment) else "about "
        return f"max_tokens {about}{limit}" if " of " in limit else ""


def find_benchmark(spec: RunSpec) -> tuple[Benchmark[Any] | None, Settings | None, Sequence[str]]:
    """The benchmark of a run, its settings if it asks because of responses, and annotators that may ask anything."""
    from helm.common.object_spec import get_class_by_name

    from helm_creativity.benchmark.base import settings_in_run
    from helm_creativity.helm.annotator import CreativityAnnotator
    from helm_creativity.helm.scenario import CreativityScenario

    annotators = [(get_class_by_name(annotator.class_name), annotator.args) for annotator in spec.annotators or ()]
    # HELM hands a client to those whose constructor has this argument.
    asking = [(kind, args) for kind, args in annotators if "auto_client" in inspect.signature(kind).parameters]
    unknown = [kind.__name__ for kind, _ in asking]
    scenario = get_class_by_name(spec.scenario_spec.class_name)
    if not issubclass(scenario, CreativityScenario):
        return None, None, unknown
    benchmark = scenario.find_benchmark(spec.scenario_spec.args.get("benchmark", ""))
    if [kind for kind, _ in asking] != [CreativityAnnotator]:
        return benchmark, None, unknown
    return benchmark, settings_in_run(benchmark, asking[0][1]), []


def requests_by_role(cases: Sequence[Sequence[PlannedRequest]], panel: Panel | None, trial: Trial) -> Iterator[Asked]:
    """What is asked because of the responses to an item, by whom it is asked: ``MODEL``, or a judge of the panel."""
    found: defaultdict[tuple[str, int, str], list[list[PlannedRequest]]] = defaultdict(lambda: [[] for _ in cases])
    for place, case in enumerate(cases):
        for asked in case:
            if isinstance(asked.step, AskJudges):
                unit, rubric = rated_unit(replace(trial, number=asked.number), asked.step), asked.step.rubric
                for judge in panel.asked(unit, rubric) if panel else ():
                    found[judge, asked.number, rubric.name][place].append(asked)
            else:
                found[MODEL, asked.number, asked.step.prompt][place].append(asked)
    for (name, _, _), by_case in found.items():
        counts = [sum(asked.times for asked in case) for case in by_case]
        usual = next(case for case in by_case if case)
        characters = sum(asked.characters for asked in usual) / len(usual)
        tokens = sum(asked.reply_tokens for asked in usual) / len(usual)
        yield name, (min(counts), counts[0], max(counts)), characters, tokens
