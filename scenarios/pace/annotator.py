"""Stage 2 of PACE: asks the model under test for a chain from each associate that it named in stage 1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.clients.auto_client import AutoClient

from helm_creativity.hosting.answers import row_in
from helm_creativity.hosting.followups import Followups, Reply
from helm_creativity.hosting.instructions import behind_instruction
from helm_creativity.responses import Answer, fields_of
from helm_creativity.rooms import render
from helm_creativity.scenarios.pace.protocols import PROTOCOLS
from helm_creativity.scenarios.pace.stages import associates, read_stage


class PaceAnnotator(Annotator):
    """One question for each associate, to the same deployment with the same settings, in HELM's cache.

    An empty or broken stage 1 asks nothing further. The annotation is flat, since HELM's run page shows it so:
    ``questions``, ``failed``, and for each chain its associate, reply, reason to finish and error.
    """

    name = "pace"

    def __init__(self, auto_client: AutoClient, protocol: str) -> None:
        self._followups = Followups(auto_client)
        self._protocol = PROTOCOLS[protocol]

    def annotate(self, request_state: RequestState) -> dict[str, Any]:
        """The chains of one seed. Nothing raises: HELM would throw the whole run away."""
        try:
            return self._annotate(request_state)
        except Exception as error:
            return {"questions": 0, "failed": 0, "error": f"{type(error).__name__}: {error}"}

    def _annotate(self, state: RequestState) -> dict[str, Any]:
        seed = str((state.instance.extra_data or {})["seed"])
        answer = row_in(state).answer or Answer("")
        found = associates(read_stage(answer, self._protocol.chains), seed, self._protocol.chains)
        annotation: dict[str, Any] = {"questions": len(found), "failed": 0, "error": ""}
        for number, (word, reason) in enumerate(found, start=1):
            prompt = render(Path(__file__).parent, "stage2", seed=seed, associate=word, reason=reason)
            reply = self._followups.ask(state.request, behind_instruction(state, prompt.text))
            annotation["failed"] += reply.answer.failed
            annotation |= _flat(number, word, reply)
        return annotation


def _flat(number: int, associate: str, reply: Reply) -> dict[str, Any]:
    chain = f"chain_{number}"
    return {
        f"{chain}_associate": associate,
        **fields_of(reply.answer, chain),
        f"{chain}_error": reply.error,
    }
