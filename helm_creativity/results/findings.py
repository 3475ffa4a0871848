"""Everything that a report says of a study: every statistic, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from helm_creativity.exams.card import JudgeCard
from helm_creativity.psychometrics.group_comparison import GroupComparison
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.all_items import column_over_all_items
from helm_creativity.results.calibration import Severity, estimate_severities
from helm_creativity.results.comparable import cards
from helm_creativity.results.contrasts import FactorEffect, compare_model_groups, instruction_effects
from helm_creativity.results.factors import Factors, estimate_factors
from helm_creativity.results.judge_bias import JudgeBias, audit_runs
from helm_creativity.results.leaderboard import CompositeScores, Leaderboard, build_leaderboards, compute_composite
from helm_creativity.results.options import LEVEL, Absent, Options
from helm_creativity.results.people import place_people
from helm_creativity.results.reliability import DRAWS, Reliability, estimate_reliability
from helm_creativity.results.run_status import cache_notes
from helm_creativity.results.runs import Run
from helm_creativity.results.study import AllItems, ScoreMatrix, with_uncounted
from helm_creativity.results.submetrics import TradeOff, failure_rates, find_trade_offs
from helm_creativity.results.uncertainty import draw_scores
from helm_creativity.results.validity import Prediction, build_outcomes, predict_outcomes


@dataclass(frozen=True)
class Findings:
    """Everything that a report says of a study.

    Attributes:
        study: what it is about.
        title: for people.
        composite: over the benchmarks.
        leaderboards: one leaderboard a column.
        factors: one factor or not.
        reliability: one entry per column.
        severities: of judges, as calibrated.
        judge_bias: what judges favour, one audit per dimension.
        trade_offs: submetrics that pull against each other.
        failures: by reason of failure, shape (n, m): share of responses without a score.
        validity: what our columns predict.
        effects: of instructions.
        groups: the composite between groups of models.
        settings: number of draws, seed and the like, by name, for reproduction.
        cards: of the judges that were examined, by name.
        runs: behind the study, for what benchmarks themselves say of them; of several runs of a model the one that
            stands in it.
    """

    study: ScoreMatrix
    title: str
    composite: CompositeScores | Absent
    leaderboards: tuple[Leaderboard, ...]
    factors: Factors | Absent
    reliability: tuple[Reliability, ...]
    severities: tuple[Severity, ...] | Absent
    judge_bias: tuple[JudgeBias, ...] | Absent
    trade_offs: tuple[TradeOff, ...]
    failures: Mapping[str, Numbers]
    validity: tuple[Prediction, ...] | Absent
    effects: tuple[FactorEffect, ...] | Absent
    groups: tuple[GroupComparison, ...] | Absent
    settings: Mapping[str, str]
    cards: Mapping[str, JudgeCard] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()


def derive_findings(study: ScoreMatrix, runs: Sequence[Run] = (), options: Options | None = None) -> Findings:
    """All results of a study."""
    options = options or Options()
    standing = set(study.runs.values())
    study = with_uncounted(study, options.least_scored)
    build_outcomes(study, options)  # refuses unknown names before files are read
    draws, ranking, reliability = [], [], []
    over_all: dict[tuple[int, int], AllItems] = {}
    items: dict[int, tuple[str, ...]] = {}
    for place in range(len(study.columns)):
        responses = study.answers_of(place)  # one column's at a time: of all they may be gigabytes
        items[place] = responses.items if responses else ()
        draws.append(draw_scores(study, place, responses, options))
        cells, adjusted = column_over_all_items(study, place, responses, options)
        over_all.update(cells)
        ranking.append(adjusted or draws[-1])
        reliability.append(estimate_reliability(study, place, responses, options))
    study = replace(study, all_items=over_all)
    outcomes = build_outcomes(study, options)
    composite = compute_composite(study, ranking)
    problems: list[str] = []
    notes: list[str] = []
    people = place_people(study, options, problems, items)
    severities = estimate_severities(runs, {group: card.short_title for group, card in cards().items()}, problems)
    unaudited: list[str] = []
    judge_bias = audit_runs(runs, unaudited)
    problems += [problem for problem in unaudited if problem not in problems]
    groups = compare_model_groups(study, composite, options, notes)
    notes += cache_notes(run for run in runs if run.name in standing)
    return Findings(
        study=replace(study, problems=(*study.problems, *problems), notes=(*study.notes, *notes)),
        title=options.title,
        composite=composite,
        leaderboards=build_leaderboards(study, draws, ranking, norms=options.norms, people=people),
        factors=estimate_factors(study, composite, outcomes.capability, options),
        reliability=tuple(reliability),
        severities=severities,
        judge_bias=judge_bias,
        trade_offs=find_trade_offs(study, {group: card.trade_offs for group, card in cards().items()}),
        failures=failure_rates(study),
        validity=predict_outcomes(study, composite, outcomes),
        effects=instruction_effects(study),
        groups=groups,
        settings=_settings(options),
        cards=options.cards,
        # Of several runs of a model the others would only move p-values that are adjusted over models.
        runs=tuple(run for run in runs if run.name in standing),
    )


FLOOR = "share of scored responses from which a score counts"
"""Name of a setting."""


def _settings(options: Options) -> dict[str, str]:
    return {
        "draws of a bootstrap": f"{options.draws:,}",
        "draws of halves and of items": f"{DRAWS:,}",
        "intervals": f"{LEVEL:.0%}",
        "seed": str(options.seed),
        FLOOR: f"{100 * options.least_scored:g}%",
        "capability": " + ".join(options.capability) or "none named",
    }
