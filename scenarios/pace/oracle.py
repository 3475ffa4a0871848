"""Chains of words that are unrelated to all before them, whatever the seed: see ``vocabulary.oracle``.

Nothing in the score says that a step is an association, as the card warns, so that the best chain has none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from helm_creativity.responses import Answer, fields_of
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.pace.measure import LONGEST
from helm_creativity.scenarios.pace.protocols import PROTOCOLS
from helm_creativity.vocabulary.oracle import UNRELATED

TOP = 0.97
"""1 is where every word is unrelated to all before it; the least of 50 seeds has 0.974. The greedy baseline, which goes
from word to nearest word, has 0.59 at most in 150."""


def oracle(fields: Fields) -> Row:
    """Three associates, and from each of them a chain through other unrelated words."""
    n = PROTOCOLS["schapiro2026"].chains
    note: dict[str, Any] = {"questions": n, "failed": 0, "error": ""}
    for number, associate in enumerate(UNRELATED[:n], start=1):
        chain = [associate, *(word for word in UNRELATED if word != associate)][: LONGEST - 1]
        note |= {f"chain_{number}_associate": associate, f"chain_{number}_error": ""}
        note |= fields_of(Answer(_reply(chain), "stop"), f"chain_{number}")
    return Row(Answer(_reply(UNRELATED[:n]), "stop"), {**fields, "annotations": {"pace": note}})


def _reply(words: Sequence[str]) -> str:
    return json.dumps({"results": [{"word": word, "reason": ""} for word in words]})
