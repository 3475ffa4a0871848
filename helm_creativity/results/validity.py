"""What scores of the suite say of other scores of the same models, beyond what is known without them.

* Of other packages' benchmarks, of our probes, of columns of a file, and of the scores that a paper prints: validity,
  specificity and the frontier of both (Schapiro et al. 2026, ``psychometrics.validity``).
* Of criteria of the user's own: partial correlations, what a score adds to covariates, trends by date and by step.
* Of any of these: predictors together, in blocks (``psychometrics.nested_regressions``), and Williams' test of two
  predictors of one outcome (Steiger 1980, eq. 7).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from helm_creativity.core.names import PREFIX, did_you_mean, find_name
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.psychometrics.composites import LEAST_MODELS, overall, standardised, z_scores
from helm_creativity.psychometrics.nested_regressions import block_steps, increment, least_squares_slope
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.validity import (
    Correlation,
    best_on_frontier,
    frontier,
    mean_deviations,
    multiple_r,
    partial,
    pearson,
    spearman,
    specificity,
    williams,
)
from helm_creativity.results.analyses import analysis
from helm_creativity.results.criteria import RELEASE_DATE, aligned_with, read_model_table
from helm_creativity.results.factor_levels import LevelScores, levels_of_setting
from helm_creativity.results.numbers import between, correlation, count, fixed, p_value
from helm_creativity.results.published_scores import NAMES, match_models, read_published_scores
from helm_creativity.results.rescoring import REFERENCE
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.suite import ScoreColumn, Suite, with_columns
from helm_creativity.results.table import Column, Plot, Table, Undefined, or_undefined
from helm_creativity.safe_text import listed, quoted

COMPOSITE, OWN = "Composite", "Composite of creativity"
"""The second where the composite spans other packages' benchmarks, of which this one goes without."""
LEAST = 4
"""Models with which a statistic about a criterion is given."""
MOST_COMPARED = 6
"""Predictors of which every pair is compared without being asked for."""
IN_FILE = " (file)"
"""Behind the name of a column of the file that a column of the suite has, too."""
TAKEN = frozenset({"table", "method", "number", "variable", "undefined"})
"""Names of other fields of the table of correlations."""
PURPOSE = 7
EMBEDDING, MEAN_Z = "embedding", "mean_z"
"""A setting, and what stands in the place of the main stat, so that a column is not taken for one of scores."""
number, interval = correlation(2), between(correlation(2))


def _significant(value: float) -> str:
    return f"{value:.3g}"


def _correlation_columns(key: str, title: str, *, short: bool = False) -> tuple[Column, ...]:
    """Of a correlation the coefficient, its interval and its p-value, which only data files have where it is short."""
    ends = (f"{key}_low", f"{key}_high")
    return (
        Column(key, title, number),
        Column(f"{key}_interval", "95 %", interval, of=ends, data_only=short),
        Column(f"{key}_p", "p", p_value, data_only=short),
    )


