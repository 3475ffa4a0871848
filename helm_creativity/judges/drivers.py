"""The drivers of ``follow_up``: one asks the model and the judges, the other replays what was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from helm_creativity.benchmark.base import Benchmark, asked_rubrics, drive_follow_up
from helm_creativity.benchmark.follow_ups import (
    AGAIN,
    CONVERSATION,
    ERROR,
    LEFT_OUT,
    STEPS,
    SUMMARY,
    AskJudges,
    AskModel,
    EarlierResults,
    FollowUp,
    Replies,
    Step,
    Trial,
    replaying,
    to_entry,
    transcript_in,
)
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, place_name
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response
from helm_creativity.errors import BadArguments, CacheProblem
from helm_creativity.judges.designs import Panel, Unit
from helm_creativity.judges.in_order import InOrder
from helm_creativity.judges.ratings import summarise_ratings
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.masking import without_secrets
from helm_creativity.parsing.turns import whole_turn

NOBODY = ("", "")
"""In the place of model and deployment, where responses come from a file."""


class Respondent(Protocol):
    """Whoever gave the response, to be asked again."""

    def ask(self, prompt: str) -> FollowUp:
        """The response to another prompt, behind the instruction of the first one if there was one."""

    def go_on(self, response: str, prompt: str) -> FollowUp:
        """The response to a further turn, behind the first prompt and what was written to that."""

    def ask_again(self, number: int) -> FollowUp:
        """A further response to the first prompt, drawn independently: the ``number``-th, from 1."""


class PanelOfJudges(Protocol):
    """A panel that can be asked."""

    def ask_about(
        self, rubric: Rubric, question: Question, model: tuple[str, str], unit: Unit, about: str = ""
    ) -> Sequence[JudgeReply]:
        """The replies of the judges that the design assigns to the unit, in the order of the panel."""

    def left_out(self, model: tuple[str, str]) -> tuple[str, ...]:
        """Judges of the panel that are the model itself. Does not raise."""


WEIGHTED = " (weighted)"
"""Behind the name of a rubric whose ratings are weighted: they are never calibrated with others."""


def rated_unit(trial: Trial, step: AskJudges | None = None) -> Unit:
    """What the design assigns judges to: the response, or the pair that a question is about."""
    first = trial.number if step is None or step.pair is None else step.pair.first
    return Unit(trial.item, trial.sample.fields.get("number"), first, "" if step is None else step.unit)


@dataclass
class _Due:
    trial: Trial
    respondent: Respondent
    model: tuple[str, str]
    annotation: dict[str, Any] = field(default_factory=dict)


class AskingDriver:
    """Asks what a benchmark asks because of the responses of a run, and notes it. All threads share it."""

    def __init__(
        self,
        benchmark: Benchmark[Any],
        settings: Settings,
        judges: PanelOfJudges | None,
        passed: tuple[type[Exception], ...] = (CacheProblem,),
    ) -> None:
        self.benchmark, self.settings, self._judges, self._passed = benchmark, settings, judges, passed
        self._order: InOrder[_Due] = InOrder()
        self._earlier = EarlierResults(benchmark.compares_trials)

    def annotation(self, trial: Trial, respondent: Respondent, model: tuple[str, str] = NOBODY) -> dict[str, Any]:
        """The annotation of one response: ``summary``, ``steps``, ``error`` and ``left_out``, plain values.

        Nothing raises but what is ``passed``: what breaks is missing, and said. Where a benchmark compares the
        responses to an item, their generators run in the order of trials. The annotation is then returned at once,
        empty if an earlier response is still to come, and filled by the thread that brings that.
        """
        due = _Due(trial, respondent, model)
        if not self.benchmark.compares_trials:
            self._run(due)
            return due.annotation
        with closing(self._order.arrive(trial.item, trial.number, due)) as waiting:
            for _, response in waiting:
                self._run(response)
        return due.annotation

    def _run(self, due: _Due) -> None:
        trial, entries, replies = self._earlier.before(due.trial), [], []
        found, error = None, ""

        def answer(step: Step) -> Any:  # noqa: ANN401
            reply = self.answer(step, trial, due.respondent, due.model)
            entries.append(to_entry(step, reply))
            replies.append(reply)
            return reply

        try:
            found = drive_follow_up(self.benchmark, trial, self.settings, answer)
        except self._passed:
            raise
        except Exception as problem:
            error = without_secrets(f"{type(problem).__name__}: {problem}")
        left_out = self._judges.left_out(due.model) if self._judges else ()
        due.annotation.update(make_annotation(replies, entries, error, left_out))
        self._earlier.add(trial, found)

    def answer(self, step: Step, trial: Trial, respondent: Respondent, model: tuple[str, str]) -> Any:  # noqa: ANN401
        """``Replies`` of the judges, or a ``FollowUp``."""
        if isinstance(step, AskJudges):
            if self._judges is None:
                return Replies()
            question = step.rubric.question(**step.variables)
            return Replies(self._judges.ask_about(step.rubric, question, model, rated_unit(trial, step), step.about))
        return asked(step, trial, self.benchmark, self.settings, respondent)


def asked(
    step: AskModel, trial: Trial, benchmark: Benchmark[Any], settings: Settings, respondent: Respondent
) -> FollowUp:
    """The model's response to a further request."""
    if step.kind == AGAIN:
        return respondent.ask_again(step.number)
    text = benchmark.render(step.prompt, settings, **step.variables).text
    if step.kind == CONVERSATION:
        return respondent.go_on(whole_turn((trial.sample.response or Response("")).text), text)
    return respondent.ask(text)


