"""The report: all that a suite says as one page that needs no other file and no network."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timezone
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.files.pages import page_templates
from helm_creativity.benchmark.rows.records import writing
from helm_creativity.errors import NothingToSay
from helm_creativity.reports.plots import caption, drawable, save_all, svg
from helm_creativity.reports.response import EXTREMES, MOST, OPEN, folded
from helm_creativity.results.analyses import Analysis, AnalysisOutcome, analyse_all
from helm_creativity.results.leaderboard import SETTINGS, leaderboard_tables, overview
from helm_creativity.results.loading import LoadedSuite
from helm_creativity.results.numbers import DASH, MINUS, typeset
from helm_creativity.results.samples import cache_notes
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Cell, Column, Row, Table, Tables, Undefined, is_undefined
from helm_creativity.safe_text import counted, escaped, listed
from helm_creativity.version import __version__

TEMPLATES = Path(__file__).parent / "templates"
FAR = 5.0
"""Standard deviations of the models from their mean at which bars of baselines are cut off, with an arrow."""
LEAST_MODELS = 3
STEPS = 4
"""Shades of a z-score on each side of the mean, half a standard deviation each."""
SCALE = [
    *((f"down{step}", f"{MINUS}{step // 2}" if step % 2 == 0 else "") for step in range(STEPS, 0, -1)),
    ("", "0"),
    *((f"up{step}", f"+{step // 2}" if step % 2 == 0 else "") for step in range(1, STEPS + 1)),
]
DRAWN = ("scatter", "curve")
"""Plots that are pictures on the page; intervals are bars in their tables, and heatmaps shades."""


def render_report(
    suite: Suite,
    *,
    title: str = "",
    options: Mapping[str, Mapping[str, Any]] | None = None,
    command: str = "",
    responses: str = EXTREMES,
    made: date | None = None,
) -> str:
    """The page, whole.

    ``options`` are those of analyses, by their names; ``command`` makes the page again.
    """
    from markupsafe import Markup

    outcomes = {outcome.analysis.name: outcome for outcome in analyse_all(suite, options)}
    overall = outcomes.pop("composite")
    environment = page_templates(TEMPLATES, finalize=_shown)
    environment.filters |= {"fold": folded}
    script = environment.get_template("script.j2").render()
    day = made or datetime.now(timezone.utc).date()
    analyses = [_section(outcome) for outcome in outcomes.values() if outcome.tables]
    boards, unread = _boards(suite, responses)
    shown = any(board["responses"] for board in boards)
    sections = {
        "scores": "Models by benchmarks",
        **({"responses": "Responses"} if shown else {}),
        "benchmarks": "Benchmarks",
        **{section["key"]: section["title"] for section in analyses},
        "notes": "Left out, and notes",
        "reading": "How to read this page",
        "origin": "How to make this page again",
    }
    return str(
        environment.get_template("report.j2").render(
            title=title or suite.title or "Creativity of language models",
            sections=sections,
            lede=_lede(suite),
            tiles=_tiles(suite),
            summary=list(_summary(suite, overall.tables)),
            overall=_section(overall) if overall.tables else None,
            no_overall=overall.reason,
            overview=None if overall.tables else grid(overview(suite), "overview"),
            scale=SCALE,
            boards=boards,
            unread=unread,
            room=(OPEN, MOST),
            analyses=analyses,
            silent=_silent(outcomes.values()),
            problems=suite.problems,
            notes=[*suite.notes, *cache_notes(suite.runs_in_columns)],
            settings={
                "Version": f"helm-creativity {__version__}",
                "Made on": f"{day.day} {day:%B %Y}",
                "Draws of a bootstrap": f"{suite.draws:,}",
                "Seed": str(suite.seed),
                "Share of scored responses from which a score counts": f"{100 * suite.least_scored:g}%",
            },
            command=command,
            version=__version__,
            made=day.isoformat(),
            made_in_words=f"{day.day} {day:%B %Y}",
            script=Markup(script),
            script_hash=f"sha256-{base64.b64encode(hashlib.sha256(script.encode('utf-8')).digest()).decode('ascii')}",
        )
    )


def write_report(
    suite: LoadedSuite,
    out: Path,
    figures: Path | None,
    *,
    options: Mapping[str, Mapping[str, Any]],
    **page: Any,  # noqa: ANN401 - of ``render_report``
) -> int:
    """Writes the page, and into a folder its plots; returns how many these are."""
    text = render_report(suite, options=options, **page)
    with writing(out) as file:
        file.write(text)
    if figures is None:
        return 0
    analysed = (table for outcome in analyse_all(suite, options) for table in outcome.tables)
    return save_all([*suite.leaderboards(), *analysed], figures)


def _shown(value: object) -> object:
    return escaped(value) if type(value) is str else value


def _lede(suite: Suite) -> str:
    baselines = int(suite.baselines.sum())
    models = len(suite.models) - baselines
    who = [counted(models, "language model")] * (models > 0 or not baselines)
    who += [counted(baselines, "baseline")] * (baselines > 0)
    measured = f"{' and '.join(who)} on {counted(len({column.group for column in suite.columns}), 'benchmark')}"
    if suite.scores.size and not np.isfinite(suite.scores).any():
        return f"{measured}: no response could be scored, and the tables say why."
    return f"{measured}: scores with their uncertainty, and what they mean together."


def _tiles(suite: Suite) -> dict[str, str]:
    known = np.isfinite(suite.scores)
    responses = suite.stats.get("num_answers", np.full(1, np.nan))
    return {
        "Scores": f"{int(known.sum()):,} of {known.size:,}",
        **({"Responses": f"{int(np.nansum(responses)):,}"} if np.isfinite(responses).any() else {}),
        **({"Do not count": f"{len(suite.uncounted):,}"} if suite.uncounted else {}),
        **({"Left out": f"{len(suite.problems):,}"} if suite.problems else {}),
    }


def _summary(suite: Suite, overall: Tables) -> Iterator[str]:
    """Which model is the best, and how sure that is."""
    if not overall:
        return
    rows = [row for row in overall["composite"].rows if row["rank"] is not None]
    if not rows:
        yield "Models are not ranked: fewer than two have a score that counts on all benchmarks."
        return
    first = [row["model"] for row in rows if row["rank"] == rows[0]["rank"]]
    others = [row for row in rows if row["model"] not in first]
    also = sum(row["rank_low"] == 1 for row in others)
    sure = rows[0]["rank_low"] is not None and any(row["rank_low"] is not None for row in others)
    how = "the uncertainty of ranks is unknown"
    if sure:
        how = f"{counted(also, 'other model')} may be first as well" if also else "no other rank interval includes 1"
    z = typeset(f"{rows[0]['overall']:+.2f}")
    yield f"{listed(first)} {'ranks' if len(first) == 1 else 'rank'} first of {len(rows)} models, with z = {z}; {how}."


def _boards(suite: Suite, responses: str) -> tuple[list[dict[str, Any]], list[str]]:
    from helm_creativity.reports.judge_cards import card_line
    from helm_creativity.reports.response import ALL, FEW, check_choice, extremes_to_read, responses_to_read
    from helm_creativity.results.runs import judges_in_key

    check_choice(responses)
    boards: list[dict[str, Any]] = []
    unread: dict[str, list[str]] = {}
    for place, column in enumerate(suite.columns):
        tables = leaderboard_tables(suite, [place])
        key = f"benchmark-{place + 1}"
        asked = counted(column.items, "item") if column.items is not None else "an unknown number of items"
        instruction = f"; instruction before every prompt: {column.instruction}" if column.instruction else ""
        judges = [f"{judge}: {card_line(suite.cards.get(judge))}" for judge in judges_in_key(column.comparable)]
        runs = max((sum(texts.values()) for texts in column.provenance.values()), default=0)
        boards.append(
            {
                "key": key,
                "title": column.title,
                "facts": f"{asked}{instruction}" + "".join(f"; judge {line}" for line in judges),
                "grids": [grid(table, f"{key}-{table.name}") for table in tables],
                "provenance": [
                    f"{name}: {', '.join(text if n == runs else f'{text} ({n:,})' for text, n in texts.items())}"
                    for name, texts in column.provenance.items()
                ],
                "responses": [],
                "by_model": "",
            }
        )
        try:
            if responses == EXTREMES:
                boards[-1]["responses"] = extremes_to_read(suite, place)
            elif responses in (FEW, ALL):
                models = [row["model"] for row in tables[0].rows]
                found = responses_to_read(suite, place, models, key, responses == ALL)
                boards[-1]["by_model"] = found.html
                for row in boards[-1]["grids"][0]["rows"]:
                    row["cells"][0]["href"] = found.links.get(row["cells"][0]["text"], "")
        except NothingToSay as reason:
            unread.setdefault(str(reason), []).append(column.title)
    return boards, [f"{listed(titles)}: {reason}" for reason, titles in unread.items()]


def _silent(outcomes: Iterable[AnalysisOutcome]) -> dict[str, list[str]]:
    """Titles of the analyses that say nothing, by the reason."""
    found: dict[str, list[str]] = {}
    for each in outcomes:
        if not each.tables:
            found.setdefault(each.reason, []).append(each.analysis.title)
    return found


def _section(outcome: AnalysisOutcome) -> dict[str, Any]:
    """An analysis as its template shows it: a table without a title belongs to the one above it."""
    found: Analysis = outcome.analysis
    names = [table.name for table in outcome.tables]
    grids: list[dict[str, Any]] = []
    above, facts = found.title, dict[str, Any]()
    for at, table in enumerate(outcome.tables, start=1):
        key = f"{found.name}-{table.name}" + (f"-{at}" if names.count(table.name) > 1 else "")
        above = table.title.partition("\n")[0] or above
        new = {name: value for name, value in table.facts.items() if facts.get(name) != value or name == SETTINGS}
        grids.append(grid(replace(table, facts=new), key, "" if table.title else f"{above}: {table.name}"))
        facts = dict(table.facts)
    return {"key": found.name, "title": found.title, "help": found.help, "grids": grids}


def grid(table: Table, key: str, label: str = "") -> dict[str, Any]:
    """A table as its template shows it; ``label`` is the name of one that has no title."""
    from markupsafe import Markup

    heading, _, more = table.title.partition("\n")
    columns, absent = _columns(table)
    of_models = bool(columns) and columns[0].key == "model"
    axis = _axis(table)
    place = next((at + 1 for at, column in enumerate(columns) if "low" in column.of), 0) if axis else 0
    heads: list[dict[str, Any]] = [
        {
            "title": column.title,
            "kind": "text" if column.left else "number",
            "rising": column.rising,
            "ends": None,
        }
        for column in columns
    ]
    if axis and place:
        write = next(column.format for column in columns if column.key == table.plot.x)  # type: ignore[union-attr]
        ends = [typeset(write(end)) for end in axis] if axis[0] < axis[1] else None
        heads.insert(place, {"title": "value and interval", "kind": "plot", "rising": False, "ends": ends})
    shown = set(map(id, columns))
    rows: list[dict[str, Any]] = []
    for row in (*table.rows, *table.totals):
        cells: list[dict[str, Any]] = []
        for column, cell in zip(table.columns, table.cells(row), strict=True):
            if id(column) in shown:
                cells.append(_cell(column, cell))
            elif cells and not (column.title or column.data_only or is_undefined(cell.value)):
                cells[-1]["note"] = cell.text(column)
        if axis and place:
            cells.insert(place, _bar(table, row, axis))
        mark = str(row.get("_mark", ""))
        if of_models and _baseline(row) and "baseline" not in mark:
            mark = f"{mark} baseline".strip()
            cells[0]["note"] = cells[0]["note"] or "baseline"
        below = [
            f"{column.title}: {row[column.key]}" for column in table.columns if column.below and row.get(column.key)
        ]
        cells[0]["why"] = "; ".join(filter(None, (cells[0]["why"], *below)))
        rows.append({"cells": cells, "mark": mark})
    reasons = dict.fromkeys(cell["why"] for row in rows for cell in row["cells"] if cell["why"])
    drawn = table.plot is not None and table.plot.kind in DRAWN and len(table.rows) > 1 and drawable(table)
    return {
        "key": key,
        "heading": heading,
        "label": heading or label or table.name,
        "heads": heads,
        "rows": rows,
        "reasons": {reason: _letters(at) for at, reason in enumerate(reasons)},
        "notes": [*filter(None, [more]), *_facts(table), *absent, *table.notes],
        "settings": str(table.facts.get(SETTINGS, "")),
        "zero": _percent(0.0, axis) if axis and axis[0] < 0 < axis[1] else None,
        "of_models": of_models,
        "shaded": any(column.mark == "z" for column in columns),
        "plotted": bool(axis and place),
        "svg": Markup(svg(table, key)) if drawn else "",
        "caption": caption(table) if drawn else "",
    }


def _columns(table: Table) -> tuple[list[Column], list[str]]:
    """Columns that stand side by side, and a line for each reason why others are empty.

    What a column says below a table stands there, and what one without a title says beside the one before it.
    """
    every = [table.cells(row) for row in (*table.rows, *table.totals)]
    kept, empty, reasons = list[Column](), list[Column](), dict[str, list[str]]()
    for at, column in enumerate(table.columns):
        values = [cells[at].value for cells in every]
        if column.data_only or column.below or not column.title:
            continue
        if not kept or column.mark == "main" or not all(map(is_undefined, values)):
            kept.append(column)
        else:
            empty.append(column)
            for value in values:
                if isinstance(value, Undefined) and column.title not in reasons.setdefault(value.reason, []):
                    reasons[value.reason].append(column.title)
    if len(kept) == 1:
        return kept + empty, []
    return kept, [f"no {listed(titles)}: {reason}" for reason, titles in reasons.items()]


def _facts(table: Table) -> Iterator[str]:
    for name, value in table.facts.items():
        if name not in (SETTINGS, "benchmark", "title") and str(value) not in table.title:
            yield f"{name.replace('_', ' ')}: {value}"


def _letters(place: int) -> str:
    before, last = divmod(place, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)


EMPTY: Mapping[str, Any] = MappingProxyType(
    {"text": "", "value": None, "why": "", "missing": False, "mark": "", "note": "", "href": "", "span": None}
)
"""A cell of the template."""


def _cell(column: Column, cell: Cell) -> dict[str, Any]:
    shown = {**EMPTY, "text": DASH, "mark": column.mark, "note": cell.note, "href": ""}
    if isinstance(cell.value, Undefined):
        return {**shown, "why": cell.value.reason}
    if is_undefined(cell.value):
        return {**shown, "missing": True}
    text = cell.text(column)
    if column.left:
        return {**shown, "text": text}
    first = next(iter(cell.value), None) if isinstance(cell.value, (tuple, list)) else cell.value
    value = float(first) if isinstance(first, (int, float)) else None
    mark = _shade(value) if column.mark == "z" and value is not None else column.mark
    return {**shown, "text": typeset(text), "value": value, "mark": mark}


def _shade(z: float) -> str:
    """Class of a z-score: "up1" to "up4", "down1" to "down4", or "" within a quarter of the mean."""
    step = min(STEPS, math.floor(2 * abs(z) + 0.5))
    return f"{'up' if z > 0 else 'down'}{step}" if step else ""


def _axis(table: Table) -> tuple[float, float] | None:
    """From the lowest to the highest of all values and ends; baselines count no further than ``FAR``."""
    plot = table.plot
    if plot is None or plot.kind != "interval":
        return None
    every: Sequence[Row] = [*table.rows, *table.totals]
    models = [value for row in table.rows if not _baseline(row) and (value := _finite(row, plot.x)) is not None]
    reach = -math.inf, math.inf
    if len(models) >= LEAST_MODELS and any(map(_baseline, every)):
        mean, sd = float(np.mean(models)), float(np.std(models, ddof=1))
        reach = mean - FAR * sd, mean + FAR * sd
    values = list(_ends(every, (plot.x, plot.low, plot.high), reach))
    return (min(values), max(values)) if values else None


def _ends(rows: Iterable[Row], keys: Iterable[str], reach: tuple[float, float]) -> Iterator[float]:
    keys = tuple(keys)
    for row in rows:
        for key in keys:
            value = _finite(row, key)
            if value is not None:
                yield min(reach[1], max(reach[0], value)) if _baseline(row) else value


def _baseline(row: Row) -> bool:
    label = next(iter(row.values()), "")
    return isinstance(label, str) and is_baseline(label)


def _finite(row: Row, key: str) -> float | None:
    value = row.get(key)
    value = value.value if isinstance(value, Cell) else value
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def _percent(value: float, axis: tuple[float, float]) -> float:
    low, high = axis
    return 50.0 if low == high else round(100 * (min(high, max(low, value)) - low) / (high - low), 1)


def _bar(table: Table, row: Row, axis: tuple[float, float]) -> dict[str, Any]:
    plot = table.plot
    assert plot is not None
    middle, low, high = (_finite(row, key) for key in (plot.x, plot.low, plot.high))
    if middle is None:
        return {**EMPTY, "mark": "plot"}
    beyond = "left" if middle < axis[0] else "right" if middle > axis[1] else ""
    known = low is not None and high is not None
    ends = {"low": _percent(low, axis), "high": _percent(high, axis)} if known else {"low": None, "high": None}  # type: ignore[arg-type]
    return {**EMPTY, "mark": "plot", "span": {"middle": _percent(middle, axis), **ends, "beyond": beyond}}
