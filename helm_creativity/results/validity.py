"""What scores of the suite say of other scores of the same models, beyond what is known without them.

Outcomes are other packages' benchmarks, probes, columns of a file, and the scores that a paper prints. What is known
without the scores is capability, or any covariates. Of predictor and outcome there are:

* validity, specificity and the frontier of both (Schapiro et al. 2026, ``psychometrics.validity``);
* partial correlations, and what a score adds to the covariates (``psychometrics.nested_regressions``);
* predictors together, in blocks, and Williams' test of two predictors of one outcome (Steiger 1980, eq. 7);
* of a file of the user's own, trends by date and by step, and correlations of all columns.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.core.names import did_you_mean, find_name
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
from helm_creativity.results.corrections import REFERENCE
from helm_creativity.results.criteria import RELEASE_DATE, aligned_with, read_model_table
from helm_creativity.results.factor_levels import LevelScores, levels_of_setting
from helm_creativity.results.numbers import between, correlation, count, fixed, p_value
from helm_creativity.results.published_scores import NAMES, match_models, read_published_scores
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.suite import ScoreColumn, Suite, with_columns
from helm_creativity.results.table import Cell, Column, Plot, Table, Undefined, or_undefined
from helm_creativity.safe_text import listed, quoted

COMPOSITE, OWN = "Composite", "Composite of creativity"
"""The second where the composite spans other packages' benchmarks, of which this one goes without."""
LEAST = 4
"""Models with which a statistic about a criterion is given."""
MOST_COMPARED = 6
"""Predictors of which every two are compared without being asked for."""
IN_FILE = " (file)"
"""Behind the name of a column of the file that a column of the suite has, too."""
TAKEN = frozenset({"table", "method", "variable", "undefined"})
"""Names of other fields of the table of correlations."""
PURPOSE = 7
EMBEDDING, MEAN_Z = "embedding", "mean_z"
"""A setting, and what stands in the place of the main stat, so that a column is not taken for one of scores."""
R, TWO = correlation(2), fixed(2)


def _significant(value: float) -> str:
    return f"{value:.3g}"


def _interval(key: str, write: Any = R) -> Column:  # noqa: ANN401 - a writer of numbers
    return Column(f"{key}_interval", "95 %", between(write), of=(f"{key}_low", f"{key}_high"))


def _text(key: str, title: str = "") -> Column:
    return Column(key, title or key, left=True)


