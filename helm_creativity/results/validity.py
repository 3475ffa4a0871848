"""What scores of the suite say of other scores of the same models, beyond capability or any covariates.

Validity, specificity and their frontier are those of Schapiro et al. 2026 (``psychometrics.validity``), what a score
adds to covariates is by nested regressions, and two predictors are compared by Williams' test (Steiger 1980, eq. 7).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from helm_creativity.results.criteria import RELEASE_DATE, ModelTable, aligned_with, read_model_table
from helm_creativity.results.factor_levels import EMBEDDING, levels_of_setting
from helm_creativity.results.numbers import between, correlation, count, fixed, p_value
from helm_creativity.results.published_scores import NAMES, match_models, read_published_scores
from helm_creativity.results.runs import REFERENCE, split_comparable_key
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
"""Behind the name of a column of the file that a column of the suite, or the table of correlations, has, too."""
TAKEN = frozenset({"table", "method", "variable", "undefined"})
PURPOSE = 7
MEAN_Z = "mean_z"
"""Stands in the place of the main stat, so that a column is not taken for one of scores."""
R, TWO = correlation(2), fixed(2)


def _significant(value: float) -> str:
    return f"{value:.3g}"


def _interval(key: str, write: Callable[[float], str] = R) -> Column:
    return Column(f"{key}_interval", "95 %", between(write), of=(f"{key}_low", f"{key}_high"))


def _text(*names: str) -> list[Column]:
    return [Column(name, name, left=True) for name in names]


N, P = Column("n", "n", count), Column("p", "p", p_value)
PEARSON = (Column("pearson", "r", R), _interval("pearson"), Column("pearson_p", "p", p_value))
RHO, RHO_P = Column("spearman", "rho", R), Column("spearman_p", "p", p_value)
R2, DELTA, F = Column("r2", "R2", R), Column("delta_r2", "delta R2", R, mark="main"), Column("f", "F", TWO)
PREDICTIONS = (
    *(*_text("column"), N, *PEARSON, RHO),
    *(Column("specificity", "spec.", R), _interval("specificity"), Column("specificity_p", "p", p_value)),
    *(Column("capability_r", "R", R), Column("ceiling", "ceiling", R)),
)
ASSOCIATIONS = (
    *(*_text("column"), N, *PEARSON, RHO, Column("partial", "partial", R), Column("r2_covariates", "R2 cov.", R), R2),
    *(DELTA, _interval("delta_r2"), F, Column("df", "df", count), Column("f_p", "p", p_value)),
)
TREND = (
    *(*_text("column"), N, Column("slope", "slope", _significant, mark="main"), _interval("slope", _significant)),
    *(PEARSON[0], PEARSON[2], RHO, RHO_P),
)
PAIRS = (*_text("first", "second"), N, *PEARSON, RHO, _interval("spearman"), RHO_P)
BLOCKS = (
    *(Column("block", "predictors", left=True), N, R2, DELTA, F),
    *(Column("df1", "df1", count), Column("df2", "df2", count), P),
)
COMPARED = (
    *(*_text("outcome", "first", "second"), N, Column("first_r", "r first", R), Column("second_r", "r second", R)),
    *(Column("between_r", "r of both", R), Column("difference", "difference", R, mark="main")),
    *(Column("t", "t", TWO), Column("df", "df", count), P),
)
LEGEND = "n: models with all values that the row needs. p: two-sided, not corrected. Less is better: turned."
OF_CAPABILITY = "spec.: capability taken out of the outcome only. R: of the outcome with capability. ceiling: of spec."
OF_COVARIATES = "partial: covariates taken out of both. delta R2: what the score adds; F and the last p test it."


@dataclass(frozen=True)
class CapabilityOptions(DeclaredOptions):
    """What is to be predicted beside the suite's own columns, and what general capability is."""

    covariates: str = option("", "file with a column 'model' and columns of numbers, which are further outcomes")
    capability: str = option(
        "", "what general capability is: names joined by + of columns of covariates, or of other benchmarks"
    )

    def __post_init__(self) -> None:
        """Checks the values; in Python a table may be a data frame or mappings instead of a file."""
        given = {name: table for name, table in vars(self).items() if not isinstance(table, (str, bool, Path))}
        super().__post_init__()
        vars(self).update(given)


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
    controls: list[str]
    notes: list[str]
    predictors: Sequence[str] = ()
    trends: Mapping[str, Numbers] = {}


