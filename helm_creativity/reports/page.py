"""The report: all that a suite says as one page that needs no other file and no network."""

from __future__ import annotations

import base64
import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Mapping
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
from helm_creativity.results.analyses import AnalysisOutcome, analyse_all
from helm_creativity.results.leaderboard import SETTINGS, leaderboard_tables, overview
from helm_creativity.results.loading import LoadedSuite
from helm_creativity.results.numbers import DASH, MINUS, typeset
from helm_creativity.results.samples import cache_notes
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Cell, Column, Plot, Row, Table, Tables, Undefined, as_cell, is_undefined
from helm_creativity.safe_text import counted, escaped, listed
from helm_creativity.version import __version__

TEMPLATES = Path(__file__).parent / "templates"
FAR = 5.0
"""Standard deviations of the models from their mean at which bars of baselines are cut off, with an arrow."""
LEAST_MODELS = 3
STEPS = 4
"""Shades of a z-score on each side of the mean, half a standard deviation each, as in ``SCALE``."""
SCALE = [("down4", f"{MINUS}2"), ("down3", ""), ("down2", f"{MINUS}1"), ("down1", ""), ("", "0")]
SCALE += [("up1", ""), ("up2", "+1"), ("up3", ""), ("up4", "+2")]
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
    silent = defaultdict[str, list[str]](list)  # titles of analyses that say nothing, by the reason
    for outcome in outcomes.values():
        if not outcome.tables:
            silent[outcome.reason].append(outcome.analysis.title)
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
            summary=[_summary(overall.tables)] if overall.tables else [],
            overall=_section(overall) if overall.tables else None,
            no_overall=overall.reason,
            overview=None if overall.tables else grid(overview(suite), "overview"),
            scale=SCALE,
            boards=boards,
            unread=unread,
            room=(OPEN, MOST),
            analyses=analyses,
            silent=silent,
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
    responses = int(np.nansum(suite.stats.get("num_answers", 0)))
    others = {"Responses": responses, "Do not count": len(suite.uncounted), "Left out": len(suite.problems)}
    scores = f"{int(np.isfinite(suite.scores).sum()):,} of {suite.scores.size:,}"
    return {"Scores": scores, **{name: f"{n:,}" for name, n in others.items() if n}}


def _summary(overall: Tables) -> str:
    """Which model is the best, and how sure that is."""
    rows = [row for row in overall["composite"].rows if row["rank"] is not None]
    if not rows:
        return "Models are not ranked: fewer than two have a score that counts on all benchmarks."
    first = [row["model"] for row in rows if row["rank"] == rows[0]["rank"]]
    others = [row for row in rows if row["model"] not in first]
    also = sum(row["rank_low"] == 1 for row in others)
    how = f"{counted(also, 'other model')} may be first as well" if also else "no other rank interval includes 1"
    if rows[0]["rank_low"] is None or all(row["rank_low"] is None for row in others):
        how = "the uncertainty of ranks is unknown"
    z = typeset(f"{rows[0]['overall']:+.2f}")
    return f"{listed(first)} {'ranks' if len(first) == 1 else 'rank'} first of {len(rows)} models, with z = {z}; {how}."


