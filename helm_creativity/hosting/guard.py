"""First annotator of every run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.common.request import GeneratedOutput, RequestResult


class GuardAnnotator(Annotator):
    """Turns a missing completion, or one without text, into an empty one, in place.

    A server may answer ``content: null`` or no choice at all. HELM's runner accepts that, but ``helm-summarize`` then
    crashes for the whole suite. What was mended is told in the annotation, and the answer counts as unscored.
    """

    name = "guard"

    def annotate(self, request_state: RequestState) -> dict[str, Any]:
        """What was wrong with the result: ``mended`` (a reason or "") and ``error`` (the server's words or "")."""
        result = request_state.result
        if result is None:
            return {"mended": "no result", "error": ""}
        return {"mended": _mend(result), "error": "" if result.success else str(result.error or "no reason given")}


def _mend(result: RequestResult) -> str:
    if not result.completions:
        result.completions = [GeneratedOutput(text="", logprob=0.0, tokens=[])]
        return "no completion"
    if any(completion.text is None for completion in result.completions):
        result.completions = [replace(completion, text=completion.text or "") for completion in result.completions]
        return "no text"
    return ""
