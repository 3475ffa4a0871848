"""The cells of a paper's table of validity, recomputed from the scores that it prints.

``python perf/published_validity.py`` prints them. Beside them stand how far the rounding of the printed scores can
move a correlation, and what the stars of a printed correlation say of how many models stand behind it.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.validity import (
    Correlation,
    best_on_frontier,
    frontier,
    multiple_r,
    pearson,
    specificity,
)
from helm_creativity.reports.tables import render
from helm_creativity.results.numbers import correlation, count, p_value
from helm_creativity.results.published_scores import PublishedColumn, PublishedScores, read_published_scores
from helm_creativity.results.table import Column, Table

NAME = "schapiro2026"
FOLDER = Path(__file__).parent / NAME
number, thousandths = correlation(2), correlation(3)
OVERALL = "overall"
"""Stands in the place of an embedding for the mean of z-scores over several."""


def correlation_columns(key: str, title: str) -> list[Column]:
    """Of a correlation the coefficient, its interval and its p-value."""
    return [
        Column(key, title, number),
        Column(
            f"{key}_interval", "95 %", lambda ends: " ".join(f"{number(end):>4}" for end in ends), parts=("low", "high")
        ),
        Column(f"{key}_p", "p", p_value),
    ]


class Printed(NamedTuple):
    """Validity and specificity of one test for one benchmark, as printed.

    Attributes:
        source: table or section.
        test: title of the test.
        embedding: its name, "none" or ``OVERALL``.
        benchmark: name of a column; its submetrics are ``benchmark/submetric``.
        n: models, as the paper says.
        validity: to two decimals.
        validity_stars: for p below .05, .01 and .001.
        specificity: None where it is not printed.
        specificity_stars: likewise.
    """

    source: str
    test: str
    embedding: str
    benchmark: str
    n: int
    validity: float
    validity_stars: str
    specificity: float | None
    specificity_stars: str


class Regression(NamedTuple):
    """A multiple regression, as printed."""

    outcome: str
    predictors: tuple[str, ...]
    n: int
    r_squared: float


@dataclass(frozen=True)
class PrintedValidity(PublishedScores):
    """What a paper prints of the validity of tests, beside the scores.

    Attributes:
        printed: validities and specificities.
        regressions: multiple regressions.
        pools: models above a benchmark's column in the paper's table of validity.
        couplings: R of benchmarks with the capability, where the paper's text has it.
    """

    printed: tuple[Printed, ...]
    regressions: tuple[Regression, ...]
    pools: Mapping[str, int]
    couplings: Mapping[str, float]


def read_printed() -> PrintedValidity:
    """The tables of the paper."""
    scores, benchmarks = read_published_scores(NAME), _rows("benchmarks")
    return PrintedValidity(
        **{field.name: getattr(scores, field.name) for field in fields(scores)},
        printed=tuple(_printed(row) for row in _rows("validity")),
        regressions=tuple(_regression(row) for row in _rows("regressions")),
        pools={row["column"]: int(row["n"]) for row in benchmarks},
        couplings={row["column"]: float(row["coupling"]) for row in benchmarks if row["coupling"]},
    )


def _rows(table: str) -> list[dict[str, str]]:
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def _printed(row: dict[str, str]) -> Printed:
    return Printed(
        source=row["source"],
        test=row["test"],
        embedding=row["embedding"],
        benchmark=row["benchmark"],
        n=int(row["n"]),
        validity=float(row["validity"]),
        validity_stars=row["validity_stars"],
        specificity=float(row["specificity"]) if row["specificity"] else None,
        specificity_stars=row["specificity_stars"],
    )


def _regression(row: dict[str, str]) -> Regression:
    return Regression(row["outcome"], tuple(row["predictors"].split("+")), int(row["n"]), float(row["r_squared"]))


def rounding_error(x: Numbers, y: Numbers, controls: Numbers, steps: Numbers) -> float:
    """Standard deviation of r(X, Y - Ŷ_g) when every number is off by a rounding error of its own, to first order.

    An error is uniform between minus and plus half a step, with the variance step²/12. With M the projection off the
    controls and a constant, e = M·y, unit vectors x̂ (of x centred) and ê, coefficients β of the controls and
    g = M·(x̂ - r·ê)/|e|, the derivatives of r are::

        by x        (ê - r·x̂)/|x|
        by y        g
        by c_ij     -(g_i·β_j + e_i·(C⁺g)_j), with C⁺ the pseudoinverse of the centred controls and g before M

    Args:
        x: n numbers, none missing.
        y: n numbers.
        controls: shape (n, k), k of 0 for a plain correlation.
        steps: units of the last digits of x, y and each control, shape (2 + k,).

    Returns:
        0 for exact numbers. Meaningless where x or e has no spread.
    """
    centred = controls - controls.mean(axis=0)
    inverse = np.linalg.pinv(centred)
    beta = inverse @ (y - y.mean())
    e = y - y.mean() - centred @ beta
    deviations = x - x.mean()
    x_hat, e_hat = deviations / np.linalg.norm(deviations), e / np.linalg.norm(e)
    r = float(x_hat @ e_hat)
    before = (x_hat - r * e_hat) / np.linalg.norm(e)
    after = before - centred @ (inverse @ before)
    by_x = (e_hat - r * x_hat) / np.linalg.norm(deviations)
    by_controls = -(np.outer(after, beta) + np.outer(e, inverse @ before))
    squares = [(by_x**2).sum(), (after**2).sum(), *(by_controls**2).sum(axis=0)]
    return math.sqrt(float(np.dot(squares, steps**2)) / 12)


LEVELS = (0.05, 0.01, 0.001)
"""A star each."""
HALF = 0.005
"""How far a correlation printed to two decimals can be off."""
MOST = 1000


class PoolSizes(NamedTuple):
    """Sizes of a pool of models.

    Attributes:
        least: the smallest.
        most: the largest, None where there is no limit below ``MOST``.
    """

    least: int
    most: int | None


def pool_of_stars(r: float, stars: str, k: int) -> PoolSizes | None:
    """Sizes for which a correlation that is printed as ``r`` can have those stars.

    Args:
        r: to two decimals.
        stars: as printed.
        k: controls.

    Returns:
        None where no size below ``MOST`` has: with more models a correlation is more significant, so that the sizes
        that can be are those between the least and the most.
    """
    n = np.arange(k + 3, MOST)
    fewest, most = (_count_stars(_p(max(abs(r) + off, 0.0), n - 2 - k)) for off in (-HALF, HALF))
    sizes = n[(fewest <= len(stars)) & (len(stars) <= most)]
    if not sizes.size:
        return None
    return PoolSizes(int(sizes[0]), int(sizes[-1]) if sizes[-1] < MOST - 1 else None)


def _count_stars(p: Numbers) -> NDArray[np.int64]:
    return np.asarray((p[:, None] < np.array(LEVELS)).sum(axis=1), dtype=np.int64)


def _p(r: float, df: NDArray[np.int64]) -> Numbers:
    """Two-sided p-values of a correlation."""
    from scipy.special import stdtr

    r = min(r, 1 - 1e-12)
    return np.asarray(2 * stdtr(df, -r * np.sqrt(df / (1 - r**2))), dtype=np.float64)


Reproduced = Literal["same", "rounding", "pool", "scores"]
"""``same``: within .005 of print. ``rounding``: within .005 and two standard deviations of what the rounding of the
printed scores does. ``pool``: neither, and the paper's pool can hold models whose score on the test it does not print.
``scores``: neither, though every model that has the benchmark and the capability has a printed score on the test."""


class PrintedComparison(NamedTuple):
    """One number beside the printed one.

    Attributes:
        ours: from the printed scores.
        printed: to two decimals.
        stars: as printed.
        difference: ours less the printed one.
        rounding: standard deviation of ours through the rounding of the printed scores.
        reproduced: whether it comes out, and why not.
    """

    ours: Correlation
    printed: float
    stars: str
    difference: float
    rounding: float
    reproduced: Reproduced


class ValidityCell(NamedTuple):
    """One test for one benchmark.

    Attributes:
        test: column of the test.
        benchmark: column of the benchmark.
        source: where the printed numbers stand.
        n: models with a printed score on the test, the benchmark and all proxies of capability.
        n_benchmark: models with the benchmark and the capability, whatever their tests.
        coupling: R of the benchmark with the capability, over the n models.
        ceiling: the most that the specificity can be with this validity and R.
        validity: beside the printed one.
        specificity: likewise.
    """

    test: PublishedColumn
    benchmark: PublishedColumn
    source: str
    n: int
    n_benchmark: int
    coupling: float
    ceiling: float
    validity: PrintedComparison
    specificity: PrintedComparison


def validity_cells(paper: PrintedValidity, embedding: str | None = None) -> Iterator[ValidityCell]:
    """Every cell of which the paper prints both the scores and the result, by benchmark and test.

    Args:
        paper: whose.
        embedding: hold the scores against the numbers under this one instead of their own.
    """
    for benchmark in paper.of_kind("benchmark"):
        for test in paper.of_kind("test"):
            wanted = embedding or test.embedding
            for printed in paper.printed:
                if (printed.test, printed.embedding, printed.benchmark) == (test.title, wanted, benchmark.name):
                    cell = _cell(paper, test, benchmark, printed)
                    if cell is not None:
                        yield cell


def pool_and_coupling(paper: PrintedValidity, benchmark: PublishedColumn) -> tuple[int, float | None]:
    """How many models have the benchmark and all proxies of capability, and R over these."""
    values = paper.values(benchmark.name)
    known = np.isfinite(np.column_stack([values, paper.capability])).all(axis=1)
    return int(known.sum()), multiple_r(values, paper.capability)


def r_squared(
    paper: PrintedValidity, outcome: str, predictors: tuple[str, ...], among: Numbers
) -> tuple[int, float | None]:
    """How many models enter, and the share of an outcome's variance that tests explain together.

    Args:
        paper: whose.
        outcome: name of a benchmark's column.
        predictors: titles of tests.
        among: shape (n, k): models that lack a number here are left out too.
    """
    by_title = {column.title: paper.values(column.name) for column in paper.of_kind("test")}
    columns = np.column_stack([by_title[title] for title in predictors])
    values = np.where(np.isfinite(among).all(axis=1), paper.values(outcome), np.nan)
    found = multiple_r(values, columns)
    return int(np.isfinite(np.column_stack([values, columns])).all(axis=1).sum()), None if found is None else found**2


def _cell(
    paper: PrintedValidity, test: PublishedColumn, benchmark: PublishedColumn, printed: Printed
) -> ValidityCell | None:
    """None where too few models have all of it, or where no specificity is printed."""
    x, y, controls = paper.values(test.name), paper.values(benchmark.name), paper.capability
    rows = np.isfinite(np.column_stack([x, y, controls])).all(axis=1)
    x, y, controls = x[rows], y[rows], controls[rows]
    valid, special, coupling = pearson(x, y), specificity(x, y, controls), multiple_r(y, controls)
    if valid is None or special is None or coupling is None or printed.specificity is None:
        return None
    steps = np.array([test.step, benchmark.step, *(column.step for column in paper.of_kind("capability"))])
    n_benchmark, _ = pool_and_coupling(paper, benchmark)
    lacking: Reproduced = "pool" if valid.n < max(n_benchmark, printed.n) else "scores"
    return ValidityCell(
        test=test,
        benchmark=benchmark,
        source=printed.source,
        n=valid.n,
        n_benchmark=n_benchmark,
        coupling=coupling,
        ceiling=frontier(valid.r, coupling)[1],
        validity=_compare(
            valid, printed.validity, printed.validity_stars, rounding_error(x, y, controls[:, :0], steps[:2]), lacking
        ),
        specificity=_compare(
            special, printed.specificity, printed.specificity_stars, rounding_error(x, y, controls, steps), lacking
        ),
    )


def _compare(ours: Correlation, printed: float, stars: str, rounding: float, lacking: Reproduced) -> PrintedComparison:
    difference = ours.r - printed
    # A binary fraction of 0.005 may lie on either side of it.
    within = HALF + 1e-9
    reproduced: Reproduced = lacking
    if abs(difference) <= within:
        reproduced = "same"
    elif abs(difference) <= within + 2 * rounding:
        reproduced = "rounding"
    return PrintedComparison(ours, printed, stars, difference, rounding, reproduced)


MARKS = {"same": "=", "rounding": "~", "pool": "n", "scores": "x"}
EMBEDDINGS = {"glove": "GloVe", "fasttext": "FastText", "sbert": "SBERT", "none": "", OVERALL: "Overall"}


def _printed_columns(key: str) -> list[Column]:
    """Two columns: what the paper prints, with its stars, and how far ours lies from that."""
    return [
        Column(f"{key}_printed", "printed", lambda parts: f"{number(parts[0])}{parts[1]:<3}", parts=("value", "stars")),
        Column(f"{key}_off", "off", lambda parts: f"{thousandths(parts[0])} {parts[1]}", parts=("value", "mark")),
    ]


_PAPER = (
    Column("test", "test", left=True),
    Column("n", "n", count),
    *correlation_columns("validity", "valid."),
    *_printed_columns("validity"),
    *correlation_columns("specificity", "spec."),
    *_printed_columns("specificity"),
    Column("ceiling", "ceil.", number),
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


def paper_tables(paper: PrintedValidity) -> list[Table]:
    """Everything that the paper prints of validity, beside what comes out of the scores that it prints."""
    cells = list(validity_cells(paper))
    head = (
        f"{paper.name}: validity and specificity from the scores that the paper prints\n"
        f"capability: {', '.join(column.title for column in paper.of_kind('capability'))}"
    )
    return [
        Table("head", title=head),
        *(_benchmark(paper, benchmark, cells) for benchmark in paper.of_kind("benchmark")),
        Table("legend", notes=[PAPER_LEGEND]),
        Table("summary", notes=list(_summary(cells))),
        *_overall(paper),
        Table("regressions", notes=list(_regressions(paper))),
        Table("not_recomputed", notes=[_not_recomputed(paper)]),
        Table("stars", notes=list(_impossible_stars(paper))),
    ]


def _benchmark(paper: PrintedValidity, benchmark: PublishedColumn, cells: Sequence[ValidityCell]) -> Table:
    n, coupling = pool_and_coupling(paper, benchmark)
    best = "" if coupling is None else f" v* = s* = {number(best_on_frontier(coupling)[0])}."
    printed = f" (printed {number(paper.couplings[benchmark.name])})" if benchmark.name in paper.couplings else ""
    models = "" if paper.pools[benchmark.name] == n else f" (printed {paper.pools[benchmark.name]})"
    r = "" if coupling is None else f" R = {number(coupling)}{printed}."
    head = f"{benchmark.title}: {n} models with it and the capability{models}.{r}{best}"
    rows = [_cell_row(cell) for cell in cells if cell.benchmark == benchmark]
    return Table("validity", _PAPER, rows, head, {"benchmark": benchmark.title})


def _cell_row(cell: ValidityCell) -> tuple[Any, ...]:
    name = f"{cell.test.title} {EMBEDDINGS[cell.test.embedding]}".strip() + ("" if "Table" in cell.source else " *")
    return name, cell.n, *_comparison_cells(cell.validity), *_comparison_cells(cell.specificity), cell.ceiling


def _comparison_cells(comparison: PrintedComparison) -> tuple[Any, ...]:
    ours = comparison.ours
    return (
        ours.r,
        (ours.low, ours.high),
        ours.p,
        (comparison.printed, comparison.stars),
        (comparison.difference, MARKS[comparison.reproduced]),
    )


def _summary(cells: Sequence[ValidityCell]) -> Iterator[str]:
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


def _overall(paper: PrintedValidity) -> Iterator[Table]:
    """How near single columns come to means over several embeddings."""
    cells = list(validity_cells(paper, OVERALL))
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
    for test, some in groupby(sorted(cells, key=lambda cell: paper.columns.index(cell.test)), lambda cell: cell.test):
        off = [(cell.validity.difference, cell.specificity.difference) for cell in some]
        rows.append((f"{test.title} {EMBEDDINGS[test.embedding]}", *off))
    text = (
        "The rows 'Overall' are means of z-scores over three embeddings, of which the paper prints one for each test,\n"
        "so that they cannot be recomputed. How far the printed column lies from them (ours less the printed one,\n"
        "validity / specificity):"
    )
    yield Table("overall", columns, rows, text)


def _regressions(paper: PrintedValidity) -> Iterator[str]:
    """Multiple regressions, over the models that have all tests of any of them."""
    titles = {column.name: column.title for column in paper.columns}
    tests = {title for regression in paper.regressions for title in regression.predictors}
    among = np.column_stack([paper.values(column.name) for column in paper.of_kind("test") if column.title in tests])
    for regression in paper.regressions:
        n, found = r_squared(paper, regression.outcome, regression.predictors, among)
        ours = "-" if found is None else thousandths(found)
        yield (
            f"R² of {titles[regression.outcome]} from {' + '.join(regression.predictors)}: {ours} over {n} models "
            f"(printed "
            f"{thousandths(regression.r_squared)} over {regression.n})"
        )


def _not_recomputed(paper: PrintedValidity) -> str:
    """Rows whose scores are not printed."""
    own = {(column.title, column.embedding) for column in paper.of_kind("test")}
    tests: dict[str, dict[str, None]] = {}
    count = 0
    for printed in paper.printed:
        submetric = printed.benchmark.partition("/")[2]
        if submetric or ((printed.test, printed.embedding) not in own and printed.embedding != OVERALL):
            name = f"{printed.test}, submetrics" if submetric else printed.test
            tests.setdefault(name, {})[submetric or EMBEDDINGS[printed.embedding]] = None
            count += 1 if printed.specificity is None else 2
    names = "; ".join(f"{test} ({', '.join(some)})" for test, some in tests.items())
    return f"Not recomputed, since the scores are not printed: {count} numbers of {names}"


def _impossible_stars(paper: PrintedValidity) -> Iterator[str]:
    """Stars that need more models than have the benchmark and the capability."""
    benchmarks = {
        column.name: (column.title, pool_and_coupling(paper, column)[0]) for column in paper.of_kind("benchmark")
    }
    for printed in paper.printed:
        if printed.benchmark not in benchmarks:
            continue
        title, n = benchmarks[printed.benchmark]
        for kind, r, stars, k in _numbers(printed, paper.capability.shape[1]):
            pool = pool_of_stars(r, stars, k)
            if pool is not None and pool.least > n:
                yield (
                    f"{printed.source}, {kind} of {printed.test} {EMBEDDINGS[printed.embedding]} for {title}: "
                    f"{number(r)}{stars} "
                    f"needs {pool.least} models or more, and there are {n}"
                )


def _numbers(printed: Printed, k: int) -> Iterator[tuple[str, float, str, int]]:
    yield "validity", printed.validity, printed.validity_stars, 0
    if printed.specificity is not None:
        yield "specificity", printed.specificity, printed.specificity_stars, k


def main() -> None:
    """Print all of it."""
    print(render(paper_tables(read_printed())))


if __name__ == "__main__":
    main()