_PLACE = (Column("column", "column", left=True), Column("n", "n", count))
_KEY = (Column("benchmark", "benchmark", data_only=True), Column("comparable", "settings", data_only=True))
PREDICTIONS = (
    *_PLACE,
    *_correlation_columns("validity", "valid."),
    *_correlation_columns("spearman", "rho", short=True),
    *_correlation_columns("specificity", "spec."),
    Column("capability_r", "R", number),
    Column("ceiling", "ceiling", number),
)
PREDICTIONS_LEGEND = (
    "n: models with all values that the row needs. valid.: Pearson's r. rho: Spearman's. spec.: r|g, with capability "
    "partialled out of the outcome only. R: multiple correlation of the outcome with capability over these models. "
    "ceiling: the greatest possible spec. (theorem 1 of Schapiro et al. 2026). p: two-sided, not corrected for multiple "
    "testing."
)
ASSOCIATIONS = (
    *_PLACE,
    *_correlation_columns("pearson", "r"),
    *_correlation_columns("spearman", "rho", short=True),
    *_correlation_columns("partial", "partial", short=True),
    Column("r2_covariates", "R2 cov.", number),
    Column("r2", "R2", number),
    Column("delta_r2", "delta R2", number, mark="main"),
    Column("delta_r2_interval", "95 %", interval, of=("delta_r2_low", "delta_r2_high")),
    Column("f", "F", fixed(2)),
    Column("df", "df", count),
    Column("f_p", "p", p_value),
    *_KEY,
)
ASSOCIATIONS_LEGEND = (
    "n: models with all values that the row needs. r: Pearson's. rho: Spearman's. partial: r with the covariates taken "
    "out of both. R2 cov.: regression of the criterion on the covariates; R2: on the covariates and the score; delta "
    "R2: the difference, tested by F with 1 and df degrees of freedom. Its interval is the middle 95 % over resamples "
    "of the models, always above 0 (.00 is rounded): p says whether a score adds anything. Scores of which less is "
    "better are turned. p: two-sided for correlations, not corrected for multiple testing."
)
TREND = (
    *_PLACE,
    Column("slope", "slope", _significant, mark="main"),
    Column("slope_interval", "95 %", between(_significant), of=("slope_low", "slope_high")),
    *_correlation_columns("pearson", "r", short=True),
    *_correlation_columns("spearman", "rho", short=True),
    *_KEY,
)
TREND_LEGEND = "Slope: least squares, over models, with its t interval. r, rho: with the date or the step."
PAIRS = (
    Column("first", "first", left=True),
    Column("second", "second", left=True),
    Column("n", "n", count),
    *_correlation_columns("pearson", "r"),
    *_correlation_columns("spearman", "rho"),
)
BLOCKS = (
    Column("block", "predictors", left=True),
    Column("n", "n", count),
    Column("r2", "R2", number),
    Column("delta_r2", "delta R2", number, mark="main"),
    Column("f", "F", fixed(2)),
    Column("df1", "df1", count),
    Column("df2", "df2", count),
    Column("p", "p", p_value),
)
COMPARED = (
    Column("outcome", "outcome", left=True),
    Column("first", "first", left=True),
    Column("second", "second", left=True),
    Column("n", "n", count),
    Column("first_r", "r first", number),
    Column("second_r", "r second", number),
    Column("between_r", "r of both", number),
    Column("difference", "difference", number, mark="main"),
    Column("t", "t", fixed(2)),
    Column("df", "df", count),
    Column("p", "p", p_value),
)


@dataclass(frozen=True)
class CapabilityOptions(DeclaredOptions):
    """What is to be predicted beside the suite's own columns, and what general capability is."""

    covariates: str = option("", "file with a column 'model' and columns of numbers, which are further outcomes")
    capability: str = option(
        "", "what general capability is: names joined by + of columns of covariates, or of other benchmarks"
    )

    def __post_init__(self) -> None:
        """Checks the values; in Python a table may be a data frame or mappings instead of a file."""
        tables = {name: vars(self)[name] for name in ("criteria", "covariates") if name in vars(self)}
        super().__post_init__()
        for name, table in tables.items():
            if not isinstance(table, (str, Path)):
                object.__setattr__(self, name, table)


@dataclass(frozen=True)
class ValidityOptions(CapabilityOptions):
    """What is to be predicted, by what, and what is known without it."""

    criteria: str = option("", "file with a column 'model' and columns of numbers: criteria of your own")
    covariate: str = option(
        "", "what is controlled for in criteria: names joined by + of columns of criteria, or of the suite's benchmarks"
    )
    curve: str = option("", "column of criteria such as the step of checkpoints, by which scores have a trend")
    published: str = option("", "the paper whose scores of models are outcomes", choices=("", *NAMES))
    mean_z: bool = option(False, "whether a test that was run under several embeddings has its mean z-score, too")
    first: str = option("", "predictors that are entered first, joined by +, such as dat+rat")
    then: str = option("", "predictors that are entered then, joined by +")
    outcome: str = option("", "what first and then predict: a benchmark of the suite or a column of numbers")
    compare: str = option("", "predictors of which every two are compared, joined by +")


