"""What scores of the suite say of other scores of the same models, beyond capability or any covariates.

Validity, specificity and their frontier are those of Schapiro et al. 2026 (``psychometrics.validity``), what a score
adds to covariates is by nested regressions, and two predictors are compared by Williams' test (Steiger 1980, eq. 7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.names import did_you_mean, find_name
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.psychometrics import validity as statistics
from helm_creativity.psychometrics.composites import LEAST_MODELS, overall, standardised, z_scores
from helm_creativity.psychometrics.nested_regressions import block_steps, increment, least_squares_slope
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.analyses import analysis
from helm_creativity.results.columns import N, P, interval, numbers, texts
from helm_creativity.results.criteria import RELEASE_DATE, aligned_with, read_model_table
from helm_creativity.results.factor_levels import EMBEDDING, levels_of_setting
from helm_creativity.results.numbers import correlation, count, fixed, p_value
from helm_creativity.results.published_scores import NAMES, match_models, read_published_scores
from helm_creativity.results.runs import REFERENCE, split_comparable_key
from helm_creativity.results.suite import ScoreColumn, Suite, with_columns
from helm_creativity.results.table import Cell, Column, Plot, Table, Undefined, or_undefined
from helm_creativity.safe_text import listed, quoted

COMPOSITE, OWN = "Composite", "Composite of creativity"
"""The second where the composite spans other packages' benchmarks, of which this one goes without."""
LEAST, MOST_COMPARED, PURPOSE = 4, 6, 7
"""Models with which a statistic about a criterion is given; predictors of which every two are compared unasked."""
IN_FILE, TAKEN = " (file)", frozenset({"table", "method", "variable", "undefined"})
"""Behind the name of a column of the file that a column of the suite, or the table of correlations, has, too."""
MEAN_Z = "mean_z"
"""Stands in the place of the main stat, so that a column is not taken for one of scores."""
R, TWO, RHO = correlation(2), fixed(2), Column("spearman", "rho", correlation(2))
PEARSON = Column("pearson", "r", R), interval("pearson", R, "95 %"), Column("pearson_p", "p", p_value)
BOTH = (*texts("column"), N, *PEARSON, RHO)
R2, DELTA, F = Column("r2", "R2", R), Column("delta_r2", "delta R2", R, mark="main"), Column("f", "F", TWO)
PREDICTIONS = (
    *(*BOTH, Column("specificity", "spec.", R), interval("specificity", R, "95 %")),
    *(Column("specificity_p", "p", p_value), Column("capability_r", "R", R), *numbers(R, "ceiling")),
)
ASSOCIATIONS = (
    *(*BOTH, *numbers(R, "partial"), Column("r2_covariates", "R2 cov.", R), R2, DELTA),
    *(interval("delta_r2", R, "95 %"), F, *numbers(count, "df"), Column("f_p", "p", p_value)),
)
TREND = (
    *(*texts("column"), N, Column("slope", "slope", "{:.3g}".format, mark="main")),
    *(interval("slope", "{:.3g}".format, "95 %"), PEARSON[0], PEARSON[2], RHO, Column("spearman_p", "p", p_value)),
)
BLOCKS = (Column("block", "predictors", left=True), N, R2, DELTA, F, *numbers(count, "df1", "df2"), P)
COMPARED = (
    *(*texts("outcome", "first", "second"), N, Column("first_r", "r first", R), Column("second_r", "r second", R)),
    *(Column("between_r", "r of both", R), Column("difference", "difference", R, mark="main")),
    *(*numbers(TWO, "t"), *numbers(count, "df"), P),
)
LEGEND = "p: two-sided, not corrected. spec.: capability taken out of the outcome. partial: covariates out of both."


@dataclass(frozen=True)
class CapabilityOptions(DeclaredOptions):
    """What is to be predicted beside the suite's own columns, and what general capability is."""

    covariates: str = option("", "file with a column 'model' and columns of numbers, which are further outcomes")
    capability: str = option("", "general capability: columns of covariates, or other benchmarks, joined by +")

    def __post_init__(self) -> None:
        """Checks the values; in Python a table may be a data frame or mappings instead of a file."""
        tables = {name: table for name, table in vars(self).items() if not isinstance(table, (str, bool, Path))}
        super().__post_init__()
        vars(self).update(tables)


