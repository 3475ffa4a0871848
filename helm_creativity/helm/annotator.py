"""HELM's annotators: the guard, and the one that asks the model and the judges what a benchmark wants to know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.clients.auto_client import AutoClient
from helm.common.request import ErrorFlags, GeneratedOutput, RequestResult

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.settings import Settings
from helm_creativity.helm.clients.provider_replies import MalformedReply, usable_completion
from helm_creativity.helm.clients.responses import HelmRespondent, trial_in
from helm_creativity.helm.clients.retries import PatientClient
from helm_creativity.helm.current_run import AnchorsOfRun
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.drivers import AskingDriver, make_annotation
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.masking import completions_without_keys, without_secrets


class CreativityAnnotator(Annotator):
    """Asks what a benchmark asks because of a response: further turns of the model, and its judges."""

    name = FOLLOW_UPS

    def __init__(self, auto_client: AutoClient, benchmark: str, **settings: Any) -> None:  # noqa: ANN401
        self.benchmark = get_benchmark(benchmark)
        self.settings: Settings = parse_settings(self.benchmark, settings, require=False)
        self._client = PatientClient(auto_client)
        judged = isinstance(self.settings, JudgedSettings) and self.settings.judged
        judges = Judges(auto_client, self.settings.judging) if judged else None
        self._driver = AskingDriver(self.benchmark, self.settings, judges)
        self._anchors = AnchorsOfRun(self.benchmark, self.settings, judges)

    def annotate(self, request_state: RequestState) -> dict[str, Any]:
        """See ``AskingDriver.annotation``, which HELM keeps, and writes when all responses have been annotated.

        Nothing raises but ``CacheProblem``: HELM would throw the whole run away.
        """
        self._anchors.rate_once()
        request = request_state.request
        try:
            trial = trial_in(request_state, self.settings.instruction)
        except ValueError as error:
            return make_annotation((), (), str(error))
        respondent = HelmRespondent(self._client, request, trial.prompt)
        return self._driver.annotation(trial, respondent, (request.model, request.model_deployment))


class GuardAnnotator(Annotator):
    """The first annotator of every run mends what HELM's own clients let through, in place.

    HELM's runner accepts a text of null, in parts, or no completion at all, but ``helm-summarize`` then crashes for the
    whole suite. The annotation says what was repaired, and the response counts as failed or empty. An error or a
    response that repeats an API key is kept without it, in HELM's files as well.
    """

    name = "guard"

    def annotate(self, request_state: RequestState) -> dict[str, Any]:
        """What was wrong with the result: ``repaired`` (a reason or "") and ``error`` (the server's words or "")."""
        result = request_state.result
        if result is None:
            return {"repaired": "no result", "error": ""}
        repaired = _repair(result, request_state.request.num_completions)
        if not result.success:
            result.error = without_secrets(str(result.error or "no reason given"))
        result.completions = completions_without_keys(result.completions)
        return {"repaired": repaired, "error": "" if result.success else result.error}


def _repair(result: RequestResult, asked: int) -> str:
    """Makes the completions of a result what HELM expects; returns what was wrong, "" if nothing was."""
    if not result.completions:
        result.completions = [GeneratedOutput(text="", logprob=0.0, tokens=[])]
        return "no completion"
    repaired = [f"{len(result.completions)} completions"] if len(result.completions) > asked else []
    mended = []
    for completion in result.completions[:asked]:
        try:
            made = usable_completion(completion)
        except MalformedReply as error:
            made = replace(completion, text="", thinking=None)
            result.success, result.error = False, str(error)
            result.error_flags = ErrorFlags(is_retriable=False, is_fatal=False)
        if made.text != completion.text:
            repaired.append("no text" if completion.text is None else f"text of type {type(completion.text).__name__}")
        mended.append(made)
    result.completions = mended
    return "; ".join(dict.fromkeys(repaired))
