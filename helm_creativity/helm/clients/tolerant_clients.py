"""HELM's clients for servers, each in a form that survives a request which fails for good.

HELM ends a run when one request of the model under test fails for good, and the benchmark has no score. A deployment
whose ``class_name`` names the same class in this module, ``helm_creativity.helm.clients.tolerant_clients.OpenAIClient``
in place of ``helm.clients.openai_client.OpenAIClient``, gets a response that counts as ``failed`` in its place. For
another client subclass it: ``class MyTolerantClient(TolerantClient, MyClient)``.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import helm.clients
from helm.clients.client import Client
from helm.common.cache import CacheConfig
from helm.common.request import ErrorFlags, GeneratedOutput, Request, RequestResult

from helm_creativity.errors import CacheProblem
from helm_creativity.helm.clients import retries
from helm_creativity.helm.clients.failures import OMIT, Failure, http_status, refused_parameter, without_omitted
from helm_creativity.helm.clients.reachable import silence_of
from helm_creativity.helm.clients.retries import ask_patiently, look_after

# A wrong key, an account without money, an unknown model or address, a redirect: the next request fails, too.
_OF_ALL = frozenset({301, 302, 303, 307, 308, 401, 402, 404, 405})
_NO_MONEY = re.compile("insufficient_quota|billing|credit balance", re.IGNORECASE)


class TolerantClient(Client):
    """Stands before one of HELM's clients among the bases of a class.

    A request that fails for good (most errors 4xx, errors 5xx and lost connections that ``retries.PATIENCE`` does not
    outlast) brings a result without success that HELM takes for an empty response, and that is not cached. What
    concerns every request ends the run in one line: nothing answers at the address, a wrong key, an unknown model, an
    account without credit, a cache that cannot be read or written.
    """

    def make_request(self, request: Request) -> RequestResult:
        """The result of a request, repeated as ``retries.ask_patiently`` does."""
        server = _servers.setdefault(request.model_deployment, _Server())
        # The first request goes alone, so that a server that is not there is found out once and not by every thread.
        # Those that waited for it go together.
        if not server.has_answered:
            with server.first:
                if not server.has_answered:
                    return self._made(request, server)
        return self._made(request, server)

    def _made(self, request: Request, server: _Server) -> RequestResult:
        look_after(self, request.model_deployment, retries.BREAKER)
        try:
            sent = ask_patiently(request, lambda: self._attempt(request, server), retries.BREAKER)
        except CacheProblem as problem:
            return _failed(retries.failed_result(str(problem)), is_fatal=True)
        if sent.failure is None:
            server.takes_requests = True
            return sent.result
        error = str(sent.result.error)
        if sent.failure is Failure.FINAL:
            is_refused = not server.takes_requests and refused_parameter(error) is not None
            concerns_all = is_refused or http_status(error) in _OF_ALL or _NO_MONEY.search(error) is not None
        else:
            concerns_all = silence_of(self) is not None
        return _failed(sent.result, server.is_silent or concerns_all)

    def make_request_once(self, request: Request) -> RequestResult:
        """The request as HELM's client makes it."""
        result: RequestResult = super().make_request(request)  # type: ignore[safe-super]
        return result

    def _attempt(self, request: Request, server: _Server) -> RequestResult:
        """One attempt. Of a server that never answered it says so, in place of an error that names no address."""
        try:
            result = self.make_request_once(request)
        except CacheProblem:
            raise
        except Exception as error:
            result = retries.failed_result(f"{type(error).__name__}: {error}")
        if result.cached:
            return result
        if not result.success and not server.has_answered and (silence := silence_of(self)):
            server.is_silent = True
            return replace(result, error=silence, error_flags=ErrorFlags(is_retriable=False))
        server.is_silent, server.has_answered = False, True
        return result


@dataclass
class _Server:
    """What is known of the server of a deployment. HELM may make several clients for it, one for each thread."""

    first: threading.Lock = field(default_factory=threading.Lock)
    has_answered: bool = False
    is_silent: bool = False
    takes_requests: bool = False


_servers: dict[str, _Server] = {}


def _failed(result: RequestResult, is_fatal: bool) -> RequestResult:
    """A failure for HELM's executor, which repeats none that is final, and goes on after one that is not fatal."""
    flags = ErrorFlags(is_retriable=False, is_fatal=is_fatal)
    return replace(result, completions=[GeneratedOutput(text="", logprob=0.0, tokens=[])], error_flags=flags)


def _vllm_completions() -> type[Client]:
    """HELM's client for vLLM's completions without chat, as for base models.

    That of HELM 0.5.16 cannot be made: it hands a tokenizer to a base class that takes none.
    """
    from helm.clients.openai_client import OpenAILegacyCompletionsClient

    class VLLMClient(TolerantClient, OpenAILegacyCompletionsClient):
        def __init__(
            self,
            cache_config: CacheConfig,
            base_url: str | None = None,
            vllm_model_name: str | None = None,
            **more: Any,  # noqa: ANN401 - of the library openai
        ) -> None:
            own = {"base_url": base_url, "openai_model_name": vllm_model_name, "api_key": "EMPTY", "org_id": None}
            super().__init__(cache_config=cache_config, **{**own, **more})

        def _to_raw_completion_request(self, request: Request) -> dict[str, Any]:
            raw: dict[str, Any] = super()._to_raw_completion_request(request)
            # At temperature 0 vLLM takes no other.
            return {**raw, "best_of": 1} if raw.get("temperature") == 0 and "best_of" in raw else raw

    VLLMClient.__module__ = __name__
    VLLMClient.__qualname__ = "VLLMClient"
    return VLLMClient


def _omitting(base: type[Client]) -> dict[str, Any]:
    make_raw = base._make_chat_raw_request  # type: ignore[attr-defined]

    @wraps(base.__init__)  # HELM looks at the signature for what it hands over
    def made(self: Any, *args: Any, omit: Collection[str] = (), **kwargs: Any) -> None:  # noqa: ANN401
        base.__init__(self, *args, **kwargs)
        self.omit = omit

    def raw_request(self: Any, request: Request) -> dict[str, Any]:  # noqa: ANN401
        return without_omitted(make_raw(self, request), self.omit)

    return {OMIT: (), "__init__": made, "_make_chat_raw_request": raw_request}


@cache
def client_modules() -> dict[str, str]:
    """The modules of HELM's clients by their names, read from the sources: most need libraries of their own."""
    files = sorted(Path(str(helm.clients.__file__)).parent.glob("*_client.py"))
    return {name: file.stem for file in files for name in re.findall(r"^class (\w+Client)\(", file.read_text(), re.M)}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    """The tolerant form of HELM's client of that name, made when it is asked for."""
    if name == "VLLMClient":
        return globals().setdefault(name, _vllm_completions())
    if name not in client_modules():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(client_modules())}")
    base = getattr(import_module(f"helm.clients.{client_modules()[name]}"), name)
    is_chat = hasattr(base, "_make_chat_raw_request") and name != "OpenAILegacyCompletionsClient"
    own = _omitting(base) if is_chat else {}
    made = type(name, (TolerantClient, base), {"__module__": __name__, "__doc__": f"HELM's {name}, tolerant.", **own})
    return globals().setdefault(name, made)
