"""How many tokens fit the window that a deployment declares: token limits are fitted to that before a request.

HELM makes room for ``max_tokens`` by cutting the prompt, one character at a time. Where ``max_tokens`` alone is larger
than the window, that never ends; where little is left, the model reads half a task.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT as DEPLOYMENTS
from helm.benchmark.model_deployment_registry import ModelDeployment, WindowServiceSpec
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.window_services.encoder_decoder_window_service import EncoderDecoderWindowService
from helm.benchmark.window_services.no_tokenizer_window_service import NoTokenizerWindowService
from helm.benchmark.window_services.window_service import INT_MAX, WindowService
from helm.benchmark.window_services.window_service_factory import WindowServiceFactory
from helm.clients.auto_client import AutoClient
from helm.common.cache_backend_config import BlackHoleCacheBackendConfig
from helm.common.object_spec import get_class_by_name
from helm.common.request import Request
from helm.common.tokenization_request import TokenizationRequest, TokenizationRequestResult

from helm_creativity.benchmark.base import settings_in_run
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import candidates_in
from helm_creativity.errors import BadArguments, CreativityError

MARGIN = 64
"""Tokens that a prompt takes beside its text: special tokens, a chat template and the system prompt in it."""

LEAST = 16
"""Tokens without which nothing can be replied; ``max_tokens`` may not be less."""

BYTES_A_TOKEN = 2.5
"""Where no tokenizer can be asked. Most texts have fewer tokens than that makes, in any language."""

MAX_TOKENS = "max_tokens"
"""In the provenance of a score."""


class DoesNotFit(CreativityError):
    """A prompt leaves no room for a reply."""


class Window(NamedTuple):
    """What a deployment takes."""

    tokens: int
    response: int | None = None

    def room(self, prompt: int) -> int:
        """Tokens that are left for the response to a prompt of so many; less than 1 where there is no room."""
        left = self.tokens - prompt - MARGIN
        return left if self.response is None or left < 0 else self.response

    def beside(self, asked: int) -> int:
        """Bytes of a prompt that leaves room for so many tokens, however it is counted."""
        return self.tokens - MARGIN - (asked if self.response is None else 0)

    def __str__(self) -> str:
        return str(self.tokens) if self.response is None else f"{self.tokens} and {self.response}"


def find_window(deployment: str) -> Window | None:
    """The window that a deployment declares; None where it declares none, or HELM does not know it. Loads nothing."""
    found = DEPLOYMENTS.get(deployment)
    if found is None:
        return None
    _supply_service(found)
    request = found.max_request_length or found.max_sequence_length
    tokens = min(filter(None, (request, found.max_sequence_and_generated_tokens_length)), default=INT_MAX)
    if tokens >= INT_MAX:
        return None
    spec = found.window_service_spec
    try:
        is_separate = spec is not None and issubclass(get_class_by_name(spec.class_name), EncoderDecoderWindowService)
    except Exception:  # the class cannot be imported: HELM then fails with its own words before it sends anything
        is_separate = False
    return Window(tokens, found.max_sequence_length if is_separate else None)


def _supply_service(deployment: ModelDeployment) -> None:
    """Has HELM cut nothing where its own window service, which needs tokenizer and length of prompts, would fail."""
    lengths = (deployment.max_sequence_length, deployment.max_request_length)
    fields = (*lengths, deployment.max_sequence_and_generated_tokens_length, deployment.tokenizer_name)
    if not deployment.window_service_spec and any(fields) and not (deployment.tokenizer_name and any(lengths)):
        name = f"{NoTokenizerWindowService.__module__}.{NoTokenizerWindowService.__qualname__}"
        object.__setattr__(deployment, "window_service_spec", WindowServiceSpec(class_name=name, args={}))


def _size(text: str) -> int:
    """Bytes of a text: it has no more tokens than that."""
    return len(text.encode("utf-8", "surrogatepass"))


def estimated_tokens(text: str) -> int:
    """About as many tokens as a text has, rather more."""
    return -int(-_size(text) // BYTES_A_TOKEN)


class TokenCounter:
    """Counts the tokens of texts as their deployments' tokenizers do; roughly, and at once, where none can be had."""

    def __init__(self, auto_client: AutoClient) -> None:
        self._auto_client = auto_client
        self._lock = threading.Lock()
        self._services: dict[str, WindowService | None] = {}

    def tokenize(self, request: TokenizationRequest) -> TokenizationRequestResult:
        """As HELM's ``TokenizerService``, without repeated attempts."""
        return self._auto_client._auto_tokenizer._get_tokenizer(request.tokenizer).tokenize(request)

    def is_exact(self, deployment: str) -> bool:
        """Whether the deployment's own tokenizer counts."""
        self.count(deployment, "tokens")
        return self._services[deployment] is not None

    def count(self, deployment: str, text: str) -> int:
        """Tokens of a text. Does not raise, whatever a tokenizer raises."""
        with self._lock:
            try:
                if deployment not in self._services:
                    _supply_service(DEPLOYMENTS[deployment])
                    tokenizers: Any = self
                    service = WindowServiceFactory.get_window_service(deployment, tokenizers)
                    counts = not isinstance(service, NoTokenizerWindowService) and service.get_num_tokens("tokens") > 0
                    self._services[deployment] = service if counts else None
                if known := self._services[deployment]:
                    return known.get_num_tokens(text)
            except Exception:
                self._services[deployment] = None
        return estimated_tokens(text)

    def longest(self, deployment: str, texts: Iterable[str], enough: int) -> int:
        """Tokens of the longest of some texts, or its bytes where those are ``enough`` at most."""
        ordered = sorted({"", *texts}, key=_size, reverse=True)
        most = _size(ordered[0])
        if most > enough:
            most = 0
            for text in ordered:
                if _size(text) <= most:
                    break
                most = max(most, self.count(deployment, text))
        return most


