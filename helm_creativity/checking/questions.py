"""What a room's judges are asked of a baseline's answers, heard in place of the judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helm.common.request import GeneratedOutput, Request, RequestResult

from helm_creativity.baselines.players import PLAYERS

if TYPE_CHECKING:
    from helm_creativity.checking.subject import Subject

MODEL = "creativity/random-nouns"
"""What the model under test is called here, whichever player it is."""


class Ear:
    """Stands in for HELM's clients: keeps what judges are asked, and answers as the room's baseline does.

    Args:
        subject: the room.
        player: name of the player that the model under test is.
    """

    def __init__(self, subject: Subject, player: str) -> None:
        self._baseline, self._player = subject.module("baseline"), player
        self.heard: list[str] = []

    def _get_client(self, deployment: str) -> Ear:
        return self

    def make_request(self, request: Request) -> RequestResult:
        """A judge's rating, or what the model under test says to a further question."""
        prompt = request.prompt or "\n".join(str(one["content"]) for one in request.messages or [])
        if request.model_deployment == MODEL:
            return answered(self._baseline.answer(prompt, PLAYERS[self._player]("builtin", 0)))
        self.heard.append(prompt)
        return answered(self._baseline.judge(prompt) if hasattr(self._baseline, "judge") else None)


def answered(text: str | None) -> RequestResult:
    """A completion as a server brings it; without one, the failure of a request."""
    if text is None:
        return RequestResult(success=False, cached=False, error="not known", completions=[], embedding=[])
    completion = GeneratedOutput(text=text, logprob=0.0, tokens=[], finish_reason={"reason": "stop"})
    return RequestResult(success=True, cached=False, completions=[completion], embedding=[])
