"""The signature of a score: everything that moves the number, in one line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from helm_creativity import __version__
from helm_creativity.rooms.card import Card
from helm_creativity.rooms.prompts import Prompt

NOT_ASKED = "not asked here"
ADAPTER = ("temperature", "max_tokens")
"""What HELM's adapter adds to a signature."""
TRIALS = "num_trials"
"""And where the number of answers to an item moves the score, as a percentile of means over them does."""
INSTRUCTION = "instruction"
"""And what the models were told before every prompt, if anything."""


def checksum_of(prompts: Iterable[Prompt]) -> str:
    """Number and checksum of prompts, as they are asked: ``5@sha256:<12 hex digits>``."""
    texts = [prompt.sha256 for prompt in prompts]
    return f"{len(texts)}@sha256:{hashlib.sha256(''.join(texts).encode()).hexdigest()[:12]}"


def checksum_of_items(items: Sequence[Mapping[str, Any]]) -> str:
    """Number and checksum of items with all their fields, those too that no prompt shows, such as a key."""
    fields = json.dumps(list(items), sort_keys=True, default=str)
    return f"{len(items)}@sha256:{hashlib.sha256(fields.encode()).hexdigest()[:12]}"


def signature(card: Card, **settings: object) -> str:
    """``name|key:value|...``, ending with the versions of card and package."""
    parts = {**settings, "card": card.version, "helm-creativity": __version__}
    return "|".join([card.name, *(f"{key}:{value}" for key, value in parts.items())])


def with_adapter(settings: Mapping[str, Any]) -> str:
    """A signature with what the adapter adds to it: runs that agree in this line were measured alike.

    Args:
        settings: arguments of a run's metric, the signature among them, with the adapter's temperature, token limit and
            number of trials in them.
    """
    keys = (*ADAPTER, TRIALS) if settings.get("trials_count") else ADAPTER
    # HELM adds 0.0001 for models that cannot take a temperature of 0.
    adapter = [f"{key}:{round(settings[key], 3):g}" for key in keys if key in settings]
    told = [f"{INSTRUCTION}:{settings[INSTRUCTION]}"] if settings.get(INSTRUCTION) else []
    return "|".join([str(settings.get("signature") or "none"), *adapter, *told])
