"""Check: the pages that ``helm-summarize`` wrote show the benchmark, both models and the score."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from helm.benchmark.model_metadata_registry import get_model_metadata

from helm_creativity.checking.pilot import MODELS
from helm_creativity.checking.problem import Finding, NotApplicable, Problem
from helm_creativity.checking.subject import Subject
from helm_creativity.results.runs import Run

problem = partial(Problem, "page")

Table = Mapping[str, Any]

COLUMN = "Score"
"""Title of the main score's column."""


def find(subject: Subject) -> Iterator[Finding]:
    """What the pages lack."""
    pilot, group, title = subject.house.pilot, subject.card.group, subject.card.title
    runs = [run for model in MODELS if (run := pilot.run_of(subject, model))]
    if not runs:
        raise NotApplicable("helm-run left no stats of it: see pilot")
    said = pilot.pages
    groups = [cell for table in _tables(pilot.suite / "groups.json") for row in table["rows"] for cell in row]
    if title not in [cell.get("value") for cell in groups if cell.get("href") == f"?group={group}"]:
        yield problem(
            f"HELM's list of benchmarks does not show {title!r} under {group}: {_last(said)}",
            f"make the run spec's groups [{group!r}], and the name in the scenario's metadata {group!r}",
        )
        return
    tables = _tables(pilot.suite / "groups" / f"{group}.json")
    for run in runs:
        yield from _row(run, tables, f"the page of {group}", _last(said))


def _row(run: Run, tables: Sequence[Table], page: str, said: str) -> Iterator[Finding]:
    """Whether a page shows a model, and its score if it has one."""
    name = get_model_metadata(run.model).display_name
    rows = [(table, row) for table in tables for row in table["rows"] if row[0].get("value") == name]
    if not rows:
        yield problem(f"{page} does not show {name}: {said}", "mend what helm-summarize says")
        return
    table, row = rows[0]
    titles = [cell.get("value") for cell in table["header"]]
    if COLUMN not in titles:
        yield problem(f"{page} has no column {COLUMN!r}", "leave get_metadata as ResponseMetric has it")
    elif "score" in run.stats and row[titles.index(COLUMN)].get("value") is None:
        yield problem(f"{page} has no score of {name}", "give the stat score the split test, as ResponseMetric does")


def _tables(path: Path) -> list[Table]:
    """All tables of one of HELM's files; [] where there is no file."""
    found: list[Table] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return found


def _last(said: str) -> str:
    """The last line of what a program said."""
    return " ".join(said.strip().splitlines()[-1].split())
