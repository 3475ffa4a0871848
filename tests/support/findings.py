"""Findings made by hand: a small study with everything, one without anything, a big one, one with hostile names."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
from support.judged import rows_of_table
from support.participants import sample as people_sample

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.ratings import ParsedRating, Scale
from helm_creativity.core.rubrics import Question, Rubric
from helm_creativity.exams.card import JudgeCard
from helm_creativity.exams.taking import ExamOptions, grade_exam
from helm_creativity.exams.types import ExamResponse, ExamScale, ExamSet, ScaleKind
from helm_creativity.psychometrics.composites import by_domain, overall, standardised
from helm_creativity.psychometrics.factor_analysis import one_factor, parallel_analysis
from helm_creativity.psychometrics.group_comparison import PairedEffect, compare_groups
from helm_creativity.psychometrics.reliability import SplitHalf, TestRetest
from helm_creativity.psychometrics.uncertainty import RankStability
from helm_creativity.psychometrics.validity import Correlation
from helm_creativity.results.calibration import RatedUnit, Severity, rating_cells
from helm_creativity.results.cautions import column_cautions
from helm_creativity.results.contrasts import FactorEffect
from helm_creativity.results.factors import Factors, Robustness
from helm_creativity.results.families import find_family
from helm_creativity.results.findings import Findings
from helm_creativity.results.judge_bias import UnitFacts, audit
from helm_creativity.results.leaderboard import CompositeScores, Leaderboard, LeaderboardRow
from helm_creativity.results.options import Absent
from helm_creativity.results.people import PeopleScores
from helm_creativity.results.reliability import Reliability
from helm_creativity.results.runs import Run
from helm_creativity.results.study import ScoreColumn, ScoreMatrix
from helm_creativity.results.submetrics import TradeOff
from helm_creativity.results.validity import Prediction

EVIL = "a/<script>alert('x')</script>&amp;\"\u202e\ud800\x1b[31m{{ 7 * 7 }}$x$"
MODELS = (
    "openai/gpt-4o-2024-11-20",
    "anthropic/claude-3-7-sonnet-20250219",
    "google/gemini-2.0-flash-001",
    "meta/llama-3.3-70b-instruct-turbo",
    "qwen/qwen2.5-72b-instruct-turbo",
    "mistralai/mistral-large-2411",
    "deepseek-ai/deepseek-v3",
    "openai/gpt-4o-mini-2024-07-18",
    "meta/llama-3.1-8b-instruct-turbo",
    "google/gemma-2-9b-it",
)
BASELINES = ("creativity/greedy", "creativity/random-nouns")
BENCHMARKS = (
    ("creativity_dat", "Divergent Association Task", "divergent thinking", 78.0, 5.0),
    ("creativity_rat", "Remote Associates Test", "convergent thinking", 0.55, 0.15),
    ("creativity_live_idea_bench", "LiveIdeaBench", "scientific ideation", 6.4, 0.5),
    ("creativity_create", "CREATE: associative creativity by paths", "associative thinking", 8.1, 2.4),
    ("creativity_story", "Short stories", "creative writing", 0.83, 0.02),
)
PARTICIPANTS = {"p1": [0.8, 0.84], "p2": [0.79, None], "p3": [0.86], "p4": [None]}
REASONS = ("refusal", "truncation", "unparsable")
NOT_RUN = (2, 3)
"""A model and a column without a run in the small study."""
UNSCORED = (8, 1)
"""A model all of whose answers in a column were refused."""


def placed_row(row, study, scores, errors, ranks, missing=()):
    """One model, with an interval of two standard errors and ranks that it may take."""
    score, error = float(scores[row]), float(errors[row])
    known = math.isfinite(score)
    rank = None if study.baselines[row] or not known else int(ranks[row])
    return LeaderboardRow(
        model=study.models[row],
        baseline=bool(study.baselines[row]),
        score=score if known else None,
        low=score - 1.96 * error if known else None,
        high=score + 1.96 * error if known else None,
        rank=rank,
        rank_low=None if rank is None else max(1, rank - 1),
        rank_high=None if rank is None else min(int(study.pool.sum()), rank + 2),
        missing=missing,
    )


def placed(study, scores, errors, missing=None):
    """All models, best first."""
    filled = np.where(np.isfinite(scores), scores, -np.inf)
    ranks = [1 + int((filled[study.pool] > value).sum()) for value in filled]
    order = sorted(range(len(scores)), key=lambda row: (-filled[row], study.models[row]))
    lacks = missing or [()] * len(scores)
    return tuple(placed_row(row, study, scores, errors, ranks, lacks[row]) for row in order)


def study_of(models, benchmarks, seed=1, gaps=True):
    """Scores with one factor behind them."""
    rng = np.random.default_rng(seed)
    n, m = len(models), len(benchmarks)
    ability = rng.standard_normal(n)[:, None]
    centre, spread = (np.array([benchmark[place] for benchmark in benchmarks]) for place in (3, 4))
    scores = centre + spread * (0.8 * ability + 0.6 * rng.standard_normal((n, m)))
    answers = rng.integers(20, 200, m) * np.ones((n, 1))
    failing = {f"{reason}_rate": np.round(rng.random((n, m)) ** 6, 3) for reason in REASONS}
    if gaps:
        for row, column in (NOT_RUN, UNSCORED):
            scores[row, column] = np.nan
        answers[NOT_RUN] = np.nan
        failing["refusal_rate"][UNSCORED] = 1.0
        for reason in REASONS:
            failing[f"{reason}_rate"][NOT_RUN] = np.nan
            if reason != "refusal":
                failing[f"{reason}_rate"][UNSCORED] = 0.0
    columns = tuple(
        ScoreColumn(
            key=group if place < 20 else f"{group}-{place}",
            group=group,
            title=title,
            domain=domain,
            comparable=f"{group.removeprefix('creativity_')}|protocol:p|card:1-A|embedding:glove-840b@sha256:{place:012x}|"
            "v:0.7.0|temperature:1|max_tokens:1024",
            items=int(answers[0, place]),
        )
        for place, (group, title, domain, *_) in enumerate(benchmarks)
    )
    stats = {"num_answers": answers, "valid_rate": 1 - sum(failing.values()).clip(0, 1), **failing}
    gone = {NOT_RUN} if gaps else set()
    return ScoreMatrix(
        models=tuple(models),
        columns=columns,
        scores=scores,
        errors=np.where(np.isfinite(scores), 0.12 * spread, np.nan),
        stats=stats,
        runs={
            (i, j): f"{columns[j].group}:model={models[i]}" for i in range(n) for j in range(m) if (i, j) not in gone
        },
        problems=("creativity_dat:model=x: FileNotFoundError: stats.json",) if gaps else (),
        notes=("creativity_dat has 2 columns; the first stands in the composite: more models",) if gaps else (),
    )


def boards_of(study):
    """One a column, with the usual stats beside the score; the last has people beside the models."""
    leaderboards = []
    for place, column in enumerate(study.columns):
        rows = {model: row for row, model in enumerate(study.models)}
        placed_here = placed(study, study.scores[:, place], study.errors[:, place])
        submetrics = {
            name: tuple(_or_none(study.stats[name][rows[row.model], place]) for row in placed_here)
            for name in ("valid_rate", "num_answers")
        }
        people = (PeopleScores(people_sample(PARTICIPANTS)),) if place == len(study.columns) - 1 else ()
        cautions = dict(zip(study.models, column_cautions(study, place), strict=True))
        placed_here = tuple(row._replace(caution=cautions[row.model]) for row in placed_here)
        leaderboards.append(Leaderboard(column, placed_here, "bootstrap over items", submetrics, people=people))
    return tuple(leaderboards)


def _or_none(value):
    return float(value) if math.isfinite(value) else None


def composite_of(study):
    """Mean z; a model that lacks a benchmark has none."""
    z = standardised(study.scores, study.pool)
    domains, means = by_domain(z, [column.domain for column in study.columns])
    missing = [
        tuple(column.title for column, value in zip(study.columns, row, strict=True) if not math.isfinite(value))
        for row in z
    ]
    found = placed(study, overall(z), np.full(len(z), 0.08), missing)
    return CompositeScores(tuple(column.key for column in study.columns), z, domains, means, found)


def factors_of(study, composite):
    """Of the domains, over the models that have all."""
    rows = study.pool & np.isfinite(composite.by_domain).all(axis=1)
    data = composite.by_domain[rows]
    solution = one_factor(data)
    first = float(solution.eigenvalues[0])
    changes = (
        *(Robustness(f"without {name}", len(data), 0.8 * first, 0.7, 0.69, 0.66) for name in composite.domains),
        Robustness("6 of 8 models, 1,000 draws", 6, first, None, 0.69, 0.7, 0.9 * first, 1.1 * first),
    )
    noise = parallel_analysis(data, np.random.default_rng(2), draws=50)
    return Factors(composite.domains, "domains", len(data), solution, 0.83, 0.82, noise, changes, np.corrcoef(data.T))


def reliability_of(study):
    """Good, middling, and none."""
    found = []
    for place, column in enumerate(study.columns):
        n, k = int(study.pool.sum()), column.items
        if place % 5 == 4:
            no = Absent("it has only one item, which cannot be split")
            found.append(Reliability(column, no, no, no))
            continue
        r = 0.9 - 0.1 * (place % 5)
        sizes = tuple(dict.fromkeys(max(1, k * part // 8) for part in range(1, 9)))
        line = np.array([1 - (1 - r) / math.sqrt(size / sizes[0]) for size in sizes])
        stable = RankStability(
            sizes=np.array(sizes),
            correlation=line,
            low=line - 0.1,
            high=np.minimum(1, line + 0.05),
            n_models=n,
            n_items=k,
            draws=200,
            enough=sizes[3] if place % 2 == 0 else None,
        )
        halves = SplitHalf(r=r - 0.1, reliability=r, low=r - 0.15, high=r + 0.05, n_models=n, n_items=k, draws=200)
        retest = TestRetest(r=r - 0.05, reliability=r, low=r - 0.2, high=r + 0.06, n_models=n, n_trials=4)
        found.append(
            Reliability(column, halves, retest if place % 2 == 0 else Absent("every item was asked once"), stable)
        )
    return tuple(found)


def validity_of(study):
    """Every column for two outcomes, one with a capability."""
    n = int(study.pool.sum())
    found = []
    for place, column in enumerate(study.columns):
        r = 0.6 - 0.05 * (place % 12)
        validity = Correlation(r=r, t=2.0, df=n - 2, p=0.03, n=n, low=r - 0.4, high=min(0.99, r + 0.3))
        specific = Correlation(r=r - 0.3, t=0.9, df=n - 3, p=0.0002, n=n, low=r - 0.8, high=r + 0.2)
        found.append(Prediction(column.title, "Arena, creative writing", n, validity, specific, 0.62))
        found.append(
            Prediction(column.title, "MMLU", n, validity, Absent("no capability was named (--capability)"), None)
        )
    return tuple(found)


def trade_of(study, place, x="originality", y="feasibility"):
    """Submetrics that pull apart, the first models on the front."""
    points = tuple(
        (model, 5.0 + i / 7, 9.0 - i / 9, True) if i < 6 else (model, 4.0 + i / 500, 7.0 + i / 500, False)
        for i, model in enumerate(study.models)
    )
    return TradeOff(study.columns[place], x, y, points)


def judge_bias_of(judges, models, items=12):
    """The first judge favours length, and the second its own family; nobody was asked about several texts."""
    rng = np.random.default_rng(4)
    n, k = items * len(models), len(judges)
    words = rng.integers(20, 90, n)
    ratings = rng.normal(6, 0.7, (n, 1)) + rng.normal(0, 0.5, (n, k))
    ratings[:, 0] += np.log2(words / 40)
    ratings[:, 1] += np.resize([find_family(model) == find_family(judges[1]) for model in models], n)
    rows = rows_of_table(np.clip(np.rint(ratings), 1, 10), judges, models)
    units = [RatedUnit(row.run, row.instance, row.trial) for row in rows[::k]]
    facts = {unit: UnitFacts(words[u], math.nan, u // len(models), unit) for u, unit in enumerate(units)}
    (cell,) = rating_cells(rows)
    return audit(cell, facts, "LiveIdeaBench")


def gated_runs(models):
    """Two models of a benchmark with a table of its own: one passes at one of two temperatures, the other nowhere."""
    return tuple(
        Run(
            f"{model}@{temperature}",
            "creativity_cdat",
            model,
            {"comparable": f"cdat|p|temp:{temperature:g}", "temperature": temperature},
            {"gate_p_value": p, "gate_difference": 1.0, "novelty": 81.2},
        )
        for model, temperature, p in ((models[0], 1.0, 0.0001), (models[0], 1.5, 0.02), (models[1], 1.0, 0.2))
    )


def judge_card(judge):
    """Of a judge that agrees with people on the three responses that it was asked about."""
    scale = ExamScale(ScaleKind.INTERVAL, 1, 5)
    rubric = Rubric("r", Path(), "r", ("rating",), scale=Scale(1, 5, 1))
    asked = [ExamResponse(str(value), "item", "a text", Question("", "?"), {"ann": value}) for value in (2.0, 3.0, 5.0)]
    replies = [JudgeReply(judge, "r", "", {"rating": ParsedRating(response.ratings["ann"])}) for response in asked]
    exam = ExamSet("mine", "A file of one's own", "CC0", "", scale, rubric, tuple(asked))
    return JudgeCard(judge, (grade_exam(exam, asked, replies, ExamOptions()),))


def findings_of(study, title):
    """Everything that there can be."""
    composite = composite_of(study)
    scored = [(row.score, row.model.split("/")[0][:3]) for row in composite.rows if row.rank]
    values, half = [score for score, _ in scored], len(scored) // 2
    groups = ["open" if i % 2 else "closed" for i in range(2 * half)] + ["closed"] * (len(scored) - 2 * half)
    judges = ("google/gemini-2.0-flash-001", "openai/gpt-4.1-mini-2025-04-14", "xai/grok-4-1-fast-non-reasoning")
    return Findings(
        study=study,
        title=title,
        composite=composite,
        leaderboards=boards_of(study),
        factors=factors_of(study, composite),
        reliability=reliability_of(study),
        severities=tuple(
            Severity("LiveIdeaBench", dimension, judge, value, None if judge == judges[2] else 0.06, 1240)
            for dimension in ("originality", "feasibility")
            for judge, value in zip(judges, (-0.41, 0.08, 0.33), strict=True)
        ),
        judge_bias=(judge_bias_of(judges, study.models[:8]),),
        trade_offs=(trade_of(study, 2),),
        failures={reason: study.stats[f"{reason}_rate"] for reason in REASONS},
        runs=gated_runs(study.models),
        validity=validity_of(study),
        effects=(
            FactorEffect(
                study.columns[0].title,
                "score",
                "effective",
                "creative",
                70.0,
                72.1,
                PairedEffect(
                    n=8, mean_difference=2.1, d_z=0.9, low=0.1, high=1.7, t=2.5, df=7, p=0.04, wilcoxon_p=0.05
                ),
                0.04,
            ),
        ),
        groups=compare_groups(values, groups),
        settings={"draws of a bootstrap": "1,000", "seed": "0"},
    )


def small():
    """Ten models and two baselines in five benchmarks, with everything."""
    return findings_of(study_of((*MODELS, *BASELINES), BENCHMARKS), "Creativity of ten language models")


def absent():
    """A study without a single model or column: every statistic says why there is none."""
    nothing = Absent("these suites hold no benchmark")
    empty = np.empty((0, 0))
    return Findings(
        study=ScoreMatrix((), (), empty, empty),
        title="",
        composite=nothing,
        leaderboards=(),
        factors=nothing,
        reliability=(),
        severities=nothing,
        judge_bias=nothing,
        trade_offs=(),
        failures={},
        validity=nothing,
        effects=nothing,
        groups=nothing,
        settings={},
    )


def big(n=200, m=20):
    """Two hundred models in twenty benchmarks."""
    models = [f"maker-{i % 17}/model-{i}-with-a-name-of-the-usual-length-2025" for i in range(n)]
    domains = ("divergent thinking", "convergent thinking", "creative writing", "problem solving")
    benchmarks = [
        (f"creativity_b{j}", f"Benchmark number {j} of the big study", domains[j % 4], 50.0 + j, 5.0) for j in range(m)
    ]
    return findings_of(study_of(models, benchmarks, gaps=False), "A big study")


def hostile():
    """Every name says what a browser must not do."""
    one = small()
    names = tuple(f"{EVIL}{i}" if i < 10 else f"creativity/{EVIL}{i}" for i in range(12))
    columns = tuple(
        replace(column, title=f"{EVIL}{place}", domain=f"{EVIL}{place}", comparable=EVIL)
        for place, column in enumerate(one.study.columns)
    )
    study = replace(one.study, models=names, columns=columns, problems=(EVIL,), notes=(EVIL,))
    made = findings_of(study, EVIL)
    severities = tuple(severity._replace(judge=EVIL, benchmark=EVIL) for severity in made.severities)
    failures = {EVIL: made.failures["refusal"]}
    judge_bias = (replace(judge_bias_of([EVIL, "y"], [f"{EVIL}{i}" for i in range(8)]), title=EVIL, apart=EVIL),)
    return replace(made, severities=severities, judge_bias=judge_bias, failures=failures, settings={EVIL: EVIL})
