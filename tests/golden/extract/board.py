"""What is kept of leaderboards, composite, failures, trade-offs and reliability, from their tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from golden.suites import plain

from helm_creativity.errors import NothingToSay
from helm_creativity.results import leaderboard as boards
from helm_creativity.results import reliability as halves
from helm_creativity.results.norms import shipped_baselines
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Undefined

RAW = ("benchmark", "title", "model", "score", "score_se", "comparable")
FILLED = ("score_all_items", "score_all_items_se", "all_items_low", "all_items_high")


def column(suite: Suite, place: int) -> dict[str, Any]:
    """A column of scores."""
    return plain(suite.columns[place])


def raw(suite: Suite) -> list[dict[str, Any]]:
    """Models by score, as one data frame; benchmarks by title."""
    found = []
    for place, own in enumerate(suite.columns):
        for row in boards.model_rows(suite, place):
            known = {"benchmark": own.benchmark, "title": own.title, "comparable": own.comparable, **row}
            known["score"] = None if isinstance(row["score"], Undefined) else row["score"]
            found.append(
                {
                    **{name: known[name] for name in RAW},
                    **({name: known[name] for name in FILLED} if suite.all_items else {}),
                    "uncounted": row["uncounted"] or None,
                    "caution": row["caution"] or None,
                }
            )
    return sorted(found, key=lambda row: (row["title"], row["uncounted"] is not None, row["score"] is None))


def columns(suite: Suite) -> list[dict[str, Any]]:
    """Every leaderboard with all that stands beside its scores."""
    return [_leaderboard(suite, place) for place in range(len(suite.columns))]


def _leaderboard(suite: Suite, place: int) -> dict[str, Any]:
    own = suite.columns[place]
    rows = list(boards.model_rows(suite, place))
    filled = any(at == place for _, at in suite.all_items)
    here = [model for row, model in enumerate(suite.models) if (row, place) in suite.run_names]
    absent = [model for model in suite.models if model not in [row["model"] for row in rows]]
    beside = [
        name for name in boards.BESIDE if name != "judges_left_out" and any(row.get(name) is not None for row in rows)
    ]
    return {
        "column": column(suite, place),
        "rows": [*(_row(suite, place, row, filled) for row in rows), *map(_empty, sorted(absent))],
        "interval": suite.drawn(place).how,
        "submetrics": {name: [*(row.get(name) for row in rows), *[None] * len(absent)] for name in beside},
        "norms": [],
        "people": [],
        "shipped": plain(shipped_baselines(own.group, own.comparable, own.items, set(here))),
    }


def _empty(model: str) -> dict[str, Any]:
    names = ("score", "low", "high", "rank", "rank_low", "rank_high")
    over = ("over_all", "over_all_low", "over_all_high", "all_items")
    texts = {"missing": [], "uncounted": "", "caution": ""}
    return {
        "model": model,
        "baseline": model.startswith("creativity/"),
        **dict.fromkeys(names),
        **texts,
        **dict.fromkeys(over),
    }


def _row(suite: Suite, place: int, row: dict[str, Any], filled: bool) -> dict[str, Any]:
    cell = suite.all_items.get((suite.models.index(row["model"]), place))
    score = None if isinstance(row["score"], Undefined) else row["score"]
    over_all = cell.score if cell and cell.score is not None else score
    return {
        **_empty(row["model"]),
        "score": score,
        **{name: row[name] for name in ("low", "high", "rank", "rank_low", "rank_high", "uncounted", "caution")},
        "over_all": over_all if filled else None,
        "over_all_low": row["over_all_low"] if filled else None,
        "over_all_high": row["over_all_high"] if filled else None,
        "all_items": plain(cell),
    }


def composite(suite: Suite) -> dict[str, Any]:
    """The composite."""
    found = boards.compute_composite(suite)
    table = suite.analyse("composite")["composite"]
    order = [suite.models.index(row["model"]) for row in table.rows]
    keep = {suite.models[row]: known for row, known in zip(order, table.rows, strict=True)}
    rows = []
    for row in found.order:
        known = keep[suite.models[row]]
        score = None if isinstance(known["overall"], Undefined) else known["overall"]
        missing = known["missing"].split(", ") if known["missing"] else []
        ends = {name: known[name] for name in ("low", "high", "rank", "rank_low", "rank_high")}
        rows.append({**_empty(suite.models[row]), "score": score, **ends, "missing": missing})
    return {
        "columns": [suite.columns[place].key for place in found.places],
        "z": plain(found.z),
        "domains": list(found.domains),
        "by_domain": plain(found.by_domain),
        "rows": rows,
        "left_out": list(found.left_out),
    }


def failures(suite: Suite) -> dict[str, Any]:
    """Share of responses without a score, by reason."""
    known = {reason: suite.stats[name] for reason, name in boards.RATES.items() if name in suite.stats}
    return {reason: plain(values) for reason, values in known.items() if np.nansum(values) > 0}


def trade_offs(suite: Suite) -> list[dict[str, Any]]:
    """Pairs of submetrics, with all models."""
    found = []
    for table in suite.analyse("trade_offs"):
        place = next(at for at, own in enumerate(suite.columns) if own.comparable == table.facts["comparable_settings"])
        x, y = (own.key for own in table.columns[1:3])
        order = {model: at for at, model in enumerate(suite.models)}
        rows = sorted(table.rows, key=lambda row: order[row["model"]])
        points = [[row["model"], row[x], row[y], row["front"]] for row in rows]
        found.append({"column": column(suite, place), "x": x, "y": y, "points": points})
    return found


def reliability(suite: Suite) -> list[dict[str, Any]]:
    """Split halves, trials and order of models by number of items."""
    try:
        tables = suite.analyse("reliability")
    except NothingToSay as reason:
        parts = {key: {"reason": str(reason)} for key in ("split_half", "retest", "stability")}
        return [{"column": column(suite, place), **parts} for place in range(len(suite.columns))]
    rows = {row["key"]: row for row in tables["reliability"].rows}
    found = []
    for place, own in enumerate(suite.columns):
        row = rows[own.key]
        curve = [each for each in tables["stability"].rows if each["title"] == own.title]
        over, again = row["over_items"], row["over_trials"]
        half = {
            "r": row.get("halves_r"),
            "reliability": over,
            "low": row.get("over_items_low"),
            "high": row.get("over_items_high"),
        }
        twice = {
            "r": row.get("trials_r"),
            "reliability": again,
            "low": row.get("over_trials_low"),
            "high": row.get("over_trials_high"),
        }
        stable = {name: [each[name] for each in curve] for name in ("correlation", "low", "high")}
        enough = row["enough"]
        found.append(
            {
                "column": column(suite, place),
                "split_half": _absent(over)
                or {**half, "n_models": row["models"], "n_items": row["items"], "draws": halves.DRAWS},
                "retest": _absent(again) or {**twice, "n_models": row["models_again"], "n_trials": row["trials"]},
                "stability": _absent(over if not curve else None)
                or {
                    "sizes": [int(each["size"]) for each in curve],
                    **stable,
                    "n_models": row["models_again"],
                    "n_items": int(curve[-1]["size"]),
                    "draws": halves.DRAWS,
                    "enough": None if isinstance(enough, Undefined) else enough,
                },
            }
        )
    return found


def _absent(value: object) -> dict[str, str] | None:
    return {"reason": value.reason} if isinstance(value, Undefined) else None


def nothing(make: Any, suite: Suite) -> Any:
    """What a function gives, or why there is nothing."""
    try:
        return make(suite)
    except NothingToSay as reason:
        return {"reason": str(reason)}
