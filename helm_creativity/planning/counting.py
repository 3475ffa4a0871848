"""Counts what a run would ask, and of whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from helm_creativity.core.planned import CHARACTERS_A_TOKEN, PlannedResponse, Times
from helm_creativity.planning.amounts import Load, Plan, PlannedRun, total
from helm_creativity.planning.benchmarks import Asking, known_of
from helm_creativity.planning.entries import HelmRunOptions, Refused, register, run_specs, words_of
from helm_creativity.planning.offline import OFFLINE_WORDS, offline
from helm_creativity.planning.requests import NotRead, Requests, characters_of, without_progress

if TYPE_CHECKING:
    from helm.benchmark.adaptation.request_state import RequestState
    from helm.benchmark.run_spec import RunSpec

    from helm_creativity.clients.windows import TokenCounter

ANSWER_TOKENS = 200
"""Of a usual answer where the benchmark does not say."""


@dataclass(frozen=True)
class Lengths:
    """Tokens of every answer and of every judge's reply, thoughts included; None for what the benchmarks assume."""

    answer: int | None = None
    reply: int | None = None


def plan_of(wanted: HelmRunOptions, lengths: Lengths | None = None, download: bool = False) -> Plan:
    """What ``helm-run`` would ask with the same options.

    No model is asked, and nothing is written but to temporary folders.

    Args:
        wanted: its options.
        lengths: of answers and replies.
        download: whether items may be downloaded: those of other packages' scenarios, which are not read otherwise, and
            ours that the Hugging Face Hub has and this machine has not.

    Raises:
        BadArguments: when there is nothing to plan, or models are unknown or left open.
        FileProblem: when a file cannot be read.
    """
    register(wanted)
    requests, counter, runs = Requests(download), token_counter(), []
    with nullcontext() if download else offline():
        specs, refused = run_specs(wanted)
        for spec in specs:
            try:
                runs.append(planned(spec, requests, lengths or Lengths(), counter))
            except Exception as error:  # a scenario may fail with anything; helm-run goes on with the next run, too
                refused.append(Refused(spec.name, words_of(error)))
    return Plan(runs, refused if download else [_hinted(one) for one in refused])


def _hinted(refused: Refused) -> Refused:
    """What could not be had offline, with what to do."""
    missing = any(words in refused.why for words in OFFLINE_WORDS)
    return refused._replace(why=f"{refused.why}; add --download to have it fetched") if missing else refused


def token_counter() -> TokenCounter:
    """Counts with the tokenizers that are on this machine, and keeps nothing."""
    from helm.clients.auto_client import AutoClient
    from helm.common.cache_backend_config import BlackHoleCacheBackendConfig

    from helm_creativity.clients.windows import TokenCounter

    return TokenCounter(AutoClient({}, "", BlackHoleCacheBackendConfig()))


def planned(spec: RunSpec, requests: Requests, lengths: Lengths, counter: TokenCounter) -> PlannedRun:
    """One run, its token limit fitted to the model's window as ``helm-run`` does it.

    Raises:
        Exception: whatever the run itself would fail with.
    """
    known, fitting = known_of(spec), _fit(spec, counter)
    adapter = spec.adapter_spec
    trials = max(adapter.num_trials, 1) * adapter.num_train_trials
    run = PlannedRun(spec.name, spec.groups[0] if spec.groups else "", adapter.model_deployment, None, trials)
    run = replace(run, max_tokens=adapter.max_tokens, fitted=fitting)
    notes = [f"what {name} asks is not known, and not counted" for name in known.unknown]
    try:
        states = requests.of(spec)
    except NotRead as reason:
        return replace(run, notes=(*notes, str(reason)))
    usual = lengths.answer or known.answer_tokens or ANSWER_TOKENS
    outputs = adapter.num_outputs
    first = total(
        Load.of(
            Times.exactly(1),
            characters_of(state.request) / CHARACTERS_A_TOKEN,
            min(usual, adapter.max_tokens) * outputs,
            adapter.max_tokens * outputs,
        )
        for state in states
    )
    run = replace(run, items=len({state.instance.id for state in states}), requests=first, notes=tuple(notes))
    try:
        return run if known.asking is None else _with_follows(run, known.asking, spec, states, lengths)
    except Exception as error:  # in a benchmark's ``follow_ups``, without which the run goes on
        why = f"what follows its answers is not known: {type(error).__name__}: {words_of(error)}"
        return replace(run, notes=(*notes, why))


def _with_follows(
    run: PlannedRun, asking: Asking, spec: RunSpec, states: Sequence[RequestState], lengths: Lengths
) -> PlannedRun:
    """The run with all that is asked because of its answers."""
    from helm_creativity.planning.panel import load_of, planned_panel

    panel = planned_panel(spec, asking.settings)
    further = Load()
    judges: defaultdict[str, Load] = defaultdict(Load)
    for state in states:
        follow_ups = asking.follow_ups(_answer(state, spec, asking.settings))
        for turn in follow_ups.turns:
            further += load_of(run.model, turn, lengths.answer, spec.adapter_spec.max_tokens)
        for rating in follow_ups.ratings:
            for judge in panel.seated(state, rating):
                judges[judge] += panel.load(judge, rating, lengths.reply)
    return replace(run, further=further, judges=tuple(sorted(judges.items())), assumed=asking.assumed)


def _answer(state: RequestState, spec: RunSpec, settings: Mapping[str, Any]) -> PlannedResponse:
    """The answer to a request, as benchmarks take it."""
    from helm_creativity.clients.samples import trial_of

    prompt, item = str(state.request.prompt), str(state.instance.input.text)
    before = prompt[: -len(item)] if item and prompt.endswith(item) else ""
    adapter = spec.adapter_spec
    fields = state.instance.extra_data or {}
    return PlannedResponse(prompt, before, fields, trial_of(state), adapter.num_trials, adapter.max_tokens, settings)


def _fit(spec: RunSpec, counter: TokenCounter) -> str:
    """Fits the token limit of a run of ours, and says what came of it; "" where the model takes all that is asked for.

    Raises:
        BadArguments: where the model's window is too small.
    """
    from helm.benchmark.scenarios.scenario import create_scenario

    from helm_creativity.clients.windows import MAX_TOKENS, fit_run, prompts_of, window_of
    from helm_creativity.helm_plugin.run_spec import CheckedRunSpec
    from helm_creativity.helm_plugin.scenario import CreativityScenario

    deployment = spec.adapter_spec.model_deployment
    if not isinstance(spec, CheckedRunSpec) or window_of(deployment) is None:
        return ""
    scenario = create_scenario(spec.scenario_spec)
    if not isinstance(scenario, CreativityScenario):
        return ""
    with without_progress():
        fit_run(spec, prompts_of(spec, scenario.prompts()), counter)
    said = next(
        (metric.args["provenance"][MAX_TOKENS] for metric in spec.metric_specs if "provenance" in metric.args), ""
    )
    if " of " not in said:
        return ""
    return f"max_tokens {'' if counter.is_exact(deployment) else 'about '}{said}"
