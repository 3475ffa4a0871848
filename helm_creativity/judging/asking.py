"""Puts questions to judges, straight to their deployments' clients, and reads what comes back."""

from __future__ import annotations

from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.clients.auto_client import AutoClient

from helm_creativity.hosting.answers import trial_of
from helm_creativity.hosting.followups import reply_of
from helm_creativity.hosting.retries import PatientClient
from helm_creativity.judging.deployments import is_same_model, request_of
from helm_creativity.judging.designs import Panel, Unit
from helm_creativity.judging.instruments import Instrument, Question
from helm_creativity.judging.neighbours import Pair
from helm_creativity.judging.ratings import Verdict
from helm_creativity.judging.replies import Missing
from helm_creativity.judging.settings import JudgeSettings


def unit_of(state: RequestState, pair: Pair[Any] | None = None) -> Unit:
    """The unit that a request state holds; with a pair, that pair, whichever of its two answers the state holds."""
    number = (state.instance.extra_data or {}).get("number")
    trial, about = (trial_of(state), "") if pair is None else (pair.trial, pair.about)
    return Unit(str(state.instance.id), number, trial, about)


class Judges:
    """Asks a panel. Make one in an annotator's constructor; all threads share it. Only a panel too small raises.

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
        self, instrument: Instrument, question: Question, state: RequestState, pair: Pair[Any] | None = None
    ) -> list[Verdict]:
        """One verdict from each judge whom the design seats on the unit, in the order of the panel.

        Args:
            instrument: what is asked.
            question: its text.
            state: the answer, or one of a pair.
            pair: the two answers that are asked about, where the question is not about the answer alone.
        """
        unit = unit_of(state, pair)
        return [self._ask_one(judge, instrument, question, unit.about) for judge in self.panel_for(state).raters(unit)]

    def _ask_one(self, judge: str, instrument: Instrument, question: Question, about: str) -> Verdict:
        """One verdict; where anything breaks, this judge's ratings alone are missing."""
        try:
            return self._verdict(judge, instrument, question, about)
        except Exception as error:
            why = instrument.nothing(Missing.FAILED)
            return Verdict(judge, instrument.name, about, why, error=f"{type(error).__name__}: {error}")

    def _verdict(self, judge: str, instrument: Instrument, question: Question, about: str) -> Verdict:
        request = request_of(judge, question, self.settings.temperature, self.settings.max_tokens)
        sent = self._client.send(request)
        asked = len(question.system) + len(question.user)
        if sent.skipped:
            why = instrument.nothing(Missing.NOT_ASKED)
            return Verdict(judge, instrument.name, about, why, error=str(sent.result.error))
        reply = reply_of(sent)
        readings, text = instrument.read(reply.answer, question.rated), reply.answer.text
        return Verdict(judge, instrument.name, about, readings, text, reply.error, asked + len(text))


def eligible(panel: Panel, model: str, deployment: str) -> Panel:
    """The panel without the judges that are the model under test.

    Raises:
        BadArguments: when too few are left.
    """
    return panel.without([judge for judge in panel.judges if is_same_model(judge, model, deployment)])
