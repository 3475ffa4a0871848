"""Whether one factor stands behind the scores, and whether it stays when the data change (Beaty et al. 2026)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from helm_creativity.benchmark.settings import option
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.composites import by_domain
from helm_creativity.psychometrics.factor_analysis import (
    correlations,
    leave_one_out,
    one_factor,
    parallel_analysis,
    residualised,
    subsampled,
)
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.analyses import analysis
from helm_creativity.results.columns import interval, numbers, texts
from helm_creativity.results.leaderboard import benchmark_z
from helm_creativity.results.numbers import count, fixed, percent, signed
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.suite import ScoreColumn, Suite
from helm_creativity.results.table import Column, Plot, Table, or_undefined
from helm_creativity.results.validity import CapabilityOptions, capability_of

LEAST_PARTS = 3  # one factor always fits two variables
SUBSAMPLE = 60 / 83  # share of the models (Beaty et al. 2026, appendix J)
LEAST_SUBSAMPLED = 10
PURPOSE = 2
DOMAIN, BENCHMARK, SCORING = "domain", "benchmark", "scoring"
TWO = fixed(2)
VARIABLE = Column("variable", "variable", left=True)
LOADINGS = (
    *(VARIABLE, Column("loading", "factor loading", signed(2), mark="main")),
    *(Column("component", "component loading", signed(2)), Column("shared", "variance shared", percent())),
)
EIGENVALUES = (
    *(*texts("component"), *numbers(TWO, "eigenvalue")),
    *(Column("noise_mean", "noise, mean", TWO), Column("noise_95", "noise, 95 %", TWO)),
)
ROBUSTNESS = (
    *(Column("change", "data", left=True), *numbers(count, "models")),
    *(Column("eigenvalue", "first eigenvalue", TWO), interval("", TWO, "95 %")),
    *(Column("share", "share of variance", percent()), Column("alpha", "α, standardised", TWO)),
    Column("raw_alpha", "α, raw", TWO),
)


@dataclass(frozen=True)
class FactorOptions(CapabilityOptions):
    """Over what the factor is, and what is taken out of it in a further extraction."""

    by: str = option(
        DOMAIN,
        "what the variables are: means by domain, benchmarks, or means by scoring (vectors, judges, key)",
        choices=(DOMAIN, BENCHMARK, SCORING),
    )


@analysis("factors", title="One factor or several")
def factors(suite: Suite, options: FactorOptions) -> Iterable[Table]:
    """The one-factor solution of mean z-scores over domains, benchmarks, or ways of scoring.

    Benchmarks are the variables where there are fewer than three domains. The solution is tried again without each
    variable, in subsamples of models, and with capability taken out.
    """
    names, of, data = variables(suite, options.by)
    p = len(names)
    if p < LEAST_PARTS:
        raise NothingToSay(f"one factor needs at least {LEAST_PARTS} {of}, and there are {p}")
    rows = suite.pool & np.isfinite(data).all(axis=1)
    complete, capability = data[rows], capability_of(suite, options)[rows]
    have = f"{len(complete)} models have all {p} {of}"
    if len(complete) <= p:
        raise NothingToSay(f"{have}, and there must be more models than {of}")
    try:
        solution = one_factor(complete)
        noise = parallel_analysis(complete, suite.generator(PURPOSE, 0), draws=suite.draws)
        changes = list(_changes(suite, complete, names, capability))
    except ValueError as error:
        raise NothingToSay(f"{have}: {error}") from error
    notes = [
        f"One component explains {percent()(float(solution.share))} of the variance of {p} {of} over "
        f"{len(complete)} models. Components that exceed noise: {noise.n_factors}."
    ]
    if not solution.converged or solution.heywood:
        why = "a communality reached 1 (a Heywood case)" if solution.heywood else "its estimation did not converge"
        notes.append(f"Use the component and not the common factor: {why}.")
    loadings = _rows(names, solution.loadings, solution.component_loadings, solution.communalities)
    yield Table("loadings", LOADINGS, loadings, "Loadings on one factor", notes=notes)
    columns = (VARIABLE, *(Column(name, name, signed(2)) for name in names))
    matrix = _rows(names, *correlations(complete))
    yield Table("correlations", columns, matrix, f"Correlations between {of}", plot=Plot("heatmap", "variable"))
    shaded = "Line: eigenvalues; shaded: those of noise, from their mean to their 95 % quantile"
    curve = Plot("curve", "component", "component", "eigenvalue", "noise_mean", "noise_95", caption=shaded)
    components = _rows(range(1, p + 1), noise.eigenvalues, noise.noise_mean, noise.noise_95)
    yield Table("eigenvalues", EIGENVALUES, components, "Eigenvalues of the data and of noise", plot=curve)
    yield Table("robustness", ROBUSTNESS, changes, "One factor under other compositions of the data")


def _rows(labels: Iterable[object], *values: Numbers) -> list[tuple[Any, ...]]:
    return list(zip(labels, *(some.tolist() for some in values), strict=True))


def variables(suite: Suite, by: str = DOMAIN) -> tuple[tuple[str, ...], str, Numbers]:
    """Names of the p variables, what they are, and shape (n, p), their mean z-scores; NaN where unknown."""
    places, z = benchmark_z(suite)
    columns = [suite.columns[place] for place in places]
    if by != BENCHMARK:
        names, values = by_domain(z, [_scoring(column) if by == SCORING else column.mean_domain for column in columns])
        if by == SCORING or len(names) >= LEAST_PARTS:
            return names, "domains" if by == DOMAIN else "ways of scoring", values
    return tuple(column.title for column in columns), "benchmarks", z


def _scoring(column: ScoreColumn) -> str:
    """How a benchmark is scored, by its comparable settings: by judges, else by word vectors, else by a key."""
    settings = split_comparable_key(column.comparable)
    return "judges" if "judges" in settings else "vectors" if "embedding" in settings else "key"


def _changes(suite: Suite, data: Numbers, names: tuple[str, ...], capability: Numbers) -> Iterator[dict[str, Any]]:
    """The solution, without each variable, in random parts of the models, and of what capability leaves."""
    n, p = data.shape
    yield _solution("as above", data)
    for left in leave_one_out(data, names):
        yield _change(f"without {left.name}", n, left.eigenvalue, left.share, left.alpha, left.raw_alpha)
    size = round(SUBSAMPLE * n)
    enough = n >= LEAST_SUBSAMPLED and size > p
    if enough and (some := subsampled(data, size, suite.draws, suite.generator(PURPOSE, 1))):
        alphas = (spread and spread.mean for spread in (some.alpha, some.raw_alpha))
        change = f"{size} of {n} models, {some.draws:,} draws"
        row = _change(change, size, some.eigenvalue.mean, some.share.mean, *alphas)
        yield row | {"low": some.eigenvalue.low, "high": some.eigenvalue.high}
    known = np.isfinite(capability).all(axis=1)
    if capability.shape[1] and known.sum() > p + capability.shape[1]:
        rest = residualised(data[known], capability[known])
        rest = rest[:, np.ptp(rest, axis=0) > 0]  # without variables that capability explains fully
        if rest.shape[1] >= LEAST_PARTS:
            yield _solution(f"capability taken out, which leaves {rest.shape[1]}", rest)


def _solution(change: str, data: Numbers) -> dict[str, Any]:
    found, alphas = one_factor(data), (cronbach_alpha(data, standardised=True).value, cronbach_alpha(data).value)
    return _change(change, len(data), float(found.eigenvalues[0]), float(found.share), *alphas)


def _change(change: str, models: int, first: float, share: float, *alphas: float | None) -> dict[str, Any]:
    alpha, raw = (or_undefined(value, "undefined") for value in alphas)
    return {
        "change": change, "models": models, "eigenvalue": first, "share": share, "alpha": alpha, "raw_alpha": raw
    }  # fmt: skip
