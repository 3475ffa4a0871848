"""Samples of people on the page: who they are, and every participant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from helm_creativity.reporting.numbers import counted, score_decimals
from helm_creativity.reporting.people import NOBODY_SCORED, NOT_STATED, ONE_PARTICIPANT, failures_text
from helm_creativity.reporting.plots.style import percent
from helm_creativity.reporting.report.grid import TEXT, Grid, GridCell, GridRow, Head, empty, missing
from helm_creativity.reporting.report.wording import interval_text, number
from helm_creativity.results.findings import Findings
from helm_creativity.results.people import PeopleScores, rating_count


class SampleView(NamedTuple):
    """A sample of people in one column.

    Attributes:
        title: the sample and the benchmark.
        facts: licence and consent.
        participants: the table of participants.
        summary: what opens it.
    """

    title: str
    facts: str
    participants: Grid
    summary: str


class PeopleView(NamedTuple):
    """All samples.

    Attributes:
        grid: a row per sample and column.
        samples: each with its participants.
    """

    grid: Grid
    samples: tuple[SampleView, ...]


def people_view(findings: Findings, links: Mapping[str, str]) -> PeopleView | None:
    """The samples of people of a report; None where there is none.

    Args:
        findings: of the report.
        links: id of the place of a column on the page, by the column's key.
    """
    placed = [(board.column, person) for board in findings.leaderboards for person in board.people]
    if not placed:
        return None
    heads = (
        Head("People", TEXT),
        Head("Benchmark", TEXT),
        *(Head(title) for title in ("Participants", "Items", "Responses", "Ratings", "Scored", "Mean")),
        Head("95% interval"),
        Head("SD between participants"),
    )
    rows = tuple(
        GridRow((GridCell(people.sample.name), GridCell(column.title, href=links[column.key]), *_cells(people)))
        for column, people in placed
    )
    samples = tuple(
        SampleView(
            f"{people.sample.name}: {column.title}",
            f"Licence: {people.sample.licence or NOT_STATED}. Consent: {people.sample.consent or NOT_STATED}.",
            _participants(people, f"participants-{place}"),
            counted(len(people.sample.participants), "participant"),
        )
        for place, (column, people) in enumerate(placed, start=1)
    )
    return PeopleView(Grid("people-table", "Samples of people", heads, rows), samples)


def _cells(people: PeopleScores) -> Iterator[GridCell]:
    sample, decimals = people.sample, sample_decimals(people)
    for n in (len(sample.participants), len(sample.items), len(sample.responses), rating_count(sample)):
        yield GridCell(f"{n:,}", n)
    yield GridCell(percent(people.scored), people.scored)
    yield (
        missing(NOBODY_SCORED)
        if people.mean is None
        else GridCell(number(people.mean, decimals), people.mean, mark="main")
    )
    if people.sd is None:
        yield from [missing(ONE_PARTICIPANT if people.n else NOBODY_SCORED)] * 2
    else:
        yield GridCell(interval_text(people.low, people.high, decimals), people.low)
        yield GridCell(number(people.sd, decimals), people.sd)


def sample_decimals(people: PeopleScores) -> int:
    """Decimals of the scores of a sample."""
    return score_decimals([people.mean], [people.se])


def _participants(people: PeopleScores, key: str) -> Grid:
    heads = (Head("Participant", TEXT), Head("Responses"), Head("Score"), Head("Responses without a score", TEXT))
    decimals = sample_decimals(people)
    rows = tuple(
        GridRow(
            (
                GridCell(who.name),
                GridCell(f"{who.responses:,}", who.responses),
                empty("no score") if who.score is None else GridCell(number(who.score, decimals), who.score),
                GridCell(failures_text(who.failures)) if who.failures else empty("none"),
            )
        )
        for who in people.participants
    )
    return Grid(key, f"Participants of {people.sample.name}", heads, rows)
