"""The ratings of a suite as a tidy table: one row a rating that a design asked for, whether it came or not.

Counts of categories, which some judges are asked for, are no ratings on a scale: they have no row, so that nobody
calibrates them. They stand in the annotations and count in ``judge_coverage``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.errors import FileProblem
from helm_creativity.judging import Judgement, judgement_in
from helm_creativity.judging.ratings import PLACE
from helm_creativity.results.runs import Run
from helm_creativity.results.tables import write_table


class RatingRow(NamedTuple):
    """One rating.

    Attributes:
        run: the run's name in HELM.
        model: the model whose answer is rated.
        benchmark: run group.
        instance: id of the item.
        trial: which answer to it, "0" for the first; "0+1" where two answers are compared; "0#3" for the third of
            several texts in an answer that are rated one by one.
        judge: name of the judge's deployment.
        dimension: what is rated.
        rating: on the instrument's scale; None where it is missing.
        reason: why it is missing; "" where it is not.
        instrument: which question was asked.
    """

    run: str
    model: str
    benchmark: str
    instance: str
    trial: str
    judge: str
    dimension: str
    rating: float | None
    reason: str
    instrument: str


COLUMNS = {**dict.fromkeys(RatingRow._fields, "string"), "rating": "double"}
"""Arrow's names of the columns' types."""


def ratings_of(run: Run) -> tuple[list[RatingRow], list[str]]:
    """The ratings of a run, in the order of its answers; none where there were no judges.

    Returns:
        The rows, and one line if the judging of some answers broke off, so that ratings which the design asks for have
        no row: nobody noted whose they would have been.

    Raises:
        FileProblem: when its answers cannot be read.
    """
    try:
        with (run.folder / "scenario_state.json").open(encoding="utf-8") as file:
            states = json.load(file)["request_states"]
        judged = [(state, judgement_in(state.get("annotations") or {})) for state in states]
        rows = [row for state, judgement in judged if judgement for row in _rows(run, state, judgement)]
        return rows, _broken(run, [judgement for _, judgement in judged if judgement])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FileProblem(f"{run.name}: cannot read its ratings: {type(error).__name__}: {error}") from error


def ratings_of_all(runs: Iterable[Run], problems: list[str]) -> Iterator[RatingRow]:
    """The ratings of several runs, a run at a time; what is left out of them is told in ``problems``, a line each."""
    for run in runs:
        try:
            rows, broken = ratings_of(run)
        except FileProblem as problem:
            problems.append(str(problem))
            continue
        problems += broken
        yield from rows


def _rows(run: Run, state: Mapping[str, Any], judgement: Judgement) -> Iterator[RatingRow]:
    instance = str(state["instance"]["id"])
    trial = str(state["request"].get("random") or 0)
    for verdict in judgement.verdicts:
        for dimension, reading in verdict.readings.items() if not verdict.counts else ():
            yield RatingRow(
                run=run.name,
                model=run.model,
                benchmark=run.group,
                instance=instance,
                trial=f"{trial}{verdict.about}" if verdict.about.startswith(PLACE) else verdict.about or trial,
                judge=verdict.judge,
                dimension=dimension,
                rating=None if reading.value is None else float(reading.value),
                reason=reading.missing.value if reading.missing else "",
                instrument=verdict.instrument,
            )


def _broken(run: Run, judgements: Iterable[Judgement]) -> list[str]:
    """One line about the ratings that were planned and have no verdict, or none."""
    lost, errors = 0, []
    for judgement in judgements:
        lacking = judgement.planned - sum(len(verdict.readings) for verdict in judgement.verdicts)
        if lacking > 0:
            lost += lacking
            errors.append(judgement.error or "no reason given")
    if not lost:
        return []
    return [f"{run.name}: {lost:,} planned ratings, whose judging broke off ({len(errors):,} answers): {errors[0]}"]


def write_ratings(rows: Iterable[RatingRow], path: Path) -> int:
    """Writes the table to a file; see ``write_table``."""
    return write_table(rows, COLUMNS, path)