@analysis("validity", title="What scores predict")
def validity(suite: Suite, options: ValidityOptions) -> Iterable[Table]:
    """What scores say of other scores of the same models, beyond capability or beyond covariates.

    Outcomes are other packages' benchmarks, probes, the columns of ``covariates`` and the scores that a paper prints;
    or, with ``criteria``, the columns of a file of your own, for which nested regressions say what a score adds.
    """
    own = len(options.criteria) > 0
    if own and (len(options.covariates) or options.capability or options.published):
        raise BadArguments("covariates, capability and published are of other outcomes than criteria: use covariate")
    if not own and (options.covariate or options.curve):
        raise BadArguments("covariate and curve name columns of a file, and need criteria")
    if bool(options.outcome) != bool(options.first or options.then):
        raise BadArguments("predictors in blocks need both an outcome, and first, then, or both")
    suite, means = with_mean_z(suite) if options.mean_z else (suite, [])
    asked = _criteria(suite, options) if own else _with_predictors(suite, _outcomes(suite, options))
    tables = [*_predictions(suite, asked, own=own)]
    if own:
        tables += [*(_trend(suite, asked, *each) for each in asked.trends.items()), *_correlations(asked.variables)]
    tables += [*_blocks(asked, options), *_compared(asked, options.compare)]
    if not tables:
        few = "fewer than three models have both a score here and a value to predict"
        none = "there is nothing to predict: these suites hold no other benchmark, and no covariates were given"
        raise NothingToSay(few if asked.outcomes else none)
    yield from tables
    notes = [*asked.notes, *suite.uncounted_lines(), *means]
    for column in suite.columns:
        if options.published and column.ours:
            notes.append(f"comparable settings of {column.title}: {column.comparable}")
        if judges := column.provenance.get(REFERENCE):
            notes.append(f"reference judge of {column.title}: {', '.join(judges)}")
    yield Table("notes", notes=notes)


def capability_of(suite: Suite, options: CapabilityOptions) -> Numbers:
    """What capability is, shape (n, k)."""
    asked = _outcomes(suite, options)
    return _columns(len(suite.models), *(asked.variables[name] for name in asked.controls))


def _columns(n: int, *columns: Numbers) -> Numbers:
    return np.column_stack([np.empty((n, 0)), *columns])


def _names(text: str, known: Iterable[str], aliases: Mapping[str, str], where: str) -> list[str]:
    """The variables that names joined by + mean, such as ``dat+rat``."""
    variables, named = list(known), []
    whole = not text or text in aliases or text in variables
    for part in filter(None, [text]) if whole else map(str.strip, text.split("+")):
        name = aliases.get(part) or find_name(part, [*variables, *aliases])
        if not part or name is None:
            what = "expected benchmarks or columns of numbers, joined by +"
            raise BadArguments(f"{where}: {what}, got {quoted(part)}{did_you_mean(part, variables)}")
        named.append(aliases.get(name, name))
    return list(dict.fromkeys(named))


def _aliases(columns: Iterable[ScoreColumn]) -> dict[str, str]:
    """Titles by names of benchmarks; of several columns of a benchmark that of the first."""
    some = list(columns)[::-1]
    return {column.group: column.title for column in some} | {column.benchmark: column.title for column in some}