@dataclass(frozen=True)
class _Found:
    """What one of the ways found: variables by name, other names of these, outcomes among them, tables and notes."""

    variables: Mapping[str, Numbers]
    aliases: Mapping[str, str]
    outcomes: Mapping[str, Numbers]
    tables: Sequence[Table]
    notes: Sequence[str]
    reason: str = field(default="there is nothing to predict")


@analysis("validity", title="What scores predict")
def validity(suite: Suite, options: ValidityOptions) -> Iterable[Table]:
    """What scores say of other scores of the same models, beyond capability or beyond covariates.

    Outcomes are other packages' benchmarks, probes, the columns of ``covariates`` and the scores that a paper prints;
    or, with ``criteria``, the columns of a file of your own, for which nested regressions say what a score adds.
    """
    own = _is_given(options.criteria)
    if own and (_is_given(options.covariates) or options.capability or options.published):
        raise BadArguments(
            "covariates, capability and published are of other outcomes than criteria; name columns to control for by "
            "covariate"
        )
    if not own and (options.covariate or options.curve):
        raise BadArguments("covariate and curve name columns of a file, and need criteria")
    if bool(options.outcome) != bool(options.first or options.then):
        raise BadArguments("predictors in blocks need both an outcome, and first, then, or both")
    means: list[str] = []
    if options.mean_z:
        suite = with_mean_z(suite, means)
    found = _of_criteria(suite, options) if own else _of_outcomes(suite, options)
    tables = [*found.tables, *_blocks(suite, found, options), *_compared(suite, found, options.compare)]
    if not tables:
        raise NothingToSay(found.reason)
    yield from tables
    yield Table("notes", notes=[*found.notes, *suite.uncounted_lines(), *means])


def _is_given(table: object) -> bool:
    return not isinstance(table, str) or bool(table)


def _names(text: str, found: Iterable[str], aliases: Mapping[str, str], where: str) -> list[str]:
    """The variables that names joined by + mean, such as ``dat+rat``."""
    known = list(found)
    named = []
    for part in [text] if text in aliases or text in known else [part.strip() for part in text.split("+")]:
        name = aliases.get(part) or find_name(part, [*known, *aliases])
        if not part or name is None:
            raise BadArguments(
                f"{where}: expected benchmarks or columns of numbers, joined by +, got {quoted(part)}"
                f"{did_you_mean(part, known)}"
            )
        named.append(aliases.get(name, name))
    return list(dict.fromkeys(named))


def _aliases(columns: Iterable[ScoreColumn]) -> dict[str, str]:
    """Titles by names of benchmarks; of several columns of a benchmark that of the first."""
    some = list(columns)[::-1]
    return {column.group: column.title for column in some} | {column.benchmark: column.title for column in some}


def _fields(name: str, found: Correlation | Undefined) -> dict[str, Any]:
    """The values of a correlation by the keys of its columns."""
    if isinstance(found, Undefined):
        return {name: found, **dict.fromkeys((f"{name}_low", f"{name}_high", f"{name}_p"))}
    values = {f"{name}_{key}": getattr(found, key) for key in ("low", "high", "p", "t", "df")}
    return {name: found.r, **values}


def capability_of(suite: Suite, options: CapabilityOptions) -> Numbers:
    """What capability is, shape (n, k)."""
    known, _, named, _ = _known_outcomes(suite, options)
    return np.column_stack([np.empty((len(suite.models), 0)), *(known[name] for name in named)])


