"""What is known of deployments without a request: keys, caches, and which parameters reach their servers.

Clients are known by the names of their classes and bases, and budgets by arguments of the deployment, so that a model
that HELM or a user adds is known as well. Where nothing is known, nothing is refused.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    get_model_deployment,
)
from helm.clients.auto_client import AutoClient
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from helm.common.object_spec import get_class_by_name

from helm_creativity.benchmark.settings import MAX_TOKENS
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.failures import OMIT, PARAMETERS, http_status, refused_parameter
from helm_creativity.masking import keep_secret
from helm_creativity.safe_text import quoted

# openai_client.py, line 290, and openai_responses_client.py, line 119, take the temperature out for some models.
_OPENAI = frozenset({"OpenAIClient", "OpenAIResponseClient"})
_COMPLETION_ONLY = "OpenAILegacyCompletionsClient"
# dspy_client.py, line 60, sends a temperature of its own.
_OWN_TEMPERATURE = "DSPyClient"
# Above it, Anthropic's and Mistral's servers answer with an error, and so does the Converse API of Amazon Bedrock.
_HIGHEST_TEMPERATURE = {
    "AnthropicClient": 1.0,
    "AnthropicMessagesClient": 1.0,
    "BedrockNovaClient": 1.0,
    "MistralAIClient": 1.5,
}
_ONLY_ONE_WHILE_THINKING = "AnthropicMessagesClient"
# All others get one text: some refuse messages, some ignore them without a word and would send an empty prompt.
_TAKE_MESSAGES = _OPENAI | {
    "AnthropicMessagesClient",
    "GoogleGenAIClient",
    "HuggingFaceInferenceProvidersClient",
    "LiteLLMCompletionClient",
    "MistralAIClient",
    "TogetherChatClient",
    "WriterClient",
}


def client_arguments(deployment: str) -> Mapping[str, Any]:
    """The arguments of a deployment's client; none for a deployment that HELM does not know."""
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    return (found.client_spec.args if found else None) or {}


def addresses_in(arguments: Mapping[str, Any] | None) -> list[str]:
    """The addresses among the arguments of a deployment's client."""
    return [str(value) for name, value in sorted((arguments or {}).items()) if "url" in name and value]


@cache
def _with_bases(class_name: str) -> frozenset[str]:
    """Names of the class and its bases; its own name alone where a library that it needs is not installed."""
    own = class_name.rpartition(".")[2]
    try:
        return frozenset({own, *(base.__name__ for base in get_class_by_name(class_name).__mro__)})
    except Exception:
        return frozenset({own})


def _client_names(deployment: str) -> frozenset[str]:
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    return _with_bases(found.client_spec.class_name) if found else frozenset()


def takes_messages(deployment: str) -> bool:
    """Whether the deployment's client sends a conversation as messages with their roles."""
    names = _client_names(deployment)
    return bool(names & _TAKE_MESSAGES) and _COMPLETION_ONLY not in names


def ignores_temperature(deployment: str) -> bool:
    """Whether the deployment's client leaves the temperature of a request out, or sends another."""
    return "temperature" in (client_arguments(deployment).get(OMIT) or ()) or _is_without_temperature(deployment)


def reasons_first(deployment: str) -> bool:
    """Whether a model is known to reason before it responds, by its name or by a budget among its arguments."""
    return _is_without_temperature(deployment) or thinking_budget(deployment) is not None


def _is_without_temperature(deployment: str) -> bool:
    names = _client_names(deployment)
    if not names & _OPENAI or _COMPLETION_ONLY in names:
        return _OWN_TEMPERATURE in names
    try:
        from helm.clients.openai_client import OpenAIClientUtils
    except Exception:  # without its library, HELM asks nothing and says why
        return False
    # As Request.model_engine has it: HELM goes by its own name of the model, whatever the server calls it.
    model = str(get_model_deployment(deployment).model_name)
    return OpenAIClientUtils.is_reasoning_model(model.partition("/")[2])


def thinking_budget(deployment: str) -> int | None:
    """Tokens that the deployment lets a model think with; None where it sets no limit of its own, or turns it off."""
    args = client_arguments(deployment)
    budget = args.get("thinking_budget_tokens") or (args.get("thinking_config") or {}).get("thinking_budget")
    return budget if isinstance(budget, int) and budget > 0 else None


