"""People and models on one scale: their scores over several tasks, alphas, percentiles among people.

The paper (Beaty et al. 2026) defines the score of AGC-Human in section 3.6: novelty (divergent semantic integration,
Johnson et al. 2023) and diversity of each response under embedding models, which it does not name, without length, as
z within task and item. Appendix I calls it the CrPO panel, without surprise. An author's score is the mean over
responses. Appendix L prints alpha over the five tasks, .64
for models and .42 for people. The authors' program (``scripts/cap_human_vs_llm_generality.py``, agc-bench-public
@ d0317cb7) standardises each task within the group of those who have all five, and tests the difference by bootstrap.

The released file of responses has neither novelty nor diversity. ``panel`` computes both from the texts. Without it the
one component is the rating of AGC-Judge, a different measure: the paper's correlates with it at .53 (appendix L). Of a
suite with samples of people, the component is the score of its benchmarks.

The paper does not define diversity. In the program of CrPO (Ismayilzada et al. 2025, creative-preference-optimization
@ 68b3eb92, ``compute_inverse_homogenization``) it is the mean cosine distance of a response's embedding from those of
the other responses to the prompt, under jina-embeddings-v3. Here the others are those of other authors::

    diversity(i) = 1/m · Σ_j (1 - x_i·x_j)    over the m responses j by others to the same item of the same task
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.errors import NothingToSay
from helm_creativity.families.semantic_integration import find_vectors
from helm_creativity.psychometrics.common_scale import alpha_difference, common_scale, diversity
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers, complete_rows
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.human_responses import AGC_HUMAN, JUDGE, MODELS, PEOPLE, HumanResponses, ReleasedResponse
from helm_creativity.results.numbers import count, fixed
from helm_creativity.results.people import NO_SAMPLES, PeopleScores, people_in_columns
from helm_creativity.results.samples import read_each, saved_samples
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, Tables, Undefined, or_undefined

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
    notes = [
        f"Scores are {JUDGE}'s ratings without length, as z within task and item, people and models together.",
        "The paper's score has novelty and diversity by embeddings instead, which the released file lacks; --measure "
        "panel computes them.",
    ]
    table = _ratings(responses)
    if embedding:
        table = panel(responses, embedding)
        without_dsi, without_diversity = np.isnan(table).sum(axis=0).tolist()
        notes = [
            f"Scores are the mean of novelty (DSI) and diversity under {embedding}, each without length, as z within "
            "task and item, people and models together.",
            "The paper names no embedding, and leaves out responses that a judge finds off task, so its numbers "
            "differ.",
            f"{without_dsi:,} responses have no novelty and {without_diversity:,} no diversity; a response that lacks "
            "one has the other as its score.",
        ]
    lengths = [len(response.text.split()) for response in responses]
    title = f"People and models of {AGC_HUMAN} on one scale"
    notes.append("Length is that of the released text, which is cut off.")
    return Tables(_on_one_scale(responses, table, lengths, title, notes))


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
    scores = common_scale(components, lengths, _cells(responses))
    by_author: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for response, score in zip(responses, scores.tolist(), strict=True):
        if not np.isnan(score):
            by_author[response.who, response.author][response.benchmark].append(score)
    means = {
        key: float(np.mean([score for some in found.values() for score in some])) for key, found in by_author.items()
    }
    people = np.array([mean for (who, _), mean in means.items() if who == PEOPLE])
    rows = []
    for (who, author), mean in sorted(means.items(), key=lambda pair: (-pair[1], pair[0][1])):
        below = float(100 * (np.mean(people < mean) + np.mean(people == mean) / 2)) if len(people) else None
        row = {"who": who, "author": author, "tasks": len(by_author[who, author]), "score": mean}
        rows.append({**row, "percentile": or_undefined(below, "there are no people")})
    note = "percentile: the share of people who score lower; ties count half."
    yield Table("common_scale", _SCALE, rows, title, notes=[*notes, note])
    tasks = sorted({response.benchmark for response in responses})
    alphas: list[dict[str, Any]] = []
    for group in (PEOPLE, MODELS):
        own = [
            [np.mean(found[task]) if task in found else np.nan for task in tasks]
            for (who, _), found in by_author.items()
            if who == group
        ]
        complete = complete_rows(np.array(own, dtype=np.float64).reshape(-1, len(tasks)))
        value = cronbach_alpha(complete, standardised=True).value if len(complete) > 1 else None
        why = "fewer than two have all tasks, there is only one, or a task does not vary"
        alphas.append({"who": group, "n": len(complete), "tasks": len(tasks), "alpha": or_undefined(value, why)})
    test, (of_people, of_models) = None, alphas
    if not any(isinstance(row["alpha"], Undefined) for row in alphas):
        test = alpha_difference(of_models["alpha"], of_models["n"], of_people["alpha"], of_people["n"], len(tasks))
    note, facts = "No test: too few people or models have all tasks.", {}
    if test:
        note = f"Models against people: W = {test.w:.3f}, F({test.df1:.1f}, {test.df2:.1f}), p = {test.p:.3f}, "
        note, facts = f"{note}two-sided (Feldt 1969).", test._asdict()
    title = "Cronbach's alpha over tasks, of those who have all"
    yield Table("alphas", _ALPHAS, [{**row, **facts} for row in alphas], title, notes=[note])


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
        if column.group in groups:
            problems.append(f"{column.title}: left out, since another column stands for {column.benchmark}")
            continue
        own = list(_responses(suite, place, people, problems))
        if {response.who for response in own} != {PEOPLE, MODELS}:
            problems.append(f"{column.title}: people and models that count have no scored responses to the same items")
            continue
        groups.add(column.group)
        words = [len(response.text.split()) for response in own]
        if not all(words):
            problems.append(f"{column.title}: with length, since not all texts were kept")
        responses += own
        lengths += words if all(words) else [1] * len(words)
    if not responses:
        raise NothingToSay("; ".join(problems) or NO_SAMPLES)
    note = "Scores are z within benchmark and item, people and models together, without length where texts were kept."
    title = "People and models on one scale"
    yield from _on_one_scale(responses, _ratings(responses), lengths, title, [note, *problems])


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
    rows = [row for row in np.flatnonzero(suite.pool).tolist() if (row, place) not in suite.uncounted]
    runs = {run.name: run for run in suite.runs}
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
                where, text = (MODELS, suite.models[row], column.title, number), texts.get((row, item, trial), "")
                yield ReleasedResponse(*where, text, column.sign * float(found.scores[row, number, trial]))
