"""People and models on one scale: their scores over several tasks, alphas, percentiles among people.

The scale is that of AGC-Human (Beaty et al. 2026, section 3.6): scores without length, as z within task and item; an
author's is the mean over responses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.common_scale import length_residuals, z_within
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.columns import N, numbers, texts
from helm_creativity.results.human_responses import MODELS, PEOPLE, ReleasedResponse
from helm_creativity.results.numbers import count, fixed
from helm_creativity.results.people import NO_SAMPLES, PeopleScores, people_in_columns
from helm_creativity.results.samples import read_each, saved_samples
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, Undefined, or_undefined

_SCALE = (
    *(*texts("who", "author"), *numbers(count, "tasks"), Column("score", "score", fixed(3), mark="main")),
    *numbers(fixed(1), "percentile"),
)
_ALPHAS = (*texts("who"), N, *numbers(count, "tasks"), *numbers(fixed(3), "alpha"))


@analysis("common_scale", title="People and models on one scale")
def common_scale_of_suite(suite: Suite, options: NoOptions) -> Iterator[Table]:
    """People and language models on one scale: z of their scores within benchmark and item, people and models together.

    What follows from length is taken out where texts were kept. Only items count that both responded to, and only
    scores that count. A person's or a model's score is the mean over their responses; samples of one name have the same
    people, so that somebody may have several benchmarks.
    """
    import polars as pl

    problems: list[str] = []
    responses: list[ReleasedResponse] = []
    lengths: list[int] = []
    groups: set[str] = set()
    for place, people in people_in_columns(suite, problems).items():
        column = suite.columns[place]
        own = list(_responses(suite, place, people, problems))
        if column.group in groups:
            problems.append(f"{column.title}: left out, since another column stands for {column.benchmark}")
        elif {response.who for response in own} != {PEOPLE, MODELS}:
            problems.append(f"{column.title}: people and models that count have no scored responses to the same items")
        else:
            groups.add(column.group)
            words = [len(response.text.split()) for response in own]
            if not all(words):
                problems.append(f"{column.title}: with length, since not all texts were kept")
            responses += own
            lengths += words if all(words) else [1] * len(words)
    if not responses:
        raise NothingToSay("; ".join(problems) or NO_SAMPLES)
    cells = [(response.benchmark, response.number) for response in responses]
    known = pl.DataFrame([row[:3] for row in responses], schema=["who", "author", "task"], orient="row")
    ratings = np.array([response.rating for response in responses], dtype=np.float64)
    known = known.with_columns(score=z_within(length_residuals(ratings, lengths, cells), cells))
    known = known.filter(pl.col("score").is_not_nan())
    authors = known.group_by("who", "author").agg(pl.col("task").n_unique().alias("tasks"), pl.col("score").mean())
    of_people = np.sort(authors.filter(who=PEOPLE)["score"].to_numpy())
    rows = authors.sort(-pl.col("score"), "author").to_dicts()
    for row in rows:
        places = sum(of_people.searchsorted(row["score"], side) for side in ("left", "right"))
        row["percentile"] = 50 * float(places) / len(of_people) if len(of_people) else Undefined("there are no people")
    notes = [
        "Scores are z within benchmark and item, people and models together, without length where texts were kept.",
        *problems,
        "Percentile: the share of people who score lower. Ties count half.",
    ]
    yield Table("common_scale", _SCALE, rows, "People and models on one scale", notes=notes)
    means = known.pivot("task", index=["who", "author"], values="score", aggregate_function="mean").drop_nulls()
    why = "fewer than two have all tasks, there is only one, or a task does not vary"
    alphas: list[dict[str, Any]] = []
    for group in (PEOPLE, MODELS):
        table = means.filter(who=group).drop("who", "author").to_numpy()
        alpha = cronbach_alpha(table, standardised=True).value if len(table) > 1 else None
        alphas.append({"who": group, "n": len(table), "tasks": table.shape[1], "alpha": or_undefined(alpha, why)})
    yield Table("alphas", _ALPHAS, alphas, "Cronbach's alpha over tasks, of those who have all")


def _responses(
    suite: Suite, place: int, people: Sequence[PeopleScores], problems: list[str]
) -> Iterator[ReleasedResponse]:
    """Scored responses of people and of models that count to the items of both; more is better, "" for no text."""
    column, found = suite.columns[place], suite.responses(place)
    if found is None:
        return
    asked = {response.item for person in people for response in person.sample.responses}
    numbers = {item: number for number, item in enumerate(found.items) if item in asked}
    several = len({sample.name for sample in suite.people}) > 1
    for sample in (person.sample for person in people):
        for response in sample.responses:
            value = response.value(column.stat)
            if value is not None and response.item in numbers:
                author = f"{sample.name}: {response.participant}" if several else response.participant
                where = PEOPLE, author, column.title, numbers[response.item]
                yield ReleasedResponse(*where, response.response, column.sign * value)
    runs = {run.name: run for run in suite.runs}
    rows = [row for row in np.flatnonzero(suite.pool).tolist() if (row, place) not in suite.uncounted]
    wanted = [(row, runs[name]) for row in rows if (name := suite.run_names.get((row, place), "")) in runs]
    texts = {
        (row, saved.item, saved.trial): saved.row.response.text
        for (row, _), some in read_each(lambda want: saved_samples(want[1]), wanted, problems.append)
        for saved in some
        if saved.row.response
    }
    if any(trial >= found.scores.shape[2] for _, _, trial in texts):
        texts = {}  # of single responses, where only means over them were kept
    for row in rows:
        for item, number in numbers.items():
            for trial in np.flatnonzero(np.isfinite(found.scores[row, number])).tolist():
                where, score = (MODELS, suite.models[row], column.title, number), found.scores[row, number, trial]
                yield ReleasedResponse(*where, texts.get((row, item, trial), ""), column.sign * float(score))