def _known_outcomes(
    suite: Suite, options: CapabilityOptions
) -> tuple[dict[str, Numbers], dict[str, str], list[str], list[str]]:
    """All outcomes by name, other names of these, the names of those that stand for capability, and notes."""
    others = [(place, column) for place, column in enumerate(suite.columns) if not column.creative]
    known: dict[str, Numbers] = {column.title: suite.oriented[:, place] for place, column in others}
    aliases = _aliases(column for _, column in others)
    models = [model for model, language in zip(suite.models, ~suite.baselines, strict=True) if language]
    own: Mapping[str, Mapping[str, float]] = {}
    notes: list[str] = []
    if _is_given(options.covariates):
        table = read_model_table(options.covariates, models)
        own, notes = table.values, table.notes
        if not own:
            raise BadArguments(f"covariates: expected columns of numbers, got none: {'; '.join(table.problems)}")
    capability = options.capability
    if paper := getattr(options, "published", ""):
        published = read_published_scores(paper)
        matched = match_models(models, published)
        if not matched.models and not own:
            raise BadArguments(
                f"no model of the suite {quoted(suite.title)} is one of {paper} "
                f"({', '.join(suite.models) or 'it has none'}); run models that the paper tested, or give scores of "
                "your own with covariates"
            )
        notes += matched.notes(paper)
        for column in (*published.of_kind("capability"), *published.of_kind("benchmark")):
            if column.title in own or (column.name in own and column.name in capability.split("+")):
                name = column.title if column.title in own else column.name
                notes.append(f"{name}: the column of covariates was taken, not {column.title} of {paper}")
            values = dict(zip(published.models, published.values(column.name).tolist(), strict=True))
            known[column.title] = aligned_with(
                suite.models, {name: values[model] for name, model in matched.models.items()}
            )
            aliases[column.name] = column.title
        capability = capability or "+".join(column.title for column in published.of_kind("capability"))
    for name, numbers in own.items():
        known[name] = aligned_with(suite.models, numbers)
        aliases.pop(name, None)
    return known, aliases, _names(capability, known, aliases, "capability") if capability else [], notes


def _of_outcomes(suite: Suite, options: ValidityOptions) -> _Found:
    """Validity and specificity of our measures, and of the composite of them, for every outcome.

    Another package's benchmark that stands in the composite would predict itself there; the predictor goes without.
    """
    known, aliases, named, notes = _known_outcomes(suite, options)
    capability = np.column_stack([np.empty((len(suite.models), 0)), *(known[name] for name in named)])
    outcomes = {name: values for name, values in known.items() if name not in named}
    scores = {column.title: suite.oriented[:, place] for place, column in enumerate(suite.columns) if column.creative}
    predictors = {**_composite(suite), **scores}
    tables = []
    for outcome, y in outcomes.items():
        cells = ((name, _prediction(suite, x, y, capability)) for name, x in predictors.items())
        if rows := [{"column": name, **cell} for name, cell in cells if cell]:
            facts = {"outcome": outcome, "capability": ", ".join(named) or "none named"}
            plot, caption = None, _frontier_caption(rows)
            if caption:
                plot = Plot("scatter", "column", "validity", "specificity", caption=caption)
            tables.append(Table("validity", PREDICTIONS, rows, f"Validity for {outcome}", facts, plot=plot))
    if tables:
        tables[-1] = replace(tables[-1], notes=[PREDICTIONS_LEGEND])
    if options.published:
        ours = [column for column in suite.columns if column.ours]
        notes += [f"comparable settings of {column.title}: {column.comparable}" for column in ours]
    for column in suite.columns:
        if REFERENCE in column.provenance:
            notes.append(f"reference judge of {column.title}: {', '.join(column.provenance[REFERENCE])}")
    return _Found(
        {**known, **scores},
        {**_aliases(suite.columns), **aliases},
        outcomes,
        tables,
        notes,
        "fewer than three models have both a score here and a value to predict"
        if outcomes
        else "there is nothing to predict: these suites hold no other benchmark, and no covariates were given",
    )


def _composite(suite: Suite) -> dict[str, Numbers]:
    columns = [suite.columns[place] for place in suite.primary]
    found = z_scores(suite.oriented[:, suite.primary], [column.title for column in columns], ~suite.baselines)
    own = [columns[place].creative for place in found.places]
    return {COMPOSITE if all(own) else OWN: overall(found.z[:, own])} if any(own) else {}