N, RHO, P = Column("n", "n", count), Column("spearman", "rho", R), Column("p", "p", p_value)
PEARSON = Column("pearson", "r", R), _interval("pearson"), Column("pearson_p", "p", p_value)
DELTA = Column("delta_r2", "delta R2", R, mark="main")
PREDICTIONS = (
    *(_text("column"), N, *PEARSON, RHO),
    *(Column("specificity", "spec.", R), _interval("specificity"), Column("specificity_p", "p", p_value)),
    *(Column("capability_r", "R", R), Column("ceiling", "ceiling", R)),
)
BOTH = (
    "n: models with all values that the row needs. r: Pearson's. rho: Spearman's. p: two-sided, not corrected for "
    "multiple testing. Scores of which less is better are turned. "
)
PREDICTIONS_LEGEND = (
    f"{BOTH}r is validity. spec.: r|g, with capability partialled out of the outcome only. R: multiple correlation of "
    "the outcome with capability over these models. ceiling: the greatest possible spec. (theorem 1 of Schapiro et al. "
    "2026)."
)
ASSOCIATIONS = (
    *(_text("column"), N, *PEARSON, RHO, Column("partial", "partial", R)),
    *(Column("r2_covariates", "R2 cov.", R), Column("r2", "R2", R), DELTA, _interval("delta_r2")),
    *(Column("f", "F", TWO), Column("df", "df", count), Column("f_p", "p", p_value)),
)
ASSOCIATIONS_LEGEND = (
    f"{BOTH}partial: r with the covariates taken out of both. R2 cov.: regression of the criterion on the covariates; "
    "R2: on these and the score; delta R2: the difference, tested by F with 1 and df degrees of freedom. Its interval "
    "is the middle 95 % over resamples of the models, always above 0 (.00 is rounded): p says whether a score adds "
    "anything."
)
TREND = (
    *(_text("column"), N, Column("slope", "slope", _significant, mark="main"), _interval("slope", _significant)),
    *(PEARSON[0], PEARSON[2], RHO, Column("spearman_p", "p", p_value)),
)
TREND_LEGEND = "Slope: least squares, over models, with its t interval. r, rho: with the date or the step."
PAIRS = (
    *(_text("first"), _text("second"), N, *PEARSON),
    *(RHO, _interval("spearman"), Column("spearman_p", "p", p_value)),
)
BLOCKS = (
    *(_text("block", "predictors"), N, Column("r2", "R2", R), DELTA),
    *(Column("f", "F", TWO), Column("df1", "df1", count), Column("df2", "df2", count), P),
)
BLOCKS_LEGEND = (
    "R2: of all predictors so far; delta R2: what these add, tested by F with df1 and df2 degrees of freedom."
)
COMPARED = (
    *(_text("outcome"), _text("first"), _text("second"), N, Column("first_r", "r first", R)),
    *(Column("second_r", "r second", R), Column("between_r", "r of both", R)),
    *(Column("difference", "difference", R, mark="main"), Column("t", "t", TWO), Column("df", "df", count), P),
)
COMPARED_LEGEND = (
    "t: Williams' test of two correlations with one outcome, with df = n - 3; p: two-sided, not corrected."
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
    compare: str = option(
        "", f"predictors of which every two are compared, joined by +; usually all of up to {MOST_COMPARED}"
    )


class _Asked(NamedTuple):
    """Variables by name, other names of them, and which of them are predicted, predict, and are controlled for."""

    variables: dict[str, Numbers]
    aliases: dict[str, str]
    outcomes: list[str]
    predictors: list[str]
    controls: list[str]
    notes: list[str]
    trends: Mapping[str, Numbers] = {}


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
    asked = _criteria(suite, options) if own else _with_predictors(suite, _outcomes(suite, options))
    tables = [*_predictions(suite, asked, own=own)]
    if own:
        tables += [*(_trend(suite, asked, *each) for each in asked.trends.items()), *_correlations(asked.variables)]
    tables += [*_blocks(asked, options), *_compared(asked, options.compare)]
    if not tables:
        raise NothingToSay(
            "fewer than three models have both a score here and a value to predict"
            if asked.outcomes
            else "there is nothing to predict: these suites hold no other benchmark, and no covariates were given"
        )
    yield from tables
    ours = [column for column in suite.columns if column.ours and options.published]
    lines = [*asked.notes, *(f"comparable settings of {column.title}: {column.comparable}" for column in ours)]
    for column in suite.columns:
        if judges := column.provenance.get(REFERENCE):
            lines.append(f"reference judge of {column.title}: {', '.join(judges)}")
    yield Table("notes", notes=[*lines, *suite.uncounted_lines(), *means])


def _is_given(table: object) -> bool:
    return not isinstance(table, str) or bool(table)


def capability_of(suite: Suite, options: CapabilityOptions) -> Numbers:
    """What capability is, shape (n, k)."""
    asked = _outcomes(suite, options)
    return np.column_stack([np.empty((len(suite.models), 0)), *(asked.variables[name] for name in asked.controls)])


def _names(text: str, known: Iterable[str], aliases: Mapping[str, str], where: str) -> list[str]:
    """The variables that names joined by + mean, such as ``dat+rat``."""
    variables, named = list(known), []
    whole = not text or text in aliases or text in variables
    for part in filter(None, [text]) if whole else [part.strip() for part in text.split("+")]:
        name = aliases.get(part) or find_name(part, [*variables, *aliases])
        if not part or name is None:
            raise BadArguments(
                f"{where}: expected benchmarks or columns of numbers, joined by +, got {quoted(part)}"
                f"{did_you_mean(part, variables)}"
            )
        named.append(aliases.get(name, name))
    return list(dict.fromkeys(named))


def _aliases(columns: Iterable[ScoreColumn]) -> dict[str, str]:
    """Titles by names of benchmarks; of several columns of a benchmark that of the first."""
    some = list(columns)[::-1]
    return {column.group: column.title for column in some} | {column.benchmark: column.title for column in some}


def _scores(suite: Suite) -> dict[str, Numbers]:
    """Scores by title, more is better, NaN for baselines."""
    return dict(zip(suite.benchmarks, np.where(suite.pool[:, None], suite.oriented, np.nan).T, strict=True))


def _outcomes(suite: Suite, options: CapabilityOptions) -> _Asked:
    """Other benchmarks, probes, columns of a file and of a paper; those that stand for capability are controls."""
    others, scores = [column for column in suite.columns if not column.creative], _scores(suite)
    known, aliases = {column.title: scores[column.title] for column in others}, _aliases(others)
    models = [model for model, counts in zip(suite.models, suite.pool, strict=True) if counts]
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
                f"no model of the suite {quoted(suite.title)} is one of {paper} ({', '.join(suite.models)}); run "
                "models that the paper tested, or give scores of your own with covariates"
            )
        notes += matched.notes(paper)
        proxies = published.of_kind("capability")
        for column in (*proxies, *published.of_kind("benchmark")):
            for name in {column.name, column.title} & own.keys():
                if name == column.title or name in capability.split("+"):
                    notes.append(f"{name}: the column of covariates was taken, not {column.title} of {paper}")
            values = dict(zip(published.models, published.values(column.name).tolist(), strict=True))
            of_model = {name: values[model] for name, model in matched.models.items()}
            known[column.title] = aligned_with(suite.models, of_model)
            aliases[column.name] = column.title
        capability = capability or "+".join(column.title for column in proxies)
    for name, numbers in own.items():
        aliases[name] = name + IN_FILE * (name in scores and name not in known)
        known[aliases[name]] = aligned_with(suite.models, numbers)
    controls = _names(capability, known, aliases, "capability")
    return _Asked(known, aliases, [name for name in known if name not in controls], [], controls, notes)


