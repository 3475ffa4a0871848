"""What the columns of suites predict of published scores beyond capability, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from helm_creativity.defaults import RAW
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.composites import LEAST_SCORED
from helm_creativity.psychometrics.validity import Correlation, frontier
from helm_creativity.reports.leaderboard import reference_lines
from helm_creativity.results.all_items import with_all_items
from helm_creativity.results.mean_z import with_mean_z
from helm_creativity.results.numbers import correlation, count, p_value
from helm_creativity.results.options import Absent, Options, unknown_models
from helm_creativity.results.published_scores import MatchedModels, PublishedScores, match_models
from helm_creativity.results.rescoring import corrected_suites
from helm_creativity.results.runs import SuiteFolder, read_suites
from helm_creativity.results.study import ScoreMatrix, build_score_matrix, uncounted_lines, with_uncounted
from helm_creativity.results.table import Column, Table, Undefined
from helm_creativity.results.validity import Prediction, build_outcomes, predict_outcomes
from helm_creativity.safe_text import counted, quoted

Tell = Callable[[str], None]
Covariates = Mapping[str, Mapping[str, float]]
number, thousandths = correlation(2), correlation(3)


def correlation_columns(key: str, title: str) -> list[Column]:
    """Of a correlation the coefficient, its interval and its p-value."""
    return [
        Column(key, title, number),
        Column(
            f"{key}_interval", "95 %", lambda ends: " ".join(f"{number(end):>4}" for end in ends), parts=("low", "high")
        ),
        Column(f"{key}_p", "p", p_value),
    ]


_SUITE = (
    Column("column", "column", left=True),
    Column("n", "n", count),
    *correlation_columns("validity", "valid."),
    *correlation_columns("specificity", "spec."),
    Column("capability", "R", number),
    Column("ceiling", "ceiling", number),
)
SUITE_LEGEND = """\
n: models with all values that the row needs. valid.: Pearson's r. spec.: r|g, with capability partialled out of
the benchmark only. R: multiple correlation of the benchmark with capability over these models. ceiling: the
greatest possible spec. (theorem 1 of Schapiro et al. 2026). p: two-sided, not corrected for multiple testing."""


def suite_tables(
    suites: Sequence[SuiteFolder],
    published: PublishedScores,
    tell: Tell,
    covariates: Covariates,
    capability: str | None = None,
    scores: str = RAW,
    *,
    mean_z: bool = False,
) -> list[Table]:
    """What the columns of suites predict of published scores on benchmarks and of covariates, by model."""
    study = build_score_matrix(suites, warn=tell, collected=corrected_suites(read_suites(suites), scores))
    for problem in study.problems:
        tell(f"left out: {problem}")
    numbered = [model for numbers in covariates.values() for model in numbers]
    for problem in unknown_models(numbered, study.models, "--covariates"):
        tell(f"left out: {problem}")
    study = with_uncounted(with_all_items(study), LEAST_SCORED)
    means: list[str] = []
    if mean_z:
        study = with_mean_z(study, means.append)
    models = [name for name, baseline in zip(study.models, study.baselines, strict=True) if not baseline]
    matched = match_models(models, published)
    _require_models(", ".join(suite.name for suite in suites), matched, published, covariates, study)
    taken = _capability(capability, published, covariates)
    # Names of outcomes are unique: the file's own column goes before one that is published.
    merged = {**_published_columns(published, matched), **covariates}
    options = Options(covariates=merged, capability=taken)
    for column in published.columns:
        for name in sorted({column.name, column.title} & covariates.keys()):
            if column.kind != "test" and (name in taken or name == column.title):
                tell(f"{name}: the column of --covariates was taken, not {column.title} of {published.name}")
    found = predict_outcomes(study, Absent("this table is of single columns"), build_outcomes(study, options))
    head = f"validity for the benchmarks of {published.name}; capability: {', '.join(options.capability)}"
    settings = [
        f"comparable settings of {column.title}: {column.comparable}" for column in study.columns if column.ours
    ] + reference_lines(study.columns)
    tables = [Table("head", title=head)]
    if isinstance(found, Absent):
        tables.append(Table("validity", notes=[f"There is none, because {found.reason}."]))
    else:
        tables += [
            Table("validity", _SUITE, list(map(_predicted_row, of_outcome)), name, {"benchmark": name})
            for name, of_outcome in groupby(found, key=lambda prediction: prediction.outcome)
        ]
        tables.append(Table("legend", notes=[SUITE_LEGEND]))
    return [
        *tables,
        Table("models", notes=[*_models(matched, published), *uncounted_lines(study), *means]),
        Table("settings", notes=settings),
    ]


def _predicted_row(prediction: Prediction) -> tuple[Any, ...]:
    ceiling = None if prediction.capability is None else frontier(prediction.validity.r, prediction.capability)[1]
    return (
        prediction.predictor,
        prediction.n,
        *_correlation_cells(prediction.validity),
        *_correlation_cells(prediction.specificity),
        prediction.capability,
        ceiling,
    )


def _correlation_cells(found: Correlation | Absent) -> tuple[Any, ...]:
    if isinstance(found, Absent):
        return Undefined(found.reason), None, None
    return found.r, (found.low, found.high), found.p


def _models(matched: MatchedModels, published: PublishedScores) -> Iterator[str]:
    count = len(matched.models)
    yield f"{counted(count, 'model of the suite is', 'models of the suite are')} in {published.name}"
    for words, names, mark in (
        ("of these, by another name", matched.taken_as, "; "),
        ("left out, because several models match one", matched.ambiguous, "; "),
        ("left out, because the suite also has the model by its own name", matched.gave_way, "; "),
        (f"not in {published.name}", matched.unmatched, ", "),
    ):
        if names:
            yield (f"{words}: {mark.join(names)}")


def _published_columns(published: PublishedScores, matched: MatchedModels) -> dict[str, Mapping[str, float]]:
    table: dict[str, Mapping[str, float]] = {}
    for column in (*published.of_kind("capability"), *published.of_kind("benchmark")):
        values = dict(zip(published.models, published.values(column.name).tolist(), strict=True))
        table[column.title] = {name: values[model] for name, model in matched.models.items()}
    return table


def _capability(names: str | None, published: PublishedScores, covariates: Covariates) -> tuple[str, ...]:
    """Titles of what stands for capability: a file's own column, else a published one by its name or its title."""
    if names is None:
        return tuple(column.title for column in published.of_kind("capability"))
    titles = {column.name: column.title for column in published.columns if column.kind != "test"}
    wanted = [name.strip() for name in names.split("+")]
    if not all(wanted):
        raise BadArguments(f"expected names joined with '+' in --capability, got {quoted(names)}")
    return tuple(name if name in covariates else titles.get(name, name) for name in wanted)


def _require_models(
    suite: str, matched: MatchedModels, published: PublishedScores, given: Covariates, study: ScoreMatrix
) -> None:
    if not matched.models and not given:
        raise BadArguments(
            f"no model of the suite {quoted(suite)} is one of {published.name} "
            f"({', '.join(study.models) or 'it has none'}); "
            "run models that the paper tested, or give scores of your own with --covariates"
        )
