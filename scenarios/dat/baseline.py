"""How the baselines respond to the DAT, and the best response that is known under the built-in table."""

from __future__ import annotations

import json
from pathlib import Path

from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.scenarios.dat.benchmark import PROTOCOLS
from helm_creativity.task_types.word_list.baseline import UNRELATED, find_protocol

CEILING = 101.76
"""What the first seven of the words score, above every response of the greedy baseline."""


def reference_response(fields: Fields) -> Sample:
    """Ten unrelated nouns, one per line; see ``task_types.word_list.baseline``."""
    return Sample(Response("\n".join(UNRELATED[:10]), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Words in the form that each prompt asks for, None to any other prompt."""
    found = find_protocol(Path(__file__).parent, PROTOCOLS, prompt)
    if found is None:
        return None
    words = baseline.unrelated(found[0].rule.asked)
    return json.dumps(words) if found[0] == PROTOCOLS["schapiro2026"] else "\n".join(words)
