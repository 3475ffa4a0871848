"""How the baselines respond to the DAT, and the best response that is known under the built-in table."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from helm_creativity.core.prompts import texts_in_all_words
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.families.word_lists.baseline import UNRELATED
from helm_creativity.scenarios.dat.benchmark import PROTOCOLS

CEILING = 101.76
"""What the first seven of the words score, above every response of the greedy baseline."""


def reference_response(fields: Fields) -> Sample:
    """Ten unrelated nouns, one per line; see ``families.word_lists.baseline``."""
    return Sample(Response("\n".join(UNRELATED[:10]), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Words in the form that each prompt asks for, None to any other prompt."""
    found = next((task for text, task in _tasks().items() if text in prompt), None)
    if found is None:
        return None
    protocol, n = found
    words = baseline.unrelated(n)
    return json.dumps(words) if protocol == "schapiro2026" else "\n".join(words)


@lru_cache(maxsize=1)
def _tasks() -> dict[str, tuple[str, int]]:
    """Every prompt's text: its protocol and how many words it asks for."""
    folder = Path(__file__).parent
    return {
        text: (name, protocol.rule.asked)
        for name, protocol in PROTOCOLS.items()
        for prompt_id in protocol.prompts
        for text in texts_in_all_words(folder, prompt_id, n_words=protocol.rule.asked)
    }
