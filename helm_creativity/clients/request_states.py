"""HELM's request states as the rows that a scorer takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from helm.benchmark.adaptation.request_state import RequestState
from helm.common.request import GeneratedOutput, RequestResult

from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.benchmark.names import NEUTRAL
from helm_creativity.benchmark.prompts import Instruction
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.text.candidates import one_response
from helm_creativity.text.response import completed, in_run


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


def samples_in(state: RequestState, instruction: str = NEUTRAL) -> list[Sample]:
    """The responses in one request state; a request that brought no completion is one empty response."""
    assert state.result is not None
    known = {**(state.instance.extra_data or {}), "trial": trial_number(state), "annotations": state.annotations or {}}
    fields = ItemFields(known, str(state.instance.id))
    completions: Sequence[GeneratedOutput | None] = state.result.completions or [None]
    asked, item, is_cut = Instruction(instruction).candidates, str(state.instance.id), bool(state.prompt_truncated)
    thoughts = [completion and completion.thinking and completion.thinking.text for completion in completions]
    written = [
        in_run(to_response(state.result, completion), is_cut, thinking, state.request.prompt, state.instance.input.text)
        for completion, thinking in zip(completions, thoughts, strict=True)
    ]
    return [Sample(one_response(response, asked, item, trial_number(state)), fields) for response in written]


def trials_in(state: RequestState, instruction: str = NEUTRAL) -> list[Trial]:
    """The responses in one request state, as the drivers of ``follow_up`` take them; see ``samples_in``."""
    prompt, item = str(state.instance.input.text), str(state.instance.id)
    return [Trial(sample, prompt, item, trial_number(state)) for sample in samples_in(state, instruction)]


def trial_in(state: RequestState, instruction: str = NEUTRAL) -> Trial:
    """The one response in a request state, for annotators, which cannot describe several; see ``samples_in``."""
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
