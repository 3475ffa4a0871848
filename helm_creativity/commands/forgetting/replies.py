"""The replies behind a saved run that were of no use: responses of the model, its follow-ups, judges' replies."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.common.codec import from_json
from helm.common.request import GeneratedOutput, RequestResult

from helm_creativity.benchmark.base import Benchmark, asks_more
from helm_creativity.benchmark.files.untrusted_files import damage
from helm_creativity.benchmark.follow_ups import ERROR, FollowUp, Step, Trial
from helm_creativity.benchmark.protocols import GroupScorer
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import FailureReason, Response, SampleScore
from helm_creativity.commands.forgetting import FOLLOW_UP, JUDGE, RESPONSE
from helm_creativity.commands.forgetting.cache import CachedReply
from helm_creativity.commands.forgetting.replay import FoundReply, ReplayedClients
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.helm.clients.provider_replies import MalformedReply, is_malformed
from helm_creativity.helm.clients.responses import HelmRespondent, to_response, trial_in, trials_in
from helm_creativity.helm.clients.retries import PatientClient, once
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.drivers import AskingDriver, Respondent
from helm_creativity.judges.scoring import score_trials
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing.response import unanswered
from helm_creativity.results.runs import SPEC, Run
from helm_creativity.results.samples import STATES

MALFORMED = "malformed"
"""Reason of a reply that is kept and is none: content that is no text, an error under a status of success."""

REASONS = tuple(
    dict.fromkeys(
        str(reason)
        for reason in (*FailureReason, *MissingReason, MALFORMED)
        if reason not in (FailureReason.UNJUDGED, MissingReason.NOT_ASKED)  # of these there is no reply
    )
)
"""Why a reply is of no use."""

# What shows before a response is parsed. The first three do so wherever a response is scored; whether words are a
# refusal depends on what was asked.
_AT_ONCE = frozenset(
    {FailureReason.EMPTY, FailureReason.FAILED, FailureReason.TRUNCATED, FailureReason.PROMPT_TRUNCATED}
)
_BEFORE_PARSING = _AT_ONCE | {FailureReason.REFUSED}


class UselessReply(NamedTuple):
    """A reply to one question."""

    run: Run
    kind: str
    deployment: str
    reason: str
    kept: tuple[CachedReply, ...]


class UselessReplies:
    """Finds the replies of saved runs that are of no use.

    Runs are replayed: everything that they asked is looked up in HELM's cache, and nothing is sent.
    """

    def __init__(
        self, clients: ReplayedClients, reasons: Collection[str], kinds: Collection[str], warn: Callable[[str], None]
    ) -> None:
        self._clients, self._reasons, self._kinds, self._warn = clients, frozenset(reasons), frozenset(kinds), warn
        self._can_be_made: dict[str, bool] = {}
        self._looked_at: set[object] = set()

    def of_run(self, run: Run) -> list[UselessReply]:
        """Those of one run."""
        benchmark, settings = _benchmark_and_settings(run)
        states, found = _states(run), list[UselessReply]()
        if RESPONSE in self._kinds and self._makes(run.deployment):
            found += self._responses(run, states, benchmark, settings)
        if self._kinds - {RESPONSE} and asks_more(benchmark, settings):
            found += self._asked_further(run, states, benchmark, settings)
        if JUDGE in self._kinds and isinstance(settings, JudgedSettings) and settings.judged and settings.anchors:
            found += self._about_anchors(run, benchmark, settings)
        return found

    def _makes(self, deployment: str) -> bool:
        if deployment not in self._can_be_made:
            try:
                self._clients._get_client(deployment)
                self._can_be_made[deployment] = True
            except Exception as error:  # whatever a client's constructor raises
                self._can_be_made[deployment] = False
                words = " ".join(str(error).split())
                self._warn(f"{deployment}: its client cannot be made here: {type(error).__name__}: {words}")
        return self._can_be_made[deployment]

    def _responses(
        self, run: Run, states: Sequence[RequestState], benchmark: Benchmark[Any], settings: Settings
    ) -> Iterator[UselessReply]:
        for state in states if MALFORMED in self._reasons else ():
            result, kept = self._look_up(state)
            if isinstance(result, MalformedReply) and kept:
                yield UselessReply(run, RESPONSE, run.deployment, MALFORMED, kept)
        for state, reason in _reasons(states, benchmark, settings, self._reasons - {MALFORMED}):
            assert state.result is not None
            result, kept = self._look_up(state)
            # It may have been asked again since the run.
            if not kept or (isinstance(result, RequestResult) and _responses_in(state.result) == _responses_in(result)):
                yield UselessReply(run, RESPONSE, run.deployment, reason, kept)

    def _look_up(self, state: RequestState) -> tuple[RequestResult | Exception, tuple[CachedReply, ...]]:
        """What the cache has for a request, or what its client raises over that, and where it is kept."""
        with self._clients.looking_up() as looked_up:
            try:
                result = once(self._clients._get_client(state.request.model_deployment), state.request)
            except Exception as error:  # a client lets anything out that a reply makes it raise
                return error, _distinct_replies(looked_up)
        return result, _distinct_replies(looked_up)

    def _asked_further(
        self, run: Run, states: Sequence[RequestState], benchmark: Benchmark[Any], settings: Settings
    ) -> list[UselessReply]:
        found: list[UselessReply] = []

        def note(kind: str, deployment: str, reasons: Collection[str], looked_up: Sequence[FoundReply]) -> None:
            found.extend(self._useless(run, kind, deployment, reasons, looked_up))

        judged = isinstance(settings, JudgedSettings) and settings.judged
        judges = Judges(self._clients, settings.judging) if judged else None  # type: ignore[attr-defined]
        client = PatientClient(self._clients)
        driver = _ReplayingDriver(benchmark, settings, judges, self._clients, note)
        for state in states:
            try:
                trial, request = trial_in(state, settings.instruction), state.request
                respondent = HelmRespondent(client, request, trial.prompt)
                annotation = driver.annotation(trial, respondent, (request.model, request.model_deployment))
                if annotation.get(ERROR):
                    raise ValueError(annotation[ERROR])
            except Exception as error:
                self._warn(f"{run.name}: follow-ups to {state.instance.id}: {error}")
        return found

    def _useless(
        self, run: Run, kind: str, deployment: str, reasons: Collection[str], looked_up: Sequence[FoundReply]
    ) -> Iterator[UselessReply]:
        if kind in self._kinds and (wanted := self._reasons.intersection(reasons)) and self._makes(deployment):
            yield UselessReply(run, kind, deployment, min(wanted), _distinct_replies(looked_up))

    def _about_anchors(self, run: Run, benchmark: Benchmark[Any], settings: JudgedSettings) -> Iterator[UselessReply]:
        """Replies of the run's judges to questions about anchors, each once, since all runs of a panel share them."""
        from helm_creativity.judges.evaluation.anchors import run_anchors

        try:
            anchors = run_anchors(benchmark, settings)
        except BadArguments:  # the anchors are rated by another question than when the run was made
            return
        judges = Judges(self._clients, settings.judging)
        for judge in settings.judging.panel.judges:
            for question in anchors.questions:
                about = (judge, settings.judge_temp, settings.judge_max_tokens, settings.weighted, question)
                if about in self._looked_at:
                    continue
                with self._clients.looking_up() as looked_up:
                    replies = judges.say(judge, anchors.rubric, question)
                self._looked_at.add(about)
                yield from self._useless(run, JUDGE, judge, _missing_because(replies), looked_up)