def make_annotation(
    replies: Iterable[Any], entries: Sequence[dict[str, Any]], error: str = "", left_out: Sequence[str] = ()
) -> dict[str, Any]:
    """An annotation, a line for readers of HELM's page first."""
    return {SUMMARY: _summary(list(replies)), STEPS: list(entries), ERROR: error, LEFT_OUT: list(left_out)}


def _summary(replies: Sequence[Any]) -> str:
    turns = [reply for reply in replies if isinstance(reply, FollowUp)]
    ratings = [rating for reply in replies if not isinstance(reply, FollowUp) for rating in reply]
    failed = sum(turn.response.failed for turn in turns)
    parts = [f"{len(turns)} further requests" + (f", {failed} failed" if failed else "")] if turns else []
    return "; ".join([*parts, *([summarise_ratings(ratings)] if ratings or not turns else [])])


class Replayed(NamedTuple):
    """What is known of one response after its transcript was replayed."""

    found: Any
    judge_replies: tuple[JudgeReply, ...] = ()
    error: str = ""
    left_out: tuple[str, ...] = ()
    rated: Mapping[str, str] = MappingProxyType({})
    unplanned: bool = False


Correct = Callable[[Trial, JudgeReply], JudgeReply]
"""What a reply of a judge about a response counts as."""


def as_given(trial: Trial, reply: JudgeReply) -> JudgeReply:
    """As the judge gave it; see ``Correct``."""
    return reply


def replayed(
    benchmark: Benchmark[Any], settings: Settings, trials: Sequence[Trial], correct: Correct = as_given
) -> list[Replayed]:
    """What ``follow_up`` returns for each response of a run, as it was answered then; nothing is asked."""
    results: dict[int, Replayed] = {}
    earlier = EarlierResults(benchmark.compares_trials)
    for place in earlier.order(trials):
        results[place] = _replayed(benchmark, settings, earlier.before(trials[place]), correct)
        earlier.add(trials[place], results[place].found)
    return [results[place] for place in range(len(trials))]


def _replayed(benchmark: Benchmark[Any], settings: Settings, trial: Trial, correct: Correct) -> Replayed:
    transcript = transcript_in(trial.sample.fields.get("annotations") or {})
    left_out = transcript.left_out if transcript else ()
    panel = _panel_without(settings, left_out) if transcript else None

    def asked(step: AskJudges) -> Sequence[str]:
        return panel.asked(rated_unit(trial, step), step.rubric) if panel else ()

    answer = replaying(transcript.steps if transcript else (), asked)
    replies: list[JudgeReply] = []
    rated: dict[str, str] = {}
    unplanned = False

    def noting(step: Step) -> Any:  # noqa: ANN401
        nonlocal unplanned
        reply = answer(step)
        if isinstance(step, AskJudges):
            unplanned |= {judge_reply.judge for judge_reply in reply} != {*asked(step)}
            reply = Replies(correct(trial, judge_reply) for judge_reply in reply)
            replies.extend(reply)
            rated.update(_rated_texts(step))
        return reply

    error = transcript.error if transcript else ""
    try:
        found = drive_follow_up(benchmark, trial, settings, noting)
    except Exception as problem:
        if isinstance(problem, BadArguments) and transcript is None:  # the item's fault, which no driver has noted
            raise
        if panel:
            replies += _never_asked(asked_rubrics(benchmark, settings), replies, panel, rated_unit(trial))
        found, error = None, error or f"{type(problem).__name__}: {problem}"
    return Replayed(found, tuple(replies), error, left_out, rated, unplanned)


def _never_asked(
    rubrics: Sequence[Rubric], replies: Sequence[JudgeReply], panel: Panel, unit: Unit
) -> Iterator[JudgeReply]:
    reached = {reply.rubric.removesuffix(WEIGHTED) for reply in replies}
    for rubric in rubrics:
        for judge in panel.asked(unit, rubric) if rubric.name not in reached else ():
            yield JudgeReply(judge, rubric.name, "", rubric.nothing(MissingReason.NOT_ASKED), counts=rubric.decides)


def _panel_without(settings: Settings, left_out: Sequence[str]) -> Panel | None:
    if not (isinstance(settings, JudgedSettings) and settings.judged):
        return None
    left = tuple(judge for judge in settings.panel.judges if judge not in left_out)
    return replace(settings.panel, judges=left) if len(left) >= settings.panel.design.seats and left else settings.panel


def _rated_texts(step: AskJudges) -> dict[str, str]:
    texts, about = step.rated, step.unit + step.about
    if step.rubric.rates_each:
        return {about + place_name(place): text for place, text in enumerate(texts, start=1)}
    if step.rubric.each:
        return {about: " ".join(texts)} if step.rubric.composed else {}
    return {about: texts[0]} if len(texts) == 1 else {}