def _boards(suite: Suite, responses: str) -> tuple[list[dict[str, Any]], list[str]]:
    from helm_creativity.reports.judge_cards import card_line
    from helm_creativity.reports.response import ALL, FEW, check_choice, extremes_to_read, responses_to_read
    from helm_creativity.results.runs import judges_in_key

    check_choice(responses)
    boards: list[dict[str, Any]] = []
    unread: dict[str, list[str]] = {}
    for place, column in enumerate(suite.columns):
        tables, key = leaderboard_tables(suite, [place]), f"benchmark-{place + 1}"
        facts = [counted(column.items, "item") if column.items is not None else "an unknown number of items"]
        facts += [f"instruction before every prompt: {column.instruction}"] * bool(column.instruction)
        facts += [f"judge {it}: {card_line(suite.cards.get(it))}" for it in judges_in_key(column.comparable)]
        runs = max((sum(texts.values()) for texts in column.provenance.values()), default=0)
        board: dict[str, Any] = {
            "key": key,
            "title": column.title,
            "facts": "; ".join(facts),
            "grids": [grid(table, f"{key}-{table.name}") for table in tables],
            "provenance": [
                f"{name}: {', '.join(text if n == runs else f'{text} ({n:,})' for text, n in texts.items())}"
                for name, texts in column.provenance.items()
            ],
            "responses": [],
            "by_model": "",
        }
        boards.append(board)
        try:
            if responses == EXTREMES:
                board["responses"] = extremes_to_read(suite, place)
            elif responses in (FEW, ALL):
                models = [row["model"] for row in tables[0].rows]
                found = responses_to_read(suite, place, models, key, responses == ALL)
                board["by_model"] = found.html
                for row in board["grids"][0]["rows"]:
                    row["cells"][0]["href"] = found.links.get(row["cells"][0]["text"], "")
        except NothingToSay as reason:
            unread.setdefault(str(reason), []).append(column.title)
    return boards, [f"{listed(titles)}: {reason}" for reason, titles in unread.items()]


def _section(outcome: AnalysisOutcome) -> dict[str, Any]:
    """An analysis as its template shows it: a table without a title belongs to the one above it."""
    found, names = outcome.analysis, Counter(table.name for table in outcome.tables)
    grids, above, facts = list[dict[str, Any]](), found.title, dict[str, Any]()
    for at, table in enumerate(outcome.tables, start=1):
        key = f"{found.name}-{table.name}" + (f"-{at}" if names[table.name] > 1 else "")
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
    of_models, axis = bool(columns) and columns[0].key == "model", _axis(table)
    place = next((at + 1 for at, column in enumerate(columns) if "low" in column.of), 0) if axis else 0
    heads: list[dict[str, Any]] = [
        {"title": column.title, "kind": "text" if column.left else "number", "rising": column.rising, "ends": None}
        for column in columns
    ]
    if axis and table.plot and place:
        write = next(column.format for column in columns if column.key == table.plot.x)
        ends = [typeset(write(end)) for end in axis] if axis[0] < axis[1] else None
        heads.insert(place, {"title": "value and interval", "kind": "plot", "rising": False, "ends": ends})
    rows: list[dict[str, Any]] = []
    for row in (*table.rows, *table.totals):
        cells: list[dict[str, Any]] = []
        below: list[str] = []
        for column, cell in zip(table.columns, table.cells(row), strict=True):
            if column in columns:
                cells.append(_cell(column, cell))
            elif column.below and cell.value:
                below.append(f"{column.title}: {cell.value}")
            elif cells and not (column.title or column.data_only or is_undefined(cell.value)):
                cells[-1]["note"] = cell.text(column)
        if axis and table.plot and place:
            cells.insert(place, _bar(table.plot, row, axis))
        mark = str(row.get("_mark", ""))
        if of_models and _baseline(row) and "baseline" not in mark:
            mark = f"{mark} baseline".strip()
            cells[0]["note"] = cells[0]["note"] or "baseline"
        cells[0]["why"] = "; ".join(filter(None, (cells[0]["why"], *below)))
        rows.append({"cells": cells, "mark": mark})
    reasons = dict.fromkeys(cell["why"] for row in rows for cell in row["cells"] if cell["why"])
    drawn = table.plot is not None and table.plot.kind in DRAWN and len(table.rows) > 1 and drawable(table)
    facts = {name: value for name, value in table.facts.items() if name not in (SETTINGS, "benchmark", "title")}
    new = [f"{name.replace('_', ' ')}: {text}" for name, text in facts.items() if str(text) not in table.title]
    return {
        "key": key,
        "heading": heading,
        "label": heading or label or table.name,
        "heads": heads,
        "rows": rows,
        "reasons": {reason: _letters(at) for at, reason in enumerate(reasons)},
        "notes": [*filter(None, [more]), *new, *absent, *table.notes],
        "settings": str(table.facts.get(SETTINGS, "")),
        "zero": _percent(0.0, axis) if axis and axis[0] < 0 < axis[1] else None,
        "of_models": of_models,
        "shaded": any(column.mark == "z" for column in columns),
        "plotted": place > 0,
        "svg": Markup(svg(table, key)) if drawn else "",
        "caption": caption(table) if drawn else "",
    }


