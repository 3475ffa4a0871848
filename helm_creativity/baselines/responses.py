"""What a baseline responds to a prompt of a benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from helm_creativity.benchmark.base import Benchmark, settings_near
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.errors import BadArguments, FileProblem


def baseline_response(benchmark: Benchmark[Any], prompt: str, baseline: Baseline) -> str | None:
    """What a baseline replies to a prompt of this benchmark; None to any other prompt.

    What a benchmark extends replies to the prompts of its own that are the same item in other words.
    """
    reference = benchmark.reference
    found: str | None = reference.baseline_response(prompt, baseline) if reference is not None else None
    if found is None and benchmark.parent is not None:
        words = _parents_prompts(benchmark)
        asked = [text for text in words if prompt.endswith(text)]
        if asked:
            return baseline_response(benchmark.parent, words[max(asked, key=len)], baseline)
    return found


@lru_cache(maxsize=64)
def _parents_prompts(benchmark: Benchmark[Any]) -> Mapping[str, str]:
    assert benchmark.parent is not None
    pairs: dict[str, str] = {}
    for protocol in benchmark.card.protocols:
        for settings in settings_near(benchmark, protocol):
            with suppress(BadArguments, FileProblem):  # items of a file that is not here
                items = list(benchmark.items(settings))
                theirs = {item.id: item.prompt.text for item in benchmark.parent.items(settings)}
                pairs |= {item.prompt.text: theirs[item.id] for item in items if item.id in theirs}
    return pairs