@dataclass(frozen=True)
class ValidityOptions(CapabilityOptions):
    """What is to be predicted, by what, and what is known without it."""

    criteria: str = option("", "file with a column 'model' and columns of numbers: criteria of your own")
    covariate: str = option("", "what is controlled for: columns of criteria, or the suite's benchmarks, joined by +")
    curve: str = option("", "column of criteria such as the step of checkpoints, by which scores have a trend")
    published: str = option("", "the paper whose scores of models are outcomes", choices=("", *NAMES))
    mean_z: bool = option(False, "whether a test that was run under several embeddings has its mean z-score, too")
    first: str = option("", "predictors that are entered first, joined by +, such as dat+rat")
    then: str = option("", "predictors that are entered then, joined by +")
    outcome: str = option("", "what first and then predict: a benchmark of the suite or a column of numbers")
    compare: str = option(
        "", f"predictors to compare with each other, joined by +; usually all of up to {MOST_COMPARED}"
    )


class _Asked(NamedTuple):
    """Variables by name, other names of them, and which of them are predicted, predict, and are controlled for."""

    variables: dict[str, Numbers]
    aliases: dict[str, str]
    outcomes: list[str]
    predictors: list[str]
    controls: list[str]
    trends: dict[str, Numbers]
    notes: list[str]


@analysis("validity", title="What scores predict")
def validity(suite: Suite, options: ValidityOptions) -> Iterable[Table]:
    """What scores say of other scores of the same models, beyond capability or beyond covariates.

    Outcomes are other packages' benchmarks, probes, the columns of ``covariates`` and the scores that a paper prints;
    or, with ``criteria``, the columns of a file of your own, for which nested regressions say what a score adds.
    """
    own = len(options.criteria) > 0
    if own and (len(options.covariates) > 0 or options.capability or options.published):
        raise BadArguments("covariates, capability and published are of other outcomes than criteria: use covariate")
    if not own and (options.covariate or options.curve):
        raise BadArguments("covariate and curve name columns of a file, and need criteria")
    if bool(options.outcome) != bool(options.first or options.then):
        raise BadArguments("predictors in blocks need both an outcome, and first, then, or both")
    suite, means = with_mean_z(suite) if options.mean_z else (suite, [])
    asked = _asked(suite, options)
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
    asked = _asked(suite, ValidityOptions(covariates=options.covariates, capability=options.capability))
    return np.column_stack([np.empty((len(suite.models), 0)), *(asked.variables[name] for name in asked.controls)])


def _names(text: str, known: Iterable[str], aliases: Mapping[str, str], where: str) -> list[str]:
    """The variables that names joined by + mean, such as ``dat+rat``."""
    variables = list(known)
    meant = {name: name for name in variables} | {name: of for name, of in aliases.items() if of in variables}
    named = []
    for part in map(str.strip, text.split("+") if text else ()):
        if (found := find_name(part, meant)) is None:
            what = f"expected benchmarks or columns of numbers, joined by +, got {quoted(part)}"
            raise BadArguments(f"{where}: {what}{did_you_mean(part, variables)}")
        named.append(meant[found])
    return list(dict.fromkeys(named))


