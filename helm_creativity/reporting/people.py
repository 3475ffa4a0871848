"""Samples of people beside models as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from helm_creativity.people.sample import PeopleSample
from helm_creativity.reporting.numbers import between, count, fixed, percent
from helm_creativity.reporting.reasons import reason_title
from helm_creativity.reporting.tables import Column, Table, Undefined
from helm_creativity.results.people import PeopleScores, rating_count

NOBODY_SCORED = "no participant has a score"
ONE_PARTICIPANT = "it takes two participants"
NOT_STATED = "not stated"
"""In the place of a licence or a note on consent."""


def row_title(scores: PeopleScores, alone: bool) -> str:
    """``people (n = 212)``, with the sample's name where others stand beside it; n counts participants with a score."""
    name = "" if alone else f"{scores.sample.name}, "
    return f"people ({name}n = {scores.n:,})"


def beside_score(people: PeopleScores) -> dict[str, float]:
    """What runs have beside their score and a sample has, too, by name of the stat."""
    sample = people.sample
    return {
        "valid_rate": people.scored,
        "num_instances": len(sample.items),
        "num_answers": len(sample.responses),
    }


def terms_text(sample: PeopleSample) -> str:
    """Under which licence its responses are, and what participants agreed to."""
    return f"{sample.name}: licence {sample.licence or NOT_STATED}; consent: {sample.consent or NOT_STATED}"


def percentile_columns(people: Sequence[PeopleScores]) -> list[Column]:
    """A column per sample: the share of its participants that a model surpasses."""
    alone = len(people) == 1
    return [
        Column(
            f"percentile_in_{person.sample.folder_name}",
            f"percentile in {'people' if alone else person.sample.name}",
            percent(),
        )
        for person in people
    ]


def people_table(people: Sequence[PeopleScores], decimals: int, title: str, facts: Mapping[str, Any]) -> Table:
    """Who the people of each sample are, and how they did."""
    value = fixed(decimals)
    columns = (
        Column("sample", "people", left=True),
        Column("participants", "participants", count),
        Column("items", "items", count),
        Column("responses", "responses", count),
        Column("ratings", "ratings", count),
        Column("scored", "scored", percent()),
        Column("mean", "mean", value),
        Column("interval", "95% interval", between(value), parts=("low", "high")),
        Column("sd", "sd between participants", value),
        Column("licence", "licence", left=True, in_text=False),
        Column("consent", "consent", left=True, in_text=False),
    )
    rows = [
        (
            person.sample.name,
            len(person.sample.participants),
            len(person.sample.items),
            len(person.sample.responses),
            rating_count(person.sample),
            person.scored,
            Undefined(NOBODY_SCORED) if person.mean is None else person.mean,
            None if person.low is None else (person.low, person.high),
            Undefined(ONE_PARTICIPANT) if person.sd is None and person.n else person.sd,
            person.sample.licence or NOT_STATED,
            person.sample.consent or NOT_STATED,
        )
        for person in people
    ]
    return Table("people", columns, rows, title, facts, [terms_text(person.sample) for person in people])


def participants_table(people: Sequence[PeopleScores], decimals: int, title: str, facts: Mapping[str, Any]) -> Table:
    """A row per participant."""
    columns = (
        Column("sample", "people", left=True),
        Column("participant", "participant", left=True),
        Column("responses", "responses", count),
        Column("score", "score", fixed(decimals)),
        Column("failures", "responses without a score", left=True),
    )
    return Table("participants", columns, list(_participants(people)), title, facts)


def _participants(people: Sequence[PeopleScores]) -> Iterator[tuple[Any, ...]]:
    for person in people:
        for who in person.participants:
            yield person.sample.name, who.name, who.responses, who.score, failures_text(who.failures)


def failures_text(failures: Mapping[str, int]) -> str:
    """``truncated 2, empty 1``: the most frequent reason first; "" for none."""
    found = sorted(failures.items(), key=lambda item: -item[1])
    return ", ".join(f"{reason_title(reason)} {n:,}" for reason, n in found)
