"""Which of HELM's clients send a conversation as one."""

from __future__ import annotations

from helm.benchmark.model_deployment_registry import get_model_deployment
from helm.common.object_spec import get_class_by_name

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