def _with_predictors(suite: Suite, asked: _Asked) -> _Asked:
    """With our measures and the composite of them.

    Another package's benchmark that stands in the composite would predict itself there; the predictor goes without.
    """
    primary, scores = [suite.columns[place] for place in suite.primary], _scores(suite)
    found = z_scores(suite.oriented[:, suite.primary], [column.title for column in primary], ~suite.baselines)
    own = [primary[place].creative for place in found.places]
    composite = {COMPOSITE if all(own) else OWN: overall(found.z[:, own])} if any(own) else {}
    ours = {column.title: scores[column.title] for column in suite.columns if column.creative}
    return asked._replace(
        variables={**composite, **ours, **asked.variables},
        aliases={**_aliases(suite.columns), **asked.aliases},
        predictors=[*composite, *ours],
    )


def _criteria(suite: Suite, options: ValidityOptions) -> _Asked:
    """The columns of a file, and all scores; what is controlled for is neither criterion nor predictor."""
    scores = _scores(suite)
    models = [model for model, counts in zip(suite.models, suite.pool, strict=True) if counts]
    table, curve = read_model_table(options.criteria, models), options.curve
    if curve and curve not in table.values:
        raise BadArguments(f"curve: {quoted(curve)} is no column of numbers{did_you_mean(curve, table.values)}")
    shown = {name: name + IN_FILE * (name in scores or name in TAKEN) for name in table.values}
    numbers = {shown[name]: aligned_with(suite.models, values) for name, values in table.values.items()}
    aliases = {**_aliases(suite.columns), **shown}
    controls = _names(options.covariate, {**numbers, **scores}, aliases, "covariate")
    steps = numbers.pop(shown[curve]) if curve else None
    if curve and shown[curve] in controls:
        raise BadArguments(f"{quoted(curve)} cannot be both a covariate and the curve")
    criteria = [name for name in numbers if name not in controls]
    if not criteria and steps is None and not table.released:
        why = "; ".join(problem for problem in table.problems if problem.startswith("column "))
        raise BadArguments(
            "expected a column of numbers that is no covariate, a release_date or a curve, got none"
            + (f": {why}" if why else "")
        )
    trends = {RELEASE_DATE: aligned_with(suite.models, table.released)} if table.released else {}
    trends |= {} if steps is None else {curve: steps}
    order = [*criteria, *(name for name in controls if name in numbers)]
    variables = {**scores, **{name: numbers[name] for name in order}}
    predictors = [title for title in scores if title not in controls]
    return _Asked(variables, aliases, criteria, predictors, controls, table.notes, trends)


