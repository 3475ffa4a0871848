"""What a room's judges are asked of a baseline's answers, heard in place of the judges."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.benchmark.scenarios.scenario import Instance
from helm.common.object_spec import get_class_by_name
from helm.common.request import GeneratedOutput, Request, RequestResult

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.checking.problem import Broken, told

if TYPE_CHECKING:
    from helm_creativity.checking.subject import Subject

MODEL = "creativity/random-nouns"
ITEMS, TRIALS = 4, 3
"""Items, and answers to each, about which judges are asked."""


class Ear:
    """Stands in for HELM's clients: keeps what judges are asked, and answers as the room's baseline does."""

    def __init__(self, subject: Subject) -> None:
        self._baseline = subject.module("baseline")
        self.heard: list[str] = []

    def _get_client(self, deployment: str) -> Ear:
        return self

    def make_request(self, request: Request) -> RequestResult:
        """A judge's rating, or what the model under test says to a further question."""
        prompt = request.prompt or "\n".join(str(one["content"]) for one in request.messages or [])
        if request.model_deployment == MODEL:
            return answered(self._baseline.answer(prompt, PLAYERS["random"]("builtin", 0)))
        self.heard.append(prompt)
        return answered(self._baseline.judge(prompt) if hasattr(self._baseline, "judge") else None)


def answered(text: str | None) -> RequestResult:
    """A completion as a server brings it; without one, the failure of a request."""
    if text is None:
        return RequestResult(success=False, cached=False, error="not known", completions=[], embedding=[])
    completion = GeneratedOutput(text=text, logprob=0.0, tokens=[], finish_reason={"reason": "stop"})
    return RequestResult(success=True, cached=False, completions=[completion], embedding=[])


def questions_of(subject: Subject) -> list[str]:
    """Questions to judges about answers of the random player, each once; [] where nobody judges.

    Raises:
        Broken: when an annotator cannot be made, or lets an error out.
    """
    ear = Ear(subject)
    annotators = [one for one in (_made(one, ear) for one in subject.spec.annotators or ()) if one is not None]
    for instance in _some(subject) if annotators else ():
        for trial in range(min(max(subject.spec.adapter_spec.num_trials, 1), TRIALS)):
            state = _state(subject, instance, trial)
            for annotator in annotators:
                try:
                    annotator.annotate(state)
                except Exception as error:
                    what = f"{type(annotator).__name__}.annotate lets {told(error)} out"
                    raise Broken("baselines", what, "return what went wrong: HELM empties the run's folder") from error
    return list(dict.fromkeys(ear.heard))


def _made(spec: Any, ear: Ear) -> Annotator | None:  # noqa: ANN401 - HELM's
    """An annotator that asks anybody anything; None for another."""
    kind = get_class_by_name(spec.class_name)
    if "auto_client" not in inspect.signature(kind).parameters:
        return None
    try:
        annotator: Annotator = kind(auto_client=ear, **spec.args)
    except Exception as error:
        what = f"the annotator {kind.__name__} cannot be made of {spec.args}: {told(error)}"
        raise Broken("baselines", what, "give it the arguments that its constructor takes") from error
    return annotator


def _some(subject: Subject) -> list[Instance]:
    """The first item of each prompt, and others."""
    by_prompt = {(one.extra_data or {}).get("prompt_id"): one for one in reversed(subject.instances)}
    some = {str(one.id): one for one in (*by_prompt.values(), *subject.instances[:ITEMS])}
    return list(some.values())[: max(ITEMS, len(by_prompt))]


def _state(subject: Subject, instance: Instance, trial: int) -> RequestState:
    """An answered request, as HELM's executor leaves it."""
    adapter, prompt = subject.spec.adapter_spec, str(instance.input.text)
    request = Request(
        model=MODEL,
        model_deployment=MODEL,
        prompt=prompt,
        random=str(trial) if trial else None,
        temperature=adapter.temperature,
        max_tokens=adapter.max_tokens,
    )
    reply = answered(subject.module("baseline").answer(prompt, PLAYERS["random"]("builtin", trial)))
    return RequestState(instance, None, None, 0, None, request, reply, 0, False)
