"""What the sections of the page show, made ready for its templates."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.psychometrics.comparisons import ALPHA
from helm_creativity.results.findings import Absent, Board, Composite, Factors, Findings, Trade
from helm_creativity.results.report import conduct, structure
from helm_creativity.results.report.boards import BoardView, board_view, composite_grid, heat_grid
from helm_creativity.results.report.grid import TEXT, Cell, Grid, Head, Row, missing
from helm_creativity.results.report.profiles import profiles_of
from helm_creativity.results.report.summary import factor_sentence, summary_of
from helm_creativity.results.report.titles import column_noun
from helm_creativity.results.report.writing import MINUS, count, who
from helm_creativity.results.study import Study
from helm_creativity.rooms.standing import is_baseline

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "overall": "Overall standing",
        "heat": "Models by benchmarks",
        "profiles": "Profiles",
        "benchmarks": "Benchmarks",
        "trades": "Trade-offs",
        "factors": "One factor or several",
        "reliability": "Reliability",
        "validity": "What scores predict",
        "judges": "Severity of judges",
        "failures": "Answers without a score",
        "gate": "Gate of appropriateness",
        "effects": "Effects of instructions",
        "groups": "Groups of models",
        "notes": "Left out, and notes",
        "reading": "How to read this page",
        "origin": "How to make it again",
    }
)
ANSWERS = "num_answers"
METHODS = MappingProxyType({"exact": "exact", "normal": "by the normal approximation, corrected for ties"})


class Tile(NamedTuple):
    """A number at the head of the page."""

    name: str
    value: str
    note: str = ""


def view_of(findings: Findings) -> dict[str, Any]:
    """Everything that the templates name, apart from figures and the origin of the page."""
    boards = _boards(findings)
    links = {board.column.key: board.key for board in boards}
    composite = findings.composite
    only_baselines = bool(len(findings.study.models)) and bool(findings.study.baselines.all())
    return {
        "title": findings.title or "Creativity of language models",
        "lede": _lede(findings),
        "tiles": tuple(_tiles(findings)),
        "only_baselines": only_baselines,
        "pool_name": "baselines" if only_baselines else "language models",
        "summary": summary_of(findings),
        "composite": _composite(composite, findings.study) if isinstance(composite, Composite) else None,
        "scale": SCALE,
        "profiles": profiles_of(composite, findings) if isinstance(composite, Composite) else None,
        "boards": boards,
        "overview": _overview(boards, findings),
        "trades": [_trade(place, trade) for place, trade in enumerate(findings.trades, start=1)],
        "factors": _factors(findings.factors) if isinstance(findings.factors, Factors) else None,
        "reliability_absent": structure.one_reason(findings.reliability),
        "reliability": structure.reliability_grid(findings.reliability, links),
        "alpha": f"{ALPHA:g}",
        "columns_called": f"{column_noun(findings.study.columns)}s",
        "gates": list(conduct.gate_grids(findings.gates, findings.study.columns)),
        "failures": _failures(findings, links),
        **_optional(findings),
    }


SCALE = (
    ("down4", f"{MINUS}2"),
    ("down3", ""),
    ("down2", f"{MINUS}1"),
    ("down1", ""),
    ("", "0"),
    ("up1", ""),
    ("up2", "+1"),
    ("up3", ""),
    ("up4", "+2"),
)
"""The shades of z, half a standard deviation each."""


def _optional(findings: Findings) -> dict[str, Any]:
    """Tables of statistics that may be absent as a whole."""
    validity, severities = findings.validity, findings.severities
    effects, groups = findings.effects, findings.groups
    return {
        "validity": None if isinstance(validity, Absent) else structure.validity_grid(validity),
        "severities": None if isinstance(severities, Absent) else conduct.severity_grid(severities),
        "effects": None if isinstance(effects, Absent) else conduct.effects_grid(effects),
        "groups": None if isinstance(groups, Absent) else conduct.groups_grid(groups),
        "group_methods": ""
        if isinstance(groups, Absent)
        else " and ".join(METHODS[one] for one in METHODS if any(one == pair.method for pair in groups)),
    }


def _methods(used: Collection[str]) -> str:
    """How the p-values of groups were found."""
    return " and ".join(text for name, text in METHODS.items() if name in used)


def _lede(findings: Findings) -> str:
    study = findings.study
    baselines = int(study.baselines.sum())
    benchmarks = count(len({column.group for column in study.columns}), "benchmark")
    measured = f"{who(len(study.models) - baselines, baselines)} in {benchmarks}"
    return f"{measured}: who stands where, how sure that is, and what the scores mean together."


def _tiles(findings: Findings) -> Iterator[Tile]:
    study = findings.study
    baselines = int(study.baselines.sum())
    models = len(study.models) - baselines
    if models or not baselines:
        yield Tile("Language models", f"{models:,}", f"and {count(baselines, 'baseline')}" if baselines else "")
    else:
        yield Tile("Baselines", f"{baselines:,}", "and no language model")
    groups = len({column.group for column in study.columns})
    several = len(study.columns) > groups
    yield Tile("Benchmarks", f"{groups:,}", f"in {len(study.columns):,} columns" if several else "")
    known = np.isfinite(study.scores)
    if known.size:
        yield Tile("Scores", f"{int(known.sum()):,}", f"of {known.size:,} that could be")
    answers = study.stats.get(ANSWERS)
    if answers is not None and np.isfinite(answers).any():
        yield Tile("Answers", f"{int(np.nansum(answers)):,}", "in the runs that count them")
    if study.problems:
        yield Tile("Left out", f"{len(study.problems):,}", "see the notes")


def _composite(composite: Composite, study: Study) -> dict[str, Any]:
    pool = [one.score is not None for one in composite.standings if study.baselines.all() or not one.baseline]
    name = "baseline" if study.baselines.all() else "language model"
    return {
        "grid": composite_grid(composite, study),
        "heat": heat_grid(composite, study),
        "columns": count(len(composite.columns), "benchmark"),
        "facts": f"{sum(pool)} of {count(len(pool), name)} {'has' if sum(pool) == 1 else 'have'} all benchmarks."
        f"{_left_out(composite)}{_probes(study)} "
        "Intervals carry the errors of all benchmarks, as their own tables give them, into the mean.",
    }


def _probes(study: Study) -> str:
    """Which benchmarks measure something else than creativity; "" where none does."""
    titles = [column.title for column in study.columns if column.probe]
    return f" Not measures of creativity, and so not counted: {', '.join(titles)}." if titles else ""


def _left_out(composite: Composite) -> str:
    """Which benchmarks have no z-scores; "" where all have."""
    return f" Left out, since they tell no two models apart: {', '.join(composite.left_out)}." * bool(
        composite.left_out
    )


def _boards(findings: Findings) -> list[BoardView]:
    places = {column.key: place for place, column in enumerate(findings.study.columns)}
    return [
        board_view(board, findings, places[board.column.key], f"benchmark-{number}")
        for number, board in enumerate(findings.boards, start=1)
    ]


def _overview(boards: Sequence[BoardView], findings: Findings) -> Grid:
    """A row a benchmark."""
    heads = (
        Head("Benchmark", TEXT),
        Head("Domain", TEXT),
        Head("Models"),
        Head("Items"),
        Head("First", TEXT),
        Head("In the composite", TEXT),
    )
    entering = findings.composite.columns if isinstance(findings.composite, Composite) else ()
    rows = tuple(
        _overview_row(view, board, board.column.key in entering)
        for view, board in zip(boards, findings.boards, strict=True)
    )
    return Grid("overview-table", "Benchmarks of this report", heads, rows)


def _overview_row(view: BoardView, board: Board, enters: bool) -> Row:
    column = board.column
    scored = sum(one.score is not None for one in board.standings)
    first = [one.model for one in board.standings if one.rank == 1]
    return Row(
        (
            Cell(column.title, href=view.key),
            Cell(column.domain) if column.domain else missing("of no card of this package"),
            Cell(f"{scored:,}", scored),
            missing("the runs do not say") if column.items is None else Cell(f"{column.items:,}", column.items),
            Cell(first[0] if len(first) == 1 else f"{len(first):,} alike") if first else missing("none has a score"),
            Cell("yes" if enters else "no"),
        )
    )


def _trade(place: int, trade: Trade) -> dict[str, Any]:
    key, titles = f"trade-{place}", conduct.trade_title(trade)
    front = sum(one[3] for one in trade.points)
    baselines = sum(is_baseline(one[0]) for one in trade.points)
    measured = who(len(trade.points) - baselines, baselines)
    return {
        "key": key,
        "title": f"{trade.column.title}: {titles[0]} and {titles[1].lower()}",
        "facts": f"{measured}, of which {front} {'is' if front == 1 else 'are'} on the front.",
        "grid": conduct.trade_grid(trade, key),
        "signature": trade.column.signature,
    }


def _factors(factors: Factors) -> dict[str, Any]:
    warnings = []
    if not factors.solution.converged:
        warnings.append("The loadings of the common factor are no minimum: the search did not end. Do not use them.")
    if factors.solution.heywood:
        warnings.append(
            "A communality reached 1 (a Heywood case): the common factor is that one variable. Read the component."
        )
    return {
        "said": factor_sentence(factors),
        "warnings": warnings,
        "loadings": structure.loadings_grid(factors),
        "eigenvalues": structure.eigenvalues_grid(factors),
        "robustness": structure.robustness_grid(factors),
    }


def _failures(findings: Findings, links: Mapping[str, str]) -> dict[str, Grid] | None:
    if not findings.failures:
        return None
    return {
        "by_model": conduct.failures_by_model(findings),
        "by_benchmark": conduct.failures_by_benchmark(findings, links),
    }
