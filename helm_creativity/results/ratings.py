"""The ratings of a suite as a tidy table: one row per rating that a design asked for, present or missing.

Counts of categories, which some judges are asked for, are no ratings on a scale: they have no row, so that they are
not calibrated. They stand in the annotations and count in ``judge_coverage``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.benchmark.follow_ups import transcript_in
from helm_creativity.benchmark.ratings import PLACE
from helm_creativity.results.comparable import all_comparable_groups, served_model
from helm_creativity.results.runs import Run
from helm_creativity.safe_text import counted

NOT_RATED = "not_rated"
"""The reason of a blank cell for which a table gives none: it does not say that a rating was planned."""


class RatingRow(NamedTuple):
    """One rating."""

    run: str
    model: str
    benchmark: str
    instance: str
    trial: str
    judge: str
    dimension: str
    rating: float | None
    reason: str
    rubric: str
    judging: str


JUDGING = ("judge_temp", "rubric", "card")
"""The parts of a comparable key that move what a judge says of a response."""
COLUMNS = {**dict.fromkeys(RatingRow._fields, "string"), "rating": "double"}
"""Arrow's names of the columns' types."""


def ratings_of_all(runs: Iterable[Run], problems: list[str], every: bool = False) -> Iterator[RatingRow]:
    """The ratings of several runs, a run at a time, in the order of its responses."""
    for run in runs if every else _standing(list(runs), problems):
        try:
            rows, errors = _ratings_in(run)
        except UNREADABLE as error:
            problems.append(f"{run.name}: cannot read its ratings from scenario_state.json: {damage(error)}")
            continue
        if errors:
            lack = counted(len(errors), "response lacks", "responses lack")
            problems.append(f"{run.name}: judging broke off, {lack} ratings: {errors[0]}")
        yield from rows


def _standing(runs: list[Run], problems: list[str]) -> list[Run]:
    """Of the comparable runs of one model the one with the most responses; runs without a comparable key all."""
    best = {run.name: run for run in runs}
    for alike in all_comparable_groups((run for run in runs if run.has_comparable_key), without=("items",)):
        cells = alike.cells(served_model)
        best |= {run.name: kept for run in alike.runs for kept in cells[served_model(run)].values()}
    why = "is of the same model and comparable settings and has as many responses or more"
    beaten = (run for run in runs if best[run.name] is not run and judging_of_run(run))
    problems += [f"{run.name}: {best[run.name].name} {why}" for run in beaten]
    return [run for run in runs if best[run.name] is run]


def judging_of_run(run: Run) -> str:
    """The parts of the comparable key that stand in ``judging``; "" where no judge was asked."""
    parts = run.comparable_parts
    return "|".join(f"{name}:{parts[name]}" for name in JUDGING if name in parts) if JUDGING[0] in parts else ""


def _ratings_in(run: Run) -> tuple[list[RatingRow], list[str]]:
    """Of all responses, and the errors at which judging broke off."""
    rows, errors, judging = [], [], judging_of_run(run)
    for state in read_json(run.folder / "scenario_state.json")["request_states"]:
        transcript = transcript_in(state.get("annotations") or {})
        errors += [transcript.error] if transcript and transcript.error else []
        for reply in transcript.judge_replies if transcript else ():
            trial = unit_name(str(state["request"].get("random") or 0), reply.about)
            place = run.name, run.model, run.group, str(state["instance"]["id"]), trial, reply.judge
            for dimension, reading in reply.readings.items() if not reply.counts else ():
                rating = None if reading.value is None else float(reading.value)
                reason = reading.missing.value if reading.missing else ""
                rows.append(RatingRow(*place, dimension, rating, reason, reply.rubric, judging))
    return rows, errors


def unit_name(trial: str, about: str) -> str:
    """What a reply is about, as ``RatingRow.trial`` names it."""
    return f"{trial}{about}" if about.startswith(PLACE) else about or trial
