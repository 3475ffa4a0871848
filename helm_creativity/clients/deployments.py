"""What is known of deployments without a request: keys, caches, and which parameters reach their servers.

Clients are known by the names of their classes and bases, and budgets by arguments of the deployment, so that a model
that HELM or a user adds is known as well. Where nothing is known, nothing is refused.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ModelDeployment,
    get_model_deployment,
)
from helm.clients.auto_client import AutoClient
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from helm.common.object_spec import get_class_by_name

from helm_creativity.benchmark.settings import MAX_TOKENS
from helm_creativity.clients.failures import OMIT, how_to_omit, http_status, problem_with_omitted, refused_parameter
from helm_creativity.errors import BadArguments
from helm_creativity.masking import keep_secret

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


def addresses_in(arguments: Mapping[str, Any] | None) -> list[str]:
    """The addresses among the arguments of a deployment's client."""
    return [str(value) for name, value in sorted((arguments or {}).items()) if "url" in name and value]


def ignores_temperature(deployment: str) -> bool:
    """Whether the deployment's client leaves the temperature of a request out, or sends another."""
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    if found is None:
        return False
    if "temperature" in ((found.client_spec.args or {}).get(OMIT) or ()):
        return True
    return _is_without_temperature_by_name(found)


def reasons_first(deployment: str) -> bool:
    """Whether a model is known to reason before it responds, by its name or by a budget among its arguments."""
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    return found is not None and (_is_without_temperature_by_name(found) or thinking_budget(deployment) is not None)


def _is_without_temperature_by_name(found: ModelDeployment) -> bool:
    names = _client_names(found.client_spec.class_name)
    if _OWN_TEMPERATURE in names:
        return True
    if not names & _OPENAI or _COMPLETION_ONLY in names:
        return False
    try:
        from helm.clients.openai_client import OpenAIClientUtils
    except Exception:  # without its library, HELM asks nothing and says why
        return False
    # As Request.model_engine has it: HELM goes by its own name of the model, whatever the server calls it.
    return OpenAIClientUtils.is_reasoning_model(str(found.model_name).partition("/")[2])


def require_client(deployment: str) -> None:
    """Refuses a deployment whose client cannot be loaded here, mostly for want of a library, or cannot be made.

    HELM finds that out with the first request of each run.
    """
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    if found is None:
        return
    try:
        client = get_class_by_name(found.client_spec.class_name)
    except ModuleNotFoundError as error:  # HELM's client for OpenAI's interface does not say what to do
        if f"{found.client_spec.class_name}.".startswith(f"{error.name}."):
            raise BadArguments(
                f"{deployment}: there is no client {found.client_spec.class_name}: correct its class_name in "
                "model_deployments.yaml"
            ) from error
        raise BadArguments(
            f"{deployment}: its client needs the library {error.name}, which is not installed: pip install {error.name}"
        ) from error
    except Exception as error:
        raise BadArguments(f"{deployment}: its client cannot be loaded: {error}") from error
    arguments = found.client_spec.args or {}
    if OMIT in arguments:
        if not hasattr(client, OMIT):
            raise BadArguments(
                f"{deployment}: its client takes no {OMIT}: name one of helm_creativity.clients.tolerant_clients for "
                "OpenAI's interface, such as VLLMChatClient"
            )
        if problem := problem_with_omitted(arguments[OMIT]):
            raise BadArguments(f"{deployment}: {problem}")


def thinking_budget(deployment: str) -> int | None:
    """Tokens that the deployment lets a model think with; None where it sets no limit of its own, or turns it off."""
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    args = (found.client_spec.args or {}) if found else {}
    budget = args.get("thinking_budget_tokens") or (args.get("thinking_config") or {}).get("thinking_budget")
    return budget if isinstance(budget, int) and budget > 0 else None


