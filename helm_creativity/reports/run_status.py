"""The status of runs as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helm_creativity.reports.tables import record_row
from helm_creativity.results.numbers import count
from helm_creativity.results.run_status import RunStatus, distinct_settings
from helm_creativity.results.table import Column, Table

_BECAUSE = {"missing_because": "ratings missing because", "anchors_missing_because": "of them, of anchors"}


def status_table(found: Sequence[RunStatus], least: Mapping[str, float]) -> Table:
    """One row per run."""
    several_suites = len({status.suite for status in found}) > 1
    settings = distinct_settings(status.run for status in found)
    columns = (
        Column("benchmark", "benchmark", left=True),
        Column("model", "model", left=True),
        Column("suite", "suite", left=True, data_only=not several_suites),
        Column("settings", "settings", left=True, data_only=not any(settings.values())),
        Column("run", "run", data_only=True),
        Column("state", "state", left=True),
        Column("responses", "responses", count),
        Column("expected", "expected", count),
        Column("cached", "from the cache", count, in_text=any(status.cached for status in found)),
        Column("cache_days", "of", left=True, in_text=any(status.cached for status in found)),
        Column("scored", "scored", _share),
        Column("coverage", "judge coverage", _share),
        Column("missing_ratings", "missing ratings", count),
        Column("below", "below", left=True, data_only=not least),
        Column("failures", "failure reasons", left=True),
        *(
            Column(name, title, left=True, in_text=any(getattr(status, name) for status in found))
            for name, title in {**_BECAUSE, "problem": "problem"}.items()
        ),
    )
    return Table("status", columns, [_row(columns, status, settings[status.run], least) for status in found])


def _row(columns: Sequence[Column], status: RunStatus, settings: str, least: Mapping[str, float]) -> list[object]:
    shortfall, state = status.shortfall(least), str(status.state)
    counts = {
        name: ", ".join(f"{reason} {n:,}" for reason, n in getattr(status, name).items())
        for name in ("failures", *_BECAUSE)
    }
    below = shortfall.removeprefix("below ") if shortfall != state else ""
    return record_row(columns, {**vars(status), **counts, "settings": settings, "state": state, "below": below})


def _share(value: float) -> str:
    """In percent; what is below all is never rounded up to all."""
    return f"{int(round(value * 1000, 6)) / 10:g}%" if 0.9 < value < 1 else f"{value:.0%}"
