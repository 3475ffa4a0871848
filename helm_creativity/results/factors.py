"""Whether one factor stands behind the scores, and whether it stays when the data change (Beaty et al. 2026)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from helm_creativity.core.settings import option
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.composites import by_domain, z_scores
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
from helm_creativity.results.analyses import analysis
from helm_creativity.results.numbers import between, count, fixed, percent, signed
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.suite import ScoreColumn, Suite
from helm_creativity.results.table import Column, Plot, Table, or_undefined
from helm_creativity.results.validity import CapabilityOptions, capability_of
from helm_creativity.safe_text import counted

LEAST_PARTS = 3
"""One factor always fits two variables."""
SUBSAMPLE = 60 / 83
"""Share of the models in a subsample (Beaty et al. 2026, appendix J)."""
LEAST_SUBSAMPLED = 10
PURPOSE = 2
DOMAIN, BENCHMARK, SCORING = "domain", "benchmark", "scoring"
LOADINGS = (
    Column("loading", "factor loading", signed(2), mark="main"),
    Column("component", "component loading", signed(2)),
    Column("shared", "variance shared", percent()),
)
EIGENVALUES = (
    Column("component", "component", str, left=True),
    Column("eigenvalue", "eigenvalue", fixed(2)),
    Column("noise_mean", "noise, mean", fixed(2)),
    Column("noise_95", "noise, 95 %", fixed(2)),
)
ROBUSTNESS = (
    Column("change", "data", left=True),
    Column("models", "models", count),
    Column("eigenvalue", "first eigenvalue", fixed(2)),
    Column("interval", "95 %", between(fixed(2)), of=("low", "high")),
    Column("share", "share of variance", percent()),
    Column("alpha", "α, standardised", fixed(2)),
    Column("raw_alpha", "α, raw", fixed(2)),
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
    if len(names) < LEAST_PARTS:
        raise NothingToSay(f"one factor needs at least {LEAST_PARTS} {of}, and there are {len(names)}")
    rows = suite.pool & np.isfinite(data).all(axis=1)
    complete, capability = data[rows], capability_of(suite, options)[rows]
    have = f"{len(complete)} models have all {len(names)} {of}"
    if len(complete) <= len(names):
        raise NothingToSay(f"{have}, and there must be more models than {of}")
    try:
        solution = one_factor(complete)
        noise = parallel_analysis(complete, suite.generator(PURPOSE, 0), draws=suite.draws)
        first = _row("as above", complete, solution)
        changes = [first, *_robustness(suite, complete, names, capability)]
    except ValueError as error:
        raise NothingToSay(f"{have}: {error}") from error
    warnings = []
    if not solution.converged:
        warnings.append("The estimation of the common factor did not converge: do not use its loadings.")
    if solution.heywood:
        warnings.append(
            "A communality reached 1 (a Heywood case), so the common factor is that one variable: use the component."
        )
    head = Column("variable", "variable", left=True)
    of_variables = (solution.loadings, solution.component_loadings, solution.communalities)
    loadings = list(zip(names, *map(np.ndarray.tolist, of_variables), strict=True))
    notes = [_sentence(of, len(names), first, noise), *warnings]
    yield Table("loadings", (head, *LOADINGS), loadings, "Loadings on one factor", notes=notes)
    columns = (head, *(Column(name, name, signed(2)) for name in names))
    matrix = [(name, *row) for name, row in zip(names, correlations(complete).tolist(), strict=True)]
    yield Table("correlations", columns, matrix, f"Correlations between {of}", plot=Plot("heatmap", "variable"))
    of_places = map(np.ndarray.tolist, (noise.eigenvalues, noise.noise_mean, noise.noise_95))
    eigenvalues = list(zip(range(1, len(names) + 1), *of_places, strict=True))
    shaded = "Line: eigenvalues; shaded: those of noise, from their mean to their 95 % quantile"
    curve = Plot("curve", "component", "component", "eigenvalue", "noise_mean", "noise_95", caption=shaded)
    yield Table("eigenvalues", EIGENVALUES, eigenvalues, "Eigenvalues of the data and of noise", plot=curve)
    yield Table("robustness", ROBUSTNESS, changes, "One factor under other compositions of the data")


def variables(suite: Suite, by: str = DOMAIN) -> tuple[tuple[str, ...], str, Numbers]:
    """Names of the p variables, what they are, and shape (n, p), their mean z-scores; NaN where unknown.

    Raises:
        NothingToSay: where there are no z-scores.
    """
    primary = [suite.columns[place] for place in suite.primary]
    found = z_scores(suite.oriented[:, suite.primary], [column.title for column in primary], ~suite.baselines)
    if found.problem:
        raise NothingToSay(found.problem)
    columns = [primary[place] for place in found.places]
    if by != BENCHMARK:
        named = [scoring(column) if by == SCORING else column.mean_domain for column in columns]
        names, values = by_domain(found.z, named)
        if by == SCORING or len(names) >= LEAST_PARTS:
            return names, "domains" if by == DOMAIN else "ways of scoring", values
    return tuple(column.title for column in columns), "benchmarks", found.z


def scoring(column: ScoreColumn) -> str:
    """How a benchmark is scored, by its comparable settings: by judges, else by word vectors, else by a key."""
    settings = split_comparable_key(column.comparable)
    return "judges" if "judges" in settings else "vectors" if "embedding" in settings else "key"


def _row(change: str, data: Numbers, solution: OneFactor) -> dict[str, Any]:
    alphas = cronbach_alpha(data, standardised=True).value, cronbach_alpha(data).value
    return _change(change, len(data), float(solution.eigenvalues[0]), float(solution.share), *alphas)


def _change(change: str, n: int, first: float, share: float, *alphas: float | None, **ends: float) -> dict[str, Any]:
    alpha, raw = (or_undefined(value, "undefined") for value in alphas)
    return {
        "change": change,
        "models": n,
        "eigenvalue": first,
        "share": share,
        "alpha": alpha,
        "raw_alpha": raw,
        **ends,
    }


def _robustness(suite: Suite, data: Numbers, names: tuple[str, ...], capability: Numbers) -> Iterator[dict[str, Any]]:
    """The solution without each variable, in random parts of the models, and of what capability leaves."""
    n, p = data.shape
    if p > LEAST_PARTS:
        for left in leave_one_out(data, names):
            yield _change(f"without {left.name}", n, left.eigenvalue, left.share, left.alpha, left.raw_alpha)
    size = round(SUBSAMPLE * n)
    enough = n >= LEAST_SUBSAMPLED and size > p
    some = subsampled(data, size, suite.draws, suite.generator(PURPOSE, 1)) if enough else None
    if some is not None:  # a variable may vary in no part
        alphas = (None if spread is None else spread.mean for spread in (some.alpha, some.raw_alpha))
        ends = {"low": some.eigenvalue.low, "high": some.eigenvalue.high}
        change = f"{size} of {n} models, {some.draws:,} draws"
        yield _change(change, size, some.eigenvalue.mean, some.share.mean, *alphas, **ends)
    known = np.isfinite(capability).all(axis=1)
    if capability.shape[1] and known.sum() > p + capability.shape[1]:
        rest = residualised(data[known], capability[known])
        left_over = np.ptp(rest, axis=0) > 0
        gone = [name for name, some in zip(names, left_over, strict=True) if not some]
        rest = rest[:, left_over]
        if rest.shape[1] >= LEAST_PARTS:
            change = "capability taken out" + (f", and with it {', '.join(gone)}" if gone else "")
            yield _row(change, rest, one_factor(rest))


def _sentence(of: str, p: int, first: dict[str, Any], noise: ParallelAnalysis) -> str:
    two = fixed(2)
    alpha = f"; standardised Cronbach's α is {two(first['alpha'])}" if isinstance(first["alpha"], float) else ""
    kept = {0: "no component exceeds", 1: "one component exceeds"}
    return (
        f"One component explains {percent()(first['share'])} of the variance of {p} {of} over "
        f"{counted(first['models'], 'model')} (first eigenvalue {two(first['eigenvalue'])}, 95 % quantile of noise "
        f"{two(float(noise.noise_95[0]))}); {kept.get(noise.n_factors, f'{noise.n_factors} components exceed')} "
        f"noise{alpha}."
    )
