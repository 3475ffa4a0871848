"""What a benchmark asks judges about responses from a file, which have no model behind them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.clients.auto_client import AutoClient
from helm.clients.client import Client
from helm.common.cache_backend_config import BlackHoleCacheBackendConfig
from helm.common.request import GeneratedOutput, Request, RequestResult

from helm_creativity.baselines.client import LexicalJudgeClient
from helm_creativity.clients.follow_ups import FollowUps
from helm_creativity.clients.samples import sample_of
from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.item_responses import ItemResponse
from helm_creativity.core.protocols import FollowUp
from helm_creativity.core.types import Response, Sample
from helm_creativity.helm_plugin.annotator import HelmExchange, annotation_about
from helm_creativity.helm_plugin.scenario import instance_of
from helm_creativity.judges.asking import NOBODY, Judges
from helm_creativity.judges.settings import JudgedSettings


class NoFollowUps(FollowUps):
    """In the place of a model: whoever wrote the responses of a file is not asked again."""

    def __init__(self) -> None:
        """Has no client."""

    def ask(self, request: Request, prompt: str) -> FollowUp:
        """No response."""
        return FollowUp(Response("", failed=True), "the response is from a file, and nobody is asked again", 0, False)

    def ask_on(self, request: Request, response: str, prompt: str) -> FollowUp:
        """No response."""
        return self.ask(request, prompt)

    def ask_again(self, request: Request, number: int) -> FollowUp:
        """No response."""
        return self.ask(request, request.prompt)

    def converses(self, request: Request, response: str) -> bool:
        """There is nobody to converse with."""
        return False


def rated(
    benchmark: Benchmark[Any],
    settings: JudgedSettings,
    responses: Sequence[ItemResponse],
    judges: Judges,
    threads: int,
) -> list[Sample]:
    """The responses as samples of a run, with what these judges reply, in order."""
    memory, nobody = benchmark.memory(settings), NoFollowUps()

    def sample(response: ItemResponse) -> Sample:
        state = _state_of(response)
        annotation = annotation_about(HelmExchange(state, nobody, judges), benchmark, settings, memory)
        return sample_of(replace(state, annotations={benchmark.annotation_name: annotation}))

    with ThreadPoolExecutor(max(threads, 1)) as pool:
        return list(pool.map(sample, responses))


def _state_of(response: ItemResponse) -> RequestState:
    """A response as HELM would hold it."""
    item, trial, text = response
    model, deployment = NOBODY
    number = str(trial) if trial else None
    completion = GeneratedOutput(text, 0.0, [], finish_reason={"reason": "stop"})
    return RequestState(
        instance=instance_of(item),
        reference_index=None,
        request_mode=None,
        train_trial_index=0,
        output_mapping=None,
        request=Request(model=model, model_deployment=deployment, prompt=item.prompt.text, random=number),
        result=RequestResult(success=True, cached=False, embedding=[], completions=[completion]),
        num_train_instances=0,
        prompt_truncated=False,
    )


class RehearsalClients(AutoClient):
    """In the place of every judge the lexical judge, which sends nothing; notes what each is asked.

    Attributes:
        asked: characters of each question, by deployment.
    """

    def __init__(self) -> None:
        super().__init__({}, "", BlackHoleCacheBackendConfig())
        self.asked: dict[str, list[int]] = defaultdict(list)

    def _get_client(self, model_deployment_name: str) -> Client:
        """See ``AutoClient``."""
        return _RehearsalClient(self.asked[model_deployment_name])


class _RehearsalClient(LexicalJudgeClient):
    """The lexical judge, which notes how long questions are."""

    def __init__(self, lengths: list[int]) -> None:
        self._lengths = lengths

    def make_request(self, request: Request) -> RequestResult:
        """See ``Client``."""
        texts = [request.prompt, *(message["content"] for message in request.messages or [])]
        self._lengths.append(sum(map(len, texts)))
        return super().make_request(request)
