"""Base of the annotators that ask judges."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.clients.auto_client import AutoClient

from helm_creativity.judging.asking import Judges
from helm_creativity.judging.ratings import ANNOTATOR, Judgement, flat
from helm_creativity.judging.settings import JudgeSettings


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
