"""What creativity tests predict beyond capability: a paper's table recomputed, or the columns of suites, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.validity import Correlation, best_on_frontier, frontier
from helm_creativity.reporting.tables import Column, Table, Undefined, correlation, count, p_value
from helm_creativity.results.options import Absent, Options
from helm_creativity.results.reference_scores import OVERALL, MatchedModels, Printed, ReferenceScores, match_models
from helm_creativity.results.reference_scores import ReferenceColumn as ReferenceColumn
from helm_creativity.results.reference_validity import (
    PrintedComparison,
    ValidityCell,
    coupling_of,
    pool_of_stars,
    r_squared,
    validity_cells,
)
from helm_creativity.results.study import ScoreMatrix, study_of
from helm_creativity.results.suite import Suite
from helm_creativity.results.validity import Prediction, outcomes_of, predictions_of

MARKS = {"same": "=", "rounding": "~", "pool": "n", "scores": "x"}
EMBEDDINGS = {"glove": "GloVe", "fasttext": "FastText", "sbert": "SBERT", "none": "", OVERALL: "Overall"}
Tell = Callable[[str], None]
Covariates = Mapping[str, Mapping[str, float]]
number, thousandths = correlation(2), correlation(3)


def _ends(interval: Sequence[float]) -> str:
    return " ".join(f"{number(end):>4}" for end in interval)


def _correlation_columns(key: str, title: str) -> list[Column]:
    return [
        Column(key, title, number),
        Column(f"{key}_interval", "95 %", _ends, parts=("low", "high")),
        Column(f"{key}_p", "p", p_value),
    ]


def _printed_columns(key: str) -> list[Column]:
    """What the paper prints of it, with its stars, and how far ours lies from that."""
    return [
        Column(f"{key}_printed", "printed", lambda parts: f"{number(parts[0])}{parts[1]:<3}", parts=("value", "stars")),
        Column(f"{key}_off", "off", lambda parts: f"{thousandths(parts[0])} {parts[1]}", parts=("value", "mark")),
    ]


_PAPER = (
    Column("test", "test", left=True),
    Column("n", "n", count),
    *_correlation_columns("validity", "valid."),
    *_printed_columns("validity"),
    *_correlation_columns("specificity", "spec."),
    *_printed_columns("specificity"),
    Column("ceiling", "ceil.", number),
)
_SUITE = (
    Column("column", "column", left=True),
    Column("n", "n", count),
    *_correlation_columns("validity", "valid."),
    *_correlation_columns("specificity", "spec."),
    Column("capability", "R", number),
    Column("ceiling", "ceiling", number),
)
PAPER_LEGEND = """\
n: models with all that the row needs. valid.: Pearson's r. spec.: r|g, the capability taken out of the
benchmark alone. p: two-sided. off: ours less the printed number, and
  = it comes out, to .005
  ~ it may come out: within .005 and two standard deviations of what the rounding of the printed scores does
  n it does not; the paper's pool may hold models of which it prints no score on this test
  x it does not, although every model that the pool may hold has a printed score on this test: other scores
    than the printed ones are behind the printed number