def _prediction(suite: Suite, x: Numbers, y: Numbers, capability: Numbers) -> dict[str, Any]:
    """Over models that have all values, so that validity and specificity are of the same; {} where nothing is."""
    rows = suite.pool & np.isfinite(np.column_stack([x, y, capability])).all(axis=1)
    x, y, capability = x[rows], y[rows], capability[rows]
    found = pearson(x, y)
    if found is None:
        return {}
    why = Undefined(f"{found.n} models are too few, or capability predicts it completely")
    if not capability.shape[1]:
        why = Undefined("no capability was named (capability)")
    special = specificity(x, y, capability) if capability.shape[1] else None
    r = multiple_r(y, capability) if capability.shape[1] else None
    return {
        "n": found.n,
        **_fields("validity", found),
        **_fields("spearman", spearman(x, y) or why),
        **_fields("specificity", special or why),
        "capability_r": or_undefined(r, why.reason),
        "ceiling": or_undefined(None if r is None else frontier(found.r, r)[1], why.reason),
    }


def _frontier_caption(rows: Sequence[Mapping[str, Any]]) -> str:
    """What is feasible, of the most points that share models and R; "" where there is none."""
    points = [row for row in rows if not isinstance(row["specificity"], Undefined)]
    if not points:
        return ""
    (n, r), shared = Counter((row["n"], round(row["capability_r"], 6)) for row in points).most_common(1)[0]
    best = max(points, key=lambda row: float(row["validity"] + row["specificity"]))
    return (
        f"Validity and specificity of {len(points)} predictors. Over the {n} models of {shared} of them R is {number(r)}: "
        f"the sum is at most that of v* = s* = {number(best_on_frontier(r)[0])}. {best['column']} has the greatest sum."
    )


def _of_criteria(suite: Suite, options: ValidityOptions) -> _Found:
    """Correlations, partial correlations and increments of all scores for all criteria, and trends."""
    table = read_model_table(
        options.criteria, [model for model, counts in zip(suite.models, suite.pool, strict=True) if counts]
    )
    oriented = np.where(suite.pool[:, None], suite.oriented, np.nan)
    scores = {column.title: oriented[:, place] for place, column in enumerate(suite.columns)}
    own = {name: aligned_with(suite.models, values) for name, values in table.values.items()}
    if options.curve and options.curve not in own:
        raise BadArguments(f"curve: {quoted(options.curve)} is no column of numbers{did_you_mean(options.curve, own)}")
    shown = {name: name + IN_FILE * (name in scores or name in TAKEN) for name in own}
    aliases = {**_aliases(suite.columns), **shown}
    numbers = {shown[name]: values for name, values in own.items()}
    steps = shown.get(options.curve)
    named = options.covariate
    covariates = _names(named, {**numbers, **scores}, aliases, "covariate") if named else []
    if steps in covariates:
        raise BadArguments(f"{quoted(options.curve)} cannot be both a covariate and the curve")
    criteria = {name: values for name, values in numbers.items() if name not in (*covariates, steps)}
    variables = {**scores, **criteria, **{name: numbers[name] for name in covariates if name in numbers}}
    if not criteria and steps is None and not table.released:
        why = "; ".join(problem for problem in table.problems if problem.startswith("column "))
        raise BadArguments(
            "expected a column of numbers that is no covariate, a release_date or a curve, got none"
            + (f": {why}" if why else "")
        )
    known = np.column_stack([np.empty((len(suite.models), 0)), *(variables[name] for name in covariates)])
    tables = []
    columns = [column for column in suite.columns if column.title not in covariates]
    for name, y in criteria.items():
        rows = [
            {**_place(column), **_association(suite, column.title, scores[column.title], name, y, known)}
            for column in columns
        ]
        facts = {"outcome": name, "covariates": ", ".join(covariates) or "none"}
        tables.append(Table("validity", ASSOCIATIONS, rows, f"Validity for {name}", facts))
    if tables:
        tables[-1] = replace(tables[-1], notes=[ASSOCIATIONS_LEGEND])
    released = aligned_with(suite.models, table.released)
    trends = [*([(RELEASE_DATE, "year", released)] if table.released else [])]
    trends += [(options.curve, f"unit of {options.curve}", numbers[steps])] if steps is not None else []
    tables += [_trend(suite, oriented, *trend) for trend in trends]
    pairs = [
        {"first": first, "second": second, **_pair(first, x, second, y)}
        for (first, x), (second, y) in combinations(variables.items(), 2)
    ]
    for method in ("Pearson", "Spearman"):
        tables.append(_matrix(list(variables), pairs, method))
    tables.append(Table("pairs", [replace(column, data_only=True) for column in PAIRS], pairs))
    return _Found({**numbers, **scores}, aliases, criteria, tables, table.notes)


