"""Puts questions to judges, straight to their deployments' clients, and reads what comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from helm.clients.auto_client import AutoClient
from helm.common.request import Request

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.settings import Requirement
from helm_creativity.errors import CacheProblem
from helm_creativity.helm.clients.deployments import require_sampling
from helm_creativity.helm.clients.failures import Failure
from helm_creativity.helm.clients.reply_cache import NOT_CACHED
from helm_creativity.helm.clients.responses import to_follow_up
from helm_creativity.helm.clients.retries import PatientClient, once
from helm_creativity.judges.deployments import again, as_user, is_same_model, make_request, require_apart, require_judge
from helm_creativity.judges.designs import Panel, Unit
from helm_creativity.judges.drivers import NOBODY, WEIGHTED
from helm_creativity.judges.probabilities import Listener, require_probabilities
from helm_creativity.judges.readings import JudgeReading, readings, to_replies, unread
from helm_creativity.judges.settings import JudgedSettings, Judging
from helm_creativity.judges.weighting import require_weightable
from helm_creativity.masking import without_secrets

_CURABLE = frozenset(
    {
        MissingReason.EMPTY,
        MissingReason.UNPARSABLE,
        MissingReason.AMBIGUOUS,
        MissingReason.OUT_OF_RANGE,
        MissingReason.OFF_SCALE,
    }
)
# Chat templates without that role, as those of Gemma 2 and 3.
_REFUSES_SYSTEM = re.compile(
    r"(?:system|developer)\b.{0,40}\b(?:not (?:supported|allowed|enabled)|unsupported)"
    r"|(?:not support|unsupported|invalid)\b.{0,40}\bsystem\b|roles must alternate",
    re.IGNORECASE,
)
_REFUSES_SCHEMA = re.compile(r"response_?format|schema|\b(?:400|422)\b", re.IGNORECASE)


def judge_requirements(settings: object) -> Iterator[Requirement]:
    """What a run entry needs of its judges: deployments that exist, differ, and can be asked as wanted."""
    if not (isinstance(settings, JudgedSettings) and settings.judged):
        return
    names = settings.judges.split("+")
    for name in names:
        yield ("judges",), partial(require_judge, name)
        limits = partial(require_sampling, name, settings.judge_temp, settings.judge_max_tokens, "judge_")
        yield ("judges", "judge_temp", "judge_max_tokens"), limits
        if settings.weighted:
            yield ("judges", "weighted"), partial(require_probabilities, name)
    yield ("judges",), partial(require_apart, names)


class Judges:
    """Asks a panel. Make one in an annotator's constructor; all threads share it.

    Nothing that a judge does raises. Only ``CacheProblem`` does: a full disk must not look like missing ratings.

    Replies are kept in HELM's cache, so that a rerun asks only what is missing. Failures are tried again where that
    helps, and a judge that is down is not asked any more: its ratings are then missing and counted.
    """

    def __init__(self, auto_client: AutoClient, settings: Judging) -> None:
        self.settings = settings
        self._client = PatientClient(auto_client)
        self._panels: dict[tuple[str, str], Panel] = {}

    def panel_for(self, model: tuple[str, str]) -> Panel:
        """The panel without the model under test, which is named by model and deployment."""
        if model not in self._panels:
            self._panels[model] = eligible(self.settings.panel, *model)
        return self._panels[model]

    def left_out(self, model: tuple[str, str]) -> tuple[str, ...]:
        """Judges of the panel that are the model itself. Does not raise."""
        asked = self._panel_or_all(model).judges
        return tuple(judge for judge in self.settings.panel.judges if judge not in asked)

    def _panel_or_all(self, model: tuple[str, str]) -> Panel:
        try:
            return self.panel_for(model)
        except Exception:
            return self.settings.panel

    def ask_about(
        self, rubric: Rubric, question: Question, model: tuple[str, str], unit: Unit, about: str = ""
    ) -> list[JudgeReply]:
        """The replies of the judges that the design assigns to the unit, in the order of the panel.

        One per judge; where the rubric rates several texts, one per judge and text, in the order of the texts,
        about "#1", "#2" and so on (``place_name``), none if there is no text. All of them count as planned.
        """
        if self.settings.weighted:
            require_weightable([rubric])
        judges = self.panel_for(model).asked(unit, rubric)
        return [reply for judge in judges for reply in self.say(judge, rubric, question, unit.about + about)]

    def say(self, judge: str, rubric: Rubric, question: Question, about: str = "") -> list[JudgeReply]:
        """The reply of one judge, on the panel or not; one per text of the question as in ``ask_about``.

        Where anything breaks, this judge's ratings alone are missing.
        """
        if rubric.each and not question.rated:
            return []
        try:
            outcome = self._ask_judge(judge, rubric, question)
        except CacheProblem:  # no fault of the judge
            raise
        except Exception as error:
            why = without_secrets(f"{type(error).__name__}: {error}")
            outcome = _Outcome(unread(rubric, question.rated, MissingReason.FAILED), error=why)
        replies = to_replies(judge, rubric, about, outcome.read)
        if self.settings.weighted and not rubric.decides:
            replies = [replace(reply, rubric=rubric.name + WEIGHTED) for reply in replies]
        first = replace(
            replies[0],
            reply=outcome.reply,
            error=outcome.error,
            characters=outcome.characters,
            asked_again=outcome.asked_again,
            other_reply=outcome.other_reply,
        )
        return [first, *replies[1:]]

    def _ask_judge(self, judge: str, rubric: Rubric, question: Question) -> _Outcome:
        settings = self.settings
        request = make_request(judge, question, settings.temperature, settings.max_tokens, rubric.schema(question))
        outcome = self._outcome(request, rubric, question)
        if not (rubric.asks_json and _CURABLE.intersection(outcome.missing)):
            return outcome
        second = self._outcome(again(request, outcome.reply), rubric, question)
        better, worse = (second, outcome) if len(second.missing) < len(outcome.missing) else (outcome, second)
        characters = outcome.characters + second.characters
        return better._replace(characters=characters, asked_again=True, other_reply=worse.reply)

    def _outcome(self, request: Request, rubric: Rubric, question: Question) -> _Outcome:
        listener = Listener() if self.settings.weighted and not rubric.decides else None
        make = listener.make if listener else once
        sent = self._client.send(request, make)
        if sent.failure is Failure.FINAL:
            for plainer in _without_refused(request, str(sent.result.error)):
                plain = self._client.send(plainer, make)
                if plain.failure is None:
                    sent = plain
                    break
        if sent.skipped:
            return _Outcome(unread(rubric, question.rated, MissingReason.NOT_ASKED), error=str(sent.result.error))
        reply = to_follow_up(sent)
        read = readings(rubric, reply.response, question.rated, listener.tokens if listener else None)
        text = reply.response.text
        return _Outcome(read, text, reply.error, len(question.system) + len(question.user) + len(text))


def _without_refused(request: Request, error: str) -> Iterator[Request]:
    """The most alike first. Where kept replies are looked up, whatever may have been asked is looked for."""
    is_looked_up, has_schema = NOT_CACHED in error, request.response_format is not None
    has_system = [message["role"] for message in request.messages or ()][:1] == ["system"]
    refuses_system = has_system and (is_looked_up or _REFUSES_SYSTEM.search(error) is not None)
    if has_schema and (is_looked_up or (not refuses_system and _REFUSES_SCHEMA.search(error))):
        yield replace(request, response_format=None)
    if refuses_system:
        yield as_user(request)
        if has_schema:
            yield as_user(replace(request, response_format=None))


class _Outcome(NamedTuple):
    read: Sequence[JudgeReading]
    reply: str = ""
    error: str = ""
    characters: int = 0
    asked_again: bool = False
    other_reply: str = ""

    @property
    def missing(self) -> list[MissingReason]:
        return [reading.missing for read in self.read for reading in read.readings.values() if reading.missing]


def eligible(panel: Panel, model: str, deployment: str) -> Panel:
    """The panel without the judges that are the model under test; all of it where that is no model (``NOBODY``)."""
    if (model, deployment) == NOBODY:
        return panel
    return panel.without([judge for judge in panel.judges if is_same_model(judge, model, deployment)])
