"""What findings keep of effects, groups and two models, from the tables of these analyses."""

from __future__ import annotations

from typing import Any

from helm_creativity.benchmark.names import PREFIX
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.group_comparison import GroupComparison, PairedEffect
from helm_creativity.psychometrics.variance_shares import SOURCES
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Tables

NO_INSTRUCTION = "no benchmark was asked under two instructions (instruction=creative, instruction=effective)"
"""Where instructions are not varied, as it was said before there was one sentence for all factors."""


def extract(suite: Suite) -> dict[str, Any]:
    """Kept values by key."""
    tables, reason = _analysed(suite, "effects")
    assert tables or "two levels of instruction" in reason
    made = {
        "effects": list(map(_effect, tables.records("effects"))) if tables else {"reason": NO_INSTRUCTION},
        "groups": _groups(suite),
        "two_models": [
            {
                name: None if value == "" else value
                for name, value in row.items()
                if name not in ("first", "second", "undefined")
            }
            for row in suite.analyse("compare", first=suite.models[-2], second=suite.models[-1]).records()
        ],
    }
    return made | ({"instructions": _instructions(tables)} if tables else {})


def _analysed(suite: Suite, name: str) -> tuple[Tables | None, str]:
    try:
        return suite.analyse(name), ""
    except NothingToSay as error:
        return None, str(error)


def _effect(row: dict[str, Any]) -> dict[str, Any]:
    values = {**row, "mean_difference": row["difference"], "low": row["d_z_low"], "high": row["d_z_high"]}
    names = ("stat", "first", "second", "mean_first", "mean_second", "p_holm")
    return {
        "column": row["title"],
        **{name: row[name] for name in names},
        "effect": {name: values[name] for name in PairedEffect._fields},
        "comparable": row["comparable"] or "",
        "group": f"{PREFIX}{row['benchmark']}" if row["benchmark"] else "",
    }


def _groups(suite: Suite) -> Any:
    tables, reason = _analysed(suite, "groups")
    if tables is None:
        return {"reason": reason}
    return [{name: row[name] for name in GroupComparison._fields} for row in tables.records()]


def _instructions(tables: Tables) -> dict[str, Any]:
    named = [source.replace(" x ", "_by_") for source in SOURCES]
    names = ("title", "models_n", "items_n", "items_left_out", *named, "problem", "comparable")
    return {
        "effects": [{name: value for name, value in row.items() if name != "contrast"} for row in tables.records()],
        "slopes": tables.records("slopes"),
        "variance": [{name: row.get(name) for name in names} for row in tables.records("shares")],
    }
