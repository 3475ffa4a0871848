"""Families of models: who made a model, by its name."""

from __future__ import annotations

import re

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.names import without_address

_MAKERS = {
    "ai2": "olmo|tulu|tülu",
    "alibaba": "qwen|qwq",
    "amazon": "nova|titan",
    "anthropic": "claude",
    "cohere": "command|aya",
    "deepseek": "deepseek",
    "google": "gemini|gemma|palm|bard",
    "ibm": "granite",
    "meta": "llama",
    "microsoft": "phi|wizardlm",
    "mistral": r"mistral|mixtral|ministral|magistral|codestral|pixtral",
    "moonshot": "kimi|moonshot",
    "nvidia": "nemotron",
    "openai": r"gpt|chatgpt|davinci|o\d",
    "xai": "grok",
    "zhipu": "glm|chatglm",
}
"""Maker, and how the names of its models begin."""
_NAMES = re.compile(
    "|".join(f"(?P<{maker}>(?<![a-z])(?:{names})(?![a-z]))" for maker, names in _MAKERS.items()), re.IGNORECASE
)
_HOSTS = {"fireworks", "groq", "hf", "huggingface", "lmstudio", "local", "ollama", "openrouter", "together", "vllm"}
"""First parts of names that say where a model is served, not who made it."""


def find_family(name: str) -> str:
    """Who made a model, "" where its name does not say it: by the first name of a maker's models that it has.

    Without one, by what stands in front of the slash, unless that is a server.
    """
    if is_baseline(name):
        return ""
    maker, _, own = without_address(name).rpartition("/")
    if found := _NAMES.search(own):
        return str(found.lastgroup)
    maker = maker.partition("/")[0].lower()
    return "" if maker in _HOSTS else maker


def is_same_name(judge: str, model: str) -> bool:
    """Whether a judge's deployment and a model have one name, server and maker aside."""
    return judge.rpartition("/")[2].lower() == model.rpartition("/")[2].lower()
