"""Responses of runs that came from HELM's cache."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timezone
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, parse_json, read_bytes
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import STATES
from helm_creativity.safe_text import counted


def cached_days(states: Iterable[Mapping[str, Any]]) -> list[str]:
    """The day in UTC of each response that came from the cache; "an unknown day" where HELM did not keep it."""
    results = [state.get("result") or {} for state in states]
    times = [result.get("request_datetime") for result in results if result.get("cached")]
    return [
        "an unknown day" if time is None else f"{datetime.fromtimestamp(time, timezone.utc):%Y-%m-%d}" for time in times
    ]


def days_text(days: Collection[str]) -> str:
    """The first and the last of some days, "2026-06-03 to 2026-06-05", or the only one; "" for none."""
    return " to ".join(dict.fromkeys([min(days), max(days)])) if days else ""


def cache_notes(runs: Iterable[Run]) -> Iterator[str]:
    """A line for each model and deployment of which responses came from the cache; files may be missing or damaged."""
    found = defaultdict[tuple[str, str], list[str]](list)
    for run in runs:
        with suppress(*UNREADABLE):
            text = read_bytes(run.folder / STATES)
            if b'"cached": true' in text:  # as HELM writes it: most files need not be parsed
                found[run.model, run.deployment] += cached_days(parse_json(text)["request_states"])
    for (model, deployment), days in found.items():
        name = model if deployment in ("", model) else f"{model} ({deployment})"
        if days:
            yield f"{name}: {counted(len(days), 'response')} from HELM's cache, of {days_text(days)}"
