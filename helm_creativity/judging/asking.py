"""Puts questions to judges, straight to their deployments' clients, and reads what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from helm.benchmark.adaptation.request_state import RequestState
from helm.clients.auto_client import AutoClient

from helm_creativity.hosting.answers import trial_of
from helm_creativity.hosting.followups import reply_of
from helm_creativity.hosting.retries import PatientClient, as_it_is
from helm_creativity.judging.deployments import is_same_model, request_of
from helm_creativity.judging.designs import Panel, Unit
from helm_creativity.judging.instruments import Instrument, Question
from helm_creativity.judging.neighbours import Pair
from helm_creativity.judging.probabilities import Listener
from helm_creativity.judging.ratings import Verdict, place_name
from helm_creativity.judging.readings import Read, readings, unread
from helm_creativity.judging.replies import Missing
from helm_creativity.judging.settings import JudgeSettings
from helm_creativity.judging.weighting import require_weightable

WEIGHTED = " (weighted)"
"""Behind the name of an instrument whose ratings are weighted: they are never calibrated with others."""


def unit_of(state: RequestState, pair: Pair[Any] | None = None) -> Unit:
    """The unit that a request state holds; with a pair, that pair, whichever of its two answers the state holds."""
    number = (state.instance.extra_data or {}).get("number")
    trial, about = (trial_of(state), "") if pair is None else (pair.trial, pair.about)
    return Unit(str(state.instance.id), number, trial, about)


class Judges:
    """Asks a panel. Make one in an annotator's constructor; all threads share it. Nothing that a judge does raises.

    Replies are kept in HELM's cache, so that a rerun asks only what is missing. Failures are tried again where that
    helps, and a judge that is down is not asked any more: its ratings are then missing and counted.
    """

    def __init__(self, auto_client: AutoClient, settings: JudgeSettings) -> None:
        self.settings = settings
        self._client = PatientClient(auto_client)
        self._panels: dict[tuple[str, str], Panel] = {}

    def panel_for(self, state: RequestState) -> Panel:
        """The panel without the model under test.

        Raises:
            BadArguments: when too few judges are left. A run spec finds that out before any request.
        """
        key = (state.request.model, state.request.model_deployment)
        if key not in self._panels:
            self._panels[key] = eligible(self.settings.panel, *key)
        return self._panels[key]

    def seats(self, state: RequestState) -> int:
        """Judges of one of the model's answers. Does not raise."""
        return self._panel_or_all(state).seats

    def left_out(self, state: RequestState) -> int:
        """Judges of the panel that are the model itself. Does not raise."""
        return len(self.settings.panel.judges) - len(self._panel_or_all(state).judges)

    def _panel_or_all(self, state: RequestState) -> Panel:
        """The panel for the model; the whole one where that cannot be told."""
        try:
            return self.panel_for(state)
        except Exception:
            return self.settings.panel

    def ask(
        self,
        instrument: Instrument,
        question: Question,
        state: RequestState,
        pair: Pair[Any] | None = None,
        about: str = "",
    ) -> list[Verdict]:
        """The verdicts of the judges whom the design seats on the unit, in the order of the panel.

        One of each judge; where the instrument rates several texts, one of each judge and text, in the order of the
        texts, about "#1", "#2" and so on (``place_name``), none if there is no text. All of them count as planned.

        Args:
            instrument: what is asked.
            question: its text.
            state: the answer, or one of a pair.
            pair: the two answers that are asked about, where the question is not about the answer alone.
            about: which part of the answer it is about, where it is not about the whole (``place_name``). All parts of
                an answer have the same judges.

        Raises:
            BadArguments: for a panel too small, or ratings to be weighted that cannot be. A run spec finds that out
                before any request.
        """
        if self.settings.weighted:
            require_weightable([instrument])
        unit = unit_of(state, pair)
        judges = self.panel_for(state).raters(unit)
        return [one for judge in judges for one in self.say(judge, instrument, question, unit.about + about)]

    def say(self, judge: str, instrument: Instrument, question: Question, about: str = "") -> list[Verdict]:
        """What one judge says, on the panel or not: one verdict, or one a text of the question as in ``ask``.

        Where anything breaks, this judge's ratings alone are missing.
        """
        if instrument.each and not question.rated:
            return []
        try:
            came = self._came(judge, instrument, question)
        except Exception as error:
            came = _Came(unread(instrument, question.rated, Missing.FAILED), error=f"{type(error).__name__}: {error}")
        name = instrument.name + (WEIGHTED if self.settings.weighted and not instrument.groups else "")
        verdicts = [
            Verdict(judge, name, about, one.readings, counts=instrument.groups, share=one.share, parts=one.parts)
            for one in came.read
        ]
        if instrument.rates_each:
            verdicts = [
                replace(one, about=about + place_name(place), place=place)
                for place, one in enumerate(verdicts, start=1)
            ]
        first = replace(verdicts[0], reply=came.reply, error=came.error, characters=came.characters)
        return [first, *verdicts[1:]]

    def _came(self, judge: str, instrument: Instrument, question: Question) -> _Came:
        """What came of one question to one judge."""
        request = request_of(judge, question, self.settings.temperature, self.settings.max_tokens)
        listener = Listener() if self.settings.weighted and not instrument.groups else None
        sent = self._client.send(request, listener.make if listener else as_it_is)
        if sent.skipped:
            return _Came(unread(instrument, question.rated, Missing.NOT_ASKED), error=str(sent.result.error))
        reply = reply_of(sent)
        read = readings(instrument, reply.answer, question.rated, listener.tokens if listener else None)
        text = reply.answer.text
        return _Came(read, text, reply.error, len(question.system) + len(question.user) + len(text))


class _Came(NamedTuple):
    """What came of one question to one judge, as in ``Verdict``."""

    read: Sequence[Read]
    reply: str = ""
    error: str = ""
    characters: int = 0


def eligible(panel: Panel, model: str, deployment: str) -> Panel:
    """The panel without the judges that are the model under test.

    Raises:
        BadArguments: when too few are left.
    """
    return panel.without([judge for judge in panel.judges if is_same_model(judge, model, deployment)])
