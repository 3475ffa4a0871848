"""Tables of what the scores mean together: factors, reliability, and what they predict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from helm_creativity.results.findings import Absent, Factors, Predicted, Reliability
from helm_creativity.results.report.grid import TEXT, Cell, Grid, Head, Row, empty, missing
from helm_creativity.results.report.writing import interval, number, p_value, percent, signed

if TYPE_CHECKING:
    from helm_creativity.psychometrics.validity import Correlation


def loadings_grid(factors: Factors) -> Grid:
    """Each variable's loading on the common factor and on the component, and what it shares."""
    solution = factors.solution
    rows = [
        Row(
            (
                Cell(name),
                Cell(signed(loading), loading, mark="main"),
                Cell(signed(component), component),
                Cell(percent(shared), shared),
            )
        )
        for name, loading, component, shared in zip(
            factors.variables,
            map(float, solution.loadings),
            map(float, solution.component_loadings),
            map(float, solution.communalities),
            strict=True,
        )
    ]
    variable = Head(factors.of[:-1].capitalize(), TEXT)
    heads = (variable, Head("Factor loading"), Head("Component loading"), Head("Variance shared"))
    return Grid("loadings-table", "Loadings on one factor", heads, tuple(rows))


def eigenvalues_grid(factors: Factors) -> Grid:
    """Eigenvalues beside those of noise."""
    noise = factors.noise
    rows = [
        Row((Cell(str(place)), *(Cell(number(value), value) for value in map(float, values))))
        for place, values in enumerate(zip(noise.eigenvalues, noise.noise_mean, noise.noise_95, strict=True), start=1)
    ]
    heads = (Head("Component", TEXT), Head("Eigenvalue"), Head("Noise, mean"), Head("Noise, 95%"))
    return Grid("eigenvalues-table", "Eigenvalues beside those of noise", heads, tuple(rows))


def robustness_grid(factors: Factors) -> Grid:
    """The first extraction, and the same under other compositions of the data."""
    solution = factors.solution
    first = float(solution.eigenvalues[0])
    rows = [Row((Cell("as above"), *_extraction(factors.n_models, first, factors.alpha, float(solution.share))))]
    for one in factors.robustness:
        cells = _extraction(one.n_models, one.eigenvalue, one.alpha, one.share, interval(one.low, one.high))
        rows.append(Row((Cell(one.change), *cells)))
    heads = (
        Head("Data", TEXT),
        Head("Models"),
        Head("First eigenvalue"),
        Head("95% interval"),
        Head("Share of variance"),
        Head("Cronbach’s α"),
    )
    return Grid("robustness-table", "One factor under other compositions of the data", heads, tuple(rows))


def _extraction(n: int, eigenvalue: float, alpha: float | None, share: float, ends: str = "") -> tuple[Cell, ...]:
    return (
        Cell(f"{n:,}", n),
        Cell(number(eigenvalue), eigenvalue),
        Cell(ends, eigenvalue) if ends.strip("–") else empty("one extraction has no interval"),
        Cell(percent(share), share),
        _alpha(alpha),
    )


def _alpha(alpha: float | None) -> Cell:
    return missing("undefined") if alpha is None else Cell(number(alpha), alpha)


def reliability_grid(found: Sequence[Reliability], links: Mapping[str, str]) -> Grid:
    """One row a benchmark: over items, over trials, and how many items are enough."""
    heads = (
        Head("Benchmark", TEXT),
        Head("Models"),
        Head("Items"),
        Head("Over items"),
        Head("95% interval"),
        Head("Over trials"),
        Head("95% interval"),
        Head("Items enough for 0.95"),
    )
    return Grid("reliability-table", "Reliability of benchmarks", heads, tuple(_reliable(one, links) for one in found))


def one_reason(found: Sequence[Reliability]) -> Absent | None:
    """Why there is no reliability at all; None where there is some, or where reasons differ."""
    parts = [part for one in found for part in (one.split_half, one.retest, one.stability)]
    first = parts[0] if parts else None
    return first if isinstance(first, Absent) and all(part == first for part in parts) else None


def _reliable(one: Reliability, links: Mapping[str, str]) -> Row:
    halves, retest, stable = one.split_half, one.retest, one.stability
    over_items = missing(halves.reason) if isinstance(halves, Absent) else _coefficient(halves.reliability)
    over_trials = missing(retest.reason) if isinstance(retest, Absent) else _coefficient(retest.reliability)
    sizes = empty("unknown"), empty("unknown")
    if not isinstance(halves, Absent):
        sizes = Cell(f"{halves.n_models:,}", halves.n_models), Cell(f"{halves.n_items:,}", halves.n_items)
    return Row(
        (
            Cell(one.column.title, href=links.get(one.column.key, "")),
            *sizes,
            over_items,
            _ends(halves),
            over_trials,
            _ends(retest),
            _enough(stable),
        )
    )


def _coefficient(value: float) -> Cell:
    return Cell(number(value), value, mark="main")


def _ends(one: object) -> Cell:
    low, high = getattr(one, "low", None), getattr(one, "high", None)
    said = interval(low, high)
    return empty("no interval") if low is None or high is None else Cell(said, low)


def _enough(stable: object) -> Cell:
    if isinstance(stable, Absent):
        return missing(stable.reason)
    enough, items = getattr(stable, "enough", None), getattr(stable, "n_items", 0)
    return Cell(f"more than {items:,}", float("1e9")) if enough is None else Cell(f"{enough:,}", enough)


def validity_grid(found: Sequence[Predicted]) -> Grid:
    """What each column says of each outcome, with and without capability."""
    heads = (
        Head("Predictor", TEXT),
        Head("Outcome", TEXT),
        Head("Models"),
        Head("Validity\N{NO-BREAK SPACE}r"),
        Head("95% interval"),
        Head("p", rising=True),
        Head("Specificity\N{NO-BREAK SPACE}r"),
        Head("95% interval"),
        Head("p", rising=True),
        Head("R of capability"),
    )
    rows = [
        Row(
            (
                Cell(one.predictor),
                Cell(one.outcome),
                Cell(f"{one.n:,}", one.n),
                *_correlation(one.validity),
                *_specific(one.specificity),
                _capability(one),
            )
        )
        for one in found
    ]
    return Grid("validity-table", "Validity and specificity", heads, tuple(rows))


def _capability(one: Predicted) -> Cell:
    if one.capability is not None:
        return Cell(number(one.capability), one.capability)
    return missing(one.specificity.reason if isinstance(one.specificity, Absent) else "no capability was named")


def _specific(one: Correlation | Absent) -> tuple[Cell, ...]:
    if isinstance(one, Absent):
        return missing(one.reason), empty("no interval"), empty("no p")
    return _correlation(one)


def _correlation(one: Correlation) -> tuple[Cell, ...]:
    ends = interval(one.low, one.high)
    return (
        Cell(signed(one.r), one.r, mark="main"),
        Cell(ends, one.low) if one.low is not None else missing("too few models for an interval"),
        Cell(p_value(one.p), one.p),
    )