def _scores(suite: Suite) -> dict[str, Numbers]:
    """Scores by title, more is better, NaN for baselines."""
    return dict(zip(suite.benchmarks, np.where(suite.pool[:, None], suite.oriented, np.nan).T, strict=True))


def _table(suite: Suite, table: object) -> ModelTable:
    return read_model_table(table, np.array(suite.models)[suite.pool].tolist())


def _outcomes(suite: Suite, options: CapabilityOptions) -> _Asked:
    """Other benchmarks, probes, columns of a file and of a paper; those that stand for capability are controls."""
    others, scores = [column for column in suite.columns if not column.creative], _scores(suite)
    known, aliases = {column.title: scores[column.title] for column in others}, _aliases(others)
    own: dict[str, dict[str, float]] = {}
    notes: list[str] = []
    if len(options.covariates):
        own, _, problems = _table(suite, options.covariates)
        notes = [f"left out: {problem}" for problem in problems]
        if not own:
            raise BadArguments(f"covariates: expected columns of numbers, got none: {'; '.join(problems)}")
    capability = options.capability
    if paper := getattr(options, "published", ""):
        published = read_published_scores(paper)
        matched = match_models(np.array(suite.models)[suite.pool].tolist(), published)
        if not matched.models and not own:
            raise BadArguments(
                f"no model of the suite {quoted(suite.title)} is one of {paper}: give scores of your own"
            )
        notes += matched.notes(paper)
        proxies = published.of_kind("capability")
        for column in (*proxies, *published.of_kind("benchmark")):
            if {column.title} & own.keys() or {column.name} & own.keys() & {*capability.split("+")}:
                notes.append(f"{column.title}: the column of covariates was taken, not that of {paper}")
            values = dict(zip(published.models, published.values(column.name).tolist(), strict=True))
            known[column.title] = aligned_with(suite.models, {name: values[of] for name, of in matched.models.items()})
            aliases[column.name] = column.title
        capability = capability or "+".join(column.title for column in proxies)
    for name, numbers in own.items():
        aliases[name] = name + IN_FILE * (name in scores and name not in known)
        known[aliases[name]] = aligned_with(suite.models, numbers)
    controls = _names(capability, known, aliases, "capability")
    return _Asked(known, aliases, [name for name in known if name not in controls], controls, notes)


def _with_predictors(suite: Suite, asked: _Asked) -> _Asked:
    """With our measures and the composite of them.

    Another package's benchmark that stands in the composite would predict itself there; the predictor goes without.
    """
    scores = _scores(suite)
    found = z_scores(suite.oriented[:, suite.primary], [suite.benchmarks[at] for at in suite.primary], ~suite.baselines)
    own = [suite.columns[suite.primary[place]].creative for place in found.places]
    ours = {COMPOSITE if all(own) else OWN: overall(found.z[:, own])} if any(own) else {}
    ours |= {column.title: scores[column.title] for column in suite.columns if column.creative}
    aliases = {**_aliases(suite.columns), **asked.aliases}
    return asked._replace(variables={**ours, **asked.variables}, aliases=aliases, predictors=list(ours))


def _criteria(suite: Suite, options: ValidityOptions) -> _Asked:
    """The columns of a file, and all scores; what is controlled for is neither criterion nor predictor."""
    scores, curve = _scores(suite), options.curve
    values, released, problems = _table(suite, options.criteria)
    if curve and curve not in values:
        raise BadArguments(f"curve: {quoted(curve)} is no column of numbers{did_you_mean(curve, values)}")
    shown = {name: name + IN_FILE * (name in scores or name in TAKEN) for name in values}
    numbers = {shown[name]: aligned_with(suite.models, column) for name, column in values.items()}
    aliases = {**_aliases(suite.columns), **shown}
    controls = _names(options.covariate, {**numbers, **scores}, aliases, "covariate")
    trends = {RELEASE_DATE: aligned_with(suite.models, released)} if released else {}
    trends |= {curve: numbers.pop(shown[curve])} if curve else {}
    criteria = [name for name in numbers if name not in controls]
    if not {*controls} <= {*numbers, *scores} or not (criteria or trends):
        why = "; ".join(["", *(problem for problem in problems if problem.startswith("column "))])
        raise BadArguments(f"criteria: expected a column of numbers that is neither covariate nor curve, got none{why}")
    order = [*criteria, *(name for name in controls if name in numbers)]
    variables = {**scores, **{name: numbers[name] for name in order}}
    predictors = [title for title in scores if title not in controls]
    notes = [f"left out: {problem}" for problem in problems]
    return _Asked(variables, aliases, criteria, controls, notes, predictors, trends)


