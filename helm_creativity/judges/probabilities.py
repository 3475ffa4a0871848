"""Questions to judges that bring the probabilities of their words, through the deployments' own clients.

HELM's client for OpenAI's chat interface, which most servers speak, neither asks for alternatives nor passes them on,
and it breaks on a reply that holds probabilities. So the client is asked in a copy that adds what is asked for to the
request, and takes the probabilities out of the reply before the client reads it: everything else, HELM's cache and what
errors mean included, is the client's own.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from helm.clients.client import Client
from helm.common.object_spec import get_class_by_name
from helm.common.request import Request, RequestResult

from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.retries import once
from helm_creativity.judges.deployments import require_judge
from helm_creativity.judges.weighting import TOP_LOGPROBS, Token

_CHAT = "OpenAIClient"


def require_probabilities(name: str) -> None:
    """Refuses a judge that cannot be asked for probabilities."""
    deployment = require_judge(name)
    client = get_class_by_name(deployment.client_spec.class_name)
    kinds = {base.__name__ for base in client.__mro__}
    if _CHAT not in kinds or "OpenAILegacyCompletionsClient" in kinds:
        raise BadArguments(
            f"weighted=true needs probabilities, for which the judge {name} cannot be asked: its client is "
            f"{client.__name__}, and HELM's OpenAIClient and what derives from it (VLLMChatClient, say) can"
        )
    # What derives from it serves other models, whatever they are called.
    from helm.clients.openai_client import OpenAIClientUtils

    model = str(deployment.model_name).split("/", 1)[-1]
    if client.__name__ == _CHAT and OpenAIClientUtils.is_reasoning_model(model):
        raise BadArguments(
            f"weighted=true needs probabilities, which OpenAI's reasoning models do not give, and the judge {name} is "
            "one: take a judge that does not reason (openai/gpt-4o-2024-11-20, say), or leave weighted out"
        )


class Listener:
    """One question with probabilities: give ``make`` to ``PatientClient.send``, then read ``tokens``."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []

    def make(self, client: Client, request: Request) -> RequestResult:
        """As the client makes the request, with probabilities asked for and kept."""
        self.tokens = []
        asking: Any = copy.copy(client)
        ask = asking._make_chat_raw_request
        asking._make_chat_raw_request = lambda question: {
            **ask(question),
            "logprobs": True,
            "top_logprobs": TOP_LOGPROBS,
        }
        asking.cache = _Taking(asking.cache, self)
        return once(asking, request)

    def take(self, response: Mapping[str, Any]) -> dict[str, Any]:
        """The response without its probabilities, which are kept."""
        choices = [dict(choice) for choice in response.get("choices") or []]
        logprobs = [choice.pop("logprobs", None) for choice in choices]
        self.tokens = _tokens(logprobs[0]) if logprobs else []
        return {**response, "choices": choices}


class _Taking:
    """HELM's cache, which keeps whole responses. It gives them to the client without probabilities."""

    def __init__(self, cache: Any, listener: Listener) -> None:  # noqa: ANN401 - HELM's class
        self._cache, self._listener = cache, listener

    def get(self, request: Mapping[str, Any], compute: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], bool]:
        response, cached = self._cache.get(request, compute)
        return self._listener.take(response), cached


def _tokens(logprobs: object) -> list[Token]:
    """The tokens of a choice; [] if the server sent none, or in another form."""
    try:
        content: Any = (logprobs or {})["content"] or []  # type: ignore[index]
        return [_token(token) for token in content]
    except (KeyError, TypeError, ValueError, AttributeError):
        return []


def _token(token: Mapping[str, Any]) -> Token:
    top = token.get("top_logprobs") or []
    alternatives = [(_data(entry).decode(errors="replace"), float(entry["logprob"])) for entry in top]
    return Token(_data(token), float(token["logprob"]), alternatives)


def _data(token: Mapping[str, Any]) -> bytes:
    """The bytes of a token. They are missing for tokens that are no text, and on some servers always."""
    return bytes(token["bytes"]) if token.get("bytes") else str(token["token"]).encode(errors="surrogatepass")
