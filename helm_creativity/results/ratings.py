"""The ratings of a suite as a tidy table: one row per rating that a design asked for, present or missing.

Counts of categories, which some judges are asked for, are no ratings on a scale: they have no row, so that they are
not calibrated. They stand in the annotations and count in ``judge_coverage``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from helm_creativity.core.judge_replies import PLACE
from helm_creativity.core.transcripts import Transcript, transcript_in
from helm_creativity.errors import FileProblem
from helm_creativity.io.untrusted_files import UNREADABLE, damage, read_json
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


def list_ratings(run: Run) -> tuple[list[RatingRow], list[str]]:
    """The ratings of a run, in the order of its responses; none where there were no judges."""
    try:
        states = read_json(run.folder / "scenario_state.json")["request_states"]
        judged = [(state, transcript_in(state.get("annotations") or {})) for state in states]
        rows = [row for state, transcript in judged if transcript for row in _rows(run, state, transcript)]
        errors = [transcript.error for _, transcript in judged if transcript and transcript.error]
        lack = counted(len(errors), "response lacks", "responses lack")
        return rows, [f"{run.name}: judging broke off, {lack} ratings: {errors[0]}"] if errors else []
    except UNREADABLE as error:
        raise FileProblem(f"{run.name}: cannot read its ratings from scenario_state.json: {damage(error)}") from error


def ratings_of_all(runs: Iterable[Run], problems: list[str], every: bool = False) -> Iterator[RatingRow]:
    """The ratings of several runs, a run at a time."""
    for run in runs if every else _standing(runs, problems):
        try:
            rows, broken = list_ratings(run)
        except FileProblem as problem:
            problems.append(str(problem))
            continue
        problems += broken
        yield from rows


def _standing(runs: Iterable[Run], problems: list[str]) -> list[Run]:
    """Of the comparable runs of one model the one with the most responses; runs without a comparable key all."""
    runs = list(runs)
    best: dict[str, Run] = {}
    for alike in all_comparable_groups((run for run in runs if run.has_comparable_key), without=("items",)):
        cells = alike.cells(served_model)
        best |= {run.name: kept for run in alike.runs for kept in cells[served_model(run)].values()}
    problems += [
        f"{run.name}: {best[run.name].name} is of the same model and comparable settings and has as many responses or "
        "more"
        for run in runs
        if best.get(run.name, run) is not run and judging_of_run(run)
    ]
    return [run for run in runs if best.get(run.name, run) is run]


def judging_of_run(run: Run) -> str:
    """The parts of the comparable key that stand in ``judging``; "" where no judge was asked."""
    parts = run.comparable_parts
    return "|".join(f"{name}:{parts[name]}" for name in JUDGING if name in parts) if JUDGING[0] in parts else ""


def _rows(run: Run, state: Mapping[str, Any], transcript: Transcript) -> Iterator[RatingRow]:
    instance = str(state["instance"]["id"])
    trial = str(state["request"].get("random") or 0)
    judging = judging_of_run(run)
    for judge_reply in transcript.judge_replies:
        for dimension, reading in judge_reply.readings.items() if not judge_reply.counts else ():
            yield RatingRow(
                run=run.name,
                model=run.model,
                benchmark=run.group,
                instance=instance,
                trial=unit_name(trial, judge_reply.about),
                judge=judge_reply.judge,
                dimension=dimension,
                rating=None if reading.value is None else float(reading.value),
                reason=reading.missing.value if reading.missing else "",
                rubric=judge_reply.rubric,
                judging=judging,
            )


def unit_name(trial: str, about: str) -> str:
    """What a reply is about, as ``RatingRow.trial`` names it."""
    return f"{trial}{about}" if about.startswith(PLACE) else about or trial
