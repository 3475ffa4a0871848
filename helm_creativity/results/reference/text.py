"""A paper's table of validity and specificity as text, recomputed beside what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import fill

import numpy as np

from helm_creativity.psychometrics.validity import Correlation, best_on_frontier
from helm_creativity.results.leaderboard import aligned
from helm_creativity.results.reference.compared import Cell, Compared, cells_of, coupling_of, r_squared
from helm_creativity.results.reference.stars import pool_of_stars
from helm_creativity.results.reference.tables import OVERALL, Column, Printed, Reference

HEAD = ("test", "n", "valid.", "95 %", "p", "printed", "off", "spec.", "95 %", "p", "printed", "off", "ceil.")
WIDTH = 110
"""Of lines."""
MARKS = {"same": "=", "rounding": "~", "pool": "n", "scores": "x"}
EMBEDDINGS = {"glove": "GloVe", "fasttext": "FastText", "sbert": "SBERT", "none": "", OVERALL: "Overall"}
LEGEND = """\
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


def report(reference: Reference) -> str:
    """Everything that the reference prints of validity, beside what comes out of the scores that it prints."""
    cells = list(cells_of(reference))
    parts = [
        f"{reference.name}: validity and specificity from the scores that the paper prints\n"
        f"capability: {', '.join(column.title for column in reference.of_kind('capability'))}",
        *(_benchmark(reference, benchmark, cells) for benchmark in reference.of_kind("benchmark")),
        LEGEND,
        _summary(cells),
        _overall(reference),
        "\n".join(_regressions(reference)),
        _not_recomputed(reference),
        "\n".join(_stars(reference)),
    ]
    return "\n\n".join(part for part in parts if part)


def number(value: float, decimals: int = 2) -> str:
    """A correlation without its leading zero."""
    text = f"{abs(value):.{decimals}f}"
    sign = "-" if value < 0 and text.strip(".0") else ""
    return sign + (text[1:] if text.startswith("0.") else text)


def p_value(p: float) -> str:
    """To three decimals."""
    return "<.001" if p < 0.001 else number(p, 3)


def interval(found: Correlation) -> str:
    """Both ends."""
    return f"{number(found.low):>4} {number(found.high):>4}"


def _benchmark(reference: Reference, benchmark: Column, cells: Sequence[Cell]) -> str:
    """One table."""
    n, coupling = coupling_of(reference, benchmark)
    best = "" if coupling is None else f" v* = s* = {number(best_on_frontier(coupling)[0])}."
    printed = "" if benchmark.coupling is None else f" (printed {number(benchmark.coupling)})"
    said = "" if benchmark.n in (None, n) else f" (printed {benchmark.n})"
    r = "" if coupling is None else f" R = {number(coupling)}{printed}."
    head = f"{benchmark.title}: {n} models with it and the capability{said}.{r}{best}"
    rows = [HEAD, *(_row(cell) for cell in cells if cell.benchmark == benchmark)]
    return "\n".join([head, *aligned(rows)])


def _row(cell: Cell) -> tuple[str, ...]:
    name = f"{cell.test.title} {EMBEDDINGS[cell.test.embedding]}".strip() + ("" if "Table" in cell.source else " *")
    return name, str(cell.n), *_compared(cell.validity), *_compared(cell.specificity), number(cell.ceiling)


def _compared(one: Compared) -> tuple[str, ...]:
    off = f"{number(one.difference, 3)} {MARKS[one.verdict]}"
    printed = f"{number(one.printed)}{one.stars:<3}"
    return number(one.ours.r), interval(one.ours), p_value(one.ours.p), printed, off


def _summary(cells: Sequence[Cell]) -> str:
    """How many numbers come out, by where they are printed."""
    by_source: dict[str, list[tuple[Cell, str, Compared]]] = {}
    for cell in cells:
        by_source.setdefault(_source(cell), []).extend((cell, kind, one) for kind, one in _both(cell))
    lines = []
    for source, numbers in by_source.items():
        counts = {mark: sum(MARKS[one.verdict] == mark for _, _, one in numbers) for mark in MARKS.values()}
        cell, kind, worst = max(numbers, key=lambda one: abs(one[2].difference))
        lines.append(
            f"{source}: of {len(numbers)} numbers {counts['=']} come out (=), {counts['~']} may (~), "
            f"{counts['n'] + counts['x']} do not ({counts['n']} n, {counts['x']} x);\n  furthest off is the {kind} of "
            f"{cell.test.title} for {cell.benchmark.title}, by {number(worst.difference, 3)}"
        )
    return "\n".join(lines)


