"""What a factor such as an instruction does within models, and how groups of models differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from helm_creativity.core.comparability import INSTRUCTION
from helm_creativity.core.names import SCORE
from helm_creativity.psychometrics.composites import standardised
from helm_creativity.psychometrics.group_comparison import (
    GroupComparison,
    PairedEffect,
    compare_groups,
    holm,
    paired_effect,
)
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.factor_levels import LevelScores, levels_of_setting
from helm_creativity.results.leaderboard import CompositeScores
from helm_creativity.results.options import Absent, Options
from helm_creativity.results.study import ScoreMatrix


class FactorEffect(NamedTuple):
    """What the second of two levels of a factor adds to a benchmark's scores, within models."""

    column: str
    stat: str
    first: str
    second: str
    mean_first: float
    mean_second: float
    effect: PairedEffect
    p_holm: float
    comparable: str = ""
    group: str = ""


ALL = "All benchmarks"
STANDARDISED = "z"
OTHERS = "other levels"
MOST_PAIRED = 6
"""Levels up to which every two are compared; of more, each with the mean of the others."""
LEAST = 3
"""Models in a group that is compared."""


class _Sides(NamedTuple):
    """Scores under two levels, shape (n,) each, of models or pairs of models."""

    levels: LevelScores
    x: Numbers
    y: Numbers


def instruction_effects(study: ScoreMatrix) -> tuple[FactorEffect, ...] | Absent:
    """Paired differences between two instructions, for every benchmark that was asked under both, and over all."""
    if found := paired_contrasts(levels_of_setting(study, INSTRUCTION)):
        return found
    return Absent("no benchmark was asked under two instructions (instruction=creative, instruction=effective)")


def paired_contrasts(every: Sequence[LevelScores]) -> tuple[FactorEffect, ...]:
    """Paired differences between levels of a factor, for every benchmark, and over all benchmarks in z.

    Over all, a benchmark's scores under both levels are standardised together, and a model counts with the mean over
    its benchmarks. A benchmark under several other settings counts by the first of them, and one whose scores are all
    equal does not.
    """
    sides: dict[tuple[str, str], list[_Sides]] = {}
    for levels in every:
        for first, second, x, y in _contrasted(levels):
            sides.setdefault((first, second), []).append(_Sides(levels, x, y))
    found = []
    for (first, second), some in sides.items():
        for side in some:
            found += _effect(side, first, second)
        # A benchmark counts where it distinguishes models or conditions, and by the first of its settings.
        telling = [side for side in some if np.isfinite(_standardised(side.x, side.y)).any()]
        one_each = {side.levels.group: side for side in reversed(telling)}
        if len(one_each) > 1:
            found += _over_all(list(one_each.values()), first, second)
    return _holm_adjusted(found)


def _contrasted(found: LevelScores) -> Iterator[tuple[str, str, Numbers, Numbers]]:
    """Every two levels with their scores; of many levels, each with the mean of the others."""
    count = len(found.levels)
    if count <= MOST_PAIRED:
        for a, b in combinations(range(count), 2):
            yield found.levels[a], found.levels[b], found.scores[:, a], found.scores[:, b]
        return
    for place, level in enumerate(found.levels):
        others = np.delete(found.scores, place, axis=1).mean(axis=1)
        yield OTHERS, level, others, found.scores[:, place]


def _effect(side: _Sides, first: str, second: str) -> list[FactorEffect]:
    effect = paired_effect(side.x, side.y)
    if effect is None:
        return []
    levels, both = side.levels, np.isfinite(side.x + side.y)
    mean_x, mean_y = (float(levels.sign * scores[both].mean()) for scores in (side.x, side.y))
    settings = (effect.p, levels.comparable, levels.group)
    return [FactorEffect(levels.title, SCORE, first, second, mean_x, mean_y, effect, *settings)]


def _over_all(some: Sequence[_Sides], first: str, second: str) -> list[FactorEffect]:
    """The mean over benchmarks of standardised scores; every benchmark has the same models or pairs."""
    sides = zip(*(_standardised(side.x, side.y) for side in some), strict=True)
    x, y = (np.mean(side, axis=0) for side in sides)
    effect = paired_effect(x, y)
    if effect is None:
        return []
    both = np.isfinite(x + y)
    return [FactorEffect(ALL, STANDARDISED, first, second, x[both].mean(), y[both].mean(), effect, effect.p)]


def _holm_adjusted(found: Sequence[FactorEffect]) -> tuple[FactorEffect, ...]:
    by_benchmark: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for place, effect in enumerate(found):
        by_benchmark[effect.group, effect.column, effect.comparable].append(place)
    adjusted: dict[int, float] = {}
    for places in by_benchmark.values():
        adjusted.update(zip(places, holm([found[place].effect.p for place in places]).tolist(), strict=True))
    return tuple(effect._replace(p_holm=adjusted[place]) for place, effect in enumerate(found))


def _standardised(x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
    """Both in standard deviations of all of their values, around the mean of all."""
    z = standardised(np.concatenate([x, y])[:, None])[:, 0]
    return z[: len(x)], z[len(x) :]


def compare_model_groups(
    study: ScoreMatrix, composite: CompositeScores | Absent, options: Options, notes: list[str]
) -> tuple[GroupComparison, ...] | Absent:
    """The composite between groups of models, every two; without a table of groups these are the models' makers."""
    if isinstance(composite, Absent):
        return composite
    makers = {model: model.partition("/")[0] if "/" in model else "" for model in study.models}
    groups = makers if options.groups is None else options.groups
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
