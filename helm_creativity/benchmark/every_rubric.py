"""All that a benchmark may ask, whatever its settings are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

from helm_creativity.benchmark.base import Benchmark, asked_rubrics, parse_settings
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import Settings, hints
from helm_creativity.errors import BadArguments, FileProblem


def settings_near(benchmark: Benchmark[Any], protocol: str) -> Iterator[Settings]:
    """The usual settings of a protocol in each of its wordings, and those that differ from them by one choice."""
    types = hints(benchmark.settings_type)
    choices = {
        name: (True, False) if types[name] is bool else field.allowed
        for name, field in benchmark.options.items()
        if name != "protocol"
    }
    wordings: list[dict[str, object]] = [{"prompts": words} for words in choices.pop("prompts", ())] or [{}]
    changes: list[dict[str, object]] = [{}, *({name: value} for name, values in choices.items() for value in values)]
    for values in [{"protocol": protocol, **wording, **change} for wording in wordings for change in changes]:
        with suppress(BadArguments, FileProblem):
            yield parse_settings(benchmark, values, require=False)


@lru_cache(maxsize=64)
def every_rubric(benchmark: Benchmark[Any]) -> tuple[Rubric, ...]:
    """What judges may be asked in any protocol, each question once."""
    found: dict[tuple[Any, ...], Rubric] = {}
    for settings in [near for protocol in benchmark.card.protocols for near in settings_near(benchmark, protocol)]:
        for rubric in asked_rubrics(benchmark, settings):
            found.setdefault((rubric.name, rubric.folder, rubric.system, rubric.user), rubric)
    return tuple(found.values())