def _source(cell: Cell) -> str:
    return cell.source if "Table" in cell.source else f"* {cell.source}"


def _both(cell: Cell) -> tuple[tuple[str, Compared], tuple[str, Compared]]:
    return ("validity", cell.validity), ("specificity", cell.specificity)


def _overall(reference: Reference) -> str:
    """How near single columns come to means over several embeddings."""
    cells = list(cells_of(reference, OVERALL))
    if not cells:
        return ""
    rows = [("test", *dict.fromkeys(cell.benchmark.title for cell in cells))]
    for test, some in groupby(sorted(cells, key=lambda cell: reference.columns.index(cell.test)), lambda one: one.test):
        row = [f"{number(one.validity.difference)} / {number(one.specificity.difference)}" for one in some]
        rows.append((f"{test.title} {EMBEDDINGS[test.embedding]}", *row))
    text = (
        "The rows 'Overall' are means of z-scores over three embeddings, of which the paper prints one for each test, "
        "so that they cannot be recomputed. How far the printed column lies from them (ours less the printed one, "
        "validity / specificity):"
    )
    return "\n".join([fill(text, WIDTH), *aligned(rows)])


def _regressions(reference: Reference) -> Iterator[str]:
    """Multiple regressions, over the models that have all tests of any of them."""
    titles = {column.name: column.title for column in reference.columns}
    tests = {title for one in reference.regressions for title in one.predictors}
    among = np.column_stack([reference.values(one.name) for one in reference.of_kind("test") if one.title in tests])
    for one in reference.regressions:
        n, found = r_squared(reference, one.outcome, one.predictors, among)
        ours = "-" if found is None else number(found, 3)
        yield (
            f"R² of {titles[one.outcome]} from {' + '.join(one.predictors)}: {ours} over {n} models (printed "
            f"{number(one.r_squared, 3)} over {one.n})"
        )


def _not_recomputed(reference: Reference) -> str:
    """Rows whose scores are not printed."""
    own = {(column.title, column.embedding) for column in reference.of_kind("test")}
    tests: dict[str, dict[str, None]] = {}
    count = 0
    for one in reference.printed:
        facet = one.benchmark.partition("/")[2]
        if facet or ((one.test, one.embedding) not in own and one.embedding != OVERALL):
            name = f"{one.test}, facets" if facet else one.test
            tests.setdefault(name, {})[facet or EMBEDDINGS[one.embedding]] = None
            count += 1 if one.specificity is None else 2
    names = "; ".join(f"{test} ({', '.join(some)})" for test, some in tests.items())
    return fill(f"Not recomputed, since the scores are not printed: {count} numbers of {names}", WIDTH)


def _stars(reference: Reference) -> Iterator[str]:
    """Stars that need more models than have the benchmark and the capability."""
    benchmarks = {one.name: (one.title, coupling_of(reference, one)[0]) for one in reference.of_kind("benchmark")}
    for one in reference.printed:
        if one.benchmark not in benchmarks:
            continue
        title, n = benchmarks[one.benchmark]
        for kind, r, stars, k in _numbers(one, reference.capability.shape[1]):
            pool = pool_of_stars(r, stars, k)
            if pool is not None and pool.least > n:
                yield (
                    f"{one.source}, {kind} of {one.test} {EMBEDDINGS[one.embedding]} for {title}: {number(r)}{stars} "
                    f"needs {pool.least} models or more, and there are {n}"
                )


def _numbers(one: Printed, k: int) -> Iterator[tuple[str, float, str, int]]:
    yield "validity", one.validity, one.validity_stars, 0
    if one.specificity is not None:
        yield "specificity", one.specificity, one.specificity_stars, k
