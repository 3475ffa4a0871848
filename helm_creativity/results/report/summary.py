"""The main findings in a few sentences, each with the numbers that it rests on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from helm_creativity.results.findings import Absent, Composite, Factors, Findings, Reliability
from helm_creativity.results.report.titles import column_noun
from helm_creativity.results.report.writing import count, interval, number, percent, signed


def summary_of(findings: Findings) -> tuple[str, ...]:
    """A sentence for each statistic that there is."""
    return tuple(_sentences(findings))


def _sentences(findings: Findings) -> Iterator[str]:
    if not isinstance(findings.composite, Absent):
        yield from _first(findings.composite)
    if not isinstance(findings.factors, Absent):
        yield factor_sentence(findings.factors)
    yield from _most_and_least_reliable(findings.reliability)


def _first(composite: Composite) -> Iterator[str]:
    """Who stands first, and whether that is sure."""
    ranked = [one for one in composite.standings if one.rank is not None]
    if not ranked or ranked[0].score is None:
        return
    first = ranked[0]
    tied = [one.model for one in ranked if one.rank == first.rank]
    noun = "baseline" if first.baseline else "model"
    names = " and ".join(tied) if len(tied) < 4 else f"{len(tied)} {noun}s"
    ends = "" if first.low is None else f" (95% interval {interval(first.low, first.high)})"
    others = sum(one.rank_low == 1 for one in ranked if one.rank != first.rank)
    sure = "" if first.rank_low is None else f"; {_others(others, noun)}"
    verb = "stands" if len(tied) == 1 else "stand"
    yield (
        f"{names} {verb} first of {count(len(ranked), noun)} over {count(len(composite.columns), 'benchmark')}, at "
        f"z = {signed(first.score)}{ends}{sure}."
    )


def _others(n: int, noun: str) -> str:
    """How many may be first as well."""
    if n == 0:
        return f"no other {noun}’s rank reaches 1 in its interval"
    ranks, reach = ("rank", "reaches") if n == 1 else ("ranks", "reach")
    return f"the {ranks} of {count(n, f'other {noun}')} {reach} 1 too"


def factor_sentence(factors: Factors) -> str:
    """What one factor explains, and how many stand out from noise."""
    solution, noise = factors.solution, factors.noise
    alpha = "" if factors.alpha is None else f"; Cronbach’s α is {number(factors.alpha)}"
    first, chance = float(solution.eigenvalues[0]), float(noise.noise_95[0])
    kept = {0: "no component stands", 1: "one component stands"}
    return (
        f"One component carries {percent(float(solution.share))} of the variance of {len(factors.variables)} "
        f"{factors.of} over {count(factors.n_models, 'model')} (first eigenvalue {number(first)}, 95% quantile of "
        f"noise {number(chance)}); {kept.get(noise.n_factors, f'{noise.n_factors} components stand')} out from "
        f"noise{alpha}."
    )


def _most_and_least_reliable(found: tuple[Reliability, ...]) -> Iterator[str]:
    known = [(one.split_half.reliability, one) for one in found if not isinstance(one.split_half, Absent)]
    known = [(value, one) for value, one in known if np.isfinite(value)]
    if not known:
        return
    known.sort(key=lambda pair: pair[0])
    (least, low), (most, high) = known[0], known[-1]
    if len(known) == 1:
        yield f"The split-half reliability of {low.column.title} is {number(least)}."
    else:
        yield (
            f"Split-half reliability over items goes from {number(least)} ({low.column.title}) to {number(most)} "
            f"({high.column.title}) in {count(len(known), column_noun([one.column for _, one in known]))}."
        )