def _asked(suite: Suite, options: ValidityOptions) -> _Asked:
    """Outcomes are the criteria; or other benchmarks, probes, and columns of a file and of a paper.

    Another package's benchmark that stands in the composite would predict itself there; the predictor goes without.
    """
    table, named, where = options.covariates, options.capability, "capability"
    if own := len(options.criteria) > 0:
        table, named, where = options.criteria, options.covariate, "covariate"
    models = np.array(suite.models)[suite.pool].tolist()
    values, released, problems = read_model_table(table, models) if len(table) else ({}, {}, [])
    notes = [f"left out: {problem}" for problem in problems]
    scores = dict(zip(suite.benchmarks, np.where(suite.pool[:, None], suite.oriented, np.nan).T, strict=True))
    known = {} if own else {column.title: scores[column.title] for column in suite.columns if not column.creative}
    aliases = {name: column.title for column in suite.columns[::-1] for name in (column.group, column.benchmark)}
    if options.published:
        columns, names, of_paper = _published(suite, options.published, models, alone=not values)
        known, aliases, notes = known | columns, aliases | names, notes + of_paper
        proxies = read_published_scores(options.published).of_kind("capability")
        named = named or "+".join(column.title for column in proxies)
    for name, of_models in values.items():
        aliases[name] = name + IN_FILE * (name in {*scores, *TAKEN} - {*known})
        known[aliases[name]] = aligned_with(suite.models, of_models)
    controls = _names(named, {**scores, **known} if own else known, aliases, where)
    trends = {RELEASE_DATE: aligned_with(suite.models, released)} if released and own else {}
    if curve := options.curve:
        if curve not in values or aliases[curve] in controls:
            what = f"expected a column of numbers that is no covariate, got {quoted(curve)}"
            raise BadArguments(f"curve: {what}; there are: {listed(values)}")
        trends[curve] = known.pop(aliases[curve])
    outcomes = [name for name in known if name not in controls]
    if len(table) and not (trends or (outcomes if own else values)):
        raise BadArguments("; ".join([f"expected a column of numbers other than {where}, got none", *problems]))
    primary = [suite.columns[place] for place in suite.primary]
    found = z_scores(suite.oriented[:, suite.primary], [column.title for column in primary], ~suite.baselines)
    creative = [primary[place].creative for place in found.places]
    ours = {column.title: scores[column.title] for column in suite.columns if own or column.creative}
    if any(creative) and not own:
        ours = {COMPOSITE if all(creative) else OWN: overall(found.z[:, creative]), **ours}
    variables = ours | {name: known[name] for name in (*outcomes, *controls) if name in known}
    predictors = [name for name in ours if name not in controls]
    return _Asked(variables, aliases, outcomes, predictors, controls, trends, notes)


def _published(
    suite: Suite, name: str, models: Sequence[str], *, alone: bool
) -> tuple[dict[str, Numbers], dict[str, str], list[str]]:
    """Numbers of a paper's columns by title, titles by name, and notes."""
    paper, found, aliases = read_published_scores(name), dict[str, Numbers](), dict[str, str]()
    matched = match_models(models, paper)
    if not matched.models and alone:
        raise BadArguments(f"no model of the suite {quoted(suite.title)} is one of {name}: give scores of your own")
    for column in (*paper.of_kind("capability"), *paper.of_kind("benchmark")):
        printed = dict(zip(paper.models, paper.values(column.name).tolist(), strict=True))
        found[column.title] = aligned_with(suite.models, {model: printed[its] for model, its in matched.models.items()})
        aliases[column.name] = column.title
    return found, aliases, list(matched.notes(name))


def _predictions(suite: Suite, asked: _Asked, *, own: bool) -> list[Table]:
    """What each predictor says of each outcome; of a user's own criteria also why it says nothing."""
    word, columns = ("covariate", ASSOCIATIONS) if own else ("capability", PREDICTIONS)
    tables: list[Table] = []
    for outcome in asked.outcomes:
        rows = []
        for name in asked.predictors:
            row = {"column": name, **_settings(suite, name), **_prediction(suite, asked, name, outcome, word)}
            rows += [row] if own or not isinstance(row["pearson"], Undefined) else []
        facts = {"outcome": outcome, word: ", ".join(asked.controls) or "none"}
        plot = Plot("scatter", "column", "pearson", "specificity", x_title="validity", y_title="specificity")
        drawn = None if own or not asked.controls else plot
        if rows:
            notes = [] if tables else [LEGEND]
            tables.append(Table("validity", columns, rows, f"Validity for {outcome}", facts, notes, plot=drawn))
    return tables


def _settings(suite: Suite, title: str) -> dict[str, Any]:
    found = {column.title: column for column in suite.columns}.get(title)
    return {"benchmark": found.benchmark, "comparable": found.comparable} if found else {}


def _cases(*variables: Numbers) -> Numbers:
    data = np.column_stack(variables)
    return np.asarray(data[np.isfinite(data).all(axis=1)])


def _fields(name: str, found: statistics.Correlation | None, why: Undefined) -> dict[str, Any]:
    """The values of a correlation, by the keys of its columns."""
    values = found._asdict() if found else {"r": why}
    return {name if key == "r" else f"{name}_{key}": value for key, value in values.items() if key != "n"}


