"""What an instruction does within models, and how groups of models differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from helm_creativity.core.comparability import INSTRUCTION
from helm_creativity.core.registry import list_entries
from helm_creativity.psychometrics.composites import standardised
from helm_creativity.psychometrics.group_comparison import GroupComparison, compare_groups, paired_effect
from helm_creativity.results.leaderboard import CompositeScores
from helm_creativity.results.options import Absent, Options
from helm_creativity.results.study import Numbers, ScoreMatrix
from helm_creativity.results.suite import without_settings

if TYPE_CHECKING:
    from helm_creativity.psychometrics.group_comparison import GroupComparison, PairedEffect
    from helm_creativity.results.study import Numbers, ScoreMatrix


class InstructionEffect(NamedTuple):
    """What an instruction does to a column, within models.

    Attributes:
        column: title of the benchmark.
        stat: which stat.
        first: instruction that is compared.
        second: with which.
        effect: d_z and its test.
    """

    column: str
    stat: str
    first: str
    second: str
    effect: PairedEffect


ORDER = ("creative", "effective", "")
"""Which of two instructions is compared with which: the earlier with the later."""
NEUTRAL = "neutral"
ALL = "All benchmarks"
SCORE = "score"
STANDARDISED = "z"
LEAST = 3
"""Models in a group that is compared."""


def instruction_effects(study: ScoreMatrix) -> tuple[InstructionEffect, ...] | Absent:
    """Paired differences between two instructions, for every benchmark that was asked under both, and over all."""
    found = []
    for first, second in combinations(ORDER, 2):
        pairs = list(_pairs(study, first, second))
        for title, x, y in pairs:
            found += _effect(title, SCORE, first, second, x, y)
        one_each = {title: (x, y) for title, x, y in reversed(pairs) if _differ(x, y)}  # the first of each benchmark
        if len(one_each) > 1:
            sides = zip(*(_standardised(x, y) for x, y in one_each.values()), strict=True)
            x, y = (np.mean(side, axis=0) for side in sides)
            found += _effect(ALL, STANDARDISED, first, second, x, y)
    if found:
        return tuple(found)
    return Absent("no benchmark was asked under two instructions (instruction=creative, instruction=effective)")


def _effect(title: str, stat: str, first: str, second: str, x: Numbers, y: Numbers) -> list[InstructionEffect]:
    effect = paired_effect(y, x)  # the second minus the first of its arguments
    return [] if effect is None else [InstructionEffect(title, stat, first or NEUTRAL, second or NEUTRAL, effect)]


def _pairs(study: ScoreMatrix, first: str, second: str) -> Iterator[tuple[str, Numbers, Numbers]]:
    """Scores under both instructions of each benchmark, whose settings are otherwise the same; NaN for baselines."""
    alike: dict[tuple[str, str, int | None], dict[str, int]] = defaultdict(dict)
    for place, column in enumerate(study.columns):
        alike[column.group, without_settings(column.comparable, INSTRUCTION), column.items][column.instruction] = place
    titles = {benchmark.card.group: benchmark.card.short_title for benchmark in list_entries()}
    for (group, _, _), places in alike.items():
        if first in places and second in places:
            title = titles.get(group, group)
            x, y = (
                np.where(study.pool, study.oriented[:, places[instruction]], np.nan) for instruction in (first, second)
            )
            yield title, x, y


def _standardised(x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
    """Both in standard deviations of all of their values, around the mean of all."""
    z = standardised(np.concatenate([x, y])[:, None])[:, 0]
    return z[: len(x)], z[len(x) :]


def _differ(x: Numbers, y: Numbers) -> bool:
    """Whether a benchmark distinguishes models or conditions."""
    return bool(np.isfinite(_standardised(x, y)).any())


def compare_model_groups(
    study: ScoreMatrix, composite: CompositeScores | Absent, options: Options, notes: list[str]
) -> tuple[GroupComparison, ...] | Absent:
    """The composite between groups of models, every two; without a table of groups these are the models' makers.

    Args:
        study: whose models.
        composite: of them.
        options: with groups, or without.
        notes: takes a line where groups are too small to be compared, beside others that are not.
    """
    if isinstance(composite, Absent):
        return composite
    groups = options.groups if options.groups is not None else {model: _maker(model) for model in study.models}
    scored = [
        (row.score, groups[row.model])
        for row in composite.rows
        if row.score is not None and row.rank is not None and groups.get(row.model)
    ]
    sizes = Counter(group for _, group in scored)
    kept = [(score, group) for score, group in scored if sizes[group] >= LEAST]
    if len({group for _, group in kept}) < 2:
        return Absent(f"fewer than two groups have {LEAST} models with a composite (--groups names groups)")
    if small := [f"{group} ({size})" for group, size in sorted(sizes.items()) if size < LEAST]:
        notes.append(f"groups of fewer than {LEAST} models with a composite are not compared: {', '.join(small)}")
    return compare_groups([score for score, _ in kept], [group for _, group in kept])


def _maker(model: str) -> str:
    """What stands before the slash."""
    return model.partition("/")[0] if "/" in model else ""
