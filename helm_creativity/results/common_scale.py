"""People and models on one scale: their scores over several tasks, alphas, percentiles among people.

The score is that of AGC-Human (Beaty et al. 2026, section 3.6): novelty (DSI) and diversity of each response, without
length, as z within task and item; an author's is the mean over responses. The paper does not define diversity. It is
that of CrPO's program here (Ismayilzada et al. 2025), among the m responses by other authors to the same item::

    diversity(i) = 1/m · Σ_j (1 - x_i·x_j)

``docs/what-scores-mean.md`` has what the released file lacks, and how numbers differ from the paper's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.common_scale import alpha_difference, common_scale, diversity
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.human_responses import AGC_HUMAN, JUDGE, MODELS, PEOPLE, HumanResponses, ReleasedResponse
from helm_creativity.results.numbers import count, fixed
from helm_creativity.results.people import NO_SAMPLES, PeopleScores, people_in_columns
from helm_creativity.results.samples import read_each, saved_samples
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, Tables, Undefined, or_undefined
from helm_creativity.task_types.semantic_integration import find_vectors

_WHO, _TASKS = Column("who", "who", left=True), Column("tasks", "tasks", count)
_SCALE = (
    *(_WHO, Column("author", "author", left=True), _TASKS),
    Column("score", "score", fixed(3), mark="main"),
    Column("percentile", "percentile", fixed(1)),
)
_ALPHAS = (_WHO, Column("n", "n", count), _TASKS, Column("alpha", "alpha", fixed(3)))


def common_scale_tables(released: HumanResponses, embedding: str = "") -> Tables:
    """People and models of a release on one scale, by the released ratings or by the panel under an embedding."""
    responses = released.responses
    if embedding:
        table = panel(responses, embedding)
        without_dsi, without_diversity = np.isnan(table).sum(axis=0).tolist()
        notes = [
            f"Scores are the mean of novelty (DSI) and diversity under {embedding}, each without length, as z within "
            "task and item, people and models together.",
            f"{without_dsi:,} responses have no novelty and {without_diversity:,} no diversity; a response that lacks "
            "one has the other as its score.",
        ]
    else:
        table = _ratings(responses)
        notes = [
            f"Scores are {JUDGE}'s ratings without length, as z within task and item, people and models together.",
            "The paper's score has novelty and diversity by embeddings instead, which the released file lacks; "
            "--measure panel computes them.",
        ]
    lengths = [len(response.text.split()) for response in responses]
    return Tables(_on_one_scale(responses, table, lengths, f"People and models of {AGC_HUMAN} on one scale", notes))


def _ratings(responses: Sequence[ReleasedResponse]) -> Numbers:
    return np.array([[response.rating] for response in responses], dtype=np.float64)


def panel(responses: Sequence[ReleasedResponse], embedding: str) -> Numbers:
    """Shape (n, 2): novelty and diversity of responses under an embedding, NaN where a text has none."""
    vectors = find_vectors(embedding)
    vectors.require()
    texts = [response.text for response in responses]
    dsi = [np.nan if value is None else value for value in vectors.dsi(texts)]
    embedded, known = vectors.embed(texts)
    embedded[~np.array(known, dtype=bool)] = np.nan
    authors = [(response.who, response.author) for response in responses]
    return np.column_stack([dsi, diversity(embedded, _cells(responses), authors)])


def _cells(responses: Sequence[ReleasedResponse]) -> list[tuple[str, int]]:
    return [(response.benchmark, response.number) for response in responses]


def _on_one_scale(
    responses: Sequence[ReleasedResponse], components: ArrayLike, lengths: ArrayLike, title: str, notes: Sequence[str]
) -> Iterator[Table]:
    """Authors by the mean over their responses, the best first; and how far the tasks go together in either group."""
    import polars as pl

    known = pl.DataFrame([row[:3] for row in responses], schema=["who", "author", "task"], orient="row")
    known = known.with_columns(score=common_scale(components, lengths, _cells(responses)))
    known = known.filter(pl.col("score").is_not_nan())
    authors = known.group_by("who", "author").agg(pl.col("task").n_unique().alias("tasks"), pl.col("score").mean())
    people = np.sort(authors.filter(who=PEOPLE)["score"].to_numpy())
    rows = authors.sort(-pl.col("score"), "author").to_dicts()
    for row in rows:
        places = [people.searchsorted(row["score"], side) for side in ("left", "right")]
        row["percentile"] = 50 * float(sum(places)) / len(people) if len(people) else Undefined("there are no people")
    note = "Percentile: the share of people who score lower. Ties count half."
    yield Table("common_scale", _SCALE, rows, title, notes=[*notes, note])
    means = known.pivot("task", index=["who", "author"], values="score", aggregate_function="mean").drop_nulls()
    why = "fewer than two have all tasks, there is only one, or a task does not vary"
    alphas: list[dict[str, Any]] = []
    for group in (PEOPLE, MODELS):
        own = means.filter(who=group).drop("who", "author").to_numpy()
        alpha = cronbach_alpha(own, standardised=True).value if len(own) > 1 else None
        alphas.append({"who": group, "n": len(own), "tasks": own.shape[1], "alpha": or_undefined(alpha, why)})
    test, (of_people, of_models) = None, alphas
    if not any(isinstance(row["alpha"], Undefined) for row in alphas):
        pair = (of_models["alpha"], of_models["n"], of_people["alpha"], of_people["n"])
        test = alpha_difference(*pair, of_people["tasks"])
    note = "No test: too few people or models have all tasks."
    if test:
        note = f"Models against people: W = {test.w:.3f}, F({test.df1:.1f}, {test.df2:.1f}), p = {test.p:.3f}."
        alphas = [{**row, **test._asdict()} for row in alphas]
    yield Table("alphas", _ALPHAS, alphas, "Cronbach's alpha over tasks, of those who have all", notes=[note])


@analysis("common_scale", title="People and models on one scale")
def common_scale_of_suite(suite: Suite, options: NoOptions) -> Iterator[Table]:
    """People and language models on one scale: z of their scores within benchmark and item, people and models together.

    What follows from length is taken out where texts were kept. Only items count that both responded to, and only
    scores that count. A person's or a model's score is the mean over their responses; samples of one name have the same
    people, so that somebody may have several benchmarks.
    """
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
    note = "Scores are z within benchmark and item, people and models together, without length where texts were kept."
    table = _ratings(responses)
    yield from _on_one_scale(responses, table, lengths, "People and models on one scale", [note, *problems])


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