def _predictions(suite: Suite, asked: _Asked, *, own: bool) -> list[Table]:
    """What each predictor says of each outcome; of a user's own criteria also why it says nothing."""
    word = "covariate" if own else "capability"
    by_title = {column.title: column for column in suite.columns}
    tables: list[Table] = []
    for outcome in asked.outcomes:
        rows = []
        for name in asked.predictors:
            row = _settings(by_title.get(name)) | _prediction(suite, asked, name, outcome, word)
            if own or not isinstance(row["pearson"], Undefined):
                rows.append({"column": name, **row})
        facts = {"outcome": outcome, word: ", ".join(asked.controls) or "none"}
        notes = [] if tables else [LEGEND, OF_COVARIATES if own else OF_CAPABILITY]
        plot, columns = None if own else _plot_of_frontier(rows), ASSOCIATIONS if own else PREDICTIONS
        if rows:
            tables.append(Table("validity", columns, rows, f"Validity for {outcome}", facts, notes, plot=plot))
    return tables


def _settings(column: ScoreColumn | None) -> dict[str, Any]:
    return {"benchmark": column.benchmark, "comparable": column.comparable} if column else {}


def _fields(name: str, found: Correlation | Undefined) -> dict[str, Any]:
    """The values of a correlation, by the keys of its columns."""
    if isinstance(found, Undefined):
        return {name: found, **dict.fromkeys((f"{name}_low", f"{name}_high", f"{name}_p"))}
    return {name: found.r, **{f"{name}_{key}": getattr(found, key) for key in ("low", "high", "p", "t", "df")}}


def _pair(named: Mapping[str, Numbers], least: int = LEAST) -> dict[str, Any]:
    """Both correlations of two variables over the models that have both, or why there is none."""
    data = np.column_stack(list(named.values()))
    data = data[np.isfinite(data).all(axis=1)]
    constant = " and ".join(
        name for name, values in zip(named, data.T, strict=True) if not mean_deviations(values).any()
    )
    few = f"fewer than {least} models have all values"
    why = Undefined(few if len(data) < least else f"all models have the same value of {constant}")
    found = (None, None) if len(data) < least else (pearson(*data.T), spearman(*data.T))
    return {"n": len(data), **_fields("pearson", found[0] or why), **_fields("spearman", found[1] or why)}


def _prediction(suite: Suite, asked: _Asked, name: str, outcome: str, word: str) -> dict[str, Any]:
    """All statistics of a predictor and an outcome, over the models that have all values."""
    data = np.column_stack([asked.variables[each] for each in (name, outcome, *asked.controls)])
    data = data[np.isfinite(data).all(axis=1)]
    x, y, known = data[:, 0], data[:, 1], data[:, 2:]
    n, k = known.shape
    pair = _pair({name: x, outcome: y}, LEAST if word == "covariate" else LEAST_MODELS)
    special, rest, r, added = None, None, None, None
    why = alone = pair["pearson"]
    if not isinstance(why, Undefined):
        why = Undefined("what is controlled for determines the score or the outcome")
        if n < k + 3:
            why = Undefined(f"{n} models are too few to control for {k}: expected at least {k + 3}")
        alone = why if k else Undefined(f"nothing to control for was named ({word})")
        added = increment(x, y, known, suite.generator(PURPOSE), suite.draws)  # the same draws whatever else is there
        if k:
            special, rest, r = specificity(x, y, known), partial(x, y, known), multiple_r(y, known)
    adds: dict[str, Any] = {"delta_r2": why}
    if added:
        few = "most resamples have too few different models"
        ends = {f"delta_r2_{end}": or_undefined(getattr(added, end), few) for end in ("low", "high")}
        adds = (
            {key: getattr(added, key) for key in ("r2_covariates", "r2", "delta_r2", "f", "df")}
            | ends
            | {"f_p": added.p}
        )
    return {
        **pair,
        **_fields("specificity", special or alone),
        "capability_r": alone if r is None else r,
        "ceiling": alone if r is None else frontier(pair["pearson"], r)[1],
        **_fields("partial", rest or alone),
        **adds,
    }


