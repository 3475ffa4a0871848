"""HELM's annotators: the guard, and the one that asks the model and the judges what a benchmark wants to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.clients.auto_client import AutoClient
from helm.common.request import ErrorFlags, GeneratedOutput, RequestResult

from helm_creativity.clients.follow_ups import FollowUps
from helm_creativity.clients.provider_replies import MalformedReply, usable_completion
from helm_creativity.clients.samples import sample_of, trial_of
from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.protocols import FollowUp
from helm_creativity.core.rubrics import Question, Rubric
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Sample
from helm_creativity.errors import CacheProblem
from helm_creativity.judges.asking import Judges, unit_of
from helm_creativity.judges.designs import Unit
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.masking import completions_without_keys, without_secrets


class CreativityAnnotator(Annotator):
    """Asks what a benchmark asks because of a response: further turns of the model, and its judges.

    Args:
        auto_client: HELM hands it to a constructor that has an argument of this name.
        benchmark: its name.
        settings: those of the benchmark's settings that are not as usual.
    """

    def __init__(self, auto_client: AutoClient, benchmark: str, **settings: Any) -> None:  # noqa: ANN401
        self.benchmark = get_benchmark(benchmark)
        self.settings = self.benchmark.settings_type(**settings)
        self.name = self.benchmark.annotation_name
        self._follow_ups = FollowUps(auto_client)
        judged = isinstance(self.settings, JudgedSettings) and self.settings.judged
        self._judges = Judges(auto_client, self.settings.judging) if judged else None  # type: ignore[attr-defined]
        self._memory = self.benchmark.memory(self.settings)

    @staticmethod
    def settings_of(args: Mapping[str, Any]) -> Settings:
        """The settings that the arguments of a run spec's annotator make."""
        values = dict(args)
        return get_benchmark(values.pop("benchmark")).settings_type(**values)

    def annotate(self, request_state: RequestState) -> dict[str, Any]:
        """The benchmark's annotation. Nothing raises but ``CacheProblem``: HELM would throw the whole run away."""
        exchange = HelmExchange(request_state, self._follow_ups, self._judges)
        return annotation_about(exchange, self.benchmark, self.settings, self._memory)


def annotation_about(
    exchange: HelmExchange,
    benchmark: Benchmark[Any],
    settings: Settings,
    memory: Any,  # noqa: ANN401 - the benchmark's own
) -> dict[str, Any]:
    """A benchmark's annotation of one response. Nothing raises but ``CacheProblem``: what breaks is missing, and said.

    An exception ends the run in HELM, and all that was asked is still in the cache.
    """
    try:
        return dict(benchmark.annotate(exchange, settings, memory))
    except CacheProblem:
        raise
    except Exception as error:
        why = without_secrets(f"{type(error).__name__}: {error}")
        return dict(benchmark.broken_annotation(exchange, settings, why))


@dataclass(frozen=True)
class HelmExchange:
    """See ``Exchange``: one request state of HELM, with its model and its judges."""

    state: RequestState
    model_client: FollowUps
    judges: Judges | None

    @property
    def sample(self) -> Sample:
        """The response with the fields of its item."""
        return sample_of(self.state)

    @property
    def prompt(self) -> str:
        """The item's own prompt."""
        return str(self.state.instance.input.text)

    @property
    def item(self) -> str:
        """Id of the item."""
        return str(self.state.instance.id)

    @property
    def trial(self) -> int:
        """Which response to the item it is, from 0."""
        return trial_of(self.state)

    def ask_model(self, prompt: str) -> FollowUp:
        """See ``Exchange``."""
        return self.model_client.ask(self.state.request, self._behind_instruction(prompt))

    def continue_with(self, response: str, prompt: str) -> FollowUp:
        """See ``Exchange``."""
        return self.model_client.ask_on(self.state.request, response, prompt)

    def converses(self, response: str) -> bool:
        """See ``Exchange``."""
        return self.model_client.converses(self.state.request, response)

    def ask_again(self, number: int) -> FollowUp:
        """See ``Exchange``."""
        return self.model_client.ask_again(self.state.request, number)

    def ask_judges(
        self, rubric: Rubric, question: Question, *, about: str = "", trial: int | None = None, pair: str = ""
    ) -> list[JudgeReply]:
        """See ``Exchange``."""
        assert self.judges is not None
        return self.judges.ask_about(rubric, question, self._model, self._unit(trial, pair), about)

    @property
    def seats(self) -> int:
        """Judges of the response. Does not raise."""
        return self.judges.seats(self._model) if self.judges else 0

    @property
    def left_out(self) -> int:
        """Judges of the panel that are the model itself. Does not raise."""
        return self.judges.left_out(self._model) if self.judges else 0

    @property
    def _model(self) -> tuple[str, str]:
        return self.state.request.model, self.state.request.model_deployment

    def _unit(self, trial: int | None, pair: str) -> Unit:
        return replace(unit_of(self.state), trial=self.trial if trial is None else trial, about=pair)

    def _behind_instruction(self, prompt: str) -> str:
        """A further question, behind the instruction that stood before the first one."""
        first, whole = self.prompt, self.state.request.prompt
        return whole[: -len(first)] + prompt if first and whole.endswith(first) else prompt


class GuardAnnotator(Annotator):
    """The first annotator of every run mends what HELM's own clients let through, in place.

    A server may send ``content: null``, content in parts, a number, no choice at all, or more choices than were asked
    for. HELM's runner accepts that, but ``helm-summarize`` then crashes for the whole suite, and readers of texts with
    it. The annotation says what was repaired, and the response counts as failed or empty. The tolerant clients keep
    such replies out of HELM's cache, too. An error or a response that repeats an API key is kept without it, in HELM's
    files as well.
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
    """Makes the completions of a result what HELM expects of them; what was wrong, "" if nothing was."""
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
