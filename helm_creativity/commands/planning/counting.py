"""Counts what a run would ask, and of whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN, RESPONSE_TOKENS, Trial
from helm_creativity.benchmark.names import VERBALIZED, natural_key
from helm_creativity.benchmark.planned_requests import planned_requests
from helm_creativity.benchmark.types import Sample
from helm_creativity.commands.planning.amounts import Load, Plan, PlannedRun, Times, total
from helm_creativity.commands.planning.benchmarks import AskingAnnotator, find_response_cost
from helm_creativity.commands.planning.entries import (
    HelmRunOptions,
    Refused,
    error_text,
    register,
    run_specs,
    unknown_model,
)
from helm_creativity.commands.planning.offline import is_kept_offline, offline
from helm_creativity.commands.planning.requests import NotRead, Requests, count_characters, without_progress
from helm_creativity.errors import BadArguments

if TYPE_CHECKING:
    from helm.benchmark.adaptation.request_state import RequestState
    from helm.benchmark.run_spec import RunSpec

    from helm_creativity.helm.clients.windows import TokenCounter


@dataclass(frozen=True)
class Lengths:
    """Tokens of every response and of every judge's reply, thoughts included; None for what the benchmarks assume."""

    answer: int | None = None
    reply: int | None = None


def make_plan(wanted: HelmRunOptions, lengths: Lengths | None = None, download: bool = False) -> Plan:
    """What ``helm-run`` would ask with the same options.

    No model is asked, and nothing is written but to temporary folders.
    """
    from helm_creativity.helm.clients.windows import token_counter

    register(wanted)
    requests, counter, runs = Requests(download), token_counter({}), []
    rated: set[tuple[str, ...]] = set()
    with nullcontext() if download else offline():
        specs, refused = run_specs(wanted)
        for spec in specs:
            try:
                runs.append(planned(spec, requests, lengths or Lengths(), counter, rated))
            except Exception as error:  # a scenario may fail with anything; helm-run goes on with the next run, too
                refused.append(Refused(spec.name, error_text(error)))
    if not download:
        hint = "; add --download to fetch it"
        refused = [entry._replace(why=entry.why + hint * is_kept_offline(entry.why)) for entry in refused]
    return Plan(runs, refused)


def planned(
    spec: RunSpec, requests: Requests, lengths: Lengths, counter: TokenCounter, rated: set[tuple[str, ...]]
) -> PlannedRun:
    """One run, its token limit fitted to the model's window as ``helm-run`` does it."""
    from jinja2 import UndefinedError

    known, fitting = find_response_cost(spec), _fit(spec, counter)
    adapter = spec.adapter_spec
    trials = max(adapter.num_trials, 1) * adapter.num_train_trials
    assumed = [unknown] if (unknown := unknown_model(adapter.model_deployment)) else []
    if known.candidates > 1:
        assumed.append(
            f"With instruction={VERBALIZED} a reply holds {known.candidates} responses, of which one counts."
        )
    run = PlannedRun(
        name=spec.name,
        group=spec.groups[0] if spec.groups else "",
        model=adapter.model_deployment,
        items=None,
        trials=trials,
        assumed=tuple(assumed),
        notes=tuple(f"the requests of {name} are unknown and not counted" for name in known.unknown),
        max_tokens=adapter.max_tokens,
        fitted=fitting,
    )
    try:
        states = requests.of(spec)
    except NotRead as reason:
        return replace(run, notes=(*run.notes, str(reason)))
    usual = (lengths.answer or known.answer_tokens or RESPONSE_TOKENS) * known.candidates
    outputs = adapter.num_outputs
    first = total(
        Load.of(
            Times.exactly(1),
            count_characters(state.request) / CHARACTERS_PER_TOKEN,
            min(usual, adapter.max_tokens) * outputs,
            adapter.max_tokens * outputs,
        )
        for state in states
    )
    run = replace(run, items=len({state.instance.id for state in states}), requests=first)
    if known.asking is None:
        return run
    try:
        return _with_follows(run, known.asking, spec, states, lengths, rated)
    except UndefinedError as error:  # whatever the response, nothing could be asked because of it
        raise BadArguments(f"what is asked because of a response uses what it is not given: {error}") from error
    except Exception as error:  # in a benchmark's ``follow_up``, without which the run goes on
        why = f"its follow-ups are unknown: {type(error).__name__}: {error_text(error)}"
        return replace(run, notes=(*run.notes, why))


def _with_follows(
    run: PlannedRun,
    asking: AskingAnnotator,
    spec: RunSpec,
    states: Sequence[RequestState],
    lengths: Lengths,
    rated: set[tuple[str, ...]],
) -> PlannedRun:
    from helm_creativity.commands.planning.panel import (
        MODEL,
        anchor_requests,
        make_load,
        planned_panel,
        requests_by_role,
    )

    panel = planned_panel(spec, asking.settings)
    settings, limit = asking.settings, spec.adapter_spec.max_tokens
    further = Load()
    judges: defaultdict[str, Load] = defaultdict(Load)
    for trial, trials, before in _asked_items(states):
        cases = list(planned_requests(asking.benchmark, settings, trial, trials, before))
        for who, asked in requests_by_role(cases, partial(panel.raters, trial)):
            if who == MODEL:
                further += make_load(run.model, asked, lengths.answer, limit)
            else:
                judges[who] += make_load(who, asked, lengths.reply, panel.max_tokens)
    for judge, asked in anchor_requests(asking, rated):
        judges[judge] += make_load(judge, asked, lengths.reply, panel.max_tokens)
    return replace(
        run,
        further=further,
        judges=tuple(sorted(judges.items(), key=lambda pair: natural_key(pair[0]))),
        assumed=(*run.assumed, *asking.benchmark.assumptions),
    )


def _asked_items(states: Sequence[RequestState]) -> Iterator[tuple[Trial, int, str]]:
    by_item: defaultdict[str, list[RequestState]] = defaultdict(list)
    for state in states:
        by_item[str(state.instance.id)].append(state)
    for item, several in by_item.items():
        prompt, own = str(several[0].request.prompt), str(several[0].instance.input.text)
        before = prompt[: -len(own)] if own and prompt.endswith(own) else ""
        fields = several[0].instance.extra_data or {}
        yield Trial(Sample(None, fields), own, item), len(several), before


def _fit(spec: RunSpec, counter: TokenCounter) -> str:
    from helm_creativity.helm.clients.windows import MAX_TOKENS, find_window, fit_run
    from helm_creativity.helm.run_spec import CheckedRunSpec

    deployment = spec.adapter_spec.model_deployment
    if not isinstance(spec, CheckedRunSpec) or find_window(deployment) is None:
        return ""
    with without_progress():
        fit_run(spec, spec.prompts(), counter)
    said = next(
        (metric.args["provenance"][MAX_TOKENS] for metric in spec.metric_specs if "provenance" in metric.args), ""
    )
    if " of " not in said:
        return ""
    return f"max_tokens {'' if counter.is_exact(deployment) else 'about '}{said}"