ceil.: the most that the spec. can be with this validity and this pool's R (theorem 1).
v*, s*: the pair with the largest sum that any test can have. R = corr(Y, Ŷ) has no sign; where one is
printed, it is of something else, and only |R| enters."""
SUITE_LEGEND = """\
n: models with all that the row needs. valid.: Pearson's r. spec.: r|g, the capability taken out of the
benchmark alone. R: of the benchmark with the capability over these models. ceiling: the most that the spec.
can be (theorem 1 of Schapiro et al. 2026). p: two-sided, of each row by itself."""


def paper_tables(reference: ReferenceScores) -> list[Table]:
    """Everything that the reference prints of validity, beside what comes out of the scores that it prints."""
    cells = list(validity_cells(reference))
    head = (
        f"{reference.name}: validity and specificity from the scores that the paper prints\n"
        f"capability: {', '.join(column.title for column in reference.of_kind('capability'))}"
    )
    return [
        Table("head", title=head),
        *(_benchmark(reference, benchmark, cells) for benchmark in reference.of_kind("benchmark")),
        Table("legend", notes=[PAPER_LEGEND]),
        Table("summary", notes=list(_summary(cells))),
        *_overall(reference),
        Table("regressions", notes=list(_regressions(reference))),
        Table("not_recomputed", notes=[_not_recomputed(reference)]),
        Table("stars", notes=list(_stars(reference))),
    ]


def _benchmark(reference: ReferenceScores, benchmark: ReferenceColumn, cells: Sequence[ValidityCell]) -> Table:
    n, coupling = coupling_of(reference, benchmark)
    best = "" if coupling is None else f" v* = s* = {number(best_on_frontier(coupling)[0])}."
    printed = "" if benchmark.coupling is None else f" (printed {number(benchmark.coupling)})"
    models = "" if benchmark.n in (None, n) else f" (printed {benchmark.n})"
    r = "" if coupling is None else f" R = {number(coupling)}{printed}."
    head = f"{benchmark.title}: {n} models with it and the capability{models}.{r}{best}"
    rows = [_cell_row(cell) for cell in cells if cell.benchmark == benchmark]
    return Table("validity", _PAPER, rows, head, {"benchmark": benchmark.title})


def _cell_row(cell: ValidityCell) -> tuple[Any, ...]:
    name = f"{cell.test.title} {EMBEDDINGS[cell.test.embedding]}".strip() + ("" if "Table" in cell.source else " *")
    return name, cell.n, *_compared(cell.validity), *_compared(cell.specificity), cell.ceiling


def _compared(comparison: PrintedComparison) -> tuple[Any, ...]:
    ours = comparison.ours
    return (
        ours.r,
        (ours.low, ours.high),
        ours.p,
        (comparison.printed, comparison.stars),
        (comparison.difference, MARKS[comparison.reproduced]),
    )


def _summary(cells: Sequence[ValidityCell]) -> Iterator[str]:
    """How many numbers come out, by where they are printed."""
    by_source: dict[str, list[tuple[ValidityCell, str, PrintedComparison]]] = {}
    for cell in cells:
        by_source.setdefault(_source(cell), []).extend((cell, kind, comparison) for kind, comparison in _both(cell))
    for source, numbers in by_source.items():
        counts = {
            mark: sum(MARKS[comparison.reproduced] == mark for _, _, comparison in numbers) for mark in MARKS.values()
        }
        cell, kind, worst = max(numbers, key=lambda number: abs(number[2].difference))
        yield (
            f"{source}: of {len(numbers)} numbers {counts['=']} come out (=), {counts['~']} may (~), "
            f"{counts['n'] + counts['x']} do not ({counts['n']} n, {counts['x']} x); furthest off is the {kind} of "
            f"{cell.test.title} for {cell.benchmark.title}, by {thousandths(worst.difference)}"
        )


def _source(cell: ValidityCell) -> str:
    return cell.source if "Table" in cell.source else f"* {cell.source}"


def _both(cell: ValidityCell) -> tuple[tuple[str, PrintedComparison], tuple[str, PrintedComparison]]:
    return ("validity", cell.validity), ("specificity", cell.specificity)


def _overall(reference: ReferenceScores) -> Iterator[Table]:
    """How near single columns come to means over several embeddings."""
    cells = list(validity_cells(reference, OVERALL))
    if not cells:
        return
    titles = list(dict.fromkeys(cell.benchmark.title for cell in cells))
    columns = [
        Column("test", "test", left=True),
        *(
            Column(title, title, lambda off: " / ".join(map(number, off)), parts=("validity", "specificity"))
            for title in titles
        ),
    ]
    rows = []
    for test, test_cells in groupby(
        sorted(cells, key=lambda cell: reference.columns.index(cell.test)), lambda cell: cell.test
    ):
        off = [(cell.validity.difference, cell.specificity.difference) for cell in test_cells]
        rows.append((f"{test.title} {EMBEDDINGS[test.embedding]}", *off))
    text = (
        "The rows 'Overall' are means of z-scores over three embeddings, of which the paper prints one for each test,\n"
        "so that they cannot be recomputed. How far the printed column lies from them (ours less the printed one,\n"
        "validity / specificity):"
    )
    yield Table("overall", columns, rows, text)


def _regressions(reference: ReferenceScores) -> Iterator[str]:
    titles = {column.name: column.title for column in reference.columns}
    tests = {title for regression in reference.regressions for title in regression.predictors}
    among = np.column_stack(
        [reference.values(column.name) for column in reference.of_kind("test") if column.title in tests]
    )
    for regression in reference.regressions:
        n, found = r_squared(reference, regression.outcome, regression.predictors, among)
        ours = "-" if found is None else thousandths(found)
        yield (
            f"R² of {titles[regression.outcome]} from {' + '.join(regression.predictors)}: {ours} over {n} models "
            f"(printed "
            f"{thousandths(regression.r_squared)} over {regression.n})"
        )


def _not_recomputed(reference: ReferenceScores) -> str:
    """Rows whose scores are not printed."""
    own = {(column.title, column.embedding) for column in reference.of_kind("test")}
    tests: dict[str, dict[str, None]] = {}
    count = 0
    for printed in reference.printed:
        submetric = printed.benchmark.partition("/")[2]
        if submetric or ((printed.test, printed.embedding) not in own and printed.embedding != OVERALL):
            name = f"{printed.test}, submetrics" if submetric else printed.test
            tests.setdefault(name, {})[submetric or EMBEDDINGS[printed.embedding]] = None
            count += 1 if printed.specificity is None else 2
    names = "; ".join(f"{test} ({', '.join(submetrics)})" for test, submetrics in tests.items())
    return f"Not recomputed, since the scores are not printed: {count} numbers of {names}"


def _stars(reference: ReferenceScores) -> Iterator[str]:
    """Stars that need more models than have the benchmark and the capability."""
    benchmarks = {
        column.name: (column.title, coupling_of(reference, column)[0]) for column in reference.of_kind("benchmark")
    }
    for printed in reference.printed:
        if printed.benchmark not in benchmarks:
            continue
        title, n = benchmarks[printed.benchmark]
        for kind, r, stars, k in _numbers(printed, reference.capability.shape[1]):
            pool = pool_of_stars(r, stars, k)
            if pool is not None and pool.least > n:
                yield (
                    f"{printed.source}, {kind} of {printed.test} {EMBEDDINGS[printed.embedding]} for {title}: "
                    f"{number(r)}{stars} needs {pool.least} models or more, and there are {n}"
                )


def _numbers(printed: Printed, k: int) -> Iterator[tuple[str, float, str, int]]:
    yield "validity", printed.validity, printed.validity_stars, 0
    if printed.specificity is not None:
        yield "specificity", printed.specificity, printed.specificity_stars, k


def suite_tables(
    suites: Sequence[Suite],
    reference: ReferenceScores,
    tell: Tell,
    covariates: Covariates,
    capability: str | None = None,
) -> list[Table]:
    """What the columns of suites predict of a reference's benchmarks and of covariates, by model.

    Args:
        suites: whose columns.
        reference: whose benchmarks, and whose proxies of capability.
        tell: takes a line for each run that is left out.
        covariates: numbers by column and model.
        capability: names of what is taken out of the benchmarks, joined with ``+``; None for the reference's proxies.

    Raises:
        BadArguments: for a name that is none of a covariate, or suites of which no model is the reference's.
        FileProblem: when a suite cannot be read.
    """
    study = study_of(suites, warn=tell)
    for problem in study.problems:
        tell(f"left out: {problem}")
    models = [name for name, baseline in zip(study.models, study.baselines, strict=True) if not baseline]
    matched = match_models(models, reference)
    _require_models(", ".join(suite.name for suite in suites), matched, reference, covariates, study)
    merged = _merged(_of_reference(reference, matched), covariates)
    options = Options(covariates=merged, capability=_capability(capability, reference))
    found = predictions_of(study, Absent("this table is of single columns"), outcomes_of(study, options))
    head = f"validity for the benchmarks of {reference.name}; capability: {', '.join(options.capability)}"
    settings = [
        f"comparable settings of {column.title}: {column.comparable}" for column in study.columns if column.ours
    ]
    tables = [Table("head", title=head)]
    if isinstance(found, Absent):
        tables.append(Table("validity", notes=[f"There is none, because {found.reason}."]))
    else:
        tables += [
            Table("validity", _SUITE, list(map(_predicted_row, of_outcome)), name, {"benchmark": name})
            for name, of_outcome in groupby(found, key=lambda prediction: prediction.outcome)
        ]
        tables.append(Table("legend", notes=[SUITE_LEGEND]))
    return [*tables, Table("models", notes=list(_models(matched, reference))), Table("settings", notes=settings)]


def _predicted_row(prediction: Prediction) -> tuple[Any, ...]:
    ceiling = None if prediction.capability is None else frontier(prediction.validity.r, prediction.capability)[1]
    return (
        prediction.predictor,
        prediction.n,
        *_three(prediction.validity),
        *_three(prediction.specificity),
        prediction.capability,
        ceiling,
    )


def _three(found: Correlation | Absent) -> tuple[Any, ...]:
    if isinstance(found, Absent):
        return Undefined(found.reason), None, None
    return found.r, (found.low, found.high), found.p


def _models(matched: MatchedModels, reference: ReferenceScores) -> Iterator[str]:
    """Which models were taken for which, and which for none."""
    count = len(matched.models)
    yield f"{count} model{'' if count == 1 else 's'} of the suite {'is' if count == 1 else 'are'} in {reference.name}"
    for words, names, mark in (
        ("of these, by another name", matched.taken_as, "; "),
        ("left out, since several models have a claim to one", matched.ambiguous, "; "),
        ("left out, since the suite has the model by its own name too", matched.gave_way, "; "),
        (f"not in {reference.name}", matched.unmatched, ", "),
    ):
        if names:
            yield (f"{words}: {mark.join(names)}")


def _of_reference(reference: ReferenceScores, matched: MatchedModels) -> dict[str, Mapping[str, float]]:
    """Benchmarks and proxies of capability by title, by the suite's names of models."""
    table: dict[str, Mapping[str, float]] = {}
    for column in (*reference.of_kind("capability"), *reference.of_kind("benchmark")):
        values = dict(zip(reference.models, reference.values(column.name).tolist(), strict=True))
        table[column.title] = {name: values[model] for name, model in matched.models.items()}
    return table