def require_sampling(deployment: str, temperature: float, max_tokens: int, prefix: str = "") -> None:
    """Refuses what the deployment's server would refuse, and a token limit that thinking alone may use up."""
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    if found is None:
        return
    budget = thinking_budget(deployment)
    problems = []
    if budget and max_tokens <= budget:
        enough = -(-(budget + MAX_TOKENS) // MAX_TOKENS) * MAX_TOKENS
        problems.append(
            f"{deployment} may use {budget} tokens for thinking, and {prefix}max_tokens={max_tokens} includes them, so "
            f"that none are left for the response: write {prefix}max_tokens={enough}"
        )
    allowed = _allowed_temperatures(found, budget)
    if allowed and not allowed[0] <= temperature <= allowed[1]:
        span = (
            f"from {allowed[0]:g} to {allowed[1]:g}" if allowed[0] < allowed[1] else "of 1 only, since thinking is on"
        )
        right = f"{prefix}temp={allowed[1]:g}"
        problems.append(f"{deployment} accepts a temperature {span}, got {prefix}temp={temperature:g}: write {right}")
    if problems:
        raise BadArguments("; ".join(problems))


def _allowed_temperatures(deployment: ModelDeployment, budget: int | None) -> tuple[float, float] | None:
    names = _client_names(deployment.client_spec.class_name)
    highest = [limit for name, limit in _HIGHEST_TEMPERATURE.items() if name in names]
    if not highest:
        return None
    return (1.0, 1.0) if budget and _ONLY_ONE_WHILE_THINKING in names else (0.0, min(highest))


@cache
def _client_names(class_name: str) -> frozenset[str]:
    """Names of the class and its bases; its own name alone where a library that it needs is not installed."""
    own = class_name.rpartition(".")[2]
    try:
        return frozenset({own, *(base.__name__ for base in get_class_by_name(class_name).__mro__)})
    except Exception:
        return frozenset({own})


# All others get one text: some of them refuse messages, and some ignore them without a word and would send an empty
# prompt.
_TAKE_MESSAGES = frozenset(
    {
        "AnthropicMessagesClient",
        "GoogleGenAIClient",
        "HuggingFaceInferenceProvidersClient",
        "LiteLLMCompletionClient",
        "MistralAIClient",
        "OpenAIClient",
        "OpenAIResponseClient",
        "TogetherChatClient",
        "WriterClient",
    }
)
_COMPLETION_ONLY = "OpenAILegacyCompletionsClient"


def takes_messages(deployment: str) -> bool:
    """Whether the deployment's client sends messages with their roles."""
    client = get_class_by_name(get_model_deployment(deployment).client_spec.class_name)
    names = {base.__name__ for base in client.__mro__}
    return bool(names & _TAKE_MESSAGES) and _COMPLETION_ONLY not in names


_NO_SUCH_ADDRESS = frozenset({404, 405})


def with_advice(error: str, deployment: str) -> str:
    """The text of an error, in the server's words, behind what to do where that is known."""
    if (name := refused_parameter(error)) and (omitted := omitted_by(deployment)) is not None:
        return f"{how_to_omit(deployment, name, omitted)} ({error})"
    if http_status(error) in _NO_SUCH_ADDRESS and "model" not in error.lower():
        return (
            f"{deployment}: the server has nothing at this address: correct base_url in model_deployments.yaml, which "
            f"mostly ends in /v1; if the server has completions but no chat, name VLLMClient as client ({error})"
        )
    return error


def omitted_by(deployment: str) -> Collection[str] | None:
    """Parameters that requests of a deployment leave out; None where its client cannot leave any out."""
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    if found is None or not hasattr(get_class_by_name(found.client_spec.class_name), OMIT):
        return None
    omitted: Collection[str] = (found.client_spec.args or {}).get(OMIT) or ()
    return omitted


def keep_keys_secret(auto_client: AutoClient) -> None:
    """Masks them in everything that this process writes of a provider's errors; see ``masking``."""
    keep_secret(auto_client.credentials)
    for deployment in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.values():
        keep_secret(deployment.client_spec.args)


def make_caches_private(backend: object, name: str) -> None:
    """Creates the files in which HELM will cache the replies of a deployment and of its tokenizer.

    HELM itself would create them readable by everybody. Existing files keep their mode. A file that cannot be created
    raises nothing: HELM meets the same obstacle and reports it.
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
