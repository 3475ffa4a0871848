"""What a baseline responds to a prompt of a benchmark, and what a trained judge replies to a question.

The latter is what ``trained_reply(name, embedding, rubric, variables)`` of its benchmark's module ``judge`` returns:
None where the judge was not trained for what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from helm_creativity.baselines.lexical_judge import variables_in
from helm_creativity.benchmark.base import Benchmark, every_rubric, settings_near
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.trained_judges import ORGANISATION, find_trained_judge
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import quoted

ABSTAINS = "I cannot rate this: I was trained for other questions."
"""Runs ask a trained judge what it rates and nothing else, but it is a model that anybody may ask anything."""


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


def trained_reply(name: str, question: str) -> str | None:
    """A judge's reply to a question: ratings, or ``ABSTAINS`` where it was trained for other ones of its benchmark.

    None to a text that its benchmark asks no judge.
    """
    judge = find_trained_judge(f"{ORGANISATION}{name}")
    if judge is None:
        raise BadArguments(f"unknown trained judge {quoted(name)}")
    part = find_entry(judge.benchmark).module("judge")
    asked = False
    for rubric in every_rubric(get_benchmark(judge.benchmark)):
        for variables in variables_in(rubric, question):
            asked = True
            reply: str | None = part.trained_reply(judge.name, judge.embedding, rubric, variables)
            if reply is not None:
                return reply
    return ABSTAINS if asked else None