def _place(column: ScoreColumn) -> dict[str, str]:
    benchmark = column.group.removeprefix(PREFIX)
    return {"column": column.title, "benchmark": benchmark, "comparable": column.comparable}


def _pair(first: str, x: Numbers, second: str, y: Numbers, values: str = "both values") -> dict[str, Any]:
    """Both correlations of two variables over the models that have both, or why there is none."""
    rows = np.isfinite(x) & np.isfinite(y)
    n = int(rows.sum())
    constant = [name for name, numbers in ((first, x), (second, y)) if not mean_deviations(numbers[rows]).any()]
    why = Undefined(
        f"fewer than {LEAST} models have {values}"
        if n < LEAST
        else f"all models have the same value of {' and '.join(constant)}"
    )
    both = ("pearson", pearson), ("spearman", spearman)
    made = {name: why if n < LEAST else function(x[rows], y[rows]) or why for name, function in both}
    return {"n": n, **_fields("pearson", made["pearson"]), **_fields("spearman", made["spearman"])}


def _association(suite: Suite, title: str, x: Numbers, name: str, y: Numbers, known: Numbers) -> dict[str, Any]:
    """A score and a criterion, over the models that have both and all covariates."""
    complete = np.isfinite(known).all(axis=1)
    x, y = np.where(complete, x, np.nan), np.where(complete, y, np.nan)
    pair = _pair(title, x, name, y, "all values")
    k = known.shape[1]
    why = pair["pearson"]
    keys = ("r2_covariates", "r2", "delta_r2", "delta_r2_low", "delta_r2_high", "f", "df", "f_p")
    nothing = dict.fromkeys(keys)
    if not isinstance(why, Undefined) and pair["n"] < k + 3:
        why = Undefined(f"{pair['n']} models are too few for {k} covariate{'s' * (k > 1)}: expected at least {k + 3}")
    if isinstance(why, Undefined):
        return {**pair, **_fields("partial", why), **nothing, "delta_r2": why}
    why = Undefined("the covariates determine the score or the criterion")
    # The same draws whatever else is in the table.
    added = increment(x, y, known, suite.generator(PURPOSE), suite.draws)
    alone = _fields("partial", (partial(x, y, known) or why) if k else Undefined("no covariate was named"))
    if added is None:
        return {**pair, **alone, **nothing, "delta_r2": why}
    few = Undefined("most resamples of so few models have too few different ones")
    ends = (few if end is None else end for end in (added.low, added.high))
    f = added.f if math.isfinite(added.f) else None
    values = (added.r2_covariates, added.r2, added.delta_r2, *ends, f, added.df, added.p)
    return {**pair, **alone, **dict(zip(keys, values, strict=True))}