def _predictions(suite: Suite, asked: _Asked, *, own: bool) -> list[Table]:
    """What each predictor says of each outcome; of a user's own criteria also why it says nothing."""
    word, legend = ("covariate", ASSOCIATIONS_LEGEND) if own else ("capability", PREDICTIONS_LEGEND)
    columns: Sequence[Column] = ASSOCIATIONS if own else PREDICTIONS
    by_title = {column.title: column for column in suite.columns}
    tables = []
    for outcome in asked.outcomes:
        rows = []
        for name in asked.predictors:
            row = _prediction(suite, asked, name, outcome, word)
            if own or not isinstance(row["pearson"], Undefined):
                rows.append({"column": name, **_settings(by_title.get(name)), **row})
        facts = {"outcome": outcome, word: ", ".join(asked.controls) or "none"}
        plot = None if own else _plot_of_frontier(rows)
        if rows:
            tables.append(Table("validity", columns, rows, f"Validity for {outcome}", facts, plot=plot))
    return [*tables[:-1], replace(tables[-1], notes=[legend])] if tables else []


def _settings(column: ScoreColumn | None) -> dict[str, str]:
    return {"benchmark": column.benchmark, "comparable": column.comparable} if column else {}


def _fields(name: str, found: Correlation | Undefined) -> dict[str, Any]:
    """The values of a correlation, by the keys of its columns."""
    if isinstance(found, Undefined):
        return {name: found, **dict.fromkeys((f"{name}_low", f"{name}_high", f"{name}_p"))}
    return {name: found.r, **{f"{name}_{key}": getattr(found, key) for key in ("low", "high", "p", "t", "df")}}


def _pair(first: str, x: Numbers, second: str, y: Numbers, least: int = LEAST, values: str = "both") -> dict[str, Any]:
    """Both correlations of two variables over the models that have both, or why there is none."""
    rows = np.isfinite(x) & np.isfinite(y)
    x, y, n = x[rows], y[rows], int(rows.sum())
    constant = [name for name, numbers in ((first, x), (second, y)) if not mean_deviations(numbers).any()]
    few = f"fewer than {least} models have {values} values"
    why = Undefined(few if n < least else f"all models have the same value of {' and '.join(constant)}")
    both = (("pearson", pearson), ("spearman", spearman))
    found = {name: (function(x, y) if n >= least else None) or why for name, function in both}
    return {"n": n, **_fields("pearson", found["pearson"]), **_fields("spearman", found["spearman"])}