def _columns(table: Table) -> tuple[list[Column], list[str]]:
    """Columns that stand side by side, and a line for each reason why others are empty.

    What a column says below a table stands there, and what one without a title says beside the one before it.
    """
    shown = [column for column in table.columns if column.title and not column.data_only and not column.below]
    every = [dict(zip(table.columns, table.cells(row), strict=True)) for row in (*table.rows, *table.totals)]
    values = {column: [cells[column].value for cells in every] for column in shown}
    empty = [column for column in shown[1:] if column.mark != "main" and all(map(is_undefined, values[column]))]
    if len(empty) == len(shown) - 1:
        return shown, []
    reasons: dict[str, dict[str, None]] = {}
    for column in empty:
        for value in values[column]:
            if isinstance(value, Undefined):
                reasons.setdefault(value.reason, {})[column.title] = None
    kept = [column for column in shown if column not in empty]
    return kept, [f"no {listed(titles)}: {reason}" for reason, titles in reasons.items()]


def _letters(place: int) -> str:
    before, last = divmod(place, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)


EMPTY: Mapping[str, Any] = MappingProxyType(
    {"text": "", "value": None, "why": "", "missing": False, "mark": "", "note": "", "href": "", "span": None}
)
"""A cell of the template."""


def _cell(column: Column, cell: Cell) -> dict[str, Any]:
    shown = {**EMPTY, "text": DASH, "mark": column.mark, "note": cell.note}
    if is_undefined(cell.value):
        return {**shown, "why": cell.reason, "missing": not cell.reason}
    text = cell.text(column)
    if column.left:
        return {**shown, "text": text}
    value = next(iter(cell.value), None) if isinstance(cell.value, (tuple, list)) else cell.value
    if not isinstance(value, (int, float)):
        return {**shown, "text": typeset(text)}
    mark = column.mark
    if mark == "z":  # "up1" to "up4", "down1" to "down4", or "" within a quarter of the mean
        step = min(STEPS, math.floor(2 * abs(value) + 0.5))
        mark = f"{'up' if value > 0 else 'down'}{step}" if step else ""
    return {**shown, "text": typeset(text), "value": float(value), "mark": mark}


def _axis(table: Table) -> tuple[float, float] | None:
    """From the lowest to the highest of all values and ends; baselines count no further than ``FAR``."""
    plot = table.plot
    if plot is None or plot.kind != "interval":
        return None
    own, far = list[float](), list[float]()
    for row in (*table.rows, *table.totals):
        ends = (_finite(row, key) for key in (plot.x, plot.low, plot.high))
        (far if _baseline(row) else own).extend(end for end in ends if end is not None)
    models = [value for row in table.rows if not _baseline(row) and (value := _finite(row, plot.x)) is not None]
    if far and len(models) >= LEAST_MODELS:
        mean, reach = float(np.mean(models)), FAR * float(np.std(models, ddof=1))
        far = np.clip(far, mean - reach, mean + reach).tolist()
    return (min(own + far), max(own + far)) if own + far else None


def _baseline(row: Row) -> bool:
    label = next(iter(row.values()), "")
    return isinstance(label, str) and is_baseline(label)


def _finite(row: Row, key: str) -> float | None:
    value = as_cell(row.get(key)).value
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def _percent(value: float, axis: tuple[float, float]) -> float:
    low, high = axis
    return 50.0 if low == high else round(100 * (min(high, max(low, value)) - low) / (high - low), 1)


def _bar(plot: Plot, row: Row, axis: tuple[float, float]) -> dict[str, Any]:
    middle, *ends = (_finite(row, key) for key in (plot.x, plot.low, plot.high))
    if middle is None:
        return {**EMPTY, "mark": "plot"}
    beyond = "left" if middle < axis[0] else "right" if middle > axis[1] else ""
    low, high = (None if None in ends or end is None else _percent(end, axis) for end in ends)
    span = {"middle": _percent(middle, axis), "low": low, "high": high, "beyond": beyond}
    return {**EMPTY, "mark": "plot", "span": span}
