"""HELM's request states as the trials that are scored, and further questions to the model under test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from helm.benchmark.adaptation.request_state import RequestState
from helm.common.request import GeneratedOutput, Request, RequestResult

from helm_creativity.benchmark.follow_ups import FollowUp, Trial
from helm_creativity.benchmark.names import NEUTRAL
from helm_creativity.benchmark.prompts import BETWEEN, Instruction
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.deployments import takes_messages
from helm_creativity.helm.clients.failures import Failure
from helm_creativity.helm.clients.retries import PatientClient, RequestOutcome
from helm_creativity.masking import without_secrets
from helm_creativity.parsing.candidates import one_response
from helm_creativity.parsing.response import completed, in_run
from helm_creativity.safe_text import quoted


class ItemFields(dict[str, Any]):
    """What is known of an item. What a scorer needs and HELM's instance lacks is named, with the instance."""

    def __init__(self, fields: Mapping[str, Any], instance: str) -> None:
        super().__init__(fields)
        self._instance = instance

    def __missing__(self, name: str) -> NoReturn:
        there = ", ".join(sorted(self.keys() - {"trial", "annotations"})) or "nothing"
        raise BadArguments(
            f"the instance {self._instance} has no {quoted(name)} in its extra_data, so its responses cannot be "
            f"scored: add it (there is {there})"
        )


def trials_in(state: RequestState, instruction: str = NEUTRAL) -> list[Trial]:
    """The responses in one request state, as scorers and the drivers of ``follow_up`` take them.

    A request that brought no completion is one empty response.
    """
    result, instance, number = state.result, state.instance, trial_number(state)
    assert result is not None
    item, prompt, asked = str(instance.id), instance.input.text, Instruction(instruction).candidates
    known = {**(instance.extra_data or {}), "trial": number, "annotations": state.annotations or {}}
    fields = ItemFields(known, item)
    completions: Sequence[GeneratedOutput | None] = result.completions or [None]
    trials = []
    for completion in completions:
        thinking = completion and completion.thinking and completion.thinking.text
        written = to_response(result, completion)
        response = in_run(written, bool(state.prompt_truncated), thinking, state.request.prompt, prompt)
        sample = Sample(one_response(response, asked, item, number), fields)
        trials.append(Trial(sample, str(prompt), item, number))
    return trials


def trial_in(state: RequestState, instruction: str = NEUTRAL) -> Trial:
    """The one response in a request state, for annotators, which cannot describe several; see ``trials_in``."""
    trials = trials_in(state, instruction)
    if len(trials) > 1:
        raise ValueError(f"expected one answer, got {len(trials)}: use num_trials= instead of num_outputs=")
    return trials[0]


def trial_number(state: RequestState) -> int:
    """Which response to its item a request state holds, from 0: HELM numbers all trials but the first in ``random``."""
    return int(state.request.random or 0)


def to_response(result: RequestResult, completion: GeneratedOutput | None) -> Response:
    """One completion, its reason to finish in the words of ``Response``."""
    text = (completion.text if completion else None) or ""
    return completed(text, completion.finish_reason if completion else None, result.success, result.error)


@dataclass(frozen=True)
class HelmRespondent:
    """The deployment that answered a request, to be asked again with the settings of that request.

    Responses are kept in HELM's cache. Nothing raises: what ``retries.ask_patiently`` gives up comes back failed, and a
    rerun continues from there.
    """

    client: PatientClient
    request: Request
    prompt: str = ""

    def ask(self, prompt: str) -> FollowUp:
        """The response to another prompt alone, behind the instruction that stood before the first one."""
        whole = self.request.prompt
        behind = whole[: -len(self.prompt)] if self.prompt and whole.endswith(self.prompt) else ""
        return self._ask(prompt, prompt=behind + prompt, messages=None)

    def go_on(self, response: str, prompt: str) -> FollowUp:
        """The response to a further turn, behind what was asked first and what the model wrote to that.

        A client that sends no conversations gets the three as one text, parted by blank lines. So does every client
        where the model had written nothing, since providers refuse an empty message.
        """
        turns = [self.request.prompt, response, prompt] if response.strip() else [self.request.prompt, prompt]
        if not (response.strip() and takes_messages(self.request.model_deployment)):
            return self._ask(prompt, prompt=BETWEEN.join(turns), messages=None)
        roles = ("user", "assistant", "user")
        messages = [{"role": role, "content": text} for role, text in zip(roles, turns, strict=True)]
        return self._ask(prompt, prompt="", messages=messages)._replace(conversation=bool(prompt.strip()))

    def ask_again(self, number: int) -> FollowUp:
        """A further response to the same prompt, the ``number``-th, from 1, with a place of its own in the cache."""
        again = f"{self.request.random or 0}+{number}"
        return to_follow_up(self.client.send(replace(self.request, random=again)))

    def _ask(self, turn: str, **asked: Any) -> FollowUp:  # noqa: ANN401
        if not turn.strip():
            return _failed("the prompt is blank", 0)
        return to_follow_up(self.client.send(replace(self.request, multimodal_prompt=None, **asked)))


def to_follow_up(sent: RequestOutcome) -> FollowUp:
    """What came of a question, in our words, whatever a client put into its result."""
    result = sent.result
    if sent.failure in (Failure.BUSY, Failure.DOWN):  # whatever words the server's page holds, it is no refusal
        return _failed(str(result.error), sent.requests)
    try:
        response = to_response(result, result.completions[0] if result.completions else None)
    except Exception as error:  # a client of the user's own may fill a result with anything
        return _failed(without_secrets(f"{type(error).__name__}: {error}"), sent.requests)
    return FollowUp(response, "" if result.success else str(result.error), sent.requests, bool(result.cached))


def _failed(error: str, requests: int) -> FollowUp:
    return FollowUp(Response("", failed=True), error, requests, cached=False)