def _plot_of_frontier(rows: Iterable[Mapping[str, Any]]) -> Plot | None:
    """Validity and specificity, and what is feasible for the most predictors that share models and R."""
    points = [
        (row["n"], round(row["capability_r"], 6)) for row in rows if not isinstance(row["specificity"], Undefined)
    ]
    if not points:
        return None
    (n, r), _ = Counter(points).most_common(1)[0]
    text = f"R = {R(r)} over {n} models: the sum of both is greatest at v* = s* = {R(best_on_frontier(r)[0])}"
    return Plot("scatter", "column", "pearson", "specificity", x_title="validity", y_title="specificity", caption=text)


def _trend(suite: Suite, asked: _Asked, by: str, numbers: Numbers) -> Table:
    """Scores by a date or by a step; in the order of steps."""
    dated, rows = by == RELEASE_DATE, []
    for column in suite.columns:
        x = asked.variables[column.title]
        pair, line = _pair({column.title: x, by: numbers}), least_squares_slope(numbers, x)
        undefined = isinstance(pair["pearson"], Undefined) or not line
        slope = (pair["pearson"], None, None) if undefined else line[1:]
        ends = dict(zip(("slope", "slope_low", "slope_high"), slope, strict=True))
        points = sorted((step, score) for step, score in zip(numbers, x, strict=True) if math.isfinite(step + score))
        scores = {} if dated else {"scores": ", ".join(f"{step:g}={_significant(score)}" for step, score in points)}
        rows.append({"column": column.title, **_settings(column), **pair, **ends, **scores})
    columns = TREND if dated else (*TREND, Column("scores", f"{by}=score", left=True, wrapped=True))
    title = f"Scores by {by}, slope per {'year' if dated else f'unit of {by}'}"
    return Table("trend", columns, rows, title, {"by": by})


def _correlations(variables: Mapping[str, Numbers]) -> Iterator[Table]:
    """Of all columns, by both methods; and of every two of them with intervals."""
    pairs = {(a, b): _pair({a: variables[a], b: variables[b]}) for a, b in combinations(variables, 2)}
    numbered = {name: str(place) for place, name in enumerate(variables, start=1)}
    columns = (*_text("variable"), *(Column(name, place, R, named=True) for name, place in numbered.items()))
    for method in ("Pearson", "Spearman"):
        cells: dict[str, dict[str, Any]] = {name: {"variable": Cell(name, note=numbered[name])} for name in variables}
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
    n = int(np.isfinite(np.column_stack([y, *data])).all(axis=1).sum())
    least = len(first) + len(then) + 2
    few = f"{n} models have all values: expected at least {least}"
    why = {"n": n, "r2": Undefined(few if n < least else "they determine each other, or have one value")}
    steps = [step._asdict() for step in block_steps(y, data) or ()] or [why] * len(blocks)
    names = [f"{'then ' * bool(at)}{' + '.join(block)}" for at, block in enumerate(blocks)]
    rows = [{"block": name, **step} for name, step in zip(names, steps, strict=True)]
    yield Table("blocks", BLOCKS, rows, f"Predictors of {outcomes[0]}, in blocks", {"outcome": outcomes[0]})