class _ReplayingDriver(AskingDriver):
    """Notes what is asked, with the reasons why the reply is of no use."""

    def __init__(
        self,
        benchmark: Benchmark[Any],
        settings: Settings,
        judges: Judges | None,
        clients: ReplayedClients,
        note: Callable[[str, str, Collection[str], Sequence[FoundReply]], None],
    ) -> None:
        super().__init__(benchmark, settings, judges)
        self._clients, self._note = clients, note

    def answer(self, step: Step, trial: Trial, respondent: Respondent, model: tuple[str, str]) -> Any:  # noqa: ANN401
        with self._clients.looking_up() as looked_up:
            reply = super().answer(step, trial, respondent, model)
        if isinstance(reply, FollowUp):
            why = (unanswered(reply.response), MALFORMED if is_malformed(reply.error) else None)
            self._note(FOLLOW_UP, model[1], {str(reason) for reason in why if reason}, looked_up)
        else:
            for judge in dict.fromkeys(judged.judge for judged in reply):
                reasons = _missing_because([judged for judged in reply if judged.judge == judge])
                self._note(JUDGE, judge, reasons, [found for found in looked_up if found[0] == judge])
        return reply


def _missing_because(replies: Sequence[JudgeReply]) -> set[str]:
    reasons = {str(reading.missing) for reply in replies for reading in reply.readings.values() if reading.missing}
    return reasons | {MALFORMED for reply in replies if is_malformed(reply.error)}


