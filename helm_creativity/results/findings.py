"""What a report says: every statistic of a study, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from helm_creativity.psychometrics.factors import OneFactor
    from helm_creativity.psychometrics.groups import GroupComparison
    from helm_creativity.psychometrics.halves import SplitHalf, TestRetest
    from helm_creativity.psychometrics.paired import PairedEffect
    from helm_creativity.psychometrics.parallel import ParallelAnalysis
    from helm_creativity.psychometrics.stability import RankStability
    from helm_creativity.psychometrics.validity import Correlation
    from helm_creativity.results.gate import Gate
    from helm_creativity.results.study import Column, Numbers, Study


@dataclass(frozen=True)
class Absent:
    """A statistic that these data do not have; ``reason`` finishes the sentence "There is none because ..."."""

    reason: str


class Standing(NamedTuple):
    """One model in one table.

    Attributes:
        model: its name.
        baseline: whether it is a baseline of ours, which has no rank.
        score: in the table's units, None where the model has none.
        low: lower end of the 95 % interval, None where there is no interval.
        high: its upper end.
        rank: 1 for the best; None without a score, and for baselines that stand beside language models.
        rank_low: best rank in the 95 % interval, None without an interval.
        rank_high: worst rank in it.
        missing: titles of the benchmarks that it lacks.
    """

    model: str
    baseline: bool
    score: float | None
    low: float | None
    high: float | None
    rank: int | None
    rank_low: int | None
    rank_high: int | None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Board:
    """The leaderboard of one column.

    Attributes:
        column: which.
        standings: best first, models without a score last.
        interval: how the intervals were made, for people.
        facets: other stats by name, a value for each standing, None where a model has none.
    """

    column: Column
    standings: tuple[Standing, ...]
    interval: str
    facets: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Composite:
    """z-scores over the benchmarks (Beaty et al. 2026, AGC-Bench, section 3.4).

    Attributes:
        columns: keys of the m columns that enter, one a benchmark.
        z: shape (n, m): scores standardised over the pool, more is better; NaN where a model has none.
        domains: names of the d domains.
        by_domain: shape (n, d): means of z, NaN unless a model has all of the domain's benchmarks.
        standings: by overall mean; models that lack a benchmark have no score.
        left_out: titles of the benchmarks without z-scores: all models have one score there, or one model has any.
    """

    columns: tuple[str, ...]
    z: Numbers
    domains: tuple[str, ...]
    by_domain: Numbers
    standings: tuple[Standing, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Robustness:
    """The one-factor solution again, under another composition of the data.

    Attributes:
        change: what was changed, for people.
        n_models: models that enter.
        eigenvalue: the first.
        alpha: Cronbach's.
        share: of the variance, eigenvalue over variables.
        low: of the eigenvalue over subsamples, None where there is one extraction only.
        high: likewise.
    """

    change: str
    n_models: int
    eigenvalue: float
    alpha: float | None
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
        alpha: Cronbach's over the variables.
        noise: parallel analysis.
        robustness: the solution under other compositions.
    """

    variables: tuple[str, ...]
    of: str
    n_models: int
    solution: OneFactor
    alpha: float | None
    noise: ParallelAnalysis
    robustness: tuple[Robustness, ...]


@dataclass(frozen=True)
class Reliability:
    """How far a column would order the models alike if it were run again.

    Attributes:
        column: which.
        split_half: over its items.
        retest: over its trials.
        stability: how many of its items are enough.
    """

    column: Column
    split_half: SplitHalf | Absent
    retest: TestRetest | Absent
    stability: RankStability | Absent


class Severity(NamedTuple):
    """One judge on one dimension.

    Attributes:
        benchmark: title of the benchmark.
        dimension: what was rated.
        judge: its name.
        severity: in standard deviations of what is rated; more is stricter.
        error: its standard error, None where unknown.
        ratings: how many it gave.
    """

    benchmark: str
    dimension: str
    judge: str
    severity: float
    error: float | None
    ratings: int


@dataclass(frozen=True)
class Trade:
    """Two facets that pull against each other, such as originality and feasibility.

    Attributes:
        column: of which benchmark.
        x: name of the first facet.
        y: name of the second.
        points: (model, x, y, whether no other model is better in both).
    """

    column: Column
    x: str
    y: str
    points: tuple[tuple[str, float, float, bool], ...]


class Predicted(NamedTuple):
    """What one column says of one outcome.

    Attributes:
        predictor: title of the column.
        outcome: title of the benchmark or covariate that it should predict.
        n: models that have all that is needed.
        validity: plain correlation.
        specificity: with the capability taken out of the outcome, or why there is none.
        capability: multiple correlation R of the outcome with the capability, None where none was given.
    """

    predictor: str
    outcome: str
    n: int
    validity: Correlation
    specificity: Correlation | Absent
    capability: float | None


class Effect(NamedTuple):
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


@dataclass(frozen=True)
class Findings:
    """Everything that a report says of a study.

    Attributes:
        study: what it is about.
        title: for people.
        composite: over the benchmarks.
        boards: one leaderboard a column.
        factors: one factor or not.
        reliability: one entry a column.
        severities: of judges, as calibrated.
        trades: facets that pull against each other.
        failures: by reason of failure, shape (n, m): share of answers without a score.
        gates: the gate of appropriateness.
        validity: what our columns predict.
        effects: of instructions.
        groups: the composite between groups of models.
        settings: number of draws, seed and the like, by name, for reproduction.
    """

    study: Study
    title: str
    composite: Composite | Absent
    boards: tuple[Board, ...]
    factors: Factors | Absent
    reliability: tuple[Reliability, ...]
    severities: tuple[Severity, ...] | Absent
    trades: tuple[Trade, ...]
    failures: Mapping[str, Numbers]
    gates: tuple[Gate, ...]
    validity: tuple[Predicted, ...] | Absent
    effects: tuple[Effect, ...] | Absent
    groups: tuple[GroupComparison, ...] | Absent
    settings: Mapping[str, str]
