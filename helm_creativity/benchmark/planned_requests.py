"""What would be asked because of usual responses, for plans: ``follow_up`` is run, and nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from helm_creativity.benchmark.base import Benchmark, drive_follow_up
from helm_creativity.benchmark.follow_ups import (
    AGAIN,
    CHARACTERS_PER_TOKEN,
    CONVERSATION,
    REFUSAL,
    RESPONSE_TOKENS,
    AskJudges,
    EarlierResults,
    FollowUp,
    Step,
    Trial,
    TypicalResponse,
)
from helm_creativity.benchmark.ratings import ParsedRating
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample


class PlannedRequest(NamedTuple):
    """A request that the response of a trial, by its number, would bring about so many times."""

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
    refusals = [
        replace(usual, text=REFUSAL, further=usual.further or (lambda _, text=usual.text: text)) for usual in cases[0]
    ]
    empty = TypicalResponse("", further=lambda _: "")
    for case in (*cases, refusals, [empty] * trials):
        samples = [Sample(Response(usual.text, "stop"), trial.sample.fields) for usual in case]
        responded = [replace(response, sample=sample) for response, sample in zip(numbered, samples, strict=True)]
        yield _asked(benchmark, settings, responded, case, before)


def asked_because(benchmark: Benchmark[Any], settings: Settings, trials: Sequence[Trial]) -> list[PlannedRequest]:
    """What judges will be asked because of these responses to one item; the model is not asked again.

    Where a question depends on replies to others, these are usual ones. Of a response on which ``follow_up`` breaks off
    the questions before that count, as they do when judges are asked.
    """
    usual = [benchmark.typical_responses(trial, settings, len(trials))[0] for trial in trials]
    replies = [replace(response, further=lambda _: "") for response in usual]
    found = _asked(benchmark, settings, trials, replies, "", Exception)
    return [asked for asked in found if isinstance(asked.step, AskJudges)]


def _asked(
    benchmark: Benchmark[Any],
    settings: Settings,
    trials: Sequence[Trial],
    replies: Sequence[TypicalResponse],
    before: str,
    *endured: type[Exception],
) -> list[PlannedRequest]:
    """Errors that are ``endured`` end what is asked because of one response."""
    planned: list[PlannedRequest] = []
    earlier = EarlierResults(benchmark.compares_trials)
    for place in earlier.order(trials):
        trial, usual = earlier.before(trials[place]), replies[place]

        def answer(step: Step, trial: Trial = trial, usual: TypicalResponse = usual) -> Any:  # noqa: ANN401
            if isinstance(step, AskJudges):
                rubric, texts = step.rubric, len(step.rated)
                length, tokens = rubric.question(**step.variables).characters, rubric.reply_tokens
                times = usual.parts if step.about else 1
                planned.append(
                    PlannedRequest(trial.number, step, length, tokens * (texts if rubric.each else 1), times)
                )
                return step.replies(["usual"], ParsedRating(usual.rating(step) if usual.rating else rubric.best(texts)))
            text = usual.further(step) if usual.further else usual.text
            tokens = len(text) // CHARACTERS_PER_TOKEN or benchmark.response_tokens or RESPONSE_TOKENS
            further = "" if step.kind == AGAIN else benchmark.render(step.prompt, settings, **step.variables).text
            # An instruction stands before every prompt, the first one and the response to it before a further turn.
            asked = [before, further] if step.kind == "fresh" else [before, trial.prompt, further]
            asked += [usual.text] if step.kind == CONVERSATION else []
            planned.append(PlannedRequest(trial.number, step, sum(map(len, asked)), tokens))
            return FollowUp(Response(text, "stop"))

        found = None
        with suppress(*endured):
            found = drive_follow_up(benchmark, trial, settings, answer)
        earlier.add(trial, found)
    return planned