def _benchmark_and_settings(run: Run) -> tuple[Benchmark[Any], Settings]:
    try:
        specs = json.loads((run.folder / SPEC).read_text("utf-8"))["metric_specs"]
        (args,) = (spec["args"] for spec in specs if "comparable" in spec["args"])
        metric = CreativityMetric(**args)
    except CreativityError:
        raise
    except Exception as error:
        raise FileProblem(f"{run.name}: it was not made by a benchmark that is installed here") from error
    return metric.benchmark, metric.settings


def _states(run: Run) -> list[RequestState]:
    try:
        text = (run.folder / STATES).read_text("utf-8")
        states: list[RequestState] = from_json(text, ScenarioState).request_states
        found = []
        for state, saved in zip(states, json.loads(text)["request_states"], strict=True):
            # The numbers as they were asked with: HELM reads 1 as 1.0, which is another key in its cache.
            its: dict[str, Any] = saved["request"]
            numbers = {name: value for name, value in its.items() if isinstance(value, (int, float))}
            if state.result is not None:
                found.append(replace(state, request=replace(state.request, **dict[str, Any](numbers))))
        return found
    except Exception as error:
        raise FileProblem(f"{run.name}: cannot read {STATES}: {damage(error)}; run it again") from error


def _reasons(
    states: Sequence[RequestState], benchmark: Benchmark[Any], settings: Settings, wanted: Collection[str]
) -> Iterator[tuple[RequestState, str]]:
    trials = [(state, trial) for state in states for trial in trials_in(state, settings.instruction)]
    scores: Sequence[SampleScore | None] = [None] * len(trials)
    if not _AT_ONCE.issuperset(wanted):
        scorer = benchmark.scorer(settings)
        scores = score_trials(benchmark, settings, [trial for _, trial in trials], scorer).scores
        if isinstance(scorer, GroupScorer):  # too few others make no response useless
            wanted = frozenset(wanted) - {str(FailureReason.TOO_FEW_VALID)}
    before = None
    for (state, trial), score in zip(trials, scores, strict=True):
        reason = unanswered(trial.sample.response or Response(""))
        if score is not None and score.failure_reason is None:
            reason = None
        elif score is not None and reason is None and score.failure_reason not in _BEFORE_PARSING:
            reason = score.failure_reason  # the others are those of what was asked because of the response
        if reason is not None and str(reason) in wanted and state is not before:
            yield state, str(reason)
            before = state


def _responses_in(result: RequestResult) -> list[Response]:
    completions: Sequence[GeneratedOutput | None] = result.completions or [None]
    return [to_response(result, completion) for completion in completions]


def _distinct_replies(looked_up: Sequence[FoundReply]) -> tuple[CachedReply, ...]:
    return tuple(dict.fromkeys(reply for _, reply in looked_up))
