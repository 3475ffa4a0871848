"""The lexical judge: it rates by what can be measured in a text without understanding it.

It answers any question that a benchmark declares. A text is rated by its ``oddity``, sorted by its last word, and taken
for an attempt at its task. A benchmark's ``baseline.py`` may name other measures: in ``STATISTICS``, by the name of a
dimension, functions of the rated texts whose value is a share, 0 to 1, of the way from the worst rating to the best;
or in ``lexical_reply(rubric, variables)`` a whole reply, for what no share says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

from helm_creativity.baselines.surface import oddity, placed, split_words
from helm_creativity.benchmark.base import Benchmark, every_rubric
from helm_creativity.benchmark.prompts import match_prompt, placeholder, template_conditions, template_variables
from helm_creativity.benchmark.rubrics import Rubric, undelimited

Statistic = Callable[..., float]
Own = Callable[[Rubric, Mapping[str, Any]], "str | None"]

_NUMBERED = re.compile(r"^\d+\. (.*)$", re.MULTILINE)


def lexical_rating(benchmark: Benchmark[Any], question: str) -> str | None:
    """The lexical judge's reply to a question for judges of this benchmark; None to any other text."""
    part = benchmark.reference
    own = (getattr(part, "STATISTICS", {}), getattr(part, "lexical_reply", None))
    replies = (reply_to(rubric, question, *own) for rubric in every_rubric(benchmark))
    return next((reply for reply in replies if reply is not None), None)


def reply_to(
    rubric: Rubric, question: str, statistics: Mapping[str, Statistic] = MappingProxyType({}), own: Own | None = None
) -> str | None:
    """The reply to a question that asks what a rubric asks; None to any other text."""
    for variables in variables_in(rubric, question):
        reply = own(rubric, variables) if own else None
        if reply is None and rubric.composed is None:
            reply = _reply(rubric, rubric.rated_in(variables), statistics)
        return reply
    return None


def variables_in(rubric: Rubric, question: str) -> Iterator[dict[str, Any]]:
    """What the variables of a question were, if it was made from the rubric's template; several texts as they stand.

    Nothing for any other question; several where more than one part of the template may have been left out.
    """
    question = undelimited(question)
    names = template_variables(rubric.folder, rubric.user)
    conditions = [name for name in template_conditions(rubric.folder, rubric.user) if name != rubric.each]
    for truths in product((True, False), repeat=len(conditions)):
        placeholders: dict[str, Any] = {name: placeholder(name, lines=True) for name in names}
        absent = {name for name, truth in zip(conditions, truths, strict=True) if not truth}
        placeholders |= dict.fromkeys(absent, "")
        if rubric.each in placeholders:
            placeholders[rubric.each] = [placeholders[rubric.each]]
        found = match_prompt(rubric.folder, rubric.user, question, **placeholders)
        if found is not None:
            variables: dict[str, Any] = {name: found.get(name, name not in absent) for name in names}
            if rubric.each in found:
                variables[rubric.each] = _NUMBERED.findall(f"1. {found[rubric.each]}")
            yield variables


def _reply(rubric: Rubric, texts: Sequence[str], statistics: Mapping[str, Statistic]) -> str:
    if rubric.each:
        by_number = {
            str(number): (split_words(text) or ["other"])[-1]
            if rubric.groups
            else _value(rubric, rubric.dimensions[0], [text], statistics)
            for number, text in enumerate(texts, start=1)
        }
        lines = "\n".join(f"{number}: {_whole(value)}" for number, value in by_number.items())
        return json.dumps(by_number) if rubric.asks_json else lines
    values = {name: _whole(_value(rubric, name, texts, statistics)) for name in rubric.dimensions}
    if rubric.letters is not None:
        values = {"answer": values[rubric.dimensions[0]]}
    if rubric.asks_json:
        return json.dumps(values)
    return str(*values.values()) if len(values) == 1 else f"SCORES = {json.dumps(values)}"


def _whole(value: Any) -> Any:  # noqa: ANN401 - a number, or a text as it is
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _value(rubric: Rubric, dimension: str, texts: Sequence[str], statistics: Mapping[str, Statistic]) -> float | str:
    choices, statistic = rubric.letters or rubric.words, statistics.get(dimension)
    share = statistic(*texts) if statistic else 1.0 if rubric.words and not rubric.test else oddity("\n".join(texts))
    if choices:
        ascending = sorted(choices, key=lambda name: choices[name])
        return ascending[placed(share, 0, len(ascending) - 1)]
    assert rubric.scale is not None
    steps = rubric.scale.values()
    return steps[placed(share, 0, len(steps) - 1)]