def _prediction(suite: Suite, asked: _Asked, name: str, outcome: str, word: str) -> dict[str, Any]:
    """All statistics of a predictor and an outcome, over the models that have all values."""
    data = np.column_stack([asked.variables[each] for each in (name, outcome, *asked.controls)])
    data = data[np.isfinite(data).all(axis=1)]
    x, y, known = data[:, 0], data[:, 1], data[:, 2:]
    n, k = known.shape
    pair = _pair(name, x, outcome, y, LEAST if word == "covariate" else LEAST_MODELS, "all")
    why, special, rest, r, added = pair["pearson"], None, None, None, None
    alone = why
    if not isinstance(why, Undefined):
        why = Undefined("what is controlled for determines the score or the outcome")
        if n < k + 3:
            why = Undefined(f"{n} models are too few to control for {k}: expected at least {k + 3}")
        alone = why if k else Undefined(f"nothing to control for was named ({word})")
        added = increment(x, y, known, suite.generator(PURPOSE), suite.draws)  # the same draws whatever else is there
        if k:
            special, rest, r = specificity(x, y, known), partial(x, y, known), multiple_r(y, known)
    keys = ("r2_covariates", "r2", "delta_r2", "delta_r2_low", "delta_r2_high", "f", "df", "f_p")
    values: tuple[Any, ...] = (None, None, why, *[None] * 5)
    if added:
        ends = (or_undefined(end, "most resamples have too few different models") for end in (added.low, added.high))
        f = added.f if math.isfinite(added.f) else None
        values = added.r2_covariates, added.r2, added.delta_r2, *ends, f, added.df, added.p
    return {
        **pair,
        **_fields("specificity", special or alone),
        "capability_r": alone if r is None else r,
        "ceiling": alone if r is None else frontier(pair["pearson"], r)[1],
        **_fields("partial", rest or alone),
        **dict(zip(keys, values, strict=True)),
    }


def _plot_of_frontier(rows: Sequence[Mapping[str, Any]]) -> Plot | None:
    """Validity and specificity, and what is feasible for the most predictors that share models and R."""
    points = [row for row in rows if not isinstance(row["specificity"], Undefined)]
    if not points:
        return None
    (n, r), _ = Counter((row["n"], round(row["capability_r"], 6)) for row in points).most_common(1)[0]
    best = max(points, key=lambda row: float(row["pearson"] + row["specificity"]))
    text = (
        f"Over {n} models R = {R(r)}: the sum of validity and specificity is greatest at v* = s* = "
        f"{R(best_on_frontier(r)[0])}. Of {len(points)} predictors {best['column']} has the greatest sum."
    )
    return Plot("scatter", "column", "pearson", "specificity", x_title="validity", y_title="specificity", caption=text)


def _trend(suite: Suite, asked: _Asked, by: str, numbers: Numbers) -> Table:
    """Scores by a date or by a step; in the order of steps."""
    dated, rows = by == RELEASE_DATE, []
    for column in suite.columns:
        x = asked.variables[column.title]
        pair, both = _pair(column.title, x, by, numbers), np.isfinite(x) & np.isfinite(numbers)
        undefined = isinstance(pair["pearson"], Undefined)
        line = None if undefined else least_squares_slope(numbers, x)
        slope = line[1:] if line else (pair["pearson"] if undefined else Undefined("it does not vary"), None, None)
        points = sorted(zip(numbers[both].tolist(), x[both].tolist(), strict=True))
        ends = dict(zip(("slope", "slope_low", "slope_high"), slope, strict=True))
        rows.append({"column": column.title, **_settings(column), **pair, **ends})
        if not dated:
            rows[-1]["scores"] = ", ".join(f"{step:g}={_significant(score)}" for step, score in points)
    columns = TREND if dated else (*TREND, Column("scores", f"{by}=score", left=True, wrapped=True))
    title = f"Scores by {by}, slope per {'year' if dated else f'unit of {by}'}"
    return Table("trend", columns, rows, title, {"by": by}, [TREND_LEGEND])


def _correlations(variables: Mapping[str, Numbers]) -> Iterator[Table]:
    """Of all columns, by both methods; and of every two of them with intervals."""
    pairs = {
        pair: _pair(pair[0], variables[pair[0]], pair[1], variables[pair[1]]) for pair in combinations(variables, 2)
    }
    numbered = list(enumerate(variables, start=1))
    columns = (_text("variable"), *(Column(name, str(place), R, named=True) for place, name in numbered))
    for method in ("Pearson", "Spearman"):
        cells: dict[str, dict[str, Any]] = {
            name: {"variable": Cell(name, note=str(place)), name: None} for place, name in numbered
        }
        for (first, second), found in pairs.items():
            cells[first][second] = cells[second][first] = found[method.lower()]
        plot = Plot("heatmap", "variable", caption=f"{method} correlations over models")
        title, facts = f"{method} correlations of all columns", {"method": method}
        yield Table("correlations", columns, [*cells.values()], title, facts, plot=plot)
    rows = [{"first": first, "second": second, **found} for (first, second), found in pairs.items()]
    yield Table("pairs", PAIRS, rows, "Correlations of every two columns")