def _trend(suite: Suite, oriented: Numbers, by: str, unit: str, numbers: Numbers) -> Table:
    """Scores by a number of the models."""
    columns, rows = list(TREND), []
    for column, x in zip(suite.columns, oriented.T, strict=True):
        pair = _pair(column.title, x, by, numbers)
        line = None if isinstance(pair["pearson"], Undefined) else least_squares_slope(numbers, x)
        why = pair["pearson"] if isinstance(pair["pearson"], Undefined) else Undefined("it does not vary")
        slope = (why, None, None) if line is None else line[1:]
        both = np.isfinite(x) & np.isfinite(numbers)
        points = sorted(zip(numbers[both].tolist(), x[both].tolist(), strict=True))
        rows.append({**_place(column), **pair, **dict(zip(("slope", "slope_low", "slope_high"), slope, strict=True))})
        rows[-1]["_scores" if by == RELEASE_DATE else "scores"] = ", ".join(
            f"{step:g}={_significant(score)}" for step, score in points
        )
    if by != RELEASE_DATE:
        columns.append(Column("scores", f"{by}=score", left=True, wrapped=True))
    return Table("trend", columns, rows, f"Scores by {by}, slope per {unit}", {"by": by}, [TREND_LEGEND])


def _matrix(names: Sequence[str], pairs: Iterable[Mapping[str, Any]], method: str) -> Table:
    cells: dict[tuple[str, str], Any] = {}
    for pair in pairs:
        for ends in ((pair["first"], pair["second"]), (pair["second"], pair["first"])):
            cells[ends] = pair[method.lower()]
    columns = (
        Column("variable", "", left=True),
        Column("number", "", count),
        *(Column(name, str(place), number, named=True) for place, name in enumerate(names, start=1)),
    )
    rows = [
        {"variable": name, "number": place, **{other: cells.get((name, other)) for other in names}}
        for place, name in enumerate(names, start=1)
    ]
    plot = Plot("heatmap", "variable", caption=f"{method} correlations over models")
    return Table(
        "correlations", columns, rows, f"{method} correlations of all columns", {"method": method}, plot=plot
    )


def _blocks(suite: Suite, found: _Found, options: ValidityOptions) -> Iterator[Table]:
    """Predictors that are entered together, and what those that are entered then add."""
    if not options.outcome:
        return
    named = {
        key: _names(text, found.variables, found.aliases, key)
        for key, text in (("outcome", options.outcome), ("first", options.first), ("then", options.then))
        if text
    }
    (outcome, *more), first, then = named["outcome"], named.get("first", []), named.get("then", [])
    if more or (twice := [name for name in [outcome, *first] if name in then or (name == outcome and name in first)]):
        wrong = f"got {listed([outcome, *more])}" if more else f"{listed(twice)} stands twice"
        raise BadArguments(f"expected one outcome, and every predictor once: {wrong}")
    blocks = [block for block in (first, then) if block]
    data = [np.column_stack([found.variables[name] for name in block])[suite.pool] for block in blocks]
    y = found.variables[outcome][suite.pool]
    steps = block_steps(y, data)
    n = int(np.isfinite(np.column_stack([y, *data])).all(axis=1).sum())
    k = sum(map(len, blocks))
    why = Undefined(
        f"{n} models have all values, and {k + 2} are needed"
        if n < k + 2
        else "they determine each other, or all models have the same value"
    )
    rows = [
        {"block": f"{'then ' * bool(at)}{' + '.join(block)}", "n": n, **(steps[at]._asdict() if steps else {"r2": why})}
        for at, block in enumerate(blocks)
    ]
    legend = "R2: of all predictors so far; delta R2: what these add, tested by F with df1 and df2 degrees of freedom."
    yield Table("blocks", BLOCKS, rows, f"Predictors of {outcome}, in blocks", {"outcome": outcome}, [legend])


