"""Samples of people on the page: who they are, and every participant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from helm_creativity.reports.people import NOT_STATED, PARTICIPANTS, PEOPLE, participant_rows, people_row
from helm_creativity.reports.report.grid import Grid, page_grid
from helm_creativity.results.findings import Findings
from helm_creativity.results.table import Cell, Column, Table
from helm_creativity.safe_text import counted


class SampleView(NamedTuple):
    """A sample of people in one column."""

    title: str
    facts: str
    participants: Grid
    summary: str


def people_view(findings: Findings, links: Mapping[str, str]) -> dict[str, Any] | None:
    """The samples of people of a report: a grid with a row per sample and column; None where there is none."""
    placed = [(board.column, person) for board in findings.leaderboards for person in board.people]
    if not placed:
        return None
    benchmark = Column("benchmark", "benchmark", left=True)
    rows = [
        (name, Cell(column.title, link=links[column.key]), *numbers)
        for column, person in placed
        for name, *numbers in [people_row(person)]
    ]
    grid = page_grid(Table("people", (PEOPLE[0], benchmark, *PEOPLE[1:]), rows, "Samples of people"))
    samples = []
    for place, (column, people) in enumerate(placed, start=1):
        sample = people.sample
        title = f"Participants of {sample.name}"
        table = Table("participants", PARTICIPANTS, list(participant_rows(people)), title)
        samples.append(
            SampleView(
                f"{sample.name}: {column.title}",
                f"Licence: {sample.licence or NOT_STATED}. Consent: {sample.consent or NOT_STATED}.",
                page_grid(table, f"participants-{place}"),
                counted(len(sample.participants), "participant"),
            )
        )
    return {"grid": grid, "samples": samples}