def _compared(asked: _Asked, text: str) -> Iterator[Table]:
    """Williams' test of every two predictors of each outcome, over the models that have all three."""
    names = _names(text, asked.variables, asked.aliases, "compare")
    if len(names) == 1:
        raise BadArguments(f"compare: expected two predictors or more, joined by +, got {quoted(text)}")
    if not names and len(asked.predictors) <= MOST_COMPARED:
        names = [name for name in asked.predictors if name not in (COMPOSITE, OWN)]
    why = Undefined(f"fewer than {LEAST} models have all values, or one is constant or the same as another")
    rows = []
    for outcome in asked.outcomes:
        for pair in combinations([name for name in names if name != outcome], 2):
            data = np.column_stack([asked.variables[name] for name in (outcome, *pair)])
            data = data[np.isfinite(data).all(axis=1)]
            row = {"outcome": outcome, "first": pair[0], "second": pair[1], "n": len(data)}
            r = [found.r for x, y in combinations(data.T, 2) if (found := pearson(x, y))]
            test = williams(*r, len(data)) if len(r) == len(data.T) else None
            if test:
                row |= dict(zip(("first_r", "second_r", "between_r"), r, strict=True)) | test._asdict()
            if test or text:
                rows.append({"difference": why, **row})
    if rows:
        yield Table("compared", COMPARED, rows, "Which of two predictors says more (Williams' test)")


def with_mean_z(suite: Suite) -> tuple[Suite, list[str]]:
    """The suite with a further column for each benchmark that was run under several embeddings, all else alike; notes.

    Schapiro et al. 2026 (Table 1, "Overall") standardise the scores of models under each embedding and take the mean.
    The models that have a score under all embeddings set the scale and have a mean; the others have none. No such
    column stands for its group in composites.
    """
    columns: list[ScoreColumn] = []
    means: list[Numbers] = []
    notes: list[str] = []
    for levels in levels_of_setting(suite, EMBEDDING):
        found, known = mean_z(levels.scores), np.isfinite(levels.scores)
        title = f"{levels.title}, mean z over {len(levels.levels)} embeddings"
        what = f"{title} ({', '.join(levels.levels)})"
        if not np.isfinite(found).any():
            few = f"fewer than {LEAST_MODELS} models have a score under all of them, or all have the same under one"
            notes.append(f"no {what}: {few}")
            continue
        some = [suite.columns[place] for place in levels.cells[0, :, 1]]
        embeddings = ", ".join(split_comparable_key(column.comparable)[EMBEDDING] for column in some)
        changes = {"key": f"{levels.group}#{MEAN_Z}{len(columns) + 1}", "title": title, "stat": MEAN_Z}
        changes |= {"comparable": f"{levels.comparable}|{MEAN_Z}:{embeddings}", "lower_is_better": False}
        columns.append(replace(some[0], primary=False, provenance={}, **changes))
        means.append(found)
        lacking = [suite.models[row] for row in np.flatnonzero(known.any(axis=1) & ~known.all(axis=1))]
        notes.append(f"{what}: {known.all(axis=1).sum()} models; left out, lacking one: {listed(lacking) or 'none'}")
    return with_columns(suite, columns, means), notes or ["no mean z: no test was run under several embeddings"]


def mean_z(scores: Numbers) -> Numbers:
    """Means of the z-scores of models over conditions, such as embeddings.

    ``scores``, shape (n, k), are NaN where one is missing; the means, shape (n,), unless a model has all k, and
    throughout where fewer than three models have them or where those of one condition are all equal.
    """
    complete = np.asarray(np.isfinite(scores).all(axis=1))
    return overall(standardised(np.where(complete[:, None], scores, np.nan), least=LEAST_MODELS))