def _compared(suite: Suite, found: _Found, names: str) -> Iterator[Table]:
    """Williams' test of every two predictors of each outcome, over the models that have all three."""
    own = [column.title for column in suite.columns if column.creative]
    chosen = _names(names, found.variables, found.aliases, "compare") if names else own
    if names and len(chosen) < 2:
        raise BadArguments(f"compare: expected two predictors or more, joined by +, got {quoted(names)}")
    if not names and len(chosen) > MOST_COMPARED:
        return
    rows = []
    for (outcome, y), (first, second) in ((each, pair) for each in found.outcomes.items() for pair in _pairs(chosen)):
        if outcome in (first, second):
            continue
        data = np.column_stack([y, found.variables[first], found.variables[second]])[suite.pool]
        data = data[np.isfinite(data).all(axis=1)]
        row: dict[str, Any] = {"outcome": outcome, "first": first, "second": second, "n": len(data)}
        of_first, of_second, both = (pearson(data[:, at], data[:, to]) for at, to in ((0, 1), (0, 2), (1, 2)))
        if of_first is None or of_second is None or both is None or len(data) < LEAST:
            rows.append({**row, "difference": Undefined(f"fewer than {LEAST} models have all values, or one is constant")})
            continue
        test = williams(of_first.r, of_second.r, both.r, len(data))
        row |= {"first_r": of_first.r, "second_r": of_second.r, "between_r": both.r}
        rows.append(row | (test._asdict() if test else {"difference": Undefined("the two predictors are the same")}))
    if rows:
        legend = "t: Williams' test of two correlations with one outcome, with df = n - 3; p: two-sided, not corrected."
        yield Table("compared", COMPARED, rows, "Which of two predictors says more", notes=[legend])


def _pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    return combinations(names, 2)


def with_mean_z(suite: Suite, notes: list[str]) -> Suite:
    """The suite with a further column for each benchmark that was run under several embeddings, all else alike.

    Schapiro et al. 2026 (Table 1, "Overall") standardise the scores of models under each embedding and take the mean,
    so that a result does not depend on the choice of one embedding. The models that have a score under all embeddings
    set the scale and have a mean; the others have none. No such column stands for its group in composites.
    """
    columns: list[ScoreColumn] = []
    means: list[Numbers] = []
    varied = levels_of_setting(suite, EMBEDDING)
    for levels in varied:
        found = mean_z(levels.scores)
        title = f"{levels.title}, mean z over {len(levels.levels)} embeddings"
        if np.isfinite(found).any() and levels.cells is not None:
            some = [suite.columns[place] for place in levels.cells[0, :, 1].tolist()]
            embeddings = ", ".join(split_comparable_key(column.comparable)[EMBEDDING] for column in some)
            columns.append(
                replace(
                    some[0],
                    key=f"{levels.group}#{MEAN_Z}{len(columns) + 1}",
                    title=title,
                    comparable=f"{levels.comparable}|{MEAN_Z}:{embeddings}",
                    stat=MEAN_Z,
                    lower_is_better=False,
                    primary=False,
                    provenance={},
                )
            )
            means.append(found)
        notes.append(_mean_z_note(f"{title} ({', '.join(levels.levels)})", levels, found))
    if not varied:
        notes.append("no mean z: no test was run under several embeddings with otherwise equal settings")
    return with_columns(suite, columns, means)


def mean_z(scores: Numbers) -> Numbers:
    """Means of the z-scores of models over conditions, such as embeddings.

    Args:
        scores: shape (n, k), more is better, NaN where a score is missing.

    Returns:
        Shape (n,), NaN unless a model has all k scores, and throughout where fewer than three models have them or where
        those of one condition are all equal.
    """
    complete = np.asarray(np.isfinite(scores).all(axis=1))
    return overall(standardised(np.where(complete[:, None], scores, np.nan), least=LEAST_MODELS))


def _mean_z_note(what: str, levels: LevelScores, found: Numbers) -> str:
    n = int(levels.complete.sum())
    if n < LEAST_MODELS:
        return f"no {what}: expected at least {LEAST_MODELS} models with a score under all of them, got {n}"
    if not np.isfinite(found).any():
        varies = np.isfinite(standardised(levels.scores[levels.complete])).any(axis=0)
        equal = [level for level, does in zip(levels.levels, varies, strict=True) if not does]
        return f"no {what}: all models have the same score under {listed(equal)}"
    lacking = [levels.names[row] for row in np.flatnonzero(np.isfinite(levels.scores).any(axis=1) & ~levels.complete)]
    text = f"{what}: {n} models have a score under all of them"
    return f"{text}; {len(lacking)} left out: {listed(lacking)}" if lacking else f"{text}, none is left out"