def token_counter(credentials: Mapping[str, str]) -> TokenCounter:
    """Counts with HELM's tokenizers outside of a run, and keeps nothing."""
    return TokenCounter(AutoClient(credentials, "", BlackHoleCacheBackendConfig()))


def limit_for(window: Window, asked: int, prompt: int) -> int:
    """The tokens that a response to a prompt may have: as many as are asked for, or else all that fit."""
    return min(asked, window.room(prompt))


def fitted(request: Request, counter: TokenCounter) -> Request:
    """A request whose ``max_tokens`` fit the window of its deployment behind its prompt, which is never cut."""
    deployment: str = request.model_deployment
    window = find_window(deployment)
    if window is None:
        return request
    text = "\n".join([request.prompt, *(str(message.get("content", "")) for message in request.messages or ())])
    prompt = counter.longest(deployment, [text], window.beside(request.max_tokens))
    limit = limit_for(window, request.max_tokens, prompt)
    if limit < min(request.max_tokens, LEAST):
        raise DoesNotFit(
            f"not asked: {deployment} has a window of {window} tokens, and the prompt takes {prompt}, which leaves no "
            "room for a reply: use a model with a larger window"
        )
    return request if limit == request.max_tokens else replace(request, max_tokens=limit)


def fit_run(spec: RunSpec, prompts: Iterable[str] = (), counter: TokenCounter | None = None) -> None:
    """Fits the token limit of a run to the window of its model, in place: HELM has no other way once a run began.

    The provenance of the score says so: ``1864 of 4096, window 2048``, or the number alone where all fits.
    """
    adapter, name = spec.adapter_spec, spec.adapter_spec.model_deployment
    window = find_window(name)
    if window is None:
        return
    prompt = counter.longest(name, prompts, window.beside(adapter.max_tokens)) if counter else 0
    limit = limit_for(window, adapter.max_tokens, prompt)
    promised = [metric.args for metric in spec.metric_specs if "comparable" in metric.args]
    usual = [(get_benchmark(args["benchmark"]).response_tokens or 0) * candidates_in(args) for args in promised]
    least = max([*usual, LEAST])
    if limit < min(adapter.max_tokens, least):
        about = "" if counter is None or counter.is_exact(name) else "about "
        takes = f"the longest prompt takes {about}{prompt} and a usual response" if prompt else "a usual response takes"
        raise BadArguments(
            f"{name} has a window of {window} tokens; {takes} about {least}: "
            f"use a model with a window of {prompt + least + MARGIN} or more"
        )
    object.__setattr__(spec, "adapter_spec", replace(adapter, max_tokens=limit))
    for args in [metric.args for metric in spec.metric_specs if {"provenance", "benchmark"} <= metric.args.keys()][:1]:
        asked = settings_in_run(get_benchmark(args["benchmark"]), args).token_limit
        note_provenance(spec, MAX_TOKENS, str(limit) if limit >= asked else f"{limit} of {asked}, window {window}")


def note_provenance(spec: RunSpec, name: str, words: str | None) -> None:
    """Sets one entry of the provenance of a run's scores, in place, or takes it out for None."""
    metrics = []
    for metric in spec.metric_specs:
        if "provenance" in metric.args:
            noted = {**metric.args["provenance"], name: words}
            known = {key: text for key, text in noted.items() if text is not None}
            metric = replace(metric, args={**metric.args, "provenance": known})
        metrics.append(metric)
    object.__setattr__(spec, "metric_specs", metrics)


def prompts_sent(spec: RunSpec, texts: Iterable[str]) -> Iterator[str]:
    """Items' prompts as HELM will send them, with all that the adapter puts around each."""
    return (text_sent(spec.adapter_spec, text) for text in texts)


def text_sent(adapter: AdapterSpec, text: str) -> str:
    """An item's prompt with all that the adapter puts around it."""
    before = f"{adapter.instructions}{adapter.instance_prefix}" if adapter.instructions else ""
    start = f"{adapter.global_prefix}{before}{adapter.input_prefix}"
    return f"{start}{text}{adapter.input_suffix}{adapter.output_prefix.rstrip()}{adapter.global_suffix}"