def _pair(named: Mapping[str, Numbers], least: int = LEAST) -> dict[str, Any]:
    """Both correlations of two variables over the models that have both, or why there is none."""
    data = _cases(*named.values())
    same = [name for name, values in zip(named, data.T, strict=True) if not statistics.mean_deviations(values).any()]
    few = len(data) < least
    why = f"fewer than {least} models have all values" if few else f"all models have one value of {listed(same)}"
    r, rho = (None, None) if few else (statistics.pearson(*data.T), statistics.spearman(*data.T))
    return {"n": len(data), **_fields("pearson", r, Undefined(why)), **_fields("spearman", rho, Undefined(why))}


def _prediction(suite: Suite, asked: _Asked, name: str, outcome: str, word: str) -> dict[str, Any]:
    """All statistics of a predictor and an outcome, over the models that have all values."""
    data = _cases(*(asked.variables[each] for each in (name, outcome, *asked.controls)))
    (x, y), known, (n, k) = data.T[:2], data[:, 2:], (len(data), len(asked.controls))
    row = _pair({name: x, outcome: y}, LEAST if word == "covariate" else LEAST_MODELS)
    special, rest, r, added = None, None, None, None
    why = alone = row["pearson"]
    if not isinstance(why, Undefined):
        few = f"{n} models are too few to control for {k}: expected at least {k + 3}"
        why = Undefined(few if n < k + 3 else "what is controlled for determines the score or the outcome")
        alone = why if k else Undefined(f"nothing to control for was named ({word})")
        added = increment(x, y, known, suite.generator(PURPOSE), suite.draws)  # the same draws whatever else is there
        if k:
            special, rest = statistics.specificity(x, y, known), statistics.partial(x, y, known)
            r = statistics.multiple_r(y, known)
    row |= {**_fields("specificity", special, alone), **_fields("partial", rest, alone), "delta_r2": why}
    row["capability_r"] = alone if r is None else r
    row["ceiling"] = alone if r is None else statistics.frontier(row["pearson"], r)[1]
    if added:
        few = "most resamples have too few different models"
        row |= {key: getattr(added, key) for key in ("r2_covariates", "r2", "delta_r2", "f", "df")} | {"f_p": added.p}
        row |= {f"delta_r2_{end}": or_undefined(getattr(added, end), few) for end in ("low", "high")}
    return row


def _trend(suite: Suite, asked: _Asked, by: str, numbers: Numbers) -> Table:
    rows = []
    for title in suite.benchmarks:
        row = {"column": title, **_settings(suite, title), **_pair({title: asked.variables[title], by: numbers})}
        line = None if isinstance(row["pearson"], Undefined) else least_squares_slope(numbers, asked.variables[title])
        ends = {"slope_low": line.low, "slope_high": line.high} if line else {}
        rows.append({**row, "slope": line.slope if line else row["pearson"], **ends})
    title = f"Scores by {by}, slope per {'year' if by == RELEASE_DATE else f'unit of {by}'}"
    return Table("trend", TREND, rows, title, {"by": by})


def _correlations(variables: Mapping[str, Numbers]) -> Iterator[Table]:
    """Of every two columns, by both methods."""
    numbered = {name: str(place) for place, name in enumerate(variables, start=1)}
    columns = (*texts("variable"), *(Column(name, place, R) for name, place in numbered.items()))
    for method in ("Pearson", "Spearman"):
        cells: dict[str, dict[str, Any]] = {name: {"variable": Cell(name, note=numbered[name])} for name in variables}
        for first, second in combinations(variables, 2):
            found = _pair({first: variables[first], second: variables[second]})[method.lower()]
            cells[first][second] = cells[second][first] = found
        plot = Plot("heatmap", "variable", caption=f"{method} correlations over models")
        title = f"{method} correlations of all columns"
        yield Table("correlations", columns, [*cells.values()], title, {"method": method}, plot=plot)


