"""The signature of a score: everything that moves the number, in one line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from helm_creativity import __version__
from helm_creativity.rooms.card import Card
from helm_creativity.rooms.prompts import Prompt

NOT_ASKED = "not asked here"


def checksum_of(prompts: Iterable[Prompt]) -> str:
    """Number and checksum of prompts, as they are asked: ``5@sha256:<12 hex digits>``."""
    texts = [prompt.sha256 for prompt in prompts]
    return f"{len(texts)}@sha256:{hashlib.sha256(''.join(texts).encode()).hexdigest()[:12]}"


def signature(card: Card, **settings: object) -> str:
    """``name|key:value|...``, ending with the versions of card and package."""
    parts = {**settings, "card": card.version, "helm-creativity": __version__}
    return "|".join([card.name, *(f"{key}:{value}" for key, value in parts.items())])