def _merged(of_reference: Covariates, given: Covariates) -> Covariates:
    """Both tables.

    Raises:
        BadArguments: for a column that both have.
    """
    if twice := sorted(of_reference.keys() & given.keys()):
        raise BadArguments(
            f"--covariates has columns that the reference has too: {', '.join(twice)}; give them another name"
        )
    return {**of_reference, **given}


def _capability(names: str | None, reference: ReferenceScores) -> tuple[str, ...]:
    """Titles of what stands for capability; a column of the reference may be called by its name or its title."""
    if names is None:
        return tuple(column.title for column in reference.of_kind("capability"))
    titles = {column.name: column.title for column in reference.columns if column.kind != "test"}
    wanted = [name.strip() for name in names.split("+")]
    if not all(wanted):
        raise BadArguments(f"expected names joined with '+' in --capability, got {names!r}")
    return tuple(titles.get(name, name) for name in wanted)


def _require_models(
    suite: str, matched: MatchedModels, reference: ReferenceScores, given: Covariates, study: ScoreMatrix
) -> None:
    """Refuses a suite that has nothing to be compared with.

    Raises:
        BadArguments: when none of its models is the reference's, and no covariates were given.
    """
    if not matched.models and not given:
        raise BadArguments(
            f"no model of the suite {suite!r} is one of {reference.name} ({', '.join(study.models) or 'it has none'}); "
            "run models that the paper tested, or give scores of your own with --covariates"
        )
