"""HELM's annotators: the guard, and the one that asks the model and the judges what a benchmark wants to know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.clients.auto_client import AutoClient
from helm.common.request import ErrorFlags, GeneratedOutput, RequestResult

from helm_creativity.benchmark.base import Benchmark, parse_settings
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.settings import Settings
from helm_creativity.errors import CacheProblem
from helm_creativity.helm.clients.provider_replies import MalformedReply, usable_completion
from helm_creativity.helm.clients.responses import HelmRespondent, trial_in
from helm_creativity.helm.clients.retries import PatientClient
from helm_creativity.helm.current_run import current_run
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.drivers import AskingDriver, make_annotation
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.masking import completions_without_keys, without_secrets
from helm_creativity.safe_text import module_logger

logger = module_logger(__name__)


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


class AnchorsOfRun:
    """Has the panel of a run rate the anchors once, beside the model's responses, and keeps that in the run's folder.

    Make one where ``current_run`` finds the run. Outside of HELM's runner, and without ``anchors=true``, nothing is
    asked.
    """

    def __init__(self, benchmark: Benchmark[Any], settings: Settings, judges: Judges | None) -> None:
        run = current_run() if isinstance(settings, JudgedSettings) and settings.anchors else None
        self._folder = Path(run.runner._get_run_path(run.spec)) if run else None
        self._benchmark, self._settings, self._judges = benchmark, settings, judges
        self._due = Lock()

    def rate_once(self) -> None:
        """The thread that comes first asks, and the others go on with the responses."""
        if self._folder is None or self._judges is None or not self._due.acquire(blocking=False):
            return
        from helm_creativity.judges.evaluation.anchors import RUN_FILE, rate_anchors, run_anchors, write_anchor_ratings

        assert isinstance(self._settings, JudgedSettings)
        group = self._benchmark.card.group
        try:
            rows = rate_anchors(self._judges, run_anchors(self._benchmark, self._settings))
            write_anchor_ratings(rows, self._folder / RUN_FILE)
        except CacheProblem:
            raise
        except Exception as error:
            why = without_secrets(f"{type(error).__name__}: {error}")
            logger.warning("%s: there are no ratings of anchors: %s", group, why)
            return
        planned = Counter(row.judge for row in rows)
        for (judge, why), number in Counter((row.judge, row.missing) for row in rows if row.rating is None).items():
            words = f"{number} of {planned[judge]} ratings of anchors are missing ({why})"
            logger.warning("%s: %s: %s", group, judge, words)


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
