"""Counts what a run would ask, and of whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from helm_creativity.core.planned import CHARACTERS_A_TOKEN, PlannedResponse, PlannedTurn, Times
from helm_creativity.planning.amounts import Load, Plan, PlannedRun, total
from helm_creativity.planning.benchmarks import Asking, known_of
from helm_creativity.planning.entries import HelmRunOptions, Refused, register, run_specs, words_of
from helm_creativity.planning.offline import OFFLINE_WORDS, offline
from helm_creativity.planning.requests import NotRead, Requests, characters_of

if TYPE_CHECKING:
    from helm.benchmark.adaptation.request_state import RequestState
    from helm.benchmark.run_spec import RunSpec

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
    requests, runs = Requests(download), []
    with nullcontext() if download else offline():
        specs, refused = run_specs(wanted)
        for spec in specs:
            try:
                runs.append(planned(spec, requests, lengths or Lengths()))
            except Exception as error:  # a scenario may fail with anything; helm-run goes on with the next run, too
                refused.append(Refused(spec.name, words_of(error)))
    return Plan(runs, refused if download else [_hinted(one) for one in refused])


def _hinted(refused: Refused) -> Refused:
    """What could not be had offline, with what to do."""
    missing = any(words in refused.why for words in OFFLINE_WORDS)
    return refused._replace(why=f"{refused.why}; add --download to have it fetched") if missing else refused


def planned(spec: RunSpec, requests: Requests, lengths: Lengths) -> PlannedRun:
    """One run.

    Raises:
        Exception: whatever the run itself would fail with.
    """
    known, adapter = known_of(spec), spec.adapter_spec
    trials = max(adapter.num_trials, 1) * adapter.num_train_trials
    run = PlannedRun(spec.name, spec.groups[0] if spec.groups else "", adapter.model_deployment, None, trials)
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
    from helm_creativity.planning.panel import planned_panel

    panel = planned_panel(spec, asking.settings)
    further = Load()
    judges: defaultdict[str, Load] = defaultdict(Load)
    for state in states:
        follow_ups = asking.follow_ups(_answer(state, spec, asking.settings))
        for turn in follow_ups.turns:
            further += _further(turn, lengths.answer, spec.adapter_spec.max_tokens)
        for rating in follow_ups.ratings:
            load = panel.load(rating, lengths.reply)
            for judge in panel.seated(state, rating):
                judges[judge] += load
    return replace(run, further=further, judges=tuple(sorted(judges.items())), assumed=asking.assumed)


def _answer(state: RequestState, spec: RunSpec, settings: Mapping[str, Any]) -> PlannedResponse:
    """The answer to a request, as benchmarks take it."""
    from helm_creativity.helm_plugin.samples import trial_of

    prompt, item = str(state.request.prompt), str(state.instance.input.text)
    before = prompt[: -len(item)] if item and prompt.endswith(item) else ""
    adapter = spec.adapter_spec
    fields = state.instance.extra_data or {}
    return PlannedResponse(prompt, before, fields, trial_of(state), adapter.num_trials, adapter.max_tokens, settings)


def _further(turn: PlannedTurn, length: int | None, limit: int) -> Load:
    """What a further question to the model takes."""
    return Load.of(turn.times, turn.characters / CHARACTERS_A_TOKEN, length or turn.reply, limit)
