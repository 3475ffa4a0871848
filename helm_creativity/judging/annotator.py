"""Bases of the annotators that ask judges."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.clients.auto_client import AutoClient

from helm_creativity.hosting.answers import row_in
from helm_creativity.judging.asking import Judges
from helm_creativity.judging.instruments import Instrument, Question
from helm_creativity.judging.ratings import ANNOTATOR, Judgement, flat
from helm_creativity.judging.settings import JudgeSettings
from helm_creativity.rooms import Row


class JudgeAnnotator(Annotator):
    """Subclass in a room and implement ``judge``. ``panel`` is what ``JudgeSettings.args`` gave."""

    name = ANNOTATOR

    def __init__(self, auto_client: AutoClient, **panel: Any) -> None:  # noqa: ANN401
        self.judges = Judges(auto_client, JudgeSettings.of(**panel))

    @abstractmethod
    def judge(self, state: RequestState) -> Judgement:
        """What the judges say of one answer, and how many ratings the design asks for."""

    def planned(self, state: RequestState) -> int:
        """Ratings that the design asks for where ``judge`` broke off: told as missing."""
        return self.judges.seats(state)

    def annotate(self, request_state: RequestState) -> dict[str, Any]:
        """The judgement in its flat form. Nothing raises: HELM would throw the whole run away."""
        left_out = self.judges.left_out(request_state)
        try:
            return flat(replace(self.judge(request_state), left_out=left_out))
        except Exception as error:
            planned = self.planned(request_state)
            return flat(Judgement((), planned, f"{type(error).__name__}: {error}", left_out=left_out))


class QuestionAnnotator(JudgeAnnotator):
    """Puts the same questions about an answer to all of its judges. Subclass in a room and implement ``questions``."""

    @abstractmethod
    def questions(self, row: Row) -> Iterable[tuple[Instrument, Question]]:
        """What judges are asked about one answer; nothing about one that is not to be judged."""

    def judge(self, state: RequestState) -> Judgement:
        """What the judges say to each of the questions."""
        asked = self.questions(row_in(state))
        verdicts = [one for instrument, question in asked for one in self.judges.ask(instrument, question, state)]
        return Judgement(verdicts, sum(len(one.readings) for one in verdicts))