def how_to_omit(deployment: str, error: str) -> str | None:
    """What to do where a server refuses a parameter that its client can leave out, in one sentence; else None."""
    name, found = refused_parameter(error), DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    if name is None or found is None or not hasattr(get_class_by_name(found.client_spec.class_name), OMIT):
        return None
    names = ", ".join(dict.fromkeys((*(client_arguments(deployment).get(OMIT) or ()), name)))
    return (
        f"{deployment} refuses the parameter {name}: write {OMIT}: [{names}] under the args of its client_spec in "
        "model_deployments.yaml, then start the same command again"
    )


def with_advice(error: str, deployment: str) -> str:
    """The text of an error that every request meets, in the server's words, behind what to do where that is known."""
    if advice := how_to_omit(deployment, error):
        return f"{advice} ({error})"
    if http_status(error) in (404, 405) and "model" not in error.lower():
        return (
            f"{deployment}: the server has nothing at this address: correct base_url in model_deployments.yaml, which "
            f"mostly ends in /v1; if the server has completions but no chat, name VLLMClient as client ({error})"
        )
    return error


def require_client(deployment: str) -> None:
    """Refuses a deployment whose client cannot be loaded here, mostly for want of a library, or cannot be made."""
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    if found is None:
        return
    class_name, arguments = found.client_spec.class_name, client_arguments(deployment)
    try:
        client = get_class_by_name(class_name)
    except ModuleNotFoundError as error:  # HELM's client for OpenAI's interface does not say what to do
        problem = f"its client needs the library {error.name}, which is not installed: pip install {error.name}"
        if f"{class_name}.".startswith(f"{error.name}."):
            problem = f"there is no client {class_name}: correct its class_name in model_deployments.yaml"
        raise BadArguments(f"{deployment}: {problem}") from error
    except Exception as error:
        raise BadArguments(f"{deployment}: its client cannot be loaded: {error}") from error
    omitted = arguments.get(OMIT, ())
    if OMIT in arguments and not hasattr(client, OMIT):
        raise BadArguments(
            f"{deployment}: its client takes no {OMIT}: name one of "
            "helm_creativity.helm.clients.tolerant_clients for OpenAI's interface, such as VLLMChatClient"
        )
    if not isinstance(omitted, (list, tuple)) or not all(name in PARAMETERS for name in omitted):
        names = ", ".join(PARAMETERS)
        raise BadArguments(f"{deployment}: {OMIT} must be a list of some of {names}, got {quoted(omitted)}")


def require_sampling(deployment: str, temperature: float, max_tokens: int, prefix: str = "") -> None:
    """Refuses what the deployment's server would refuse, and a token limit that thinking alone may use up."""
    names, budget, problems = _client_names(deployment), thinking_budget(deployment), []
    if budget and max_tokens <= budget:
        enough = -(-(budget + MAX_TOKENS) // MAX_TOKENS) * MAX_TOKENS
        problems.append(
            f"{deployment} may use {budget} tokens for thinking, and {prefix}max_tokens={max_tokens} includes them, so "
            f"that none are left for the response: write {prefix}max_tokens={enough}"
        )
    low, high = 0.0, min((limit for name, limit in _HIGHEST_TEMPERATURE.items() if name in names), default=math.inf)
    span = f"from 0 to {high:g}"
    if budget and _ONLY_ONE_WHILE_THINKING in names:
        low, high, span = 1.0, 1.0, "of 1 only, since thinking is on"
    if not low <= temperature <= high:
        problems.append(
            f"{deployment} accepts a temperature {span}, got {prefix}temp={temperature:g}: write {prefix}temp={high:g}"
        )
    if problems:
        raise BadArguments("; ".join(problems))


def keep_keys_secret(auto_client: AutoClient) -> None:
    """Masks the keys of HELM's credentials, and those of deployments, in everything that this process writes."""
    keep_secret(auto_client.credentials)
    for deployment in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.values():
        keep_secret(deployment.client_spec.args)


def make_caches_private(backend: object, name: str) -> None:
    """Creates the files in which HELM will cache the replies of a deployment and of its tokenizer, for their owner.

    HELM would create them readable by everybody. One that cannot be created raises nothing: HELM reports it.
    """
    if not isinstance(backend, SqliteCacheBackendConfig):
        return
    deployment = get_model_deployment(name)
    tokenizers = [deployment.tokenizer_name.split("/")[0]] if deployment.tokenizer_name else []
    for shard in dict.fromkeys((deployment.host_organization, *tokenizers)):
        with contextlib.suppress(OSError):
            make_private(Path(backend.path, f"{shard}.sqlite"))


def make_private(path: Path) -> None:
    """Makes an empty cache, with the table that a reader expects."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    from sqlitedict import SqliteDict

    SqliteDict(str(path)).close()
