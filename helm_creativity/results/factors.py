"""Whether one factor stands behind the scores, and whether it stays when the data change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from helm_creativity.psychometrics.factor_analysis import (
    OneFactor,
    ParallelAnalysis,
    correlations,
    leave_one_out,
    one_factor,
    parallel_analysis,
    residualised,
    subsampled,
)
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.leaderboard import LEAST_PARTS, CompositeScores, composite_parts
from helm_creativity.results.options import Absent, Options
from helm_creativity.results.study import ScoreMatrix


@dataclass(frozen=True)
class Robustness:
    """The one-factor solution again, under another composition of the data."""

    change: str
    n_models: int
    eigenvalue: float
    alpha: float | None
    raw_alpha: float | None
    share: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Factors:
    """Whether one factor stands behind the variables.

    Attributes:
        variables: names of the p variables: domains, or benchmarks where there are fewer than three domains.
        of: "domains" or "benchmarks".
        n_models: models with all of them.
        solution: loadings, eigenvalues, share of variance.
        alpha: Cronbach's over the variables, standardised, as AGC-Bench has it.
        raw_alpha: Cronbach's over the variables as they are.
        noise: parallel analysis.
        robustness: the solution under other compositions.
        correlations: shape (p, p), Pearson's, between the variables.
    """

    variables: tuple[str, ...]
    of: str
    n_models: int
    solution: OneFactor
    alpha: float | None
    raw_alpha: float | None
    noise: ParallelAnalysis
    robustness: tuple[Robustness, ...]
    correlations: Numbers


SUBSAMPLE = 60 / 83
"""Share of the models in a subsample (Beaty et al. 2026, appendix J)."""
LEAST_SUBSAMPLED = 10
PURPOSE = 2


def estimate_factors(
    study: ScoreMatrix, composite: CompositeScores | Absent, capability: Numbers, options: Options
) -> Factors | Absent:
    """The one-factor solution over domains, or over benchmarks where there are fewer than three domains.

    Args:
        study: the scores.
        composite: their z-scores.
        capability: shape (n, k), to be taken out in a further extraction; k may be 0.
        options: draws and seed.
    """
    if isinstance(composite, Absent):
        return composite
    names, of, data = composite_parts(composite, study)
    if len(names) < LEAST_PARTS:
        return Absent(f"one factor needs at least {LEAST_PARTS} benchmarks, and there are {len(names)}")
    rows = study.pool & np.isfinite(data).all(axis=1)
    complete = data[rows]
    if len(complete) <= len(names):
        return Absent(f"{len(complete)} models have all {len(names)} {of}, and there must be more models than {of}")
    try:
        return Factors(
            variables=names,
            of=of,
            n_models=len(complete),
            solution=one_factor(complete),
            alpha=cronbach_alpha(complete, standardised=True).value,
            raw_alpha=cronbach_alpha(complete).value,
            noise=parallel_analysis(complete, options.generator(PURPOSE, 0), draws=options.draws),
            robustness=tuple(_robustness(complete, names, capability[rows], options)),
            correlations=correlations(complete),
        )
    except ValueError as error:
        return Absent(f"{len(complete)} models have all {len(names)} {of}: {error}")


def _robustness(data: Numbers, names: Sequence[str], capability: Numbers, options: Options) -> Iterator[Robustness]:
    if len(names) > LEAST_PARTS:
        for left_out in leave_one_out(data, names):
            yield Robustness(
                f"without {left_out.name}",
                len(data),
                left_out.eigenvalue,
                left_out.alpha,
                left_out.raw_alpha,
                left_out.share,
            )
    yield from _in_subsamples(data, len(names), options)
    known = np.isfinite(capability).all(axis=1)
    if capability.shape[1] and known.sum() > len(names) + capability.shape[1]:
        yield from _without_capability(data[known], names, capability[known])


def _in_subsamples(data: Numbers, p: int, options: Options) -> Iterator[Robustness]:
    """The solution in random parts of the models; none of few models, or where a variable varies in no part."""
    n = len(data)
    size = round(SUBSAMPLE * n)
    if n < LEAST_SUBSAMPLED or size <= p:
        return
    some = subsampled(data, size, options.draws, options.generator(PURPOSE, 1))
    if some is not None:
        change = f"{size} of {n} models, {some.draws:,} draws"
        alpha, raw = (None if spread is None else spread.mean for spread in (some.alpha, some.raw_alpha))
        eigenvalue = some.eigenvalue
        yield Robustness(change, size, eigenvalue.mean, alpha, raw, some.share.mean, eigenvalue.low, eigenvalue.high)


def _without_capability(data: Numbers, names: Sequence[str], capability: Numbers) -> Iterator[Robustness]:
    """The solution of what capability leaves unexplained. A variable that it explains fully is left out."""
    rest = residualised(data, capability)
    left = np.ptp(rest, axis=0) > 0
    gone = [name for name, some in zip(names, left, strict=True) if not some]
    rest = rest[:, left]
    if rest.shape[1] >= LEAST_PARTS:
        change = "capability taken out" + (f", and with it {', '.join(gone)}" if gone else "")
        solution = one_factor(rest)
        first = float(solution.eigenvalues[0])
        alpha, raw = cronbach_alpha(rest, standardised=True).value, cronbach_alpha(rest).value
        yield Robustness(change, len(rest), first, alpha, raw, solution.share)
