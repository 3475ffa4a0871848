"""Samples of people beside models as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.core.norms import human_percentile
from helm_creativity.people.sample import PeopleSample
from helm_creativity.reports.reasons import reason_title
from helm_creativity.results.numbers import between, both_ends, count, fixed, percent, score_decimals
from helm_creativity.results.people import PeopleScores, rating_count
from helm_creativity.results.table import Cell, Column, Table, or_undefined

if TYPE_CHECKING:
    from helm_creativity.core.card import Norm

NOBODY_SCORED = "no participant has a score"
ONE_PARTICIPANT = "at least two participants are needed"
ALL_EQUAL = "all participants have the same score"
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


class Within(NamedTuple):
    """A column that says which share of people a score surpasses."""

    column: Column
    percentile: Callable[[float], float | None]


def within_people(people: Sequence[PeopleScores], norm: Norm | None, *, lower_is_better: bool = False) -> list[Within]:
    """A column for each sample, and one for the norm that has quantiles."""
    alone = len(people) == 1
    found = [
        Within(
            Column(
                f"percentile_in_{person.sample.folder_name}",
                f"percentile in {'people' if alone else person.sample.name}",
                percent(),
            ),
            person.percentile,
        )
        for person in people
    ]
    if norm:
        column = Column("percentile_of_norm", "percentile of the norm" if people else "percentile of people", percent())
        sign, quantiles = (
            (-1, [-value for value in reversed(norm.quantiles)]) if lower_is_better else (1, norm.quantiles)
        )
        found.append(Within(column, lambda score: human_percentile(sign * score, quantiles) / 100))
    return found


def percentiles(within: Sequence[Within], score: float | None, uncounted: str) -> list[float | None]:
    """Where a score stands within people; nowhere without a score that counts."""
    return [None if score is None or uncounted else among.percentile(score) for among in within]


PEOPLE = (
    Column("sample", "people", left=True),
    Column("participants", "participants", count),
    Column("items", "items", count),
    Column("responses", "responses", count),
    Column("ratings", "ratings", count),
    Column("scored", "scored", percent()),
    Column("mean", "mean", fixed(2), mark="main"),
    Column("interval", "95 % interval", between(fixed(2)), parts=("low", "high")),
    Column("sd", "SD between participants", fixed(2)),
)
PARTICIPANTS = (
    Column("participant", "participant", left=True),
    Column("responses", "responses", count),
    Column("score", "score", fixed(2)),
    Column("failures", "responses without a score", left=True),
)


def people_row(person: PeopleScores, decimals: int | None = None) -> tuple[Any, ...]:
    """Who the people of a sample are, and how they did, under ``PEOPLE``."""
    places = score_decimals([person.mean], [person.se]) if decimals is None else decimals
    value = fixed(places)
    lacking = NOBODY_SCORED if not person.n else ONE_PARTICIPANT if person.sd is None else ALL_EQUAL
    return (
        person.sample.name,
        len(person.sample.participants),
        len(person.sample.items),
        len(person.sample.responses),
        rating_count(person.sample),
        person.scored,
        Cell(or_undefined(person.mean, NOBODY_SCORED), format=value),
        Cell(or_undefined(both_ends(person.low, person.high), lacking), format=between(value)),
        Cell(or_undefined(person.sd, lacking), format=value),
    )


def participant_rows(person: PeopleScores, decimals: int | None = None) -> Iterator[tuple[Any, ...]]:
    """A row per participant of a sample, under ``PARTICIPANTS``."""
    value = fixed(score_decimals([person.mean], [person.se]) if decimals is None else decimals)
    for who in person.participants:
        yield who.name, who.responses, Cell(who.score, format=value), failures_text(who.failures)


def people_table(people: Sequence[PeopleScores], decimals: int, title: str, facts: Mapping[str, Any]) -> Table:
    """Who the people of each sample are, and how they did."""
    rows = [
        (*people_row(person, decimals), person.sample.licence or NOT_STATED, person.sample.consent or NOT_STATED)
        for person in people
    ]
    notes = [terms_text(person.sample) for person in people]
    notes += [person.other_items for person in people if person.other_items]
    terms = (Column(name, name, left=True, in_text=False) for name in ("licence", "consent"))
    return Table("people", (*PEOPLE, *terms), rows, title, facts, notes)


def participants_table(people: Sequence[PeopleScores], decimals: int, title: str, facts: Mapping[str, Any]) -> Table:
    """A row per participant."""
    rows = [(person.sample.name, *row) for person in people for row in participant_rows(person, decimals)]
    return Table("participants", (PEOPLE[0], *PARTICIPANTS), rows, title, facts)


def failures_text(failures: Mapping[str, int]) -> str:
    """``truncated 2, empty 1``: the most frequent reason first; "" for none."""
    found = sorted(failures.items(), key=lambda item: -item[1])
    return ", ".join(f"{reason_title(reason)} {n:,}" for reason, n in found)
