"""What would be asked because of usual responses, for plans: ``follow_up`` is run, and nobody is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from helm_creativity.benchmark.base import Benchmark, asked_steps
from helm_creativity.benchmark.follow_ups import (
    AGAIN,
    CONVERSATION,
    AskJudges,
    AskModel,
    EarlierResults,
    FollowUp,
    Replies,
    Step,
    Trial,
    drive,
)
from helm_creativity.benchmark.judge_replies import JudgeReply, place_name
from helm_creativity.benchmark.ratings import ParsedRating
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.benchmark.typical_responses import CHARACTERS_PER_TOKEN, REFUSAL, RESPONSE_TOKENS, TypicalResponse

JUDGE = "usual"
"""Who gives the usual replies."""


class PlannedRequest(NamedTuple):
    """A request that a response would bring about."""

    number: int
    step: Step
    characters: int
    reply_tokens: int
    times: int = 1


def planned_requests(
    benchmark: Benchmark[Any], settings: Settings, trial: Trial, trials: int, before: str = ""
) -> Iterator[list[PlannedRequest]]:
    """What is asked because of the responses to an item, in several cases.

    The first case is the usual one. In the last ones all responses refuse, the usual response following where the model
    is asked again, or have no text. What is asked least and most because of one of the responses is the least and the
    most of the cases.
    """
    numbered = [replace(trial, number=number) for number in range(trials)]
    cases = list(zip(*(benchmark.typical_responses(response, settings, trials) for response in numbered), strict=True))
    refusals = [replace(usual, text=REFUSAL, further=usual.further or _same(usual.text)) for usual in cases[0]]
    empty = TypicalResponse("", further=_same(""))
    for case in (*cases, refusals, [empty] * trials):
        samples = [Sample(Response(usual.text, "stop"), trial.sample.fields) for usual in case]
        responded = [replace(response, sample=sample) for response, sample in zip(numbered, samples, strict=True)]
        yield _asked(benchmark, settings, responded, case, before)


def asked_because(benchmark: Benchmark[Any], settings: Settings, trials: Sequence[Trial]) -> list[PlannedRequest]:
    """What judges will be asked because of these responses to one item; the model is not asked again.

    Where a question depends on replies to others, these are usual ones. Of a response on which ``follow_up`` breaks off
    the questions before that count, as they do when judges are asked.
    """
    replies = [
        replace(benchmark.typical_responses(trial, settings, len(trials))[0], further=_same("")) for trial in trials
    ]
    found = _asked(benchmark, settings, trials, replies, "", (Exception,))
    return [asked for asked in found if isinstance(asked.step, AskJudges)]


def _same(text: str) -> Callable[[AskModel], str]:
    return lambda step: text


def _asked(
    benchmark: Benchmark[Any],
    settings: Settings,
    trials: Sequence[Trial],
    replies: Sequence[TypicalResponse],
    before: str,
    endured: tuple[type[Exception], ...] = (),
) -> list[PlannedRequest]:
    """Errors that are ``endured`` end what is asked because of one response."""
    asked: list[PlannedRequest] = []
    earlier = EarlierResults(benchmark.compares_trials)
    for place in earlier.order(trials):
        trial, usual = earlier.before(trials[place]), replies[place]
        prompt = before + trial.prompt

        def answer(step: Step, trial: Trial = trial, usual: TypicalResponse = usual, prompt: str = prompt) -> Any:  # noqa: ANN401
            if isinstance(step, AskModel):
                text = usual.further(step) if usual.further else usual.text
                tokens = len(text) // CHARACTERS_PER_TOKEN or benchmark.response_tokens or RESPONSE_TOKENS
                length = _request_characters(benchmark, settings, step, before, prompt, usual.text)
                asked.append(PlannedRequest(trial.number, step, length, tokens))
                return FollowUp(Response(text, "stop"))
            length, times = step.rubric.question(**step.variables).characters, usual.parts if step.about else 1
            tokens = step.rubric.usual_reply_tokens(len(step.rated))
            asked.append(PlannedRequest(trial.number, step, length, tokens, times))
            return Replies(_replies(step, usual))

        found = None
        with suppress(*endured):
            found = drive(asked_steps(benchmark, trial, settings), answer)
        earlier.add(trial, found)
    return asked


def _request_characters(
    benchmark: Benchmark[Any], settings: Settings, step: AskModel, before: str, prompt: str, response: str
) -> int:
    if step.kind == AGAIN:
        return len(prompt)
    text = benchmark.render(step.prompt, settings, **step.variables).text
    return len(text) + (len(prompt) + len(response) if step.kind == CONVERSATION else len(before))


def _replies(step: AskJudges, usual: TypicalResponse) -> Iterator[JudgeReply]:
    rubric = step.rubric
    value = usual.rating(step) if usual.rating else rubric.best(len(step.rated))
    readings = {dimension: ParsedRating(value) for dimension in rubric.dimensions}
    places = range(1, len(step.rated) + 1) if rubric.rates_each else [0]
    for place in places:
        about = step.unit + step.about + (place_name(place) if place else "")
        yield JudgeReply(JUDGE, rubric.name, about, readings, place=place, counts=rubric.decides)
