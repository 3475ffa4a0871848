"""What a factor does to scores within models: paired effects, slopes, and shares of variance of scores of items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from helm_creativity.core.names import meant
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.composites import LEAST_SCORED
from helm_creativity.psychometrics.group_comparison import MeanSlope, mean_slope
from helm_creativity.results.all_items import with_all_items
from helm_creativity.results.contrasts import FactorEffect, paired_contrasts
from helm_creativity.results.factor_levels import (
    FACTORS,
    MAX_TOKENS,
    MODEL_PAIR,
    ItemShares,
    LevelScores,
    item_shares,
    levels_of_field,
    levels_of_pairs,
    levels_of_setting,
    runs_by_factor,
    varied_factors,
)
from helm_creativity.results.model_pairs import find_pairs
from helm_creativity.results.options import check_share
from helm_creativity.results.runs import SuiteFolder, SuiteRuns
from helm_creativity.results.study import ScoreMatrix, build_score_matrix, with_uncounted
from helm_creativity.safe_text import listed, quoted


class LevelSlope(NamedTuple):
    """How a benchmark's scores change with a number that is set, within models."""

    column: str
    comparable: str
    levels: tuple[str, ...]
    unit: float
    slope: MeanSlope
    group: str


class FactorEffects(NamedTuple):
    """What a factor does to scores within models."""

    factor: str
    levels: tuple[str, ...]
    effects: tuple[FactorEffect, ...]
    slopes: tuple[LevelSlope, ...]
    shares: tuple[ItemShares, ...]
    notes: tuple[str, ...]


Pairs: TypeAlias = "str | Path | Iterable[tuple[str, str]]"
"""As ``model_pairs.find_pairs`` takes them."""


def factor_effects(
    suites: Sequence[SuiteFolder],
    collected: SuiteRuns,
    by: str,
    pairs: Pairs = "",
    least_scored: float = LEAST_SCORED,
    warn: Callable[[str], None] = print,
) -> FactorEffects:
    """What a factor does within models."""
    if by not in FACTORS:
        raise BadArguments(f"by must be one of {listed(FACTORS)}, got {quoted(by)}{meant(by, FACTORS)}")
    check_share(least_scored)
    _check_pairs(by, pairs)
    notes: list[str] = []

    def study_by(factor: str) -> ScoreMatrix:
        runs = runs_by_factor(collected.runs, factor, notes)
        names = {run.name for run in runs}
        kept = tuple(suite for run, suite in zip(collected.runs, collected.suites, strict=True) if run.name in names)
        study = build_score_matrix(suites, None, warn, replace(collected, runs=runs, suites=kept))
        return with_uncounted(with_all_items(study), least_scored)

    study = study_by(by)
    if study.all_items:
        names = dict.fromkeys(study.models[row] for row, _ in sorted(study.all_items))
        notes.append(f"scores over all items take the place of means that lack more than 5 % of them: {listed(names)}")
    found = _levels(study, collected, by, pairs, notes)
    if not found:
        # With token limits in the key, levels that have limits of their own are not alike: the study itself goes last.
        varied = {**varied_factors(study_by(MAX_TOKENS)), **varied_factors(study)}
        raise BadArguments(_unvaried(by, varied))
    effects = paired_contrasts(found)
    notes += _untested(found, effects)
    return FactorEffects(
        by,
        tuple(dict.fromkeys(level for scores in found for level in scores.levels)),
        effects,
        tuple(_slopes(found, FACTORS[by].unit)),
        tuple(item_shares(study, found)),
        tuple(dict.fromkeys(notes)),
    )


def _check_pairs(by: str, pairs: Pairs) -> None:
    if by == MODEL_PAIR and not pairs:
        raise BadArguments(
            f"{MODEL_PAIR} needs --pairs: what the second name of each pair ends with, such as -thinking, or a file "
            "with the columns first and second"
        )
    if by != MODEL_PAIR and pairs:
        raise BadArguments(f"--pairs is for --by {MODEL_PAIR} alone, got it with {by}")


def _levels(study: ScoreMatrix, collected: SuiteRuns, by: str, pairs: Pairs, notes: list[str]) -> list[LevelScores]:
    if by == MODEL_PAIR:
        chosen, lacking = find_pairs(study, pairs)
        notes += lacking
        notes.append(f"pairs, the first subtracted from the second: {'; '.join(map(' and '.join, chosen))}")
        found = levels_of_pairs(study, chosen)
        if not found:
            raise BadArguments("--pairs: no benchmark has a score that counts of both models of a pair")
        return found
    return levels_of_field(study, by, collected.runs) if FACTORS[by].field else levels_of_setting(study, by)


def _unvaried(by: str, varied: dict[str, list[str]]) -> str:
    others = "; ".join(f"{name} ({listed(levels)})" for name, levels in varied.items() if name != by)
    what = "the items of no benchmark" if FACTORS[by].field else "no benchmark"
    how = f"have several values of {by}" if FACTORS[by].field else f"was run under two levels of {by}, all else alike"
    return f"{what} {how}; {f'what varies: {others}' if others else 'nothing else varies either'}"


def _untested(found: Iterable[LevelScores], effects: Iterable[FactorEffect]) -> Iterator[str]:
    tested = {(effect.group, effect.comparable) for effect in effects}
    for scores in found:
        if (scores.group, scores.comparable) not in tested:
            yield (
                f"left out: {scores.title}: fewer than two language models have scores that count under two levels, or "
                "all differences are equal"
            )


def _slopes(found: Iterable[LevelScores], unit: float) -> Iterator[LevelSlope]:
    for scores in found if unit else ():
        slope = mean_slope(np.array([float(level) for level in scores.levels]) / unit, scores.scores)
        if slope is not None:
            yield LevelSlope(scores.title, scores.comparable, scores.levels, unit, slope, scores.group)