def _blocks(asked: _Asked, options: ValidityOptions) -> Iterator[Table]:
    """Predictors that are entered together, and what those that are entered then add."""
    if not options.outcome:
        return
    outcomes, first, then = (
        _names(vars(options)[key], asked.variables, asked.aliases, key) for key in ("outcome", "first", "then")
    )
    twice = [name for name, times in Counter([*outcomes, *first, *then]).items() if times > 1]
    if len(outcomes) > 1 or twice:
        raise BadArguments(f"expected one outcome, and no variable twice, got {listed(twice or outcomes)}")
    blocks = [block for block in (first, then) if block]
    data = [np.column_stack([asked.variables[name] for name in block]) for block in blocks]
    y = asked.variables[outcomes[0]]
    steps = block_steps(y, data)
    n, k = int(np.isfinite(np.column_stack([y, *data])).all(axis=1).sum()), len(first) + len(then)
    few = f"{n} models have all values: expected at least {k + 2}"
    why = Undefined(few if n < k + 2 else "they determine each other, or all models have the same value")
    rows = [
        {"block": f"{'then ' * bool(at)}{' + '.join(block)}", "n": n, **(steps[at]._asdict() if steps else {"r2": why})}
        for at, block in enumerate(blocks)
    ]
    title, facts = f"Predictors of {outcomes[0]}, in blocks", {"outcome": outcomes[0]}
    yield Table("blocks", BLOCKS, rows, title, facts, [BLOCKS_LEGEND])


def _compared(asked: _Asked, text: str) -> Iterator[Table]:
    """Williams' test of every two predictors of each outcome, over the models that have all three."""
    names = _names(text, asked.variables, asked.aliases, "compare")
    if len(names) == 1:
        raise BadArguments(f"compare: expected two predictors or more, joined by +, got {quoted(text)}")
    if not names and len(asked.predictors) <= MOST_COMPARED:
        names = [name for name in asked.predictors if name not in (COMPOSITE, OWN)]
    rows = []
    for outcome in asked.outcomes:
        for first, second in combinations([name for name in names if name != outcome], 2):
            data = np.column_stack([asked.variables[name] for name in (outcome, first, second)])
            data = data[np.isfinite(data).all(axis=1)]
            row: dict[str, Any] = {"outcome": outcome, "first": first, "second": second, "n": len(data)}
            found = [pearson(data[:, at], data[:, to]) for at, to in ((0, 1), (0, 2), (1, 2))]
            r = [each.r for each in found if each]
            test = williams(r[0], r[1], r[2], len(data)) if len(r) == len(found) else None
            row |= dict(zip(("first_r", "second_r", "between_r"), r, strict=True)) if test else {}
            why = f"fewer than {LEAST} models have all values, or one is constant or the same as another"
            if test or text:
                rows.append(row | (test._asdict() if test else {"difference": Undefined(why)}))
    if rows:
        yield Table("compared", COMPARED, rows, "Which of two predictors says more", notes=[COMPARED_LEGEND])


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
        z = standardised(levels.scores[levels.complete])
        equal = [level for level, own in zip(levels.levels, z.T, strict=True) if not np.isfinite(own).any()]
        return f"no {what}: all models have the same score under {listed(equal)}"
    lacking = [levels.names[row] for row in np.flatnonzero(np.isfinite(levels.scores).any(axis=1) & ~levels.complete)]
    text = f"{what}: {n} models have a score under all of them"
    return f"{text}; {len(lacking)} left out: {listed(lacking)}" if lacking else f"{text}, none is left out"