def _blocks(asked: _Asked, options: ValidityOptions) -> Iterator[Table]:
    """Predictors that are entered together, and what those that are entered then add."""
    parts = {
        key: _names(vars(options)[key], asked.variables, asked.aliases, key) for key in ("outcome", "first", "then")
    }
    twice = [name for name, times in Counter(chain(*parts.values())).items() if times > 1]
    if len(parts["outcome"]) > 1 or twice:
        raise BadArguments(f"expected one outcome, and no variable twice, got {listed(twice or parts['outcome'])}")
    for outcome in parts.pop("outcome"):
        blocks = [block for block in parts.values() if block]
        data = [np.column_stack([asked.variables[name] for name in block]) for block in blocks]
        n, least = len(_cases(asked.variables[outcome], *data)), sum(map(len, blocks)) + 2
        few = f"{n} models have all values: expected at least {least}"
        why = {"n": n, "r2": Undefined(few if n < least else "they determine each other, or have one value")}
        steps = [step._asdict() for step in block_steps(asked.variables[outcome], data) or ()] or [why] * len(blocks)
        names = [f"{'then ' * bool(at)}{' + '.join(block)}" for at, block in enumerate(blocks)]
        rows = [{"block": name, **step} for name, step in zip(names, steps, strict=True)]
        yield Table("blocks", BLOCKS, rows, f"Predictors of {outcome}, in blocks", {"outcome": outcome})


def _compared(asked: _Asked, text: str) -> Iterator[Table]:
    """Williams' test of every two predictors of each outcome, over the models that have all three."""
    names = _names(text, asked.variables, asked.aliases, "compare")
    if len(names) == 1:
        raise BadArguments(f"compare: expected two predictors or more, joined by +, got {quoted(text)}")
    if not names and len(asked.predictors) <= MOST_COMPARED:
        names = [name for name in asked.predictors if name not in (COMPOSITE, OWN)]
    why = Undefined(f"fewer than {LEAST} models have all values, or one is constant or the same as another")
    rows = list[dict[str, Any]]()
    for outcome, (first, second) in product(asked.outcomes, combinations(names, 2)):
        data = _cases(*(asked.variables[name] for name in (outcome, first, second)))
        row = {"outcome": outcome, "first": first, "second": second, "n": len(data), "difference": why}
        r = [found.r for x, y in combinations(data.T, 2) if (found := statistics.pearson(x, y))]
        test = statistics.williams(r[0], r[1], r[2], len(data)) if len(r) == len(data.T) else None
        row |= dict(zip(("first_r", "second_r", "between_r"), r, strict=True)) | test._asdict() if test else {}
        rows += [row] if (test or text) and outcome not in (first, second) else []
    if rows:
        yield Table("compared", COMPARED, rows, "Which of two predictors says more (Williams' test)")


def with_mean_z(suite: Suite) -> tuple[Suite, list[str]]:
    """The suite with a further column for each benchmark that was run under several embeddings, all else alike; notes.

    Schapiro et al. 2026 (Table 1, "Overall") standardise the scores of models under each embedding and take the mean.
    The models that have a score under all embeddings set the scale and have a mean; the others have none. No such
    column stands for its group in composites.
    """
    columns, means, notes = list[ScoreColumn](), list[Numbers](), list[str]()
    for levels in levels_of_setting(suite, EMBEDDING):
        known = np.isfinite(levels.scores)
        complete = np.asarray(known.all(axis=1))
        mean = overall(standardised(np.where(complete[:, None], levels.scores, np.nan), least=LEAST_MODELS))
        title = f"{levels.title}, mean z over {len(levels.levels)} embeddings"
        if levels.cells is None or not np.isfinite(mean).any():
            few = f"fewer than {LEAST_MODELS} models have a score under all of them, or all have the same under one"
            notes.append(f"no {title}: {few}")
            continue
        some = [suite.columns[place] for place in levels.cells[0, :, 1].tolist()]
        embeddings = ", ".join(split_comparable_key(column.comparable)[EMBEDDING] for column in some)
        key, comparable = f"{levels.group}#{MEAN_Z}{len(columns) + 1}", f"{levels.comparable}|{MEAN_Z}:{embeddings}"
        named = replace(some[0], title=title, comparable=comparable, stat=MEAN_Z, key=key)
        columns.append(replace(named, lower_is_better=False, primary=False, provenance={}))
        means.append(mean)
        lacking = [suite.models[row] for row in np.flatnonzero(known.any(axis=1) & ~complete)]
        notes.append(f"{title}: {complete.sum()} models; left out, lacking one: {listed(lacking) or 'none'}")
    return with_columns(suite, columns, means), notes or ["no mean z: no test was run under several embeddings"]
